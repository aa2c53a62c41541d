import ArgumentParser
import SegueExport
import SegueFiles
import SeguePlan

struct FinishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Make one file from the frames or segments of a plan.",
    discussion: """
      segue finish plan.json -o movie.mp4

      Frames are encoded as by 'segue render'; segments are joined without encoding.
      The sound of the planned command is added. Exit code 75: some shards must run
      again first; 'segue verify' lists them.
      """)

  @Argument(help: "The plan.", completion: .plans) var plan: String

  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  func run() throws {
    let start = ContinuousClock.now
    let file = try PlanFile(contentsOf: plan)
    let output = try output(seenFrom: file.folder)
    let stored = StoredFrames.inputs(file)
    let planned = try PlannedExport(file, machine.cores, isQuiet: report.quiet, further: stored)
    let (export, check) = (planned.export, planned.check)
    defer { check.end() }
    guard output.file != file.plan.output else {
      throw Failure(
        .usage, "\(output.file): that is where the shards write; give -o with the name of a movie")
    }
    let found = Verification(file, content: file.plan.kind == .segments, threads: machine.workers)
    guard found.isWhole else { throw PlanError.incomplete(file: plan, found) }
    do {
      let sound = try sound(of: export, for: output)
      switch file.plan.kind {
      case .frames:
        let execution = try machine.execution()
        var frames = Export(
          job: export.job, output: output, frameCount: file.plan.frames, rate: export.rate,
          background: export.background,
          sound: sound,
          pictures: export.pictures, fit: export.fit, frames: MadeFrames(made: StoredFrames(file, execution)))
        frames.details = export.details
        try ExportRun(report: report, machine: machine).run(frames)
      case .segments: try join(file, output, export, sound, start)
      }
    } catch {
      guard let change = check.change else { throw error }
      throw PlanError.incomplete(
        file: plan,
        reason:
          "\(change.file ?? plan) differs from what its shard wrote: 'segue verify' shows which to run again")
    }
    file.removeLeftovers()
  }

  /// Returns the sound of the plan; nil if this command names another sound file.
  private func sound(of export: Export, for output: Job.Output) throws -> Soundtrack? {
    guard output.audio == nil else { return nil }
    if export.mixedSound != nil {
      guard let video = try output.item()?.make(output.options.values).video else { return nil }
      return try export.soundtrack(for: video)
    }
    let sound = export.output.sound ?? export.sound
    // Opens the sound file, so that the input check compares the file's length with the length in the plan.
    if let sound { _ = try readStart(of: sound.file, count: 1) }
    return sound
  }

  /// Returns the output options, with file names that are valid from within the plan's folder.
  private func output(seenFrom folder: String) throws -> Job.Output {
    var output = try output.made()
    let here = try realPath(".")
    guard here != folder else { return output }
    func named(_ file: String) -> String { file.hasPrefix("/") || file == "-" ? file : "\(here)/\(file)" }
    output.file = named(output.file)
    output.audio = output.audio.map(named)
    return output
  }

  private struct Joined: Encodable {
    var event: Event.Kind?
    let frames: Int
    let segments: Int
    let bytes: Int
    let seconds: Double
  }

  /// Concatenates the video segments of all shards.
  private func join(
    _ file: PlanFile, _ output: Job.Output, _ export: Export, _ sound: Soundtrack?,
    _ start: ContinuousClock.Instant
  ) throws {
    guard output.range == nil && output.encoderOptions.isEmpty else {
      throw Failure(
        .usage, "segments are joined without encoding: --range and --encoder-option are for frames")
    }
    guard output.file != "-" else {
      throw Failure(.usage, "segments are joined in a file, not standard output; give -o with its name")
    }
    let segments = try ShardTarget(export.output, frames: file.plan.range, shards: file.plan.shards)
    let target = try output.checkedTarget(frameCount: file.plan.frames, sound: sound)
    guard case .video(.file(let movie), let video, _, let sound, let policy) = target,
      type(of: video).name == type(of: segments.format).name,
      let format = segments.format.video
    else {
      throw Failure(
        .usage,
        "\(output.file): the segments are \(type(of: segments.format).name); give a name with that extension",
        file: output.file)
    }
    let parts = (0..<file.plan.shards).map {
      (file: file.path(ofOutput: $0), frames: file.plan.frames(of: $0).count)
    }
    let tried = try sound.map { try SoundPart($0, frames: 0..<file.plan.frames, rate: export.rate).tried() }
    if let warning = tried?.warning { sayWarning(.sound, warning, after: "segue: ") }
    let join = SegmentJoin(parts, format, rate: export.rate, sound: tried, export.details)
    noteCommandLine(join.words(to: movie))
    let bytes = try join.write(to: movie, policy)
    let seconds = start.duration(to: .now) / .seconds(1)
    var joined = Joined(frames: file.plan.frames, segments: parts.count, bytes: bytes, seconds: seconds)
    if report.json { try putJSON(joined) }
    guard !report.quiet else { return }
    if Messages.isJSON {
      joined.event = .finish
      send(joined)
    } else if !report.json {
      say(
        "\(counted(file.plan.frames, "frame")) in \(counted(parts.count, "segment")) joined in \(Int((seconds * 1000).rounded())) ms"
      )
    }
  }
}
