import ArgumentParser

struct RenderCommand: ExportCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render the frames of a transition.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue render from.png to.png -t cross-dissolve --duration 2 -o frames/%04d.jpg
      segue render from.png to.png --hold 0.5 --boomerang -o movie.mp4
      segue render from.png to.png -t cube --filter vignette -o movie.mp4
      segue render a.png --filter 'saturation:saturation=2*progress' -o b.mp4
      segue render from.png to.png -f y4m -o - | x264 --demuxer y4m -o movie.264 -
      segue render from.png to.png -f png -o - | ffmpeg -f image2pipe -c:v png -i - movie.mkv
      segue render from.png to.png -t cube -o movie.mp4 --print-job > job.json
      segue render --job job.json --size 4k -o large.mp4
      segue render A.mp4 B.mp4 --offset 4 --duration 1 -t fade -o out.mp4
      segue render clip.mp4 --filter 'gaussian-blur:sigma=8*progress' -o out.mp4
      """)

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Frames") var timing: TimingOptions
  @Option(
    help: ArgumentHelp(
      "For clips: start of the transition, in seconds of the first clip. (default: at its end)",
      valueName: "s"))
  var offset: Double?

  @OptionGroup(title: "Playback") var playback: PlaybackOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  @Flag(help: "Print the job of these options as JSON, for --job, and render nothing.")
  var printJob = false

  func run() throws {
    guard printJob else { return try runExport() }
    guard offset == nil else { throw Failure(.usage, "--offset is no part of a job") }
    let job = try job().job
    try output.checkFormat()
    try put(job.json)
  }

  /// The job of the file of `--job`, if there is one, with the values of the given options.
  fileprivate func job() throws -> GivenJob {
    var given = try transition.job(frame) { job in
      timing.set(&job.times)
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
    let given = try job()
    let job = given.job
    let prepared = try transition.prepared(given, machine)
    guard !job.hasClips else {
      try output.checkFormat()
      return try ClipExport(job, prepared.transition, machine, offset: offset, isQuiet: report.quiet).export()
    }
    guard offset == nil else { throw Failure(.usage, "--offset is for clips") }
    let schedule = try given.locating { try job.schedule(of: prepared.transition) }
    try output.checkFormat()
    let framing = try job.frame.framing(machine.decoding)
    return Export(
      output: job.output ?? Job.Output(file: Job.Output.standardFile), given: given,
      frameCount: schedule.count, rate: schedule.rate,
      background: framing.background, pictures: job.pictures, fit: framing.fit,
      remark: schedule.count == schedule.times.count
        ? job.times.remark(schedule.rate, schedule.times.count) : nil
    ) { try prepared.frames(schedule, decoded: $0) }
  }
}

extension SegueCommand {
  /// The job of `segue render` with the given words after it.
  package static func job(of words: [String]) throws -> Job { try RenderCommand.parse(words).job().job }
}
