import ArgumentParser

struct JoinCommand: ExportCommand, TurnsCommand, TitledCommand {
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
    completion: .easings, transform: Arguments.curve)
  var ease: TimingCurve = .linear

  @Option(help: ArgumentHelp("Seconds for which an image is shown, transitions included.", valueName: "s"))
  var hold = 4.0

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp(
      "Frames a second, such as 60, 29.97 or 24000/1001. (default: those of the first clip)", valueName: "f"),
    transform: Arguments.rate)
  var fps: FrameRate?

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

  private var names: [String] { clips.flatMap(\.names) }

  func validate() throws {
    if !(duration > 0 && duration <= 100_000) { throw ValidationError("--duration must be above 0") }
    if !(hold > 0 && hold <= 100_000) { throw ValidationError("--hold must be above 0") }
    if names.contains("-") { throw ValidationError("clips are files, not standard input") }
    try validating { () throws(JobError) in try look.check(hasSecond: true) }
    if verify && copy == .never { throw ValidationError("--verify is for copied frames") }
  }

  func run() throws {
    let recorder = output.recorder
    let clips = try clipExport()
    if try ClipCopy(clips: clips, mode: copy, verifies: verify, report: report, machine: machine).run() {
      return
    }
    try run(clips.export(), recorder)
  }

  func export() throws -> Export { try clipExport().export() }

  private func clipExport() throws -> ClipExport {
    let list = try CSVList(among: names)
    let names = list?.images ?? names
    let inputs = try names.map { try ClipInput($0, machine.decoding, keepsGoing: damage.keepGoing) }
    let rate = fps ?? inputs.lazy.compactMap(\.clip?.rate).first ?? 60
    let timeline = try JoinTimeline(
      inputs.map { $0.item(held: ClipTime(seconds: hold)) }, joint: ClipTime(seconds: duration), rate: rate,
      isFrozen: freeze, shortens: shorten)
    var transitions = try makeTransitions()
    if isRandom {
      let show = Slideshow(
        imageCount: timeline.items.count, hold: 0, duration: duration, framesPerSecond: 25, transitions,
        seed: try seedOfTransition() ?? 0)
      transitions = timeline.joints.indices.map(show.transition)
    }
    let framing = try frame.framing(machine)
    var export = try ClipExport(
      inputs, timeline, transitions, curve: ease, framing, sound.choices, output.made(), machine,
      isQuiet: report.quiet, chapters: chapters)
    export.itemFilters = try itemFilters(columns.filters, of: names, list)
    export.covers = try titleCovers(titles, of: names, list, framing.light, timeline.title)
    export.covers += try film.covers(of: timeline.frameCount, rate, framing.light)
    return export
  }
}
