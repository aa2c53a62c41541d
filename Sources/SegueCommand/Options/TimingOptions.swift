import ArgumentParser
import Segue

/// Which frames are rendered, and when each is taken.
struct TimingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many frames, both ends included: in the transition's own duration, or with --fps in as long as they take.",
      valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("How long it runs, in seconds. (default: the transition's own)", valueName: "s"))
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

  /// Seconds of the transition: so many frames at a rate take their time; nil: its own.
  var seconds: Double? {
    guard let frames, frames > 1, let fps else { return duration }
    return Double(frames - 1) / fps.perSecond
  }

  /// Frames a second of what is written: without a rate `--frames` take the transition's own duration together.
  func rate(_ transition: any Transition) -> FrameRate {
    if let fps { return fps }
    guard let frames, frames > 1 else { return FrameRate(60) }
    return FrameRate(Double(frames - 1) / transition.timing.duration)
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
