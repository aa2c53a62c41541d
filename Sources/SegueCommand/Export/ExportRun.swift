import SegueExport
import SegueFiles
import SeguePlan
import Synchronization

/// The run of an export, from the checked options to the summary line.
struct ExportRun {
  let report: ReportOptions
  let machine: MachineOptions

  /// Runs an export according to the options.
  ///
  /// - Throws: The error of the first frame or write that failed, or a `Failure`.
  func run(_ export: Export) throws {
    let start = ContinuousClock.now
    let output = export.output
    let range = try export.range()
    let target = try export.destination(frameCount: range.count)
    if report.json && target.isStandardOutput {
      throw Failure(.usage, "--json and the frames would both go to standard output")
    }
    let job = try makeJob(target, range, export.rate)
    // A file with all frames replaces an input only after the last frame.
    if target.isSequence { try InputFiles(export.lateInputs).check(target.replacing(range)) }
    if Messages.isDryRun { return try check(export, range, target, job) }
    if let note = output.note, !report.quiet { sayWarning(.output, note, after: "segue: ") }
    try run(export, range, target, job, since: start)
  }

  /// Checks a prepared export job, and prints the report of a dry run; writes nothing.
  private func check(
    _ export: Export, _ range: Range<Int>, _ target: Destination, _ job: ExportJob
  ) throws {
    let source = try export.source().suited(to: target.format, over: export.background)
    source.sequential?.commandLines.forEach(noteCommandLine)
    _ = try overBlack(export, target, source) { source, _ in
      try job.check(source, Execution(decoding: machine.decoding).limits)
      return ExportSummary()
    }
    var report = DryRunReport(output: export.output.file, format: type(of: target.format).name)
    report.frames = job.frames.count
    report.setSize(source.size)
    report.rate = export.rate.text
    if case .animation(_, let format, _) = target {
      // A GIF may have a lower frame rate than the export.
      report.rate = format.frames(of: range, rate: export.rate).rate.text
    }
    if target.isMovie { report.seconds = Double(range.count) / export.rate.perSecond }
    report.bytes = try target.rawBytes(of: job.frames.count, source.size, export.rate)
    if case .sequence(let template, _, let policy) = target {
      report.setFiles(range.lazy.map(template.name), keeps: policy.existing == .keep)
    } else if case .file(let file)? = target.target {
      report.setFiles([file])
    }
    report.audio = (export.output.sound ?? export.sound)?.file
    try report.publish(asJSON: self.report.json)
  }

  /// Runs a prepared export job.
  ///
  /// `range` has the numbers of all requested frames; the job leaves out frames with existing files. `shard`
  /// is the number of the shard if the export is part of a plan.
  func run(
    _ export: Export, _ range: Range<Int>, _ target: Destination, _ job: ExportJob,
    since start: ContinuousClock.Instant, shard: Int? = nil
  ) throws {
    let format = type(of: target.format).name
    let current = Mutex(job)
    let interruption = Interruption(
      canBlock: target.canBlock, interrupt: { current.withLock { $0 }.interrupt() })
    var decoded = start
    let source = try export.source { decoded = .now }.suited(to: target.format, over: export.background)
    let fitted = ContinuousClock.now
    // Looks in the middle frame for filters that compute with 8 bits. An error of this frame is ignored here,
    // since the export reports it.
    if export.isStrict || Messages.isVerbose, target.format.decodingDepth != .eight, !source.isSequential,
      source.count > 0, let rows = try? source.rows(of: source.count / 2)
    {
      let isDeep = target.format.deep.map { $0.depth(of: rows) != .eight } ?? false
      if isDeep { try checkEightBitFilters(of: rows, strict: export.isStrict) }
    }
    interruption.begin()
    note(
      "\(counted(job.frames.count, "frame")) of \(source.size) at \(export.rate.perSecond) a second to \(export.output.file) as \(format)"
    )
    if !report.quiet {
      send(
        Event(
          event: .start, format: format, output: export.output.file, width: source.size.width,
          height: source.size.height, rate: export.rate.description, frames: job.frames.count,
          shard: shard))
    }
    let bar = ProgressBar(
      report.quiet ? .never : report.progressBar, total: job.frames.count,
      rate: target.isMovie ? export.rate : nil)
    let summary: ExportSummary
    do {
      defer { bar?.end() }
      summary = try overBlack(export, target, source) { source, isAgain in
        if isAgain {
          let next = try makeJob(target, range, export.rate)
          current.withLock { $0 = next }
        }
        return try current.withLock { $0 }.run(
          source, Execution(threads: machine.workers, level: source.level),
          isCancelled: { interruption.hasCome }, onFrame: { bar?.update($0) })
      }
    } catch {
      // Rethrows the error of a frame if each frame is a separate file. A video encoder also fails when a
      // signal stops the encoder, so its error is then reported as an interruption.
      guard interruption.hasCome, !target.isSequence else { throw error }
      throw interruption.failure("interrupted; the output is given up")
    }
    // Does not count frames as kept files if an animation leaves them out because of its maximum frame rate.
    let kept = target.isSequence ? range.count - job.frames.count : 0
    if summary.wasCancelled {
      throw interruption.failure(
        interrupted(summary, of: range.count, kept: kept, target, export.output, shard))
    }
    try close(
      summary, source.size, since: start, kept: kept,
      StageTimes(
        decode: start.duration(to: decoded) / .seconds(1), fit: decoded.duration(to: fitted) / .seconds(1),
        summary: summary, workers: machine.workers, format: target.format, isOrdered: job.isOrdered),
      export, range, target, shard)
  }

  /// Runs an export.
  ///
  /// If frames are transparent only because of `--fit contain` or the transition, and the format has no
  /// transparency, runs the export again over black.
  ///
  /// - Throws: The error of the export; if an input picture is transparent, the error names this picture.
  func overBlack(
    _ export: Export, _ target: Destination, _ source: any FrameSource,
    _ run: (_ source: any FrameSource, _ isAgain: Bool) throws -> ExportSummary
  ) throws -> ExportSummary {
    do {
      return try run(source, false)
    } catch let error as ExportError where error.code == .exportTransparentFrames {
      let (file, format) = (error.file ?? "", error.format ?? "")
      let transparent = export.pictures.first { picture in
        let first =
          (try? Bitmap(contentsOf: picture, options: machine.decoding))
          ?? (try? Clip(contentsOf: picture).picture(Execution(decoding: machine.decoding)))
        return first.map { !$0.isOpaque } ?? false
      }
      if let transparent {
        throw ExportError.transparentFrames(
          file: file, format: format, reason: "\(transparent) is transparent")
      }
      let hasBars = export.fit == .contain
      guard export.background == nil, hasBars || export.job.hasOnlyTransitions else { throw error }
      sayWarning(
        .output,
        "\(format) has no transparency: \(hasBars ? "bars" : "gaps of transitions") are black; --background takes another color",
        after: "segue: ")
      return try run(OpaqueFrames(source, over: .black), true)
    }
  }

  /// Makes the export job; throws if an existing file may not be replaced.
  func makeJob(_ target: Destination, _ range: Range<Int>, _ rate: FrameRate) throws -> ExportJob {
    do {
      return try ExportJob(target, frames: range, rate: rate, onStart: noteCommandLine) { warning in
        sayWarning(.sound, warning, after: "segue: ")
      }
    } catch let error as FileError where error.code == .fileExists && target.isSequence {
      throw Failure(error.code, "\(error); use --overwrite to replace it, --resume to keep it")
    }
  }

  private func interrupted(
    _ summary: ExportSummary, of total: Int, kept: Int, _ target: Destination, _ output: Job.Output,
    _ shard: Int?
  ) -> String {
    let (frames, are) = (counted(total, "frame"), total == 1 ? "is" : "are")
    if let shard {
      return
        "interrupted: \(summary.frames + kept) of \(frames) of shard \(shard) \(are) complete; run it again"
    }
    guard target.isSequence else { return "interrupted after \(summary.frames) of \(frames)" }
    // Suggests starting again, since `--resume` would keep old frames that should be replaced.
    if output.existing == .overwrite {
      return "interrupted: \(summary.frames) of \(frames) \(are) written; start again with --overwrite"
    }
    return "interrupted: \(summary.frames + kept) of \(frames) \(are) complete; go on with --resume"
  }

  private struct JSONSummary: Encodable {
    /// The kind of the event on standard error; nil for the summary on standard output.
    var event: Event.Kind?
    let frames: Int
    let seconds: Double
    let totalSeconds: Double
    let framesPerSecond: Double
    let bytes: Int
    let width: Int
    let height: Int
    let stages: [String: Double]?
    let leftOutFiles: Int?
    let leftOutFolders: Int?
    /// The number of the shard, and the number of its frames that existed before this run; nil without a
    /// plan.
    let shard: Int?
    let kept: Int?
  }

  /// Prints the summary of a complete export.
  func close(
    _ summary: ExportSummary, _ size: PixelSize, since start: ContinuousClock.Instant, kept: Int,
    _ times: StageTimes, _ export: Export, _ range: Range<Int>, _ target: Destination, _ shard: Int? = nil
  ) throws {
    let rate = summary.seconds > 0 ? Double(summary.frames) / summary.seconds : 0
    let showsStages = report.stats || Messages.isVerbose
    var json = JSONSummary(
      frames: summary.frames, seconds: summary.seconds,
      totalSeconds: start.duration(to: .now) / .seconds(1), framesPerSecond: rate, bytes: summary.bytes,
      width: size.width, height: size.height,
      stages: showsStages
        ? Dictionary(uniqueKeysWithValues: times.stages.map { ($0.name, $0.seconds) }) : nil,
      leftOutFiles: export.leftOut?.files, leftOutFolders: export.leftOut?.folders,
      shard: shard, kept: shard == nil ? nil : kept)
    if report.json { try putJSON(json) }
    guard !Messages.isJSON else {
      json.event = .finish
      if !report.quiet { send(json) }
      return
    }
    guard !report.json else { return }
    if !report.quiet {
      let keptText = kept > 0 ? ", \(kept) kept" : ""
      let milliseconds = Int((summary.seconds * 1000).rounded())
      let start = shard.map { "shard \($0): " } ?? target.name(export.output.file).map { "\($0): " } ?? ""
      // The duration includes frames that an animation leaves out because of its maximum frame rate.
      let length = target.isMovie ? ", \(fixed(Double(range.count) / export.rate.perSecond, 2)) s" : ""
      let bytes = shard == nil && summary.bytes > 0 ? ", \(byteText(summary.bytes))" : ""
      say(
        oneLine(
          "\(start)\(counted(summary.frames, "frame")) of \(size)\(length)\(bytes) in \(milliseconds) ms (\(Int(rate.rounded())) frames/s)\(keptText)"
        ))
      if let remark = export.remark, target.isMovie { say(remark) }
    }
    if showsStages { say(times.text) }
  }
}
