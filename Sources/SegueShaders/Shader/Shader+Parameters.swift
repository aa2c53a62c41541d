import SegueGLSL
public import SeguePixels
public import SegueRendering

extension Shader {
  /// The parameters that can be set by name.
  public var parameters: [ParameterDescription] { settable.map(\.description) }

  private var settable: [ShaderParameter] {
    var names = Set(checked.parameters.map(\.name))
    return checked.parameters.filter { !$0.type.isSampler || isParameter($0.variable) }
      + buffers.flatMap { buffer in buffer.shader.settable.filter { !$0.type.isSampler } }
      .filter { names.insert($0.name).inserted }
  }

  func isParameter(_ sampler: Variable.ID) -> Bool {
    guard let index = samplers.firstIndex(of: sampler) else { return false }
    return index >= boundSamplers && channels[sampler] == nil
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
  /// - Throws: `RenderError` with the message of the `ParameterError`.
  func checkIsRenderable() throws(RenderError) {
    do throws(ParameterError) { try checkIsFilled() } catch { throw .unrenderable("\(error)") }
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
  /// - Throws: `ParameterError` if no parameter has this name, or the parameter is not a `bool`.
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
  /// - Throws: `ParameterError` if no parameter has this name, or the parameter is not a color.
  public func with(_ name: String, _ color: Pixel) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard let bits = parameter.bits(of: color) else {
      throw .invalid("\(color)", for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, bits)
  }

  /// Returns the values of a float parameter; empty if no parameter has this name.
  package func numbers(_ name: String) -> [Double] {
    checked.parameters.first { $0.name == name }.flatMap { values[$0.variable] }?
      .map { Double(Float(bitPattern: $0)) } ?? []
  }

  /// Sets a parameter to values that are clamped to the parameter's range; ignores unknown names.
  func nearest(_ name: String, _ values: [Double]) -> Shader {
    guard let parameter = settable.first(where: { $0.name == name }) else { return self }
    let range = parameter.range ?? -1e30...1e30
    let bits = parameter.bits(
      of: values.map { $0 > range.lowerBound ? min($0, range.upperBound) : range.lowerBound })
    return bits.map { setting(parameter, $0) } ?? self
  }

  /// Sets parameters; parameters that change from frame to frame become inputs of the program.
  ///
  /// - Throws: `ParameterError` if a name is unknown, a value does not fit, or a file is not a picture.
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

  /// The number of programs compiled so far, including the program compiled as a trial when the shader was
  /// made.
  package var compiledPrograms: Int { programs.compiledCount }

  /// Makes some parameters inputs of the program, so that their values may change from frame to frame without
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
    // Sets the parameter in all tabs, since tabs share parameters by name.
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
    // The passes of one source share pictures, so each pass gets the new picture; tabs of Shadertoy have
    // separate pictures.
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
