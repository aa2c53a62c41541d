import ArgumentParser
import SegueFiles
import Synchronization

struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply filters to images, and blend images.",
    discussion: """
      segue apply in.png --filter pixellate:fraction=0.04 -o out.png
      segue apply in.png --shader sketch.frag -p strength=0.5 -o out.png
      segue apply in.png --shader a.frag:x=1 --filter pixellate -o out.png
      segue apply a.png b.png --filter pixellate --blend dissolve:mix=0.4 -o c.png
      segue apply in.jpg --text 'Summer 2026' -o titled.jpg
      segue apply photos/*.jpg --filter sepia -o 'sepia/{name}.png'

      Filters before a blend apply to the first image, later ones to the result.
      Without a blend, -o may be a folder or a name with {name} or %04d: each image is
      filtered into its own file, and a folder adds all its images.
      """)

  @Argument(help: "The image.", completion: .imageFiles) var input: String?
  @Argument(
    help:
      "The second image of a blend, and one more for each further blend; or more images, if -o is a folder or a pattern.",
    completion: .imageFiles)
  var second: [FileNames] = []

  @Option(
    help: ArgumentHelp(
      "A list of further images for a folder or a pattern, one a line; - for standard input.",
      valueName: "file"), completion: .file())
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      "A filter on INPUT, or on the result of the blend before it; repeatable. Filters, shaders and blends run in the order given.",
      valueName: "name[:key=value,...]"), completion: .filters)
  var filter: [Placed<Specification>] = []

  @Option(
    help: ArgumentHelp(
      "A filter on SECOND; of several images, on that of the next blend. Repeatable.",
      valueName: "name[:key=value,...]"), completion: .filters)
  var secondFilter: [Placed<Specification>] = []

  @Option(
    help: ArgumentHelp(
      "A blend of the images; repeatable, each with the next image. (default: dissolve:mix=0.5)",
      valueName: "name[:key=value,...]"), completion: .blends)
  var blend: [Placed<Specification>] = []

  @Option(
    help: ArgumentHelp(
      "A GLSL fragment shader: a filter or, if it reads two images, a blend; repeatable.",
      valueName: "file[:key=value,...]"), completion: .shaderFiles)
  var shader: [Placed<ShaderSpecification>] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the preceding shader, see 'segue explain FILE'; repeatable.", valueName: "key=value"))
  var parameter: [Placed<Assignment>] = []

  @Option(
    help: ArgumentHelp(
      "A text over the result, after all filters; \\n begins a line. Repeatable; --text-style applies to all.",
      valueName: "text"))
  var text: [String] = []

  @OptionGroup var titleOptions: TitleOptions

  @Flag(help: "Do not copy EXIF, XMP and resolution of INPUT.")
  var strip = false

  @OptionGroup(title: "Output") var image: ImageOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Dry run") var dryRun: DryRunOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var quiet: QuietOption

  private var seconds: [String] { second.flatMap(\.names) }
  private var images: [String] { [input].compactMap(\.self) + seconds }
  /// Whether each image is filtered alone and written to its own file.
  private var isBatch: Bool { blend.isEmpty && secondFilter.isEmpty && image.isForMany }

  func validate() throws {
    if (images + [filesFrom].compactMap(\.self)).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be only one of the \(images.count == 2 ? "two " : "")images")
    }
    if images.isEmpty && filesFrom == nil { throw ValidationError("Missing expected argument '<input>'") }
    if filesFrom != nil && !isBatch {
      throw ValidationError("--files-from is for -o with a folder, {name} or a number such as %04d")
    }
    if second.isEmpty && (!secondFilter.isEmpty || !blend.isEmpty) {
      throw ValidationError("--second-filter and --blend need a second image")
    }
    if (second.isEmpty || isBatch) && filter.isEmpty && shader.isEmpty && text.isEmpty {
      throw ValidationError(
        "nothing to apply: give --filter, --shader or --text\(isBatch ? "" : ", or a second image")")
    }
    if shader.isEmpty && !parameter.isEmpty {
      throw ValidationError("--parameter is for --shader; parameters of a filter follow its name and a colon")
    }
  }

  func run() throws {
    if isBatch { return try runBatch() }
    let target = try image.target(inputs: images)
    let machine = machine.decoding(to: target.format.decodingDepth)
    let execution = try machine.execution()
    let steps = try makeSteps()
    let framing = try frame.framing(machine)
    try target.checkIsFree()

    let metadata = Mutex(Metadata())
    let keep: @Sendable (Metadata) -> Void = { said in metadata.withLock { $0 = said } }
    let fitted = try machine.fitted(
      images, to: framing, execution, metadataOfFirst: strip ? nil : keep)
    var chain = Chain.picture(fitted[0])
    var others = fitted.dropFirst()
    for step in steps {
      switch step {
      case .filter(let filter, _): chain = .filter(chain, filter)
      case .blend(let blend, let filters):
        guard let other = others.popFirst() else { continue }
        chain = .blend(chain, filters.reduce(.picture(other)) { .filter($0, $1) }, blend)
      }
    }
    let rows = try chain.frameRows(light: framing.light)
    let result = try rows.rendered(as: try target.depth(of: rows), execution)
    if second.isEmpty, result == fitted[0] { filters(steps).warn(unchanged: images) }
    try target.write(result, level: execution.level, metadata: metadata.withLock { $0 })
  }

  private func runBatch() throws {
    let steps = try makeSteps()
    let framing = try frame.framing(machine)
    var leftOut = LeftOut()
    let inputs = try (images + (filesFrom.map(listedFiles) ?? [])).flatMap { name in
      isFolderName(name) ? try imageFiles([name], leftOut: &leftOut) : [name]
    }
    if let text = leftOut.text { sayWarning(.leftOut, "left out: \(text)", after: "segue: ") }
    try ImageBatch(inputs, to: image).run(
      filters(steps), framing: framing, isStripped: strip, isQuiet: quiet.quiet, machine)
  }

  private func filters(_ steps: [Step]) -> AppliedFilters {
    var applied = AppliedFilters()
    for case .filter(let filter, let name) in steps {
      applied.filters.append(filter)
      applied.names.append(name)
    }
    return applied
  }

  /// A step of the chain: a filter, or a blend with the filters of its second image.
  private enum Step {
    case filter(any Filter, named: String)
    case blend(any Blend, [any Filter])
  }

  /// The value of an option that adds a filter, a shader or a blend to the chain.
  private enum Link {
    case filter(Specification)
    case secondFilter(Specification)
    case blend(Specification)
    case shader(ShaderSpecification)
  }

  /// Returns the values of all options that add filters, shaders or blends to the chain, in the order of the
  /// command line.
  private func links() throws -> [Link] {
    let links: [Placed<Link>] =
      filter.map { $0.map(Link.filter) } + secondFilter.map { $0.map(Link.secondFilter) }
      + blend.map { $0.map(Link.blend) } + (try shadersWithParameters().map { $0.map(Link.shader) })
    return links.sorted { $0.place < $1.place }.map(\.value)
  }

  /// Makes the filters, shaders and blends in the order of the command line; throws if the number of blends
  /// does not fit the number of second images.
  private func makeSteps() throws -> [Step] {
    let files = ChainFiles(options: machine.decoding)
    var steps: [Step] = []
    var waiting: [any Filter] = []
    var shaderBlends: [String] = []
    func append(_ blend: any Blend) {
      steps.append(.blend(blend, waiting))
      waiting = []
    }
    for link in try links() {
      switch link {
      case .filter(let name):
        steps.append(
          .filter(try files.filter(Job.Item(name).shown(in: Catalog.filters).specification), named: name.name)
        )
      case .secondFilter(let name):
        waiting.append(try files.filter(Job.Item(name).shown(in: Catalog.filters).specification))
      case .blend(let name):
        append(try files.blend(Job.Item(name).shown(in: Catalog.blends).specification))
      case .shader(let named):
        let shader = try load(named)
        if let filter = try files.filter(shader, named.values) {
          steps.append(.filter(filter, named: named.file))
        } else if let blend = try files.blend(shader, named.values) {
          shaderBlends.append(named.file)
          append(blend)
        }
      }
    }
    if isBatch { return try steps + titles() }
    let count = blend.count + shaderBlends.count
    if count == 0 && seconds.count == 1 { append(Dissolve()) }
    guard count == seconds.count || count == 0 && seconds.count == 1 else {
      throw Failure(.usage, Self.miscount(count, shaderBlends, seconds.count))
    }
    return try withRest(steps, waiting) + titles()
  }

  /// Makes filters that draw the texts; the command applies these filters last.
  private func titles() throws -> [Step] {
    guard !text.isEmpty else { return [] }
    let style = try titleOptions.style
    try style.warn(missingIn: text)
    return text.map {
      .filter(Title(lines(of: $0), style), named: "the text")
    }
  }

  /// Appends the filters that follow the last blend as `--second-filter` to the filters of this blend's
  /// second image.
  private func withRest(_ steps: [Step], _ filters: [any Filter]) -> [Step] {
    var steps = steps
    for index in steps.indices.reversed() {
      guard case .blend(let blend, let own) = steps[index] else { continue }
      steps[index] = .blend(blend, own + filters)
      break
    }
    return steps
  }

  private static func miscount(_ blends: Int, _ shaders: [String], _ images: Int) -> String {
    let blend = blends == 0 ? "no blend" : counted(blends, "blend")
    let among =
      shaders.isEmpty
      ? "" : "; \(shaders.conjunction) \(shaders.count == 1 ? "is a blend, too" : "are blends, too")"
    let several =
      blends == 0 ? "; or give -o a folder, or a name with {name} or %d, to filter each image" : ""
    return "\(blend) for \(counted(images, "second image")): each --blend takes one\(among)\(several)"
  }

  /// Returns the shaders with their parameters.
  ///
  /// If there are several shaders, a parameter belongs to the last shader before it on the command line; a
  /// single shader gets all parameters.
  private func shadersWithParameters() throws -> [Placed<ShaderSpecification>] {
    var shaders = shader
    for parameter in parameter {
      guard
        let owner = shaders.count == 1 ? 0 : shaders.lastIndex(where: { $0.place < parameter.place })
      else {
        throw Failure(
          .usage, "--parameter \(parameter.value.key) precedes the shaders; it must follow its shader")
      }
      shaders[owner].value.values.append((parameter.value.key, parameter.value.value))
    }
    return shaders
  }

  private func load(_ specification: ShaderSpecification) throws -> Shader {
    let file = specification.file
    let shader = try Shader(contentsOf: file)
    switch shader.kind {
    case .transition:
      throw Failure(
        .usage, "\(file) is a transition, not a filter; use it with 'segue frame --shader'", file: file)
    case .blend where isBatch:
      throw Failure(
        .usage, "\(file) blends images, and one comes of them; give -o the name of a file", file: file)
    case .blend where second.isEmpty:
      throw Failure(.usage, "\(file) blends two images; give a second one", file: file)
    case .filter, .blend: return shader
    }
  }
}
