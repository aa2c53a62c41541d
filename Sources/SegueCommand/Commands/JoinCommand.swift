import ArgumentParser

struct JoinCommand: ExportCommand, TurnsCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join clips, with transitions and crossfaded sound.",
    discussion: """
      segue join A.mp4 B.mov C.png D.webm -t cube,circle-open --duration 1 -o out.mp4
      segue join 'A.mp4[3.5s-9s]' B.mp4 -t fade -o out.mp4
      segue join A.mp4 B.mp4 --audio music.ogg --audio-joint none -o out.mp4
      segue join A.mp4 B.mp4 --subtitles film.srt --fade-in 1 --fade-out 1 -o out.mp4
      """)

  @Argument(
    help:
      "Clips, parts of clips such as clip.mp4[3.5s-9s], and images; or a list of them with a header, such as list.csv.",
    completion: .file())
  var clips: [FileNames]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "One of 'segue list transitions' or a .glsl or .yaml file, NAME:key=value,... with parameters, several in turns, or random:seed=n. (default: \(standardTransition))",
      valueName: "name[,name...]"), completion: .transitions)
  var transition: String?

  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var chain: ChainOptions

  @Option(
    help: ArgumentHelp(
      "Duration of each transition in seconds, during which both clips play.", valueName: "s"))
  var duration = 1.0

  @Option(
    help: ArgumentHelp(
      "Timing curve: one of 'segue list easings'. (default: linear)", valueName: "curve"),
    completion: .easings, transform: Arguments.text(Arguments.curve))
  var ease: String?

  @Option(help: ArgumentHelp("Seconds for which an image is shown, transitions included.", valueName: "s"))
  var hold = 4.0

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp(
      "Frames a second, such as 60, 29.97 or 24000/1001. (default: those of the first clip)", valueName: "f"),
    transform: Arguments.text(Arguments.rate))
  var fps: String?

  @Flag(help: "Hold the last and the first frame during a transition, instead of playing the clips.")
  var freeze = false

  @Flag(help: "Shorten transitions that are too long for a clip.")
  var shorten = false

  @OptionGroup var damage: DamageOptions

  @Flag(help: "Give the video a chapter for each clip, titled by its file.")
  var chapters = false

  @Option(
    help:
      "Copy the packets of H.264 and HEVC clips outside of transitions instead of encoding them: if possible, always or never."
  )
  var copy = CopyMode.auto

  @Flag(help: "Compare each copied frame with the frame of its clip; both are decoded.")
  var verify = false

  @Option(
    help: ArgumentHelp(
      "Text over each clip: name for its file's, or a column of a list of clips with a header, such as list.csv.",
      valueName: "name|column"))
  var titles: String?

  @OptionGroup var titleOptions: TitleOptions

  @OptionGroup var columns: ItemFilterOptions

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Sound") var sound: ClipSoundOptions
  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  static let standardTransition = Transitions.CrossDissolve.name

  var names: [String] { clips.flatMap(\.names) }

  func validate() throws {
    try validatingTurns { (turns) throws(JobError) in try job(turns, Job.Output(file: "-")).check() }
    if verify && copy == .never { throw ValidationError("--verify is for copied frames") }
    if titleOptions.textStyle != nil && titles == nil {
      throw ValidationError("--text-style is for --titles")
    }
  }

  func run() throws {
    let recorder = output.recorder
    let clips = try clipExport()
    let copy = ClipCopy(clips: clips, mode: copy, verifies: verify, report: report, machine: machine)
    // Does not copy packets with a budget: only animations have a budget, and their frames are always
    // encoded.
    if output.budget == nil, try copy.run() { return }
    try run(clips.export(), recorder)
  }

  func export() throws -> Export { try clipExport().export() }

  private func clipExport() throws -> ClipExport {
    try job(turns(), output.made()).clipExport(machine, isQuiet: report.quiet)
  }

  private func job(_ turns: [Job.Look], _ output: Job.Output) -> JoinJob {
    var job = JoinJob(playlist(turns, output))
    job.playlist.times.ease = ease
    (job.isFrozen, job.shortens, job.hasChapters) = (freeze, shorten, chapters)
    return job
  }
}
