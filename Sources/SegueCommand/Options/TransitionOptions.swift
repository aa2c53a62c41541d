import ArgumentParser

/// Options for two images and the transition between them, or for one image with filters.
struct TransitionOptions: ParsableArguments {
  @Argument(help: "The image at the start.", completion: .imageFiles) var from: String
  @Argument(help: "The image at the end; none: filters animate the first alone.", completion: .imageFiles)
  var to: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The transition: one of 'segue list transitions', or a .glsl or .yaml file. (default: \(Transitions.PixellateDissolve.name))",
      valueName: "name[:key=value,...]"), completion: .transitions)
  var transition: Specification?

  @Option(
    help: ArgumentHelp(
      "A transition in the file of a GLSL shader, instead of --transition.", valueName: "file"),
    completion: .shaderFiles)
  var shader: String?

  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var luma: LumaOptions
  @OptionGroup var chain: ChainOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the transition, see 'segue explain NAME'; repeatable.", valueName: "key=value"),
    completion: .parameters)
  var parameter: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "Timing curve: one of 'segue list easings'. (default: the transition's own)", valueName: "curve"),
    completion: .easings, transform: Arguments.curve)
  var ease: TimingCurve?

  @Option(help: "Which way it goes; dismiss and pop are the way back.")
  var operation = TransitionOperation.present

  func validate() throws {
    let given = given
    if given.count > 1 { throw ValidationError("give \(given[0]) or \(given[1]), not both") }
    try chain.check(transition: given.first)
    if isChain && !parameter.isEmpty {
      throw ValidationError(
        "--parameter is for a transition; a filter takes its own behind its name and a colon")
    }
    if to == nil {
      if chain.given.isEmpty { throw ValidationError("Missing expected argument '<to>'") }
      if let first = given.first { throw ValidationError("\(first) needs a second image") }
      if !chain.toFilter.isEmpty || chain.blend != nil {
        throw ValidationError("--to-filter and --blend need a second image")
      }
    }
    if from == "-" && to == "-" { throw ValidationError("standard input can be only one of the two images") }
  }

  /// The names of the image files.
  var images: [String] { [from] + [to].compactMap(\.self) }

  /// The name of the transition or of its file, with the names of filters.
  var name: String { chain.title(around: isChain ? nil : shader ?? named.name) }

  /// The names of the given options that choose a transition.
  private var given: [String] {
    [("--transition", transition != nil), ("--shader", shader != nil), ("--luma", luma.luma != nil)]
      .filter(\.1).map(\.0)
  }

  /// Whether filters and a blend are given in place of a transition.
  private var isChain: Bool { given.isEmpty && !chain.given.isEmpty }

  /// The transition chosen by name, with its parameters.
  private var named: Specification {
    luma.specification ?? transition ?? Specification(name: Transitions.PixellateDissolve.name)
  }

  private func makeTransition(_ options: DecodeOptions) throws -> any Transition {
    try chain.transition(
      around: isChain ? nil : makeNamed(options), ofOne: to == nil, ChainFiles(options: options))
  }

  private func makeNamed(_ options: DecodeOptions) throws -> any Transition {
    let values = parameter.map { ($0.key, $0.value) }
    if let shader { return try ShaderFiles.transition(shader, values, options) }
    return try shaderPath.make(named, values, options)
  }

  /// Makes the transition and checks all options, before an image is decoded or a file created.
  func checked(_ frame: FrameOptions, _ machine: MachineOptions) throws -> any Transition {
    let transition = try makeTransition(machine.decoding)
    _ = try machine.level()
    try frame.checkSize(machine)
    try checkAreThere(images)
    return transition
  }

  /// Decodes the images, fits them to the frame, and makes the renderer.
  ///
  /// `transition` comes from `checked`. `duration` in seconds affects springs; nil is the transition's
  /// default. `decoded` is called after decoding, before fitting.
  func makeRenderer(
    _ transition: any Transition, _ frame: FrameOptions, _ machine: MachineOptions, duration: Double? = nil,
    decoded: () -> Void = {}
  ) throws -> TransitionRenderer {
    let execution = try machine.execution()
    let images = try machine.fitted(images, to: frame.framing, execution, decoded: decoded)
    return try TransitionRenderer(
      from: images[0], to: images[images.count - 1], transition, framing: Framing(light: frame.light),
      operation: operation, timing: transition.timing.with(duration: duration, curve: ease), execution)
  }
}

extension TransitionOperation: ExpressibleByArgument {}
