import ArgumentParser
import Synchronization

struct SlideshowCommand: ExportCommand {
  static let configuration = CommandConfiguration(
    commandName: "slideshow", abstract: "Render images one after another, with transitions between them.",
    discussion: """
      segue slideshow photos/ --transition random --size 1280x720 -o frames/%04d.jpg
      segue slideshow a.jpg b.jpg --hold 3 -t push-back,fade-in -o frames/%04d.png
      segue slideshow photos/ --filter sepia -t push-back -o movie.mp4
      find . -name '*.jpg' | sort | segue slideshow - --fps 30 -o frames/%05d.jpg
      find . -name '*.jpg' -print0 | sort -z | segue slideshow - -0 -o show.mp4
      """)

  @Argument(
    help:
      "Images, folders of images, or - for a list of them on standard input, one a line, or each with a byte of 0 behind it.",
    completion: .file())
  var images: [FileNames]

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "The names on standard input end with a byte of 0, as find -print0 writes them.")
  var endsWithNull = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "One of 'segue list transitions' or a .glsl or .yaml file, NAME:key=value,... with parameters, several in turns, or random. (default: \(Transitions.PixellateDissolve.name))",
      valueName: "name[,name...]"), completion: .transitions)
  var transition: String?

  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var chain: ChainOptions

  @Option(
    help: ArgumentHelp(
      "Seed of --transition random; equal seeds choose equal transitions. (default: 0)", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "Leave out images that cannot be read, and say which; each is decoded once beforehand.")
  var skipUnreadable = false

  @Flag(help: "Fail if a folder has files other than images, instead of reporting them.")
  var strict = false

  @Option(help: ArgumentHelp("How long each image is held, in seconds.", valueName: "s"))
  var hold = 2.0

  @Option(help: ArgumentHelp("How long a transition runs, in seconds.", valueName: "s"))
  var duration = 0.8

  @Option(
    help: ArgumentHelp("Frames a second, such as 60, 29.97 or 24000/1001.", valueName: "f"),
    transform: Arguments.rate)
  var fps = FrameRate(60)

  @OptionGroup(title: "Output") var output: SequenceOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    if !(hold >= 0 && hold.isFinite) { throw ValidationError("--hold must be 0 or more") }
    if !(duration > 0 && duration.isFinite) { throw ValidationError("--duration must be above 0") }
    if endsWithNull && !names.contains("-") {
      throw ValidationError("--null is for names on standard input; give - in their place")
    }
    if strict && skipUnreadable { throw ValidationError("give --strict or --skip-unreadable, not both") }
    let look = look
    try validating { () throws(JobError) in try look.check(hasSecond: true) }
    if seed != nil && !isRandom { throw ValidationError("--seed is for --transition random") }
  }

  private var names: [String] { images.flatMap(\.names) }

  /// The given filters and blend, and the value of `--transition` (which may name several transitions), for
  /// checks of their combination.
  private var look: Job.Look {
    var look = Job.Look(transition.map { Job.Item($0) })
    chain.set(&look)
    return look
  }

  private var isRandom: Bool { transition == "random" }

  func export() throws -> Export {
    returnFreedBitmaps()
    let level = try machine.level()
    let framing = try frame.framing(machine)
    let output = try output.made()
    let transitions = try makeTransitions()
    var leftOut = LeftOut()
    let named = try imageFiles(
      names, endsWithNull: endsWithNull, leftOut: &leftOut, skippingSpecial: skipUnreadable)
    if let text = leftOut.text {
      guard !strict else { throw Failure(.badInput, "--strict: \(text) would be left out") }
      sayWarning(.leftOut, "left out: \(text)", after: "segue: ")
    }
    let files = try readable(named)
    leftOut.files += named.count - files.count
    let show = Slideshow(
      imageCount: files.count, hold: hold, duration: duration, framesPerSecond: fps.perSecond,
      transitions, seed: isRandom ? seed ?? 0 : nil)
    guard show.frameCount <= 10_000_000 else {
      throw Failure(
        .usage, "that would be more than \(Job.maxFrames) frames; lower --hold, --duration or --fps")
    }
    return Export(
      output: output, frameCount: show.frameCount, rate: fps, background: framing.background,
      pictures: files, fit: framing.fit, leftOut: leftOut
    ) {
      try SlideshowFrames(
        show, files: files, framing: framing, Execution(level: level, decoding: machine.decoding),
        decoded: $0)
    }
  }

  private func makeTransitions() throws -> [any Transition] {
    let files = JobFiles(machine)
    if look.isChain { return [try look.transition(ofOne: false, files)] }
    let inner = try makeNamed()
    // Makes the filters once for all transitions, so that files are read once.
    guard let first = inner.first,
      let filtered = try look.filtered(first, files.chain) as? FilteredTransition
    else { return inner }
    return inner.map(filtered.around)
  }

  /// Makes the transitions named by `--transition`, or for `random` all transitions to choose from.
  private func makeNamed() throws -> [any Transition] {
    let text = transition ?? Transitions.PixellateDissolve.name
    guard let transitions = Specification.list(text) else {
      throw Failure(.usage, "--transition is '\(text)' but must be name:key=value,… or several names")
    }
    if transitions.count > 1 && transitions.contains(where: { $0.name == "random" }) {
      throw Failure(.usage, "--transition random stands alone: it draws from all transitions")
    }
    guard isRandom else { return try transitions.map { try shaderPath.make($0, [], machine.decoding) } }
    // Ignores shaders that are not usable as transitions: a folder may also contain filters and broken files.
    return try shaderPath.choices().compactMap { try? $0.make([], machine.decoding) }
  }

  /// The image files that can be read.
  ///
  /// By default checks only the first bytes, so that a wrong name is reported at once. With
  /// `--skip-unreadable` decodes all files, since their number determines the content of every frame.
  private func readable(_ files: [String]) throws -> [String] {
    guard skipUnreadable else {
      for file in files { try checkIsImage(file) }
      return files
    }
    let errors = Mutex([(any Error)?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: machine.workers) { band in
      for index in band {
        do throws {
          _ = try Bitmap(contentsOf: files[index], options: machine.decoding)
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
