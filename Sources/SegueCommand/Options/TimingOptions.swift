import ArgumentParser
import Segue

/// Which frames are rendered, and when each is taken.
struct TimingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many frames, both ends included, in the transition's own duration.", valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("How long it runs, in seconds. (default: the transition's own)", valueName: "s"))
  var duration: Double?

  @Option(help: ArgumentHelp("Frames a second. (default: 60)", valueName: "f"))
  var fps: Double?

  func validate() throws {
    if frames != nil && (duration != nil || fps != nil) {
      throw ValidationError("give --frames, or --duration and --fps")
    }
    if let frames, !(1...10_000_000).contains(frames) {
      throw ValidationError("--frames is within 1…10000000")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if let fps, !(fps > 0 && fps.isFinite) { throw ValidationError("--fps must be above 0") }
  }

  /// Frames a second of what is written: `--frames` take the transition's own duration together.
  func framesPerSecond(_ transition: any Transition) -> Double {
    guard let frames, frames > 1 else { return fps ?? 60 }
    return Double(frames - 1) / transition.timing.duration
  }

  func frameTimes(_ transition: any Transition) throws -> FrameTimes {
    if let frames { return FrameTimes(frames: frames) }
    let seconds = duration ?? transition.timing.duration
    let framesPerSecond = framesPerSecond(transition)
    guard seconds * framesPerSecond <= 10_000_000 else {
      throw Failure(.usage, "that would be more than 10000000 frames; lower --duration or --fps")
    }
    return FrameTimes(duration: seconds, framesPerSecond: framesPerSecond)
  }
}
