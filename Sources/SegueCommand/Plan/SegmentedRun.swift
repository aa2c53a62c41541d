import FoundationEssentials
import SegueExport
import SegueFiles
import SeguePlan
import SeguePlatform
import Synchronization

/// The export of a video in segments that outlive an interruption, for `--resume`.
///
/// The folder `movie.mp4.segments` has a plan, and a segment for each ten seconds of the video. A second run
/// of the same command keeps the complete segments. At the end, the segments are joined without encoding, and
/// the folder is removed.
struct SegmentedRun {
  private let export: Export
  private let run: ExportRun
  private let movie: String
  private let folder: String
  private let target: ShardTarget
  private let plan: Plan
  private let source: any FrameSource

  /// The duration of a segment, in seconds; longer if there would be more than `Plan.maxShards` segments.
  private static let seconds = 10.0

  /// Prepares the run; nil unless the output is a video in a format whose segments can be joined.
  ///
  /// - Parameters:
  ///   - export: The export.
  ///   - recorder: The record of the inputs of the export.
  ///   - run: The options of the run.
  /// - Throws: `FileError` if the video exists, or if an input cannot be read; `Failure` for standard input,
  ///   or for a line end in the video's path; the errors of the export.
  init?(_ export: Export, _ recorder: InputRecorder, _ run: ExportRun) throws {
    let output = export.output
    guard let video = try Self.video(output) else { return nil }
    movie = FrameTemplate.name(ofOne: output.file) ?? output.file
    guard !isSpecial(movie) else { return nil }
    folder = movie + ".segments"
    guard !export.job.inputs.contains("-") else { throw Self.needsFiles }
    guard !movie.utf8.contains(where: { $0 == 10 || $0 == 13 }) else {
      throw Failure(.usage, "segments in a folder with a line end in its name cannot be joined; rename it")
    }
    // Accepts an existing video that was joined from the segments in this folder: a run that is killed
    // between naming the video and removing the folder leaves both.
    if isRegularFile(movie), try !Self.isOurs(movie, folder) { throw FileError.exists(file: movie) }
    (self.export, self.run) = (export, run)
    let range = try export.range()
    let length = max(1, Int(Self.seconds * export.rate.perSecond))
    let shards = min(Plan.maxShards, (range.count - 1) / length + 1)
    var segments = output
    segments.existing = .refuse
    let ending = type(of: video).extensions.first ?? type(of: video).name
    segments.file = "\(folder.replacing("%", with: "%%"))/%05d.\(ending)"
    target = try ShardTarget(segments, frames: range, shards: shards)
    if let first = target.segment(target.template.name(of: 0)) { _ = try export.frames.completed(first) }
    source = try export.source()
    guard !recorder.hasStandardInput else { throw Self.needsFiles }
    let inputs = try recorder.inputs()
    var job = export.job
    // Resets values that may differ between runs of the same command, so that these runs have equal plans.
    (job.output.existing, job.output.durable) = (.refuse, false)
    var machine = run.machine.planned
    (machine.threads, machine.simd) = (nil, nil)
    try createFolder(of: "\(folder)/plan.json")
    plan = Plan(
      segue: buildIdentity(), folder: PlanFile.relative(try realPath("."), to: try realPath(folder)),
      job: job, machine: machine, kind: .segments, output: target.template.text, frames: range,
      rate: export.rate, size: source.size, shards: shards, inputs: inputs)
  }

  private static var needsFiles: Failure {
    Failure(.usage, "--resume of a video needs files as inputs, not standard input")
  }

  /// Whether the output is a video in a format whose segments can be joined.
  static func canStore(_ output: Job.Output) throws -> Bool { try video(output) != nil }

  /// The format of the output; nil unless it is a video format whose segments can be joined.
  private static func video(_ output: Job.Output) throws -> (any VideoFormat)? {
    guard FrameTemplate(output.file) == nil, output.file != "-",
      let video = try output.item()?.make(output.options.values).video, SegmentJoin.canJoin(video)
    else { return nil }
    return video
  }

  /// Returns whether a video was joined from the segments in a folder, by the checksum stored there.
  private static func isOurs(_ movie: String, _ folder: String) throws -> Bool {
    let stored = try? readFile(checksumFile(in: folder), limit: 100, isInput: false)
    return try stored.map { try SHA256.digest(ofFile: movie).digest.utf8.elementsEqual($0) } ?? false
  }

  private static func checksumFile(in folder: String) -> String { "\(folder)/video.sha256" }

  /// Writes the missing segments, and joins all segments into the video.
  func write() throws {
    let start = ContinuousClock.now
    let file = try planFile()
    guard !isRegularFile(movie) else {
      remove(file)
      if !run.report.quiet { say("\(movie): complete, as a run before has left it") }
      return
    }
    let segments = (0..<plan.shards).map { ShardSegment(file, shard: $0, start: .now) }
    let isWhole = segments.map(\.isWhole)
    let kept = zip(isWhole, 0..<plan.shards).reduce(0) { $0 + ($1.0 ? plan.frames(of: $1.1).count : 0) }
    // Checks the sound before the first frame, so that a missing file is reported at once.
    let sound: SoundPart?
    do { sound = try self.sound() } catch {
      if kept == 0 { remove(file) }
      throw error
    }
    sayStart(plan.frames - kept)
    let current = Mutex<ExportJob?>(nil)
    let interruption = Interruption(
      canBlock: false, interrupt: { current.withLock { $0 }?.interrupt() })
    var summary = try writeSegments(segments, isWhole, kept: kept, current, interruption)
    interruption.end("interrupted while the segments were joined; go on with --resume")
    summary.bytes = try withExtendedLifetime(interruption) { try join(file, sound) }
    summary.seconds = start.duration(to: .now) / .seconds(1)
    remove(file)
    let times = StageTimes(
      decode: 0, fit: 0, summary: summary, workers: run.machine.workers, format: target.format,
      isOrdered: true)
    try run.close(
      summary, source.size, since: start, kept: kept, times, export, plan.range, try joined())
  }

  /// Writes the segments that are not complete.
  ///
  /// - Throws: The error of a frame or a file; after a signal, a `Failure` with the number of stored frames.
  private func writeSegments(
    _ segments: [ShardSegment], _ isWhole: [Bool], kept: Int, _ current: borrowing Mutex<ExportJob?>,
    _ interruption: Interruption
  ) throws -> ExportSummary {
    interruption.begin()
    let bar = ProgressBar(
      run.report.quiet ? .never : run.report.progressBar, total: plan.frames - kept, rate: export.rate)
    var summary = ExportSummary()
    /// The number of frames in the segments that are complete so far.
    var stored = kept
    var source = source
    do {
      defer { bar?.end() }
      for (shard, segment) in segments.enumerated() where !isWhole[shard] {
        let done = summary.frames
        let part = try write(segment, plan.frames(of: shard), of: &source, current, interruption) {
          bar?.update(done + $0)
        }
        summary.add(part)
        if part.wasCancelled { break }
        try segment.publish()
        stored += plan.frames(of: shard).count
      }
    } catch {
      guard interruption.hasCome else { throw error }
      summary.wasCancelled = true
    }
    guard !summary.wasCancelled else {
      throw interruption.failure(
        "interrupted: \(stored) of \(counted(plan.frames, "frame")) are stored; go on with --resume")
    }
    return summary
  }

  private func sayStart(_ frames: Int) {
    if let note = export.output.note, !run.report.quiet { sayWarning(.output, note, after: "segue: ") }
    guard !run.report.quiet else { return }
    send(
      Event(
        event: .start, format: type(of: target.format).name, output: movie, width: source.size.width,
        height: source.size.height, rate: export.rate.description, frames: frames))
  }

  /// Returns the plan in the folder; writes the plan first if no earlier run has written one.
  ///
  /// - Throws: `PlanError` if the plan is for another command, for changed inputs, or from another build.
  private func planFile() throws -> PlanFile {
    let name = "\(folder)/plan.json"
    guard fileExists(name) else {
      try PlanFile.write(plan, to: name, overwrite: false)
      return try PlanFile(contentsOf: name)
    }
    let file: PlanFile
    do { file = try PlanFile(contentsOf: name) } catch let error as PlanError where error.code == .planInvalid
    {
      throw PlanError.otherSegments(folder: folder, of: "a plan that this build does not read")
    }
    guard file.plan == plan else {
      throw PlanError.otherSegments(folder: folder, of: file.plan.difference(from: plan))
    }
    return file
  }

  /// Writes one segment under its hidden name; replaces `source` if its frames had to be made opaque.
  private func write(
    _ segment: ShardSegment, _ numbers: Range<Int>, of source: inout any FrameSource,
    _ current: borrowing Mutex<ExportJob?>, _ interruption: Interruption,
    onFrame: @escaping @Sendable (Int) -> Void
  ) throws -> ExportSummary {
    try segment.check()
    guard let destination = try target.segment(segment.temporary).map(export.frames.completed) else {
      return ExportSummary()
    }
    return try run.overBlack(export, destination, source) { frames, _ in
      source = frames
      let job = try run.makeJob(destination, numbers, export.rate)
      current.withLock { $0 = job }
      return try job.run(
        frames, Execution(threads: run.machine.workers, level: frames.level),
        isCancelled: { interruption.hasCome }, onFrame: onFrame)
    }
  }

  /// Returns the destination of the whole video.
  private func joined() throws -> Destination {
    var output = export.output
    output.existing = .refuse
    return try output.checkedTarget(frameCount: plan.frames, sound: export.sound)
  }

  /// Returns the sound of the whole video, after decoding it as a test.
  private func sound() throws -> SoundPart? {
    guard case .video(_, let video, _, _, _) = try joined() else { return nil }
    let sound = try export.soundtrack(for: video).map {
      try SoundPart($0, frames: plan.range, rate: export.rate).tried()
    }
    if let warning = sound?.warning { sayWarning(.sound, warning, after: "segue: ") }
    return sound
  }

  /// Joins the segments; returns the size of the video in bytes.
  private func join(_ file: PlanFile, _ sound: SoundPart?) throws -> Int {
    guard case .video(_, _, _, _, let policy) = try joined(), let format = target.format.video else {
      return 0
    }
    let parts = (0..<plan.shards).map {
      (file: file.path(ofOutput: $0), frames: plan.frames(of: $0).count)
    }
    let join = SegmentJoin(parts, format, rate: export.rate, sound: sound, export.details)
    noteCommandLine(join.words(to: movie))
    return try join.write(to: movie, policy) { temporary in
      let digest = try SHA256.digest(ofFile: temporary).digest
      try writeFile(
        Self.checksumFile(in: folder), Array(digest.utf8).span, overwrite: true, mayBeSpecial: false)
    }
  }

  /// Removes the segments and their plan; also removes the folder if no other files are in it.
  private func remove(_ file: PlanFile) {
    for shard in 0..<plan.shards { removeUnlocked(file.path(ofOutput: shard)) }
    removeUnlocked(file.file)
    removeUnlocked(Self.checksumFile(in: folder))
    // Retries for two seconds, since an encoder of a killed run may still write into the folder.
    for _ in 0..<20 {
      file.removeLeftovers()
      // Removes the records, and partial records that a killed run has left.
      for name in (try? names(inFolder: file.shardFolder)) ?? [] {
        removeUnlocked("\(file.shardFolder)/\(name)")
      }
      removeEmptyFolder(file.shardFolder)
      removeEmptyFolder(folder)
      guard fileExists(folder) else { return }
      usleep(100_000)
    }
  }
}
