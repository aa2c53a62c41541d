import ArgumentParser

/// Options for the number of frames and their times.
struct TimingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Number of frames, both ends included, over the transition's duration; with --fps, their number determines the duration: 25 at --fps 25 are a movie of 1 second.",
      valueName: "n"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "Duration in seconds, from the first frame to the last: with --fps 25, a second has 26 frames. (default: the transition's own)",
      valueName: "s"))
  var duration: Double?

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp("Frames a second, such as 60, 29.97 or 24000/1001. (default: 60)", valueName: "f"),
    transform: Arguments.text(Arguments.rate))
  var fps: String?

  func validate() throws {
    var times = Job.Times()
    set(&times)
    try validating { () throws(JobError) in try times.check() }
  }

  /// Replaces values of a job's timing by the values of the command line; `--frames` also removes a duration,
  /// and `--duration` a number of frames.
  func set(_ times: inout Job.Times) {
    if frames != nil || duration != nil { (times.frames, times.duration) = (frames, duration) }
    times.fps = fps ?? times.fps
  }
}

extension Job.Times {
  /// Returns a remark that the frames include both ends, with the duration of a movie that has one frame
  /// less; nil if no duration was requested, or if there are at most two frames.
  func remark(_ rate: FrameRate, _ count: Int) -> String? {
    guard duration != nil, count > 2 else { return nil }
    let length = fixed(Double(count - 1) / rate.perSecond, 2)
    return "both ends are shown; --frames \(count - 1) --fps \(rate.text) is a movie of \(length) s"
  }
}
