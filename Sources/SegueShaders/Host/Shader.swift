public import SegueFiles
public import SeguePixels
public import SegueRendering

/// A shader: GLSL source, compiled to run on the CPU.
///
///     let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
///     let shader = try Shader(source: source, file: "fade.glsl")
///     if let blend = ShaderBlend(shader) {
///       let half = try ((.from, .to) --> blend).frame(from: from, to: to, at: 0.5)
///     }
///
/// Transitions follow the GL Transition Specification, version 1; fragment shaders are those of GPUImage. The
/// language is GLSL ES 1.00 with most of 3.00 (docs/shaders.md). Pixels are premultiplied, as those hosts
/// upload them.
///
/// A shader is compiled for a frame size and parameters when the first frame is rendered; this takes some
/// milliseconds.
public struct Shader: Sendable {
  /// The kind of effect that a shader implements.
  public enum Kind: Sendable {
    /// `vec4 transition(vec2 uv)`: from one picture to another.
    case transition
    /// A filter: `vec4 effect(vec4 color)`, `vec4 effect(vec2 uv)`, or `void main()` with one picture to
    /// read.
    case filter
    /// A blend: `vec4 blend(vec4 base, vec4 overlay)`, or `void main()` with two pictures,
    /// `inputImageTexture` and `inputImageTexture2`.
    case blend
  }

  /// The name of the file without folder and extension, in lower case.
  public private(set) var name: String
  /// The kind of effect.
  public let kind: Kind
  /// Warnings of the compiler, and of each uniform without a default that is not set and so is 0.
  public var warnings: [Shader.Diagnostic] {
    let own = DiagnosticSink.sorted(checked.warnings + checked.warningsOfUnset { isSet.contains($0) })
    // Lists a warning about code shared by several Shadertoy tabs once.
    return buffers.flatMap(\.shader.warnings).reduce(into: own) { all, warning in
      if !all.contains(warning) { all.append(warning) }
    }
  }
  let checked: CheckedShader
  let samplers: [Variable.ID]
  private(set) var values: [Variable.ID: [UInt32]] = [:]
  /// Parameters that are inputs of the program rather than constants.
  private(set) var live: Set<Variable.ID> = []
  /// Parameters that were set.
  private var isSet: Set<Variable.ID> = []
  private(set) var pictures: [Variable.ID: Bitmap] = [:]
  /// The names of buffers that samplers read.
  private(set) var channels: [Variable.ID: String] = [:]
  /// The buffers rendered before the frame, each by its own shader.
  private(set) var buffers: [ShaderBuffer] = []
  let programs = ProgramCache()
  /// The metadata in the source's comments.
  private var header: ShaderHeader
  /// The folder of the shader's file, nil without a file, and the names of picture files in it that samplers
  /// read.
  private var folder: String?
  private var ownFiles: [Variable.ID: String] = [:]
  /// Samplers of the first picture.
  private var firstPictures: Set<Variable.ID> = []
  /// Sampling modes other than the default.
  private(set) var samplings: [Variable.ID: PictureSampling] = [:]

  /// Compiles the source in a file, at most 1 MiB of UTF-8.
  ///
  ///     let shader = try Shader(contentsOf: "sepia.frag")
  ///
  /// A vertex shader of the same name is read, too: `blur.vs` with `blur.fs`, `.vert` with `.frag`, `.vsh`
  /// with `.fsh`. `#include "name"` reads files of the shader's folder and of folders in it. A path that ends
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

  /// The extensions of vertex shaders, by those of fragment shaders.
  private static let vertexEndings: KeyValuePairs = [".fs": ".vs", ".frag": ".vert", ".fsh": ".vsh"]

  /// Compiles a source.
  ///
  ///     let red = try Shader(source: "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }")
  ///
  /// - Parameters:
  ///   - source: GLSL.
  ///   - vertex: GLSL of a vertex shader that writes the inputs of `source`; without one, inputs are
  ///     recognized by name.
  ///   - file: The file name in errors; it gives the shader its name.
  /// - Throws: `ShaderError` with all errors and their positions.
  public init(source: String, vertex: String? = nil, file: String = "shader.glsl") throws(ShaderError) {
    try self.init(
      source: source, vertex: vertex.map { ($0, "the vertex shader of \(file)") }, file: file, isTried: true)
  }

  /// Compiles a source; without a trial, determines only its kind and its parameters.
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
      // A fragment shader is a blend if its second sampler has GPUImage's name for it.
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
    // Compiles once, so that a program that is too long fails here rather than in the first frame.
    if isTried { try compileForTrial() }
  }

  /// The name of a shader, from the name of its file.
  private static func name(ofFile file: String) -> String {
    let base = file.split(separator: "/").last.map(String.init) ?? file
    return base.split(separator: ".").first.map { $0.lowercased() } ?? base
  }

  /// One sentence: the first comment of the source, or a default.
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

  /// The parameters that can be set by name.
  public var parameters: [ParameterDescription] { settable.map(\.description) }

  private var settable: [ShaderParameter] {
    var names = Set(checked.parameters.map(\.name))
    return checked.parameters.filter { !$0.type.isSampler || isParameter($0.variable) }
      + buffers.flatMap { buffer in buffer.shader.settable.filter { !$0.type.isSampler } }
      .filter { names.insert($0.name).inserted }
  }

  private func isParameter(_ sampler: Variable.ID) -> Bool {
    guard let index = samplers.firstIndex(of: sampler) else { return false }
    return index >= boundSamplers && channels[sampler] == nil
  }

  /// The picture files that belong to the shader, by parameter name; without parameters that are set.
  ///
  /// The header or the project names the files, relative to the shader's folder; without a folder there are
  /// none.
  private var files: [(name: String, path: String)] {
    guard let folder else { return [] }
    let own = checked.parameters.compactMap { parameter -> (name: String, path: String)? in
      guard let file = parameter.file ?? ownFiles[parameter.variable], !isSet.contains(parameter.variable)
      else { return nil }
      return (parameter.name, file.hasPrefix("/") ? file : folder + file)
    }
    return own
      + buffers.flatMap { buffer in buffer.shader.files.map { ("\(buffer.name).\($0.name)", $0.path) } }
  }

  /// Reads the shader's own pictures, except those of the named parameters.
  ///
  /// - Throws: The errors of `picture`.
  package func withFiles(
    except names: [String] = [], _ picture: (String) throws -> Bitmap
  ) throws -> Shader {
    try files.reduce(self) { shader, file in
      names.contains(file.name) ? shader : try shader.with(picture(file.path), for: file.name)
    }
  }

  /// Makes a shader of a project with several tabs.
  init(_ project: ShadertoyProject, file: String, folder: String) throws(ShaderError) {
    let image = project.image
    try self.init(source: image.source, file: image.file, isTried: true, before: project.beginning(of: image))
    connect(image, in: folder)
    name = Self.name(ofFile: file)
    header.summary = project.description ?? header.summary
    header.author = project.author ?? header.author
    for tab in project.buffers {
      var shader = try Shader(
        source: tab.source, file: tab.file, isTried: true, before: project.beginning(of: tab))
      shader.connect(tab, in: folder)
      try shader.checkParameters(besideThoseOf: [(image.name, self)] + buffers.map { ($0.name, $0.shader) })
      buffers.append(ShaderBuffer(name: tab.name, shader: shader))
    }
  }

  /// Adds the passes that a sketch selects by macros, and connects their samplers.
  private mutating func addPasses(
    _ source: String, vertex: (source: String, file: String)?, file: String,
    include: ((String) -> String?)?
  ) throws(ShaderError) {
    let passes = ShaderHost.passes(named: checked.macros)
    let names = passes.map(\.sampler)
    for (macro, name) in passes {
      var shader = try Shader(
        source: source, vertex: vertex, file: file, isTried: false,
        before: [(macro.map { "#define \($0)" } ?? "", file)], include: include)
      shader.connect(to: names)
      buffers.append(ShaderBuffer(name: name, shader: shader))
    }
    connect(to: names)
  }

  /// Connects samplers to the passes of equal name.
  private mutating func connect(to passes: [String]) {
    for parameter in checked.parameters where parameter.type == .sampler2D && passes.contains(parameter.name)
    {
      connect(parameter.variable, to: .tab(parameter.name))
    }
  }

  /// Checks that each name has the same type in all tabs, since tabs share parameters.
  private func checkParameters(besideThoseOf tabs: [(name: String, shader: Shader)]) throws(ShaderError) {
    let sink = DiagnosticSink(checked.source)
    for parameter in checked.parameters where !parameter.type.isSampler {
      for (name, shader) in tabs {
        guard let other = shader.checked.parameters.first(where: { $0.name == parameter.name }),
          !other.type.isSampler, other.type != parameter.type
        else { continue }
        sink.error(
          "'\(parameter.name)' is '\(other.type)' in the tab '\(name)', and one value is set for all tabs",
          at: parameter.location)
      }
    }
    if sink.hasErrors { throw ShaderError(diagnostics: sink.sorted) }
  }

  /// Connects the channels of a tab to buffers, files and pictures.
  private mutating func connect(_ tab: ShadertoyProject.Tab, in folder: String) {
    self.folder = folder
    for index in 0..<4 {
      let parameter = checked.parameters.first { $0.name == "iChannel\(index)" }
      guard let sampler = parameter?.variable else { continue }
      samplings[sampler] = tab.samplings[index]
      connect(sampler, to: tab.channels[index] ?? .nothing)
    }
  }

  private mutating func connect(_ sampler: Variable.ID, to source: ShadertoyProject.Channel) {
    switch source {
    case .input: firstPictures.insert(sampler)
    case .unset: break
    case .tab(let name): channels[sampler] = name
    case .nothing: channels[sampler] = ""
    case .file(let name): ownFiles[sampler] = name
    }
    if channels[sampler] != nil { pictures[sampler] = try? Bitmap(width: 1, height: 1) }
  }

  /// The number of input pictures.
  var inputCount: Int { kind == .filter ? 1 : 2 }
  /// The number of samplers that are bound to inputs.
  var boundSamplers: Int {
    guard checked.kind == .fragment else { return 0 }
    let names = checked.host.pictures
    // Cubes are never inputs.
    let planes = samplers.prefix(inputCount).filter { checked.variables[$0].type == .sampler2D }
    if let first = samplers.first, channels[first] ?? ownFiles[first] != nil { return 0 }
    return planes.count { sampler in
      let name = checked.variables[sampler].name
      return names.isEmpty ? !checked.host.isNoInput(name) : names.contains(name)
    }
  }

  /// Checks that every parameter that the shader reads has a value, from the user, the source or the host.
  ///
  /// - Throws: `ParameterError` for the first parameter without a value.
  package func checkIsFilled() throws(ParameterError) {
    for parameter in checked.parameters where checked.used.contains(parameter.variable) {
      let (variable, name) = (parameter.variable, parameter.name)
      guard !isSet.contains(variable), pictures[variable] == nil, !parameter.hasDefault else { continue }
      if parameter.type.isSampler {
        guard isParameter(variable), !firstPictures.contains(variable), parameter.unset == .error else {
          continue
        }
        let given = samplers.prefix(boundSamplers).map { "'\(checked.variables[$0].name)'" }
        let others = given.isEmpty ? "none" : given.joined(separator: " and ")
        throw .missing(
          "the picture '\(name)'", of: self.name,
          expected:
            "\(parameter.file ?? ownFiles[variable] ?? "a file"): -p \(name)=FILE; of its samplers \(host) fills \(others)"
        )
      } else if parameter.hostValue == nil, checked.host.isNoInput(name) {
        throw .missing(
          "'\(name)'", of: self.name,
          expected: "which belongs to a scene, and there is none: -p \(name)=VALUE")
      }
    }
    for buffer in buffers { try buffer.shader.checkIsFilled() }
  }

  /// Checks the parameters as `checkIsFilled` does, before a frame is rendered.
  ///
  /// - Throws: `RenderError` with the error's message.
  func checkIsRenderable() throws(RenderError) {
    do throws(ParameterError) { try checkIsFilled() } catch { throw .unrenderable("\(error)") }
  }

  /// Whether a sampler reads an empty picture, of size 0.
  func isNothing(_ sampler: Variable.ID) -> Bool {
    pictures[sampler] == nil
      && checked.parameters.contains { $0.variable == sampler && $0.unset == .nothing }
  }

  /// Sets some parameters by name, as text.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let soft = try shader.with([("softness", "0.3"), ("glow", "0.2,0.1,0")])
  ///
  /// - Throws: `ParameterError` if a name is unknown or a value does not fit.
  public func with(_ values: [(key: String, value: String)]) throws(ParameterError) -> Shader {
    var shader = self
    for (key, value) in values {
      let parameter = try parameter(key)
      guard let bits = parameter.bits(of: value) else {
        throw .invalid(value, for: key, expected: "\(parameter.description.kind)")
      }
      shader = shader.setting(parameter, bits)
    }
    return shader
  }

  /// Sets a parameter of one number: `float`, `int` or `uint`.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let soft = try shader.with("softness", 0.3)
  ///
  /// - Throws: `ParameterError` if no parameter has this name, or the value does not fit.
  public func with(_ name: String, _ value: Double) throws(ParameterError) -> Shader {
    try with(name, [value])
  }

  /// Sets a parameter of several numbers, such as a vector, a matrix or an array.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let warm = try shader.with("glow", [0.2, 0.1, 0])
  ///
  /// - Throws: `ParameterError` if no parameter has this name, or the values do not fit.
  public func with(_ name: String, _ values: [Double]) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard let bits = parameter.bits(of: values) else {
      let given = values.map(shortest).joined(separator: ",")
      throw .invalid(given, for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, bits)
  }

  /// Sets a `bool` parameter.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let back = try shader.with("reversed", true)
  ///
  /// - Throws: `ParameterError` if no parameter has this name, or it is no `bool`.
  public func with(_ name: String, _ value: Bool) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard parameter.type == .bool else {
      throw .invalid("\(value)", for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, [Literal.bool(value).bits])
  }

  /// Sets a color: a parameter of three or four `float`s, each 0…1.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let blue = try shader.with("tint", Pixel(red: 0, green: 0, blue: 255))
  ///
  /// - Throws: `ParameterError` if no parameter has this name, or it is no color.
  public func with(_ name: String, _ color: Pixel) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard let bits = parameter.bits(of: color) else {
      throw .invalid("\(color)", for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, bits)
  }

  /// The values of a float parameter; empty if there is no such parameter.
  package func numbers(_ name: String) -> [Double] {
    checked.parameters.first { $0.name == name }.flatMap { values[$0.variable] }?
      .map { Double(Float(bitPattern: $0)) } ?? []
  }

  /// Sets a parameter to the nearest valid value; ignores unknown names.
  func nearest(_ name: String, _ values: [Double]) -> Shader {
    guard let parameter = settable.first(where: { $0.name == name }) else { return self }
    let range = parameter.range ?? -1e30...1e30
    let bits = parameter.bits(
      of: values.map { $0 > range.lowerBound ? min($0, range.upperBound) : range.lowerBound })
    return bits.map { setting(parameter, $0) } ?? self
  }

  /// Sets parameters; those that change from frame to frame become inputs of the program.
  ///
  /// - Throws: `ParameterError` if a name is unknown or a value does not fit.
  package func with(_ assignments: ParameterAssignments) throws(ParameterError) -> Shader {
    var shader = try with(assignments.values)
    for (key, picture) in assignments.pictures { shader = try shader.with(picture, for: key) }
    for (key, file) in assignments.files {
      guard case .picture(let picture) = file.content else {
        throw .unreadable(file: file.name, for: key, reason: "not a picture")
      }
      shader = try shader.with(picture, for: key)
    }
    return assignments.animated.isEmpty ? shader : shader.animating(assignments.animated)
  }

  /// Programs compiled so far, the trial included.
  package var compiledPrograms: Int { programs.compiledCount }

  /// Makes some parameters inputs of the program, so that they may change from frame to frame without
  /// compiling.
  package func animating(_ names: Set<String>) -> Shader {
    var shader = self
    shader.live = Set(
      checked.parameters.filter { names.contains($0.name) && !$0.type.isSampler }.map(\.variable))
    for index in buffers.indices { shader.buffers[index].shader = buffers[index].shader.animating(names) }
    return shader
  }

  private func setting(_ parameter: ShaderParameter, _ bits: [UInt32]) -> Shader {
    var shader = self
    if let own = checked.parameters.first(where: { $0.name == parameter.name && $0.type == parameter.type }) {
      shader.values[own.variable] = bits
      shader.isSet.insert(own.variable)
    }
    // Tabs share parameters by name.
    for index in buffers.indices {
      shader.buffers[index].shader = buffers[index].shader.setting(parameter, bits)
    }
    return shader
  }

  /// Sets the picture of a `sampler2D` or `samplerCube` parameter.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let masked = try shader.with(photo, for: "mask")
  ///
  /// - Throws: `ParameterError` if no picture parameter has this name.
  public func with(_ picture: Bitmap, for name: String) throws(ParameterError) -> Shader {
    var shader = self
    if let dot = name.firstIndex(of: "."), let index = buffers.firstIndex(where: { $0.name == name[..<dot] })
    {
      let inner = String(name[name.index(after: dot)...])
      shader.buffers[index].shader = try buffers[index].shader.with(picture, for: inner)
      return shader
    }
    let parameter = try parameter(name)
    guard parameter.type.isSampler else {
      throw .invalid("a picture", for: name, expected: "\(parameter.description.kind)")
    }
    shader.pictures[parameter.variable] = picture
    shader.isSet.insert(parameter.variable)
    // Passes of one source have all of its pictures; tabs have their own.
    guard checked.host.knowsSizesOfPictures else { return shader }
    for index in buffers.indices {
      if let own = try? buffers[index].shader.with(picture, for: name) { shader.buffers[index].shader = own }
    }
    return shader
  }

  private func parameter(_ name: String) throws(ParameterError) -> ShaderParameter {
    guard let parameter = settable.first(where: { $0.name == name }) else {
      throw .unknown(name, of: self.name, known: settable.map(\.name))
    }
    return parameter
  }
}
