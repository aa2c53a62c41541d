package import SegueExport
package import SegueFormats
import SegueRendering
package import SegueTransitions

extension Job {
  /// The number of frames of a job, their times, and the timing curve.
  public struct Times: Hashable, Sendable {
    /// The number of frames, including the frames at the start and the end of the transition; nil to derive
    /// the number from `duration` and `fps`.
    public var frames: Int?
    /// The time from the first frame to the last, in seconds; nil for the transition's default.
    public var duration: Double?
    /// The start of a transition between clips, in seconds from the start of the first clip; if nil, the
    /// transition ends at the end of the first clip.
    ///
    /// Only the command renders clips.
    public var offset: Double?
    /// The frame rate: a number, or a fraction such as `24000/1001`; nil for 60.
    public var fps: String?
    /// The timing curve; nil for the transition's default.
    public var ease: String?

    /// Makes the times of a transition's default duration, at 60 frames a second.
    public init() {}
  }

  /// The order in which the frames of a job are played.
  public struct Order: Hashable, Sendable {
    /// The time in seconds for which the first and the last frame are held; nil for 0.
    public var hold: Double?
    /// Whether frames are played from the last to the first.
    public var reverse = false
    /// Whether frames are played forward and then backward.
    public var boomerang = false

    /// Makes the order in which each frame is played once.
    public init() {}
  }
}

extension Job.Times {
  /// Throws if a value is invalid.
  package func check() throws(JobError) {
    if frames != nil && duration != nil {
      throw JobError(
        "frames",
        sentence:
          "give \(field("frames")) or \(field("duration")), not both; \(field("fps")) goes with either")
    }
    if let frames, !(1...Job.maxFrames).contains(frames) {
      throw JobError("frames", "must be within 1…\(Job.maxFrames)")
    }
    if let duration, !(duration > 0 && duration.isFinite) { throw JobError("duration", "must be above 0") }
    if let offset, !(0...100_000).contains(offset) { throw JobError("offset", "must be within 0…100000") }
    _ = try givenRate()
    _ = try curve()
  }

  /// Returns the frame rate of the job; nil if the job has no frame rate.
  package func givenRate() throws(JobError) -> FrameRate? {
    guard let fps else { return nil }
    guard let rate = FrameRate(fps) else {
      throw JobError("fps", sentence: "frames a second are \(FrameRate.form)")
    }
    return rate
  }

  /// The timing curve; nil for the transition's default.
  ///
  /// - Throws: `JobError` if the text is not a curve.
  package func curve() throws(JobError) -> TimingCurve? {
    let forms = (TimingCurve.named.map(\.name) + TimingCurve.forms).alternatives
    return try read("ease", ease, "a curve is \(forms)") { TimingCurve($0) }
  }

  /// Returns the duration and the curve of a transition: the job's, or else the transition's defaults.
  ///
  /// If the job has `frames` and `fps`, these two values determine the duration.
  ///
  /// - Throws: `JobError` if a value is invalid.
  package func timing(of transition: any Transition) throws(JobError) -> Timing {
    try check()
    return transition.timing.with(duration: try length(), curve: try curve())
  }

  /// Returns the duration of the job, or of `frames` at `fps`; nil for the transition's default.
  func length() throws(JobError) -> Double? {
    guard let frames, frames > 1, let rate = try givenRate() else { return duration }
    return Double(frames - 1) / rate.perSecond
  }

  /// Returns the frame rate.
  ///
  /// If the job has `frames` but no rate, the frames fill the transition's default duration.
  ///
  /// - Throws: `JobError` if the text is not a rate.
  package func rate(of transition: any Transition) throws(JobError) -> FrameRate {
    if let rate = try givenRate() { return rate }
    guard let frames, frames > 1 else { return FrameRate(60) }
    return FrameRate(Double(frames - 1) / transition.timing.duration)
  }

  /// Returns the times of all frames of the transition.
  ///
  /// - Throws: `JobError` for an invalid frame rate, and for more than `Job.maxFrames` frames.
  package func frameTimes(of transition: any Transition) throws(JobError) -> FrameTimes {
    if let frames { return FrameTimes(frames: frames) }
    let seconds = duration ?? transition.timing.duration
    let rate = try rate(of: transition).perSecond
    guard (seconds * rate).rounded() < Double(Job.maxFrames) else {
      throw JobError(
        "duration",
        sentence:
          "that would be more than \(Job.maxFrames) frames; lower \(field("duration")) or \(field("fps"))")
    }
    return FrameTimes(duration: seconds, framesPerSecond: rate)
  }
}

extension Job.Order {
  /// Throws if a value is invalid.
  package func check() throws(JobError) {
    if let hold, !(hold >= 0 && hold.isFinite) { throw JobError("hold", "must be 0 or more") }
  }

  /// Returns the order of playback for a number of frames.
  ///
  /// - Throws: `JobError` for an invalid `hold`, and for more than `Job.maxFrames` frames.
  package func playback(of count: Int, framesPerSecond: Double) throws(JobError) -> Playback {
    try check()
    let held = ((hold ?? 0) * framesPerSecond).rounded()
    let playback = Playback(
      hold: Int(min(held, Double(Job.maxFrames))), isReversed: reverse,
      isBoomerang: boomerang)
    guard playback.count(of: count) <= Job.maxFrames else {
      let way = held > 0 ? "lower \(field("hold"))" : "leave out \(field("boomerang"))"
      throw JobError("hold", sentence: "that would be more than \(Job.maxFrames) frames; \(way)")
    }
    return playback
  }
}
