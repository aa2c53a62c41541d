public import SegueTransitions

/// How a few frames are spread over a transition.
///
///     let times = FrameSampling.motion.times(frames: 6, of: Transitions.SlideDown().timing)
///
/// A spring has done most of its way in the first third of its time: frames at equal distances in time show the end of
/// it over and over, those of the motion show the way.
public enum FrameSampling: String, CaseIterable, Sendable {
  /// At equal distances in time.
  case time
  /// At equal distances on the way that the progress takes, forth and back where it overshoots.
  case motion

  /// Takes frames, both ends included.
  ///
  /// By motion, frame i of n is taken where the progress p has come i/(n−1) of its way, which is the sum of |dp| over the
  /// time. With `linear` that is the plain time. Where two would look alike, their progress less than a tenth of a step
  /// apart, one is taken: `steps(3)` has four frames, whatever is asked for. It takes some milliseconds.
  ///
  /// - Parameters:
  ///   - frames: How many; 1 is the start.
  ///   - timing: How the progress follows the clock.
  /// - Returns: Clock fractions, from 0 to 1, rising.
  public func times(frames: Int, of timing: Timing) -> [Double] {
    let plain = Array(FrameTimes(frames: frames))
    // The way is the time: nothing to be measured.
    guard self == .motion, timing.curve != .linear, plain.count > 2 else { return plain }
    let way = ProgressPath(timing)
    let enough = 0.1 * way.length / Double(frames - 1)
    var times = [0.0]
    var last = 0.0
    for share in plain.dropFirst().dropLast() {
      let time = way.time(at: share)
      let progress = timing.progress(at: time)
      if abs(progress - last) < enough { continue }
      times.append(time)
      last = progress
    }
    if times.count > 1 && abs(1 - last) < enough { times.removeLast() }
    return times + [1]
  }
}

/// How far the progress has gone, at each of many times.
private struct ProgressPath {
  /// At so many steps of time, from 0 on; enough for one that swings a hundred times.
  private let lengths: [Double]
  /// All of it.
  let length: Double
  private static let steps = 10_000

  init(_ timing: Timing) {
    var last = timing.progress(at: 0)
    var sum = 0.0
    let lengths = (0...Self.steps).map { step in
      let progress = timing.progress(at: Double(step) / Double(Self.steps))
      sum += abs(progress - last)
      last = progress
      return sum
    }
    self.lengths = lengths
    length = sum
  }

  /// When a share of the whole way has been gone; between two steps as if it went evenly.
  func time(at share: Double) -> Double {
    let wanted = share * length
    // The first step that is not before it: way 0 is step 0.
    var (low, high) = (0, lengths.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if lengths[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let (before, after) = (lengths[low - 1], lengths[low])
    return (Double(low - 1) + (wanted - before) / (after - before)) / Double(Self.steps)
  }
}
