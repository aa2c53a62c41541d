public import SegueFiles
public import SeguePixels
public import SegueRendering
public import SegueShaders

/// How the files that the text of a chain names are read: shaders, and parameters that are pictures or other files.
///
///     let files = ChainFiles(
///       picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) })
///     let chain = try Chain.from.through("saturation:saturation=0", files: files)
public struct ChainFiles: Sendable {
  /// Reads a shader; what names one ends in `.glsl` or `.frag`.
  public var shader: @Sendable (String) throws -> Shader
  /// Reads a picture.
  public var picture: @Sendable (String) throws -> Bitmap
  /// Reads what may be a picture or something else, such as a table of colors.
  public var file: @Sendable (String) throws -> ParameterFile
  /// Takes what the compiler warns of.
  public var warn: @Sendable (Shader.Diagnostic) -> Void

  /// Says how files are read.
  ///
  /// - Parameters:
  ///   - shader: Reads a shader; unless said otherwise, from the file of that path.
  ///   - picture: Reads a picture; unless said otherwise, that is an error.
  ///   - file: Reads what may be a picture or something else; unless said otherwise, that is an error.
  ///   - warn: Takes what the compiler warns of; unless said otherwise, nothing is done with it.
  public init(
    shader: @escaping @Sendable (String) throws -> Shader = { try Shader(contentsOf: $0) },
    picture: @escaping @Sendable (String) throws -> Bitmap = { file in
      throw ParameterError.invalid(
        file, for: "a picture", expected: "read by ChainFiles(picture:), which is not there")
    },
    file: @escaping @Sendable (String) throws -> ParameterFile = { file in
      throw ParameterError.invalid(
        file, for: "a file", expected: "read by ChainFiles(file:), which is not there")
    },
    warn: @escaping @Sendable (Shader.Diagnostic) -> Void = { _ in }
  ) {
    self.shader = shader
    self.picture = picture
    self.file = file
    self.warn = warn
  }

  /// Reads those of an item's parameters that are files.
  package func reading(
    _ values: [(key: String, value: String)], for parameters: [ParameterDescription]
  ) throws -> ParameterAssignments {
    var assignments = ParameterAssignments()
    for (key, value) in values {
      let kind = parameters.first { $0.name == key }?.kind
      var one = ParameterAssignments()
      if kind == .picture {
        one.pictures = [(key, try picture(value))]
      } else if let kind, kind.isFile(value) {
        one.add(try file(value), for: key)
      } else {
        one.values = [(key, value)]
      }
      assignments.add(one)
    }
    return assignments
  }

  /// Makes a filter of a text.
  package func filter(_ text: String) throws -> any Filter {
    guard let specification = Specification(text) else {
      throw ParameterError.invalid(text, for: "a filter", expected: "name:key=value,…")
    }
    return try filter(specification)
  }

  /// Makes a blend of a text.
  package func blend(_ text: String) throws -> any Blend {
    guard let specification = Specification(text) else {
      throw ParameterError.invalid(text, for: "a blend", expected: "name:key=value,…")
    }
    return try blend(specification)
  }

  /// Makes a filter of the catalog, or of a shader's file.
  package func filter(_ specification: Specification) throws -> any Filter {
    guard specification.isFile else {
      return try filter(Catalog.filters.named(specification.name), specification.values)
    }
    let shader = try shader(specification.name)
    guard let filter = try filter(shader, specification.values) else {
      throw ParameterError.invalid(
        specification.name, for: "a filter", expected: "a shader of one picture; it is a \(shader.kind)")
    }
    return filter
  }

  /// Makes a blend of the catalog, or of a shader's file.
  package func blend(_ specification: Specification) throws -> any Blend {
    guard specification.isFile else {
      return try blend(Catalog.blends.named(specification.name), specification.values)
    }
    let shader = try shader(specification.name)
    guard let blend = try blend(shader, specification.values) else {
      throw ParameterError.invalid(
        specification.name, for: "a blend", expected: "a shader of two pictures; it is a \(shader.kind)")
    }
    return blend
  }

  /// Makes a transition of the catalog; a shader is compiled where its parameters are asked for.
  package func transition(
    _ item: CatalogItem<any Transition>, _ values: [(key: String, value: String)]
  ) throws -> any Transition {
    try item.make(reading(values, for: values.isEmpty ? [] : item.parameters))
  }

  /// Makes a transition of a shader; nil where it is none.
  package func transition(
    _ shader: Shader, _ values: [(key: String, value: String)]
  ) throws -> (any Transition)? {
    let own = try withFiles(shader, values)
    let shader = try own.with(reading(values, for: own.parameters))
    shader.warnings.forEach(warn)
    try shader.checkIsFilled()
    return ShaderTransition(shader)
  }

  /// Makes a filter of a shader; nil where it is none.
  package func filter(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> (any Filter)? {
    let shader = try withFiles(shader, values)
    guard let item = CatalogItem(filter: shader) else { return nil }
    return try filter(item, values, shader)
  }

  /// Makes a blend of a shader; nil where it is none.
  package func blend(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> (any Blend)? {
    let shader = try withFiles(shader, values)
    guard let item = CatalogItem(blend: shader) else { return nil }
    return try blend(item, values, shader)
  }

  /// The shader with the pictures that belong to it, where no others are given.
  private func withFiles(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> Shader {
    try shader.withFiles(except: values.map(\.key), picture)
  }

  private func filter(
    _ item: CatalogItem<any Filter>, _ values: [(key: String, value: String)], _ shader: Shader? = nil
  ) throws -> any Filter {
    let recipe = try recipe(item, values, shader)
    return recipe.isAnimated ? AnimatedFilter(recipe) : try recipe.make(at: .start, nil)
  }

  private func blend(
    _ item: CatalogItem<any Blend>, _ values: [(key: String, value: String)], _ shader: Shader? = nil
  ) throws -> any Blend {
    let recipe = try recipe(item, values, shader)
    return recipe.isAnimated ? AnimatedBlend(recipe) : try recipe.make(at: .start, nil)
  }

  private func recipe<Made>(
    _ item: CatalogItem<Made>, _ values: [(key: String, value: String)], _ shader: Shader?
  ) throws -> Recipe<Made> {
    let recipe = try Recipe(item, values, picture: picture, file: file)
    if let shader {
      let whole = try shader.with(recipe.assignments(at: .start, nil))
      whole.warnings.forEach(warn)
      try whole.checkIsFilled()
    }
    return recipe
  }
}

extension FrameMoment {
  fileprivate static let start = FrameMoment(progress: 0)
}
