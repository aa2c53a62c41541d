public import SegueTransitions

/// The distribution of a few frames over a transition.
///
///     let times = FrameSampling.motion.times(frames: 6, of: Transitions.SlideDown().timing)
///
/// A spring does most of its movement in the first third of its time: frames at equal times mostly show the
/// end, frames at equal distances show the movement.
public enum FrameSampling: String, CaseIterable, Sendable {
  /// At equal times.
  case time
  /// At equal distances along the path of the progress, overshoots included.
  case motion

  /// Computes the times of frames, both ends included.
  ///
  /// By motion, frame i of n is at i/(n−1) of the path length, the integral of |dp| over time for a progress
  /// p. With `linear` these are equal times. Frames with a progress less than a tenth of a step apart are
  /// merged: `steps(3)` has at most four frames. Takes some milliseconds.
  ///
  /// - Parameters:
  ///   - frames: The number of frames; 1 gives the start.
  ///   - timing: The timing.
  /// - Returns: Rising clock fractions, from 0 to 1.
  public func times(frames: Int, of timing: Timing) -> [Double] {
    let plain = Array(FrameTimes(frames: frames))
    // Path and time are equal.
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

/// The path length of the progress, at many times.
private struct ProgressPath {
  /// Lengths at equal steps of time, enough for a hundred oscillations.
  private let lengths: [Double]
  /// The whole length.
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

  /// The time at a share of the path, interpolated linearly between steps.
  func time(at share: Double) -> Double {
    let wanted = share * length
    // The first step at or beyond the share.
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
