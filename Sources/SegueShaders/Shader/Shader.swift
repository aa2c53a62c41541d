public import SegueFiles
public import SegueGLSL
import SeguePixels
import SegueRendering

/// A shader: GLSL source, compiled to run on the CPU.
///
///     let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
///     let shader = try Shader(source: source, file: "fade.glsl")
///     if let blend = ShaderBlend(shader) {
///       let half = try ((.from, .to) --> blend).frame(from: from, to: to, at: 0.5)
///     }
///
/// Transitions follow the GL Transition Specification, version 1; fragment shaders are written for GPUImage
/// or other hosts. The language is GLSL ES 1.00 with most of 3.00 (docs/shaders.md). Shaders read
/// premultiplied pixels, as these hosts upload them.
///
/// A shader is compiled for a frame size and parameters when the first frame is rendered; this takes some
/// milliseconds.
public struct Shader: Sendable {
  /// The kind of effect that a shader implements.
  public enum Kind: Sendable {
    /// A transition from one picture to another: `vec4 transition(vec2 uv)`, or an ISF shader with the images
    /// `startImage` and `endImage`.
    case transition
    /// A filter: `vec4 effect(vec4 color)`, `vec4 effect(vec2 uv)`, or `void main()` with one picture to
    /// read.
    case filter
    /// A blend: `vec4 blend(vec4 base, vec4 overlay)`, or `void main()` with two pictures,
    /// `inputImageTexture` and `inputImageTexture2`.
    case blend
  }

  /// A message of the compiler with its position in the source.
  public typealias Diagnostic = ShaderError.Diagnostic

  /// The name of the file without folder and extension, in lower case.
  public internal(set) var name: String
  /// Whether the shader is a filter, a blend or a transition.
  public let kind: Kind
  /// Warnings of the compiler, and warnings for uniforms that are 0 because they have no default and are not
  /// set.
  public var warnings: [Shader.Diagnostic] {
    let own = DiagnosticSink.sorted(checked.warnings + checked.warningsOfUnset { isSet.contains($0) })
    // Lists each warning once, even if it is about code shared by several Shadertoy tabs.
    return buffers.flatMap(\.shader.warnings).reduce(into: own) { all, warning in
      if !all.contains(warning) { all.append(warning) }
    }
  }
  let checked: CheckedShader
  let samplers: [Variable.ID]
  var values: [Variable.ID: [UInt32]] = [:]
  /// The parameters that are inputs of the program rather than constants.
  var live: Set<Variable.ID> = []
  /// The parameters whose values were set explicitly.
  var isSet: Set<Variable.ID> = []
  var pictures: [Variable.ID: Bitmap] = [:]
  /// The names of the buffers that samplers read, by sampler.
  var channels: [Variable.ID: String] = [:]
  /// The buffers rendered before the frame, each by its own shader.
  var buffers: [ShaderBuffer] = []
  let programs = ShaderProgramCache()
  /// The metadata in the source's comments.
  var header: ShaderHeader
  /// The folder of the shader's file (nil without a file); and, by sampler, the name of the picture file in
  /// this folder that the sampler reads.
  var folder: String?
  var ownFiles: [Variable.ID: String] = [:]
  /// The samplers that read the frame's first picture.
  var firstPictures: Set<Variable.ID> = []
  /// The sampling mode of each sampler that does not use the default.
  var samplings: [Variable.ID: PictureSampling] = [:]

  /// Compiles the source in a file, at most 1 MiB of text in UTF-8 or Latin-1.
  ///
  ///     let shader = try Shader(contentsOf: "sepia.frag")
  ///
  /// A vertex shader of the same name is read, too: `blur.vs` with `blur.fs`, `.vert` with `.frag`, `.vsh`
  /// with `.fsh`. `#include "name"` reads files in the shader's folder and its subfolders. A path that ends
  /// in `.json` is an export of Shadertoy; a folder is a Shadertoy project with a file for each tab.
  ///
  /// - Parameter file: A path, `-` for standard input, or a `URL`.
  /// - Throws: `FileError` if the file cannot be read, `ShaderError` with all errors and their positions.
  public init(contentsOf file: some FileLocation) throws {
    let path = try file.filePath()
    if isFolderName(path) {
      let folder = path.hasSuffix("/") ? path : path + "/"
      try self.init(ShadertoyProject(folder: folder), file: path, folder: folder)
      return
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    if path.lowercased().hasSuffix(".json") {
      let json = try readText(path, limit: ShadertoyProject.sizeLimit)
      try self.init(ShadertoyProject(json: json, file: path, folder: folder), file: path, folder: folder)
      return
    }
    let source = try readText(path, limit: FrontEnd.sizeLimit, other: .latin1)
    var vertex: (source: String, file: String)?
    for (fragment, other) in Self.vertexEndings where path.hasSuffix(fragment) {
      let beside = String(path.dropLast(fragment.count)) + other
      if fileExists(beside) {
        vertex = (try readText(beside, limit: FrontEnd.sizeLimit, other: .latin1), beside)
      }
    }
    try self.init(source: source, vertex: vertex, file: path, isTried: true) { name in
      try? readText(folder + name, limit: FrontEnd.sizeLimit, other: .latin1)
    }
    self.folder = folder
  }

  /// The extensions of vertex shaders, by the extension of the fragment shader.
  private static let vertexEndings: KeyValuePairs = [".fs": ".vs", ".frag": ".vert", ".fsh": ".vsh"]

  /// Compiles a source.
  ///
  ///     let red = try Shader(source: "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }")
  ///
  /// - Parameters:
  ///   - source: The GLSL source.
  ///   - vertex: GLSL of a vertex shader that writes the inputs of `source`; without one, inputs are
  ///     recognized by name.
  ///   - file: The file name in errors, from which the shader's name is derived.
  /// - Throws: `ShaderError` with all errors and their positions.
  public init(source: String, vertex: String? = nil, file: String = "shader.glsl") throws(ShaderError) {
    try self.init(
      source: source, vertex: vertex.map { ($0, "the vertex shader of \(file)") }, file: file, isTried: true)
  }

  /// Parses and checks a source; if `isTried`, also compiles a program as a trial.
  init(
    source: String, vertex: (source: String, file: String)? = nil, file: String, isTried: Bool,
    before: [(source: String, file: String)] = [], include: ((String) -> String?)? = nil
  ) throws(ShaderError) {
    var checked = try FrontEnd.check(source, file: file, vertex: vertex, before: before, include: include)
    let hasPasses = checked.host.knowsSizesOfPictures && before.isEmpty
    if hasPasses, checked.macros.contains(ShaderHost.postprocessing) {
      checked = try FrontEnd.check(
        source, file: file, vertex: vertex, before: [("#define \(ShaderHost.postprocessing)", file)],
        include: include)
    }
    self.checked = checked
    header = checked.header
    name = Self.name(ofFile: file)
    samplers = checked.parameters.filter { $0.type.isSampler }.map(\.variable)
    switch checked.kind {
    case .transition: kind = .transition
    case .effect, .pointEffect: kind = .filter
    case .blend: kind = .blend
    case .fragment where checked.host.pictures.count == 2: kind = .transition
    case .fragment:
      // A fragment shader is a blend if the name of its second sampler is GPUImage's name for a second
      // picture.
      let isBlend = samplers.count > 1 && checked.variables[samplers[1]].name == "inputImageTexture2"
      kind = isBlend ? .blend : .filter
    }
    for parameter in checked.parameters where !parameter.type.isSampler && parameter.hostValue == nil {
      values[parameter.variable] = parameter.defaultValue.map(\.bits)
    }
    for case let target? in checked.passes.map(\.target) { channels[target] = checked.variables[target].name }
    for parameter in checked.parameters where parameter.unset == .firstPicture {
      firstPictures.insert(parameter.variable)
    }
    if hasPasses { try addPasses(source, vertex: vertex, file: file, include: include) }
    for parameter in checked.parameters where parameter.isSilent || channels[parameter.variable] != nil {
      pictures[parameter.variable] = try? Bitmap(width: 1, height: 1)
    }
    // Compiles now, so that a program that is too long fails here rather than in the first frame.
    if isTried { try compileForTrial() }
  }

  /// Returns the name of a shader, derived from the name of its file.
  static func name(ofFile file: String) -> String {
    let base = file.split(separator: "/").last.map(String.init) ?? file
    return base.split(separator: ".").first.map { $0.lowercased() } ?? base
  }

  /// One sentence for lists and help: the first comment of the source, or a default.
  public var summary: String { header.summary ?? "A shader." }
  /// The author, from the comment `// Author: …`.
  public var author: String? { header.author }
  /// The license, from the comment `// License: …`.
  public var license: String? { header.license }
  /// The origin of the formula, from the comment `// Source: …`.
  public var source: String? { header.source }
  /// Parameters for a demonstration, from the comment `// Example: …`: `brightness=0.2`.
  public var example: String? { header.example }

  /// The host that the shader is written for: `GPUImage`, `ISF`, `Shadertoy`, ….
  public var host: String { checked.host.name }

  /// The number of input pictures of a frame: 1 for a filter, else 2.
  var inputCount: Int { kind == .filter ? 1 : 2 }
  /// The number of samplers that read input pictures of the frame; any other sampler reads a pass or buffer,
  /// or is a parameter.
  var boundSamplers: Int {
    guard checked.kind == .fragment else { return 0 }
    let names = checked.host.pictures
    // A cube map is never an input picture.
    let planes = samplers.prefix(inputCount).filter { checked.variables[$0].type == .sampler2D }
    if let first = samplers.first, channels[first] ?? ownFiles[first] != nil { return 0 }
    return planes.count { sampler in
      let name = checked.variables[sampler].name
      return names.isEmpty ? !checked.host.isNoInput(name) : names.contains(name)
    }
  }

  /// Returns whether a sampler reads an empty picture, of size 0.
  func isNothing(_ sampler: Variable.ID) -> Bool {
    pictures[sampler] == nil
      && checked.parameters.contains { $0.variable == sampler && $0.unset == .nothing }
  }
}
