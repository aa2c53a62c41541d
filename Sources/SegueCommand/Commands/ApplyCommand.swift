import ArgumentParser
import Segue

struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Run filters on one image, or on two and a blend.",
    discussion: """
      segue apply in.png --filter pixellate:fraction=0.04 -o out.png
      segue apply in.png --shader sketch.frag -p strength=0.5 -o out.png
      segue apply in.png --shader a.frag:x=1 --filter pixellate -o out.png
      segue apply a.png b.png --filter pixellate --blend dissolve:mix=0.4 -o c.png
      """)

  @Argument(help: "The image.") var input: String
  @Argument(help: "A second image, to be blended with the first.") var second: String?

  @Option(
    help: ArgumentHelp(
      "A filter on INPUT; repeatable. Filters and shaders run in the order given.",
      valueName: "name[:key=value,...]"))
  var filter: [Specification] = []

  @Option(help: ArgumentHelp("A filter on SECOND; repeatable.", valueName: "name[:key=value,...]"))
  var secondFilter: [Specification] = []

  @Option(
    help: ArgumentHelp("What joins the two. (default: dissolve:mix=0.5)", valueName: "name[:key=value,...]"))
  var blend: Specification?

  @Option(
    help: ArgumentHelp(
      "A GLSL fragment shader: a filter on INPUT or, if it reads two images, the blend; repeatable.",
      valueName: "file[:key=value,...]"))
  var shader: [ShaderSpecification] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the shader before it, see 'segue explain FILE'; repeatable.", valueName: "key=value"))
  var parameter: [Assignment] = []

  @OptionGroup(title: "Output") var image: ImageOptions
  @OptionGroup(title: "Frame size") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions

  func validate() throws {
    if input == "-" && second == "-" {
      throw ValidationError("standard input can be only one of the two images")
    }
    if second == nil {
      if !secondFilter.isEmpty || blend != nil {
        throw ValidationError("--second-filter and --blend need a second image")
      }
      if filter.isEmpty && shader.isEmpty {
        throw ValidationError("nothing to apply: give --filter or --shader, or a second image")
      }
    }
    if shader.isEmpty && !parameter.isEmpty {
      throw ValidationError("--parameter is for --shader; a filter takes its own behind its name and a colon")
    }
  }

  func run() throws {
    let format = try image.checkedFormat(inputs: [input] + (second.map { [$0] } ?? []))
    let execution = try machine.execution()
    let (filters, shaderBlend) = try makeChain()
    let secondFilters = try secondFilter.map(makeFilter)
    let blend = try blend.map(makeBlend) ?? shaderBlend ?? Dissolve()
    try frame.checkSize(machine)

    let images = try machine.decode([input] + (second.map { [$0] } ?? []))
    var framing = frame.framing
    framing.size = framing.size ?? images[0].size
    let fitted = try images.map { try $0.fitted(to: framing, execution) }
    var chain = filters.reduce(Chain.from) { .filter($0, $1) }
    if fitted.count == 2 {
      chain = .blend(chain, secondFilters.reduce(Chain.to) { .filter($0, $1) }, blend)
    }
    let result = try chain.frame(from: fitted[0], to: fitted.last, execution)
    try image.write(result, as: format, level: execution.level)
  }

  /// Filters and shaders in the order given, and the blend where a shader is one.
  private func makeChain() throws -> ([any Filter], (any Blend)?) {
    var filters: [any Filter] = []
    var shaderBlend: (any Blend)?
    var (names, files) = (filter[...], try shadersWithParameters()[...])
    for option in CommandLineWords(CommandLine.arguments.dropFirst()).options {
      if option == "--filter", let name = names.popFirst() {
        filters.append(try makeFilter(name))
      } else if option == "--shader", let file = files.popFirst() {
        let shader = try makeShader(file)
        if let filter = ShaderFilter(shader) { filters.append(filter) }
        guard let made = ShaderBlend(shader) else { continue }
        guard shaderBlend == nil, blend == nil else {
          throw Failure(
            .usage, "\(file.file) is a blend, so \(blend == nil ? "the other" : "--blend") is one too many")
        }
        shaderBlend = made
      }
    }
    return (filters, shaderBlend)
  }

  /// The shaders, each with the parameters behind it; a single one has all.
  private func shadersWithParameters() throws -> [ShaderSpecification] {
    var shaders = shader
    var (values, last) = (parameter[...], shader.count == 1 ? 0 : -1)
    var seen = 0
    for option in CommandLineWords(CommandLine.arguments.dropFirst()).options {
      if option == "--shader" {
        last = seen
        seen += 1
      } else if option == "--parameter" || option == "-p", let value = values.popFirst() {
        guard shaders.indices.contains(last) else {
          throw Failure(
            .usage, "--parameter \(value.key) stands before the shaders; it belongs behind its own")
        }
        shaders[last].values.append((value.key, value.value))
      }
    }
    return shaders
  }

  private func makeShader(_ specification: ShaderSpecification) throws -> Shader {
    let file = specification.file
    let shader = try ShaderFiles.load(file, specification.values, machine.limits)
    switch shader.kind {
    case .transition:
      throw Failure(.usage, "\(file) is a transition, not a filter; use it with 'segue frame --shader'")
    case .blend where second == nil: throw Failure(.usage, "\(file) blends two images; give a second one")
    case .filter, .blend: return shader
    }
  }

  private func makeFilter(_ specification: Specification) throws -> any Filter {
    try Catalog.filters.named(specification.name).make(specification.values)
  }

  private func makeBlend(_ specification: Specification) throws -> any Blend {
    try Catalog.blends.named(specification.name).make(specification.values)
  }
}
