/// The value that the host gives an input of a fragment shader, chosen by the input's name.
enum HostInput: Hashable {
  /// The position of the pixel, or of a neighbor `x` pixels to the right and `y` pixels down.
  case position(x: Int, y: Int)
  /// The position of the pixel, though the name does not suggest a position.
  case guess
  /// The value 0.
  case nothing
  /// A position in a variable that only another host provides; reading it is an error.
  case unknown

  init(_ variable: Variable) {
    let name = variable.name.lowercased()
    guard variable.type.componentCount >= 2 else {
      self = .nothing
      return
    }
    let stem = String(name.reversed().drop(while: \.isNumber).reversed())
    if stem.hasSuffix("texturecoordinate") {
      let neighbor = HostInput.neighbors[String(stem.dropLast("texturecoordinate".count))]
      self = neighbor.map { .position(x: $0.x, y: $0.y) } ?? .unknown
    } else {
      let isPosition = HostInput.words.contains { name.contains($0) } || ["st", "p"].contains(stem)
      self = isPosition ? .position(x: 0, y: 0) : .guess
    }
  }

  /// Pixel offsets, keyed by the part of an input's name before `TextureCoordinate`, in lower case.
  ///
  /// - Source: GPUImage, its vertex shaders for one picture, for two pictures, for 3 × 3 neighboring pixels,
  ///   for averages and for the detection of corners.
  private static let neighbors: [String: (x: Int, y: Int)] = [
    "": (0, 0), "input": (0, 0), "center": (0, 0), "left": (-1, 0), "right": (1, 0), "top": (0, -1),
    "bottom": (0, 1),
    "topleft": (-1, -1), "topright": (1, -1), "bottomleft": (-1, 1), "bottomright": (1, 1),
    "output": (0, 0), "upperleftinput": (-1, -1), "upperrightinput": (1, -1), "lowerleftinput": (-1, 1),
    "lowerrightinput": (1, 1), "pointa": (3, 1), "pointb": (1, 3), "pointc": (-1, 3), "pointd": (-3, 1),
    "pointe": (-3, -1), "pointf": (-1, -3), "pointg": (1, -3), "pointh": (3, -1),
  ]

  /// Parts of names that indicate a position: `vUv`, `v_texCoord`, `isf_FragNormCoord`.
  private static let words = ["uv", "coord", "pos"]
}

extension Checker {
  /// Checks the inputs that the shader reads: an input whose value is guessed or 0 is a warning, an input
  /// whose value is unknown is an error.
  ///
  /// Inputs that `vertex` writes are not checked.
  mutating func checkInputs(_ vertex: VertexStage?) {
    for (id, members) in members where used.contains(id) { used.formUnion(members) }
    for id in inputs where used.contains(id) && vertex?.outputs[id] == nil {
      let variable = variables[id]
      let place = variable.location
      switch HostInput(variable) {
      case .position: break
      case .guess:
        sink.warning(
          "the host does not set the input '\(variable.name)': it is the position of the pixel", at: place)
      case .nothing: sink.warning("the host does not set the input '\(variable.name)': it is 0", at: place)
      case .unknown:
        sink.error(
          "the host does not know the position '\(variable.name)'; besides the pixel's own it knows those of neighbors, such as 'leftTextureCoordinate' and 'topLeftTextureCoordinate'; put the vertex shader that writes it next to the file",
          at: place)
      }
    }
  }
}

extension CheckedShader {
  /// Returns the warnings for uniforms that are 0 because neither the source, the host nor the user sets
  /// them.
  package func warningsOfUnset(isSet: (Variable.ID) -> Bool) -> [ShaderError.Diagnostic] {
    let fragment = DiagnosticSink(source)
    let vertexSink = vertex.map { DiagnosticSink($0.source) }
    for parameter in parameters
    where !parameter.type.isSampler && !parameter.hasDefault && parameter.hostValue == nil {
      guard used.contains(parameter.variable), !isSet(parameter.variable), !host.isNoInput(parameter.name)
      else { continue }
      let sink = parameter.isInVertexShader ? vertexSink : fragment
      sink?.warning(
        "the uniform '\(parameter.name)' has no default: it is 0 unless it is set", at: parameter.location)
    }
    return fragment.diagnostics + (vertexSink?.diagnostics ?? [])
  }
}
