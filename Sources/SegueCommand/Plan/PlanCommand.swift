import ArgumentParser
import SegueExport
import SegueFiles
import SeguePlan

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Divide a render into shards for several machines.",
    discussion: """
      segue plan storyboard flow.yaml -o frames/%05d.png --shards 60 --for slurm
      sbatch plan.sbatch
      segue verify plan.json
      segue finish plan.json -o movie.mp4

      The plan lists the inputs, with checksums, and divides the frames into shards.
      'segue work' renders one shard; names are relative to the current folder.
      """,
    subcommands: [
      Planning<RenderCommand>.self, Planning<SlideshowCommand>.self, Planning<StoryboardCommand>.self,
      Planning<JoinCommand>.self,
    ])
}

/// Options for the division into shards, and for files written next to the plan.
struct PlanOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Number of shards: tasks of an array job.", valueName: "n"))
  var shards: Int?

  @Option(help: ArgumentHelp("Maximum number of frames of a shard, instead of --shards.", valueName: "n"))
  var framesPerShard: Int?

  @Option(name: .customLong("for"), help: "Also write the job file for a batch system.")
  var engine: Engine?

  @Option(help: ArgumentHelp("The plan to write.", valueName: "file.json"))
  var plan = "plan.json"

  func validate() throws {
    guard (shards == nil) != (framesPerShard == nil) else {
      throw ValidationError("give --shards or --frames-per-shard")
    }
    for (name, value) in [("--shards", shards), ("--frames-per-shard", framesPerShard)] {
      if let value, value < 1 { throw ValidationError("\(name) must be at least 1") }
    }
  }

  /// Returns the number of shards for a number of frames.
  func shards(of frames: Int) throws -> Int {
    let count = min(frames, shards ?? framesPerShard.map { (frames - 1) / $0 + 1 } ?? 1)
    guard count <= Plan.maxShards else {
      throw Failure(.usage, "that would be \(count) shards; \(Plan.maxShards) are the maximum")
    }
    return count
  }
}

extension Engine: ExpressibleByArgument {}

/// A subcommand of `plan`, which plans the command `Command`; it has its own options and the options of
/// `Command`.
struct Planning<Command: ExportCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let name = Command.configuration.commandName ?? ""
    return CommandConfiguration(
      commandName: name,
      abstract: "Plan a '\(name)'; -o parts/%04d.mp4 makes a segment of video of each shard.")
  }

  @OptionGroup(title: "Plan") var options: PlanOptions
  @OptionGroup var command: Command

  private static var needsFiles: Failure {
    Failure(.usage, "a plan needs files that every machine can read, not standard input or output")
  }

  func run() throws {
    guard !Messages.isDryRun else {
      throw Failure(
        .usage, "--dry-run and --print-command are for the command itself; leave them out of a plan")
    }
    let recorder = InputRecorder()
    let export = try command.export()
    let output = export.output
    guard !export.job.inputs.contains("-"), output.file != "-" else { throw Self.needsFiles }
    let isReplacing = output.existing == .overwrite
    let range = try export.range()
    let shards = try options.shards(of: range.count)
    let target = try ShardTarget(output, frames: range, shards: shards)
    if let sound = output.sound ?? export.sound { try check(sound, range, export.rate) }
    if !isReplacing {
      try checkNothingIsThere(target, target.kind == .frames ? range : 0..<shards)
    }
    // Chooses the layout of frames from clips, as for the shards.
    if let first = target.segment(target.template.name(of: 0)) { _ = try export.frames.completed(first) }
    let size = try export.source().size
    if let video = target.format.video { try video.check(size, named: target.template.text) }
    try createFolder(of: options.plan)
    if let engine = options.engine, !engine.isScript,
      FileName.hasEscapes(try realPath(folder(of: options.plan)) + options.plan)
    {
      throw Failure(
        .usage,
        "--for \(engine.rawValue): its file is a text in UTF-8, and the name of the plan's folder or of the plan is not; rename it"
      )
    }
    guard !recorder.hasStandardInput else { throw Self.needsFiles }
    var job = export.job
    // Stores `refuse`, since this command has already checked whether existing files may be replaced.
    job.output.existing = .refuse
    let plan = Plan(
      segue: buildIdentity(),
      folder: PlanFile.relative(try realPath("."), to: try realPath(folder(of: options.plan))),
      job: job, machine: command.machine.planned, kind: target.kind, output: target.template.text,
      frames: range, rate: export.rate, size: size, shards: shards, inputs: try recorder.inputs())
    try PlanFile.write(plan, to: options.plan, overwrite: isReplacing)
    let file = try PlanFile(contentsOf: options.plan)
    try createFolder(of: file.record(of: 0))
    var jobFile: String?
    if let engine = options.engine {
      let name = engine.file(besides: options.plan)
      let text = FileName.bytes(of: engine.job(file, threads: command.machine.cores.threads))
      try writeFile(name, text.span, overwrite: isReplacing, mayBeSpecial: false)
      jobFile = name
    }
    try report(plan, jobFile)
  }

  /// Checks that the sound can be decoded, if ffmpeg is installed.
  ///
  /// `segue finish` will add the sound.
  private func check(_ sound: Soundtrack, _ frames: Range<Int>, _ rate: FrameRate) throws {
    // Reads one byte of the file, so that the file is recorded as an input of the plan.
    _ = try readStart(of: sound.file, count: 1)
    guard isOnPath("ffmpeg") else { return }
    if let warning = try SoundPart(sound, frames: frames, rate: rate).tried().warning {
      sayWarning(.sound, warning, after: "segue: ")
    }
  }

  private func checkNothingIsThere(_ target: ShardTarget, _ numbers: Range<Int>) throws {
    for number in numbers where fileExists(target.template.name(of: number)) {
      throw Failure(
        .fileExists,
        "\(target.template.name(of: number)): exists already; use --overwrite to let the shards replace files that are not theirs",
        file: target.template.name(of: number))
    }
  }

  private struct Summary: Encodable {
    let plan: String
    let job: String?
    let frames: Int
    let shards: Int
    let inputs: Int
    let bytes: Int
  }

  private func report(_ plan: Plan, _ job: String?) throws {
    let bytes = plan.inputs.reduce(0) { $0 + $1.bytes }
    if command.report.json {
      try putJSON(
        Summary(
          plan: options.plan, job: job, frames: plan.frames, shards: plan.shards, inputs: plan.inputs.count,
          bytes: bytes))
    } else if !command.report.quiet && !Messages.isJSON {
      say(
        "\(options.plan): \(counted(plan.frames, "frame")) in \(counted(plan.shards, "shard")), of \(counted(plan.inputs.count, "input"))"
      )
      if let job, let engine = options.engine { say("\(job): start it by \(engine.start(shellWord(job)))") }
    }
  }
}

/// The output of the shards of a plan.
struct ShardTarget {
  let kind: Plan.Kind
  let format: any FileFormat
  let template: FrameTemplate
  /// The output options of the plan, which include the ffmpeg options for video segments.
  private let options: Job.Output

  init(_ output: Job.Output, frames: Range<Int>, shards: Int) throws {
    guard output.existing != .keep else {
      throw Failure(.usage, "--resume is not needed: 'segue work' keeps what is there")
    }
    // Removes the sound, which `segue finish` adds.
    var output = output
    (output.audio, output.audioFade) = (nil, nil)
    if let video = try output.item()?.make(output.options.values).video {
      guard let template = FrameTemplate(output.file) else {
        throw Failure(
          .usage,
          "\(output.file): each shard of a plan writes its own segment; give a name with a number, such as parts/%04d.mp4",
          file: output.file)
      }
      guard SegmentJoin.canJoin(video) else {
        throw Failure(
          .usage,
          "\(output.file): segments of \(type(of: video).name) cannot be joined; plan frames, and 'segue finish' makes the video of them",
          file: output.file)
      }
      output.file = template.name(of: 0)
      // Prevents an existing segment from being an error when the options are checked.
      output.existing = .overwrite
      let target = try output.checkedTarget(frameCount: frames.count, sound: nil)
      (kind, format, self.template) = (.segments, target.format, template)
    } else {
      let target = try output.checkedTarget(frameCount: frames.count, sound: nil)
      guard case .sequence(let template, let image, _) = target,
        FrameTemplate(template.text) != nil
      else {
        throw Failure(
          .usage,
          "\(output.file): shards write frames, such as frames/%04d.png, or segments, such as parts/%04d.mp4; 'segue finish' makes one file of them",
          file: output.file)
      }
      (kind, format, self.template) = (.frames, image, template)
    }
    options = output
  }

  /// Returns the output of a shard that writes a video segment; nil for separate frames.
  func segment(_ file: String) -> Destination? {
    format.video.map { video in
      .video(
        .file(file), video, encoderOptions: options.encoderPairs, sound: nil,
        WritePolicy(existing: .overwrite, isDurable: options.durable))
    }
  }

  /// The output of a shard that writes separate frames, for reports; nil for video segments.
  var frames: Destination? {
    format.image.map { .sequence(template, $0, WritePolicy(existing: .overwrite)) }
  }
}
