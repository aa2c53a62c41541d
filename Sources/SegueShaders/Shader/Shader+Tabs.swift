import SegueFiles
import SegueGLSL
package import SeguePixels

extension Shader {
  /// The shader's own picture files by parameter name, except for parameters that are already set.
  ///
  /// The shader's header or project names the files, relative to the shader's folder; a shader without a
  /// folder has none.
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

  /// Returns the shader with its own picture files read by `picture`, except the files of the parameters in
  /// `names`.
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

  /// Adds the passes that a source selects by macros such as `BUFFER_0`, and connects the samplers of all
  /// passes.
  mutating func addPasses(
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

  /// Connects samplers to the passes of the same name.
  private mutating func connect(to passes: [String]) {
    for parameter in checked.parameters where parameter.type == .sampler2D && passes.contains(parameter.name)
    {
      connect(parameter.variable, to: .tab(parameter.name))
    }
  }

  /// Checks that each parameter has the same type in all tabs, since tabs share parameters by name.
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
}
