import ArgumentParser

struct SlideshowCommand: ExportCommand, TurnsCommand {
  static let configuration = CommandConfiguration(
    commandName: "slideshow",
    abstract: "Render images and clips one after another, with transitions between them.",
    discussion: """
      segue slideshow photos/ --transition random --size 1280x720 -o frames/%04d.jpg
      segue slideshow a.jpg b.jpg --hold 3 -t push-back,fade-in -o frames/%04d.png
      segue slideshow photos/ --filter sepia -t push-back -o movie.mp4
      segue slideshow phone/ --audio music.ogg --audio-volume 0.3 -o movie.mp4
      segue slideshow photos/ --motion auto --hold 4 -o movie.mp4
      segue slideshow trip.csv --titles place --fade-out 2 -o movie.mp4
      segue slideshow photos/ --subtitles story.srt -o movie.mp4
      find . -name '*.jpg' | sort | segue slideshow - --fps 30 -o frames/%05d.jpg
      find . -name '*.jpg' -print0 | sort -z | segue slideshow - -0 -o show.mp4
      """)

  @Argument(
    help:
      "Images and clips, folders of them, or - for a list of names on standard input, one a line, or separated by null bytes.",
    completion: .file())
  var images: [FileNames]

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Names on standard input end with null bytes, as find -print0 writes them.")
  var endsWithNull = false

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
      "Seed of --transition random and --motion auto; equal seeds give equal results. (default: 0)",
      valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Pan and zoom of images while they are visible: auto, none, or two rectangles of the image, from x,y,w,h to x,y,w,h, in fractions or percent, such as 0,0,1,1-40%,20%,50%,50%. (default: none)",
      valueName: "x,y,w,h-x,y,w,h"), transform: Arguments.text(Arguments.motion))
  var motion: String?

  @Flag(
    help:
      "Skip images and clips that cannot be read, with a warning; each image is decoded once in advance.")
  var skipUnreadable = false

  @OptionGroup var damage: DamageOptions

  @Option(help: ArgumentHelp("Seconds for which each image is held.", valueName: "s"))
  var hold = 2.0

  @Option(help: ArgumentHelp("Duration of a transition, in seconds.", valueName: "s"))
  var duration = 0.8

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp(
      "Frames a second, such as 60, 29.97 or 24000/1001. (default: those of the first clip, else 60)",
      valueName: "f"),
    transform: Arguments.text(Arguments.rate))
  var fps: String?

  @Option(
    help: ArgumentHelp(
      "Text over each image and clip: name (of its file), date (of its EXIF), or a column of the CSV file that lists the images, such as list.csv.",
      valueName: "name|date|column"))
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

  func validate() throws {
    if endsWithNull && !names.contains("-") {
      throw ValidationError("--null is for names on standard input; give - in their place")
    }
    if output.encoding.strict && skipUnreadable {
      throw ValidationError("give --strict or --skip-unreadable, not both")
    }
    try validatingTurns { (turns) throws(JobError) in try job(turns, Job.Output(file: "-")).check() }
  }

  var names: [String] { images.flatMap(\.names) }

  static let standardTransition = Transitions.PixellateDissolve.name

  func export() throws -> Export {
    try job(turns(), output.made()).export(
      machine, isQuiet: report.quiet, isStrict: output.encoding.strict, endsWithNull: endsWithNull)
  }

  private func job(_ turns: [Job.Look], _ output: Job.Output) -> SlideshowJob {
    var job = SlideshowJob(playlist(turns, output))
    (job.seed, job.motion, job.skipsUnreadable) = (seed, motion, skipUnreadable)
    return job
  }
}
