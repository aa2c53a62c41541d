import ArgumentParser

/// Options for the number of frames and their times.
struct TimingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many frames, both ends included: in the transition's own duration, or with --fps in as long as they take; 25 with --fps 25 are a movie of 1 second.",
      valueName: "n"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "How long it runs, in seconds, from the first frame to the last: with --fps 25, 1 has 26 frames. (default: the transition's own)",
      valueName: "s"))
  var duration: Double?

  @Option(
    help: ArgumentHelp("Frames a second, such as 60, 29.97 or 24000/1001. (default: 60)", valueName: "f"),
    transform: Arguments.rate)
  var fps: FrameRate?

  func validate() throws {
    if frames != nil && duration != nil {
      throw ValidationError("give --frames or --duration, not both; --fps goes with either")
    }
    if let frames, !(1...10_000_000).contains(frames) {
      throw ValidationError("--frames is within 1…10000000")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
  }

  /// The duration of the transition in seconds: that of `--frames` at `--fps` if both are given, or else
  /// `--duration`; nil for the transition's default.
  var seconds: Double? {
    guard let frames, frames > 1, let fps else { return duration }
    return Double(frames - 1) / fps.perSecond
  }

  /// The frame rate of the output; `--frames` without a rate fills the transition's default duration.
  func rate(_ transition: any Transition) -> FrameRate {
    if let fps { return fps }
    guard let frames, frames > 1 else { return FrameRate(60) }
    return FrameRate(Double(frames - 1) / transition.timing.duration)
  }

  /// A remark that a movie of the given duration needs one frame less, since both ends are shown.
  func remark(_ rate: FrameRate, _ count: Int) -> String? {
    guard duration != nil, count > 2 else { return nil }
    let fps = rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
    let length = fixed(Double(count - 1) / rate.perSecond, 2)
    return "both ends are shown; --frames \(count - 1) --fps \(fps) is a movie of \(length) s"
  }

  func frameTimes(_ transition: any Transition) throws -> FrameTimes {
    if let frames { return FrameTimes(frames: frames) }
    let seconds = duration ?? transition.timing.duration
    let framesPerSecond = rate(transition).perSecond
    guard (seconds * framesPerSecond).rounded() < 10_000_000 else {
      throw Failure(.usage, "that would be more than 10000000 frames; lower --duration or --fps")
    }
    return FrameTimes(duration: seconds, framesPerSecond: framesPerSecond)
  }
}
