import ArgumentParser

struct RenderCommand: ExportCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render the frames of a transition.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue render from.png to.png -t cross-dissolve --duration 2 -o frames/%04d.jpg
      segue render from.png to.png --hold 0.5 --boomerang -o movie.mp4
      segue render from.png to.png -t cube --filter vignette -o movie.mp4
      segue render from.png to.png --text 'Summer 2026' -o movie.mp4
      segue render a.png --filter 'saturation:saturation=2*progress' -o b.mp4
      segue render from.png to.png -f y4m -o - | x264 --demuxer y4m -o movie.264 -
      segue render from.png to.png -f png -o - | ffmpeg -f image2pipe -c:v png -i - movie.mkv
      segue render from.png to.png -t cube -o movie.mp4 --print-job > job.json
      segue render --job job.json --size 4k -o large.mp4
      segue render A.mp4 B.mp4 --offset 4 --duration 1 -t fade -o out.mp4
      segue render clip.mp4 --filter 'gaussian-blur:sigma=8*progress' -o out.mp4
      segue render --pairs list.csv -o 'films/{from}-{to}-{transition}.mp4'
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Frames") var timing: TimingOptions
  @Option(
    help: ArgumentHelp(
      "For clips: start of the transition, in seconds of the first clip. (default: at its end)",
      valueName: "s"))
  var offset: Double?

  @Option(
    help: ArgumentHelp(
      "Pairs of images to render one after another, in place of <from> and <to>: a list with a header and the columns from, to and, if wanted, transition; -o has {from}, {to} and {transition} in its name.",
      valueName: "list.csv"), completion: .file(extensions: ["csv"]))
  var pairs: String?

  @OptionGroup(title: "Playback") var playback: PlaybackOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  @Flag(help: "Print the job of these options as JSON, for --job, and render nothing.")
  var printJob = false

  func validate() throws {
    if pairs != nil && transition.from != nil { throw ValidationError("give --pairs or <from>, not both") }
    // With a list of pairs, the transition of each pair is checked later, when the job of the pair is made.
    if pairs == nil { try transition.checkAlone() }
    if transition.file.job == nil { try output.checkFade() }
  }

  func run() throws {
    if let pairs { return try render(PairList(pairs)) }
    guard printJob else { return try runExport() }
    let job = try job().job
    try output.checkFormat()
    let others = [
      (name: "--color", isGiven: machine.color != .convert), ("--budget", output.budget != nil),
      ("--strict", output.encoding.strict), ("--max-pixels", machine.maxPixels != DecodeOptions().maxPixels),
    ].filter(\.isGiven).map(\.name)
    if !others.isEmpty {
      sayWarning(
        .output, "a job does not contain \(others.alternatives); give the option again with --job",
        after: "segue: ")
    }
    try put(job.json)
  }

  /// Makes the job: the values of the file of `--job`, if given, each replaced by the value on the command
  /// line, if there is one.
  fileprivate func job() throws -> GivenJob {
    var given = try transition.job(frame, machine) { job in
      timing.set(&job.times)
      job.times.offset = offset ?? job.times.offset
      playback.set(&job.order)
      var made = job.output ?? Job.Output(file: "")
      output.set(&made)
      job.output = made
    }
    if given.job.output?.file.isEmpty == true { given.job.output?.file = Job.Output.standardFile }
    try given.locating {
      if given.job.still != nil { throw JobError("still", "is for 'segue frame'") }
    }
    return given
  }

  func export() throws -> Export {
    guard pairs == nil || transition.from != nil else {
      throw Failure(.usage, "a list of pairs is several renders; plan each of them")
    }
    guard !printJob else {
      throw Failure(.usage, "--print-job prints the job of a render; leave it out of a plan")
    }
    let given = try job()
    let export = try given.export(machine, isQuiet: report.quiet)
    try output.checkFormat()
    return export
  }
}

extension GivenJob {
  /// Makes the export, with all values checked, before any image is decoded.
  ///
  /// - Parameters:
  ///   - machine: The options for decoding and rendering.
  ///   - isQuiet: Whether messages about conversions of clips are omitted.
  /// - Returns: The export.
  /// - Throws: An error for an invalid value, or for a file that cannot be used.
  func export(_ machine: MachineOptions, isQuiet: Bool) throws -> Export {
    let prepared = try prepared(machine)
    guard !job.hasClips else {
      return try ClipExport(job, prepared.transition, machine, isQuiet: isQuiet).export()
    }
    let schedule = try locating { try job.schedule(of: prepared.transition) }
    let framing = try job.frame.framing(machine.decoding)
    return Export(
      job: .render(job), output: AnyJob.render(job).output, given: self, frameCount: schedule.count,
      rate: schedule.rate,
      background: framing.background, pictures: job.pictures, fit: framing.fit,
      remark: schedule.count == schedule.times.count
        ? job.times.remark(schedule.rate, schedule.times.count) : nil,
      frames: ScheduledFrames(prepared: prepared, schedule: schedule))
  }
}

private struct ScheduledFrames: PreparedFrames {
  let prepared: PreparedJob
  let schedule: Job.Schedule

  func source(decoded: () -> Void) throws -> any FrameSource {
    try prepared.frames(schedule, decoded: decoded)
  }
}

/// Rendering of all pairs of images in a list.
extension RenderCommand {
  /// Renders all pairs, after checking all names and options.
  private func render(_ list: PairList) throws {
    guard !printJob else { throw Failure(.usage, "--print-job prints the job of one render") }
    var taken: [String: PairList.Pair] = [:]
    var replaced: [[String]] = []
    let commands = try list.pairs.enumerated().map { index, pair in
      let (command, export) = try list.table.inRow(index) {
        let command = try self.command(for: pair)
        return (command, try command.export())
      }
      let name = command.output.output ?? ""
      let range = try export.range()
      let target = try export.destination(frameCount: range.count)
      if !target.format.discards, let other = taken.updateValue(pair, forKey: name) {
        throw Failure(
          .usage,
          "\(name): the pair of \(other.from) and \(other.to), and that of \(pair.from) and \(pair.to), would both be written there; -o needs {from}, {to} or {transition}",
          file: name)
      }
      _ = try ExportRun(report: report, machine: machine).makeJob(target, range, export.rate)
      replaced.append(target.replacing(range))
      return command
    }
    if replaced.contains(where: { !$0.isEmpty }) {
      let inputs = InputFiles(list.pairs.lazy.flatMap { [$0.from, $0.to] })
      for (index, files) in replaced.enumerated() {
        try inputs.check(files, afterFirst: 2 * (index + 1))
      }
    }
    for command in commands { try command.runExport() }
  }

  /// Makes the command that renders one pair.
  private func command(for pair: PairList.Pair) throws -> RenderCommand {
    var command = self
    (command.transition.from, command.transition.to) = (pair.from, pair.to)
    if let text = pair.transition {
      guard let named = Specification(text) else {
        throw Failure(.badInput, "'\(text)' must be name:key=value,…, the transition of a pair")
      }
      (command.transition.transition, command.transition.shader) = (named, nil)
    }
    let look = try command.job().job.look
    let name = look.isChain ? look.blend?.name ?? "filters" : look.named.name
    command.output.output = pair.output(output.output ?? Job.Output.standardFile, transition: name)
    return command
  }
}

extension SegueCommand {
  /// Returns the job that `segue render` makes from the given arguments.
  package static func job(of words: [String]) throws -> Job { try RenderCommand.parse(words).job().job }
}
