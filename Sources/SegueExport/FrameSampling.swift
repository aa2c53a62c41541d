public import SegueTransitions

/// The selection of a few frames that represent a transition.
///
///     let times = FrameSampling.motion.times(frames: 6, of: Transitions.SlideDown().timing)
///
/// A spring does most of its movement in the first third of its duration. Frames at equal times mostly show
/// the end; frames at equal distances show the movement.
public enum FrameSampling: String, CaseIterable, Sendable {
  /// Frames at equal intervals of time.
  case time
  /// Frames at equal distances along the path of the progress; an overshoot counts on its way out and back.
  case motion

  /// Computes the times of the frames, including both ends.
  ///
  /// With `motion`, frame i of n is at the share i/(n−1) of the path length, the integral of |dp/dt| for a
  /// progress p. For a linear curve, the times are equidistant. Of two neighboring frames whose progress
  /// differs by less than a tenth of a step, one is left out, so the curve `steps(3)` gives at most four
  /// frames. The computation takes some milliseconds.
  ///
  /// - Parameters:
  ///   - frames: The number of frames; 1 gives the first frame.
  ///   - timing: The timing of the transition.
  /// - Returns: Rising times from 0 to 1, as shares of the duration.
  public func times(frames: Int, of timing: Timing) -> [Double] {
    let plain = Array(FrameTimes(frames: frames))
    // With a linear curve, `motion` selects the same times as `time`.
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

/// The path length of the progress, as a table over time.
private struct ProgressPath {
  /// The path length from the start to each of 10,001 equidistant times, which suffice for a hundred
  /// oscillations.
  private let lengths: [Double]
  /// The total path length.
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

  /// Returns the time at a share of the path length, interpolated linearly between steps.
  func time(at share: Double) -> Double {
    let wanted = share * length
    // Finds the first step whose path length reaches `wanted`, by bisection.
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
