import ArgumentParser
import SegueExport
import SegueFiles

/// The value of `--copy`: whether packets of clips are copied for frames that do not change.
enum CopyMode: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never
}

/// The export of joined clips with copied packets.
struct ClipCopy {
  let clips: ClipExport
  let mode: CopyMode
  /// Whether each frame of copied packets is compared with the original frame of the clip.
  let verifies: Bool
  let report: ReportOptions
  let machine: MachineOptions

  /// With `--resume` and `--copy auto`, the maximum duration in seconds of the frames to encode.
  ///
  /// Above this duration, packets are not copied, since an export that copies packets stores no segments to
  /// resume from.
  private static let maxLost = 20.0

  private struct Summary: Encodable {
    var event: Event.Kind?
    let frames: Int
    let copiedFrames: Int
    let totalSeconds: Double
    let bytes: Int
    let width: Int
    let height: Int
  }

  /// Writes the video if packets can be copied.
  ///
  /// - Returns: Whether the video was written or, in a dry run, checked; false if all frames are to be
  ///   encoded.
  /// - Throws: The error of the export; with `--copy always`, the reason why nothing can be copied.
  func run() throws -> Bool {
    guard mode != .never else { return false }
    let start = ContinuousClock.now
    let frames = ClipFrames(clips)
    let export = try clips.export(frames)
    var output = export.output
    // Refuses an existing file even with `--resume`, since an export that copies packets stores no segments.
    if output.existing == .keep { output.existing = .refuse }
    let target = try output.checkedTarget(frameCount: export.frameCount, sound: nil)
    guard case .video(.file(let file), let format, let options, _, let policy) = target,
      let chroma = format.planarChroma, SegmentJoin.canJoin(format),
      format.ffmpegOptions(rate: export.rate).contains("libx264"), !isSpecial(file)
    else { return try refuse("packets are copied to files of H.264 or HEVC, such as .mp4 and .mkv") }
    guard !clips.hasFilters else { return try refuse("filters change all frames") }
    guard options.isEmpty, export.output.range == nil else {
      return try refuse("--encoder-option and --range need all frames encoded")
    }
    let plan = CopyPlan(clips.timeline, size: clips.frameSize, chroma: chroma) { frame in
      clips.isFiltered(frame) || export.covers.contains { $0.covers(frame) }
    }
    for (file, reason) in plan.obstacles {
      if mode == .always { throw Failure(.usage, "--copy always: \(file): \(reason)", file: file) }
      note("\(file): encoded: \(reason)")
    }
    guard plan.copiedCount > 0 else { return try refuse("no clip has a keyframe outside of the joints") }
    let encoded = Double(export.frameCount - plan.copiedCount) / export.rate.perSecond
    if export.output.existing == .keep, mode == .auto, encoded > Self.maxLost {
      return try refuse("--resume stores segments of the \(secondsText(encoded)) s that are to be encoded")
    }
    guard case .video(_, let video, _, _, _) = try frames.completed(target) else {
      return try refuse("the frames have alpha")
    }
    let joined = try frames.joined()
    let part = try export.soundtrack(for: video).map { sound in
      var sound = sound
      sound.encoder = soundEncoder(format)
      let part = try SoundPart(sound, frames: 0..<export.frameCount, rate: export.rate).tried()
      if let warning = part.warning { sayWarning(.sound, warning, after: "segue: ") }
      return part
    }
    guard !Messages.isDryRun else {
      try check(export, joined, plan, video, to: file, policy, part)
      return true
    }
    let bytes = try write(joined, export.covers, plan, video, to: file, policy, part, export.details)
    try close(export, plan, joined.size, file, bytes, since: start)
    return true
  }

  /// Returns ffmpeg's options for a sound codec that keeps the clips' samples outside of joints; nil if all
  /// sound is encoded.
  private func soundEncoder(_ format: any VideoFormat) -> [String]? {
    switch clips.joinedSound?.kept(in: format) {
    case .kept(let codec, let options):
      note("sound: \(codec), whose samples are kept outside of joints")
      return options
    case .encoded(let reason):
      note("sound: encoded as a whole: \(reason)")
      return nil
    case nil: return nil
    }
  }

  private func refuse(_ reason: String) throws -> Bool {
    if mode == .always { throw Failure(.usage, "--copy always: \(reason)") }
    note("all frames are encoded: \(reason)")
    return false
  }

  /// Checks the export, and prints the report of a dry run.
  private func check(
    _ export: Export, _ frames: JoinedClips, _ plan: CopyPlan, _ format: any VideoFormat, to file: String,
    _ policy: WritePolicy, _ sound: SoundPart?
  ) throws {
    frames.commandLines.forEach(noteCommandLine)
    try CopiedJoin(
      frames, export.covers, plan, format, try machine.execution(), export.details, onStart: noteCommandLine
    )
    .check(to: file, policy, sound: sound)
    var report = DryRunReport(output: file, format: type(of: format).name)
    report.frames = export.frameCount
    report.setSize(frames.size)
    report.rate = export.rate.text
    report.seconds = Double(export.frameCount) / export.rate.perSecond
    report.setFiles([file])
    report.audio = export.output.audio
    report.copiedFrames = plan.copiedCount
    try report.publish(asJSON: self.report.json)
  }

  private func write(
    _ frames: JoinedClips, _ covers: [any FrameCover], _ plan: CopyPlan, _ format: any VideoFormat,
    to file: String, _ policy: WritePolicy, _ sound: SoundPart?, _ details: VideoDetails
  ) throws -> Int {
    let interruption = Interruption(canBlock: false, interrupt: {})
    let encoded = frames.count - plan.copiedCount
    let join = CopiedJoin(
      frames, covers, plan, format, try machine.execution(), verifies: verifies, details,
      onStart: noteCommandLine)
    interruption.begin()
    if !report.quiet {
      send(
        Event(
          event: .start, format: type(of: format).name, output: file, width: frames.size.width,
          height: frames.size.height, rate: frames.rate.description, frames: encoded))
    }
    let bar = ProgressBar(
      report.quiet ? .never : report.progressBar, total: max(1, encoded), rate: frames.rate)
    defer { bar?.end() }
    do {
      let bytes = try join.write(
        to: file, policy, sound: sound, isCancelled: { interruption.hasCome }, onFrame: { bar?.update($0) })
      if let bytes { return bytes }
    } catch {
      guard interruption.hasCome else { throw error }
    }
    throw interruption.failure("interrupted; the output is given up")
  }

  private func close(
    _ export: Export, _ plan: CopyPlan, _ size: PixelSize, _ file: String, _ bytes: Int,
    since start: ContinuousClock.Instant
  ) throws {
    let seconds = start.duration(to: .now) / .seconds(1)
    var summary = Summary(
      frames: export.frameCount, copiedFrames: plan.copiedCount, totalSeconds: seconds, bytes: bytes,
      width: size.width, height: size.height)
    if report.json { try putJSON(summary) }
    guard !report.quiet else { return }
    if Messages.isJSON {
      summary.event = .finish
      send(summary)
    } else if !report.json {
      func length(_ frames: Int) -> String { "\(fixed(Double(frames) / export.rate.perSecond, 2)) s" }
      say(
        oneLine(
          "\(file): \(counted(export.frameCount, "frame")) of \(size), \(length(export.frameCount)), \(byteText(bytes)) in \(Int((seconds * 1000).rounded())) ms: "
            + "\(length(plan.copiedCount)) copied, \(length(export.frameCount - plan.copiedCount)) encoded"))
    }
  }
}
