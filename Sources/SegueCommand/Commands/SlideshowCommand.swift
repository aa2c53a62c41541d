import ArgumentParser
import Synchronization

struct SlideshowCommand: ExportCommand, TurnsCommand, TitledCommand {
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
      valueName: "x,y,w,h-x,y,w,h"), transform: Arguments.motion)
  var motion: StillMotion?

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
    transform: Arguments.rate)
  var fps: FrameRate?

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
    if !(hold >= 0 && hold.isFinite) { throw ValidationError("--hold must be 0 or more") }
    if !(duration > 0 && duration.isFinite) { throw ValidationError("--duration must be above 0") }
    if endsWithNull && !names.contains("-") {
      throw ValidationError("--null is for names on standard input; give - in their place")
    }
    if output.encoding.strict && skipUnreadable {
      throw ValidationError("give --strict or --skip-unreadable, not both")
    }
    let look = look
    try validating { () throws(JobError) in try look.check(hasSecond: true) }
    if seed != nil && !isRandom && motion != .automatic {
      throw ValidationError("--seed is for --transition random and --motion auto")
    }
  }

  private var names: [String] { images.flatMap(\.names) }

  static let standardTransition = Transitions.PixellateDissolve.name

  func export() throws -> Export {
    returnFreedBitmaps()
    let level = try machine.level()
    let framing = try frame.framing(machine)
    let output = try output.made()
    let transitions = try makeTransitions()
    var leftOut = LeftOut()
    let list = try CSVList(among: names)
    let named =
      try list?.images
      ?? imageFiles(
        names, endsWithNull: endsWithNull, takingClips: true, leftOut: &leftOut,
        skippingSpecial: skipUnreadable
      )
    if let text = leftOut.text {
      guard !self.output.encoding.strict else {
        throw Failure(.badInput, "--strict: \(text) would be left out")
      }
      sayWarning(.leftOut, "left out: \(text)", after: "segue: ")
    }
    let files = try readable(named)
    leftOut.files += named.count - files.count
    let rate = fps ?? 60
    var show = Slideshow(
      imageCount: files.count, hold: hold, duration: duration, framesPerSecond: rate.perSecond,
      transitions, seed: isRandom ? try seed ?? seedOfTransition() ?? 0 : nil)
    show.filters = try itemFilters(columns.filters, of: files, list)
    (show.motion, show.motionSeed) = (motion ?? .none, seed ?? 0)
    guard show.frameCount <= Job.maxFrames else {
      throw Failure(
        .usage, "that would be more than \(Job.maxFrames) frames; lower --hold, --duration or --fps")
    }
    guard !files.contains(where: { isClip($0) || ClipName($0).part != nil }) else {
      var export = try clipExport(files, show, framing, output, list)
      export.leftOut = leftOut
      return export
    }
    guard sound.isStandard else {
      throw Failure(.usage, "--audio-stream, -joint, -curve and -volume are for clips; there are only images")
    }
    let machine = machine.decoding(to: output.decodingDepth)
    var export = Export(
      output: output, frameCount: show.frameCount, rate: rate, background: framing.background,
      pictures: files, fit: framing.fit, leftOut: leftOut
    ) { [show] in
      try SlideshowFrames(
        show, files: files, framing: framing, Execution(level: level, decoding: machine.decoding),
        decoded: $0)
    }
    export.covers = try titleCovers(titles, of: files, list, framing.light, show.title)
    export.covers += try film.covers(of: show.frameCount, rate, framing.light)
    return export
  }

  /// The export of images among clips: clips play in full, an image is held between its transitions.
  private func clipExport(
    _ files: [String], _ show: Slideshow, _ framing: Framing, _ output: Job.Output, _ list: CSVList?
  ) throws -> Export {
    let inputs = try files.map { try ClipInput($0, machine.decoding, keepsGoing: damage.keepGoing) }
    let timeline = try JoinTimeline(
      inputs.map(\.held), hold: ClipTime(seconds: hold), joint: ClipTime(seconds: duration),
      rate: fps ?? inputs.lazy.compactMap(\.clip?.rate).first ?? 60)
    var export = try ClipExport(
      inputs, timeline, timeline.joints.indices.map(show.transition), curve: nil, framing, sound.choices,
      output, machine, isQuiet: report.quiet)
    export.motion = (show.motion, show.motionSeed)
    export.itemFilters = show.filters
    export.covers = try titleCovers(titles, of: files, list, framing.light, timeline.title)
    export.covers += try film.covers(of: timeline.frameCount, timeline.rate, framing.light)
    return try export.export()
  }

  /// The image files that can be read.
  ///
  /// By default checks only the first bytes, so that a wrong name is reported at once. With
  /// `--skip-unreadable` decodes all files, since their number determines the content of every frame.
  private func readable(_ files: [String]) throws -> [String] {
    guard skipUnreadable else {
      for file in files where !isClip(file) && ClipName(file).part == nil { try checkIsImage(file) }
      return files
    }
    let errors = Mutex([(any Error)?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: machine.workers) { band in
      for index in band {
        do throws {
          if isClip(files[index]) || ClipName(files[index]).part != nil {
            _ = try Clip(contentsOf: files[index], limits: machine.decoding.limits)
          } else {
            _ = try Bitmap(contentsOf: files[index], options: machine.decoding)
          }
        } catch {
          errors.withLock { $0[index] = error }
        }
      }
    }
    let found = errors.withLock { $0 }
    for error in found { if let error { Failure(error)?.reportSkipped() } }
    guard found.contains(where: { $0 == nil }) else {
      throw Failure(
        .badInput,
        files.count == 1 ? "the image cannot be read" : "none of the \(files.count) images can be read")
    }
    return zip(files, found).filter { $1 == nil }.map(\.0)
  }
}
