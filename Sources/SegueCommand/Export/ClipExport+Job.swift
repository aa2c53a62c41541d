import SegueExport
import SegueJob

/// Exports of jobs whose inputs are clips.
extension ClipExport {
  /// Makes the export of one clip with filters, or of two clips with a transition, as by ffmpeg's `xfade`.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - transition: The transition of the job.
  ///   - machine: The options for decoding and rendering.
  ///   - isQuiet: Whether messages about conversions of clips are omitted.
  /// - Throws: `Failure` for options that clips do not support; `ClipError` for a clip that is not usable.
  init(
    _ job: Job, _ transition: any Transition, _ machine: MachineOptions, isQuiet: Bool
  ) throws {
    guard try job.order.playback(of: 2, framesPerSecond: 25) == Playback(), job.times.frames == nil else {
      throw Failure(.usage, "--frames, --hold, --reverse and --boomerang are for images, not for clips")
    }
    let offset = job.times.offset
    let timing = try job.times.timing(of: transition)
    let inputs = try job.pictures.map { try ClipInput($0, machine.decoding) }
    let rate =
      try job.times.fps.map { try Arguments.rate($0) } ?? inputs.lazy.compactMap(\.clip?.rate).first ?? 60
    let joint = ClipTime(seconds: timing.duration)
    var items = inputs.map { $0.item(held: joint) }
    if items.count == 2 {
      let end = offset.map { ClipTime(seconds: $0) + joint }
      switch items[0] {
      case .still(_, let name): items[0] = .still(length: end ?? joint, named: name)
      case .clip(let clip):
        let reason =
          "--offset \(secondsText(offset ?? 0)) and --duration \(secondsText(joint.seconds)) need \(secondsText(end?.seconds ?? 0)) s"
        if let end { items[0] = .clip(try clip.cut(to: end, for: reason)) }
      }
    } else if offset != nil || job.times.duration != nil {
      throw Failure(.usage, "--offset and --duration are for two clips; a single clip has its own length")
    }
    try self.init(
      .render(job), inputs, JoinTimeline(items, joint: joint, rate: rate), [transition],
      filters: items.count == 1 && job.look.hasChain ? transition : nil,
      operation: job.look.operation ?? .present,
      curve: timing.curve,
      job.frame.checkedFraming(machine), Job.ClipSound(), machine, isQuiet: isQuiet)
    covers =
      try job.texts.covers(
        over: job.pictures, machine, job.frame.framing(machine.decoding).light, timeline.title)
  }

  /// Returns the frames for contact sheets and previews, which request frames by their time.
  func frames() throws -> any TimedFrames {
    SourceFrames(try export().source(), rate: timeline.rate)
  }
}
