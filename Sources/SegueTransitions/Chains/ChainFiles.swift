import SegueFilters
public import SegueFiles
public import SeguePixels
public import SegueRendering
public import SegueShaders

/// Readers for the files named in a chain's text: shaders, pictures, and other files such as color tables.
///
///     let files = ChainFiles(
///       picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) })
///     let chain = try Chain.from.through("saturation:saturation=0", files: files)
public struct ChainFiles: Sendable {
  /// Reads a shader from a path, such as the path of a `.glsl` file.
  public var shader: @Sendable (String) throws -> Shader
  /// Reads a picture.
  public var picture: @Sendable (String) throws -> Bitmap
  /// Reads a picture or another file, such as a color table.
  public var file: @Sendable (String) throws -> ParameterFile
  /// Receives warnings of the shader compiler.
  public var warn: @Sendable (Shader.Diagnostic) -> Void
  /// Whether the font of the filter `text` may be given as a file; if false, only the name of a font is
  /// allowed.
  ///
  /// Use false for chains from untrusted sources. The default is true.
  public var readsFonts = true
  /// Receives characters for which no font has a glyph, from the filter `text`; by default ignores them.
  public var missingGlyphs: @Sendable ([Unicode.Scalar]) -> Void = { _ in }

  /// Makes a set of readers.
  ///
  /// - Parameters:
  ///   - shader: Reads a shader; by default from the file.
  ///   - picture: Reads a picture; by default throws an error.
  ///   - file: Reads a picture or another file; by default throws an error.
  ///   - warn: Receives warnings of the compiler; by default ignores them.
  public init(
    shader: @escaping @Sendable (String) throws -> Shader = { try Shader(contentsOf: $0) },
    picture: @escaping @Sendable (String) throws -> Bitmap = { file in
      throw ParameterError.invalid(
        file, for: "a picture", expected: "read by ChainFiles(picture:), which is not set")
    },
    file: @escaping @Sendable (String) throws -> ParameterFile = { file in
      throw ParameterError.invalid(
        file, for: "a file", expected: "read by ChainFiles(file:), which is not set")
    },
    warn: @escaping @Sendable (Shader.Diagnostic) -> Void = { _ in }
  ) {
    self.shader = shader
    self.picture = picture
    self.file = file
    self.warn = warn
  }

  /// Reads the files among the parameter values of a catalog item; other values stay text.
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

  /// Makes a filter from its text form.
  package func filter(_ text: String) throws -> any Filter {
    guard let specification = Specification(text) else {
      throw ParameterError.invalid(text, for: "a filter", expected: "name:key=value,…")
    }
    return try filter(specification)
  }

  /// Makes a blend from its text form.
  package func blend(_ text: String) throws -> any Blend {
    guard let specification = Specification(text) else {
      throw ParameterError.invalid(text, for: "a blend", expected: "name:key=value,…")
    }
    return try blend(specification)
  }

  /// Makes a filter from the catalog or from a shader file.
  package func filter(_ specification: Specification) throws -> any Filter {
    guard specification.isFile else {
      let item = try Catalog.filters.named(specification.name)
      return try filter(item, specification.values)
    }
    let shader = try shader(specification.name)
    guard let filter = try filter(shader, specification.values) else {
      throw ParameterError.invalid(
        specification.name, for: "a filter", expected: "a shader of one picture; it is a \(shader.kind)")
    }
    return filter
  }

  /// Makes a blend from the catalog or from a shader file.
  package func blend(_ specification: Specification) throws -> any Blend {
    guard specification.isFile else {
      let item = try Catalog.blends.named(specification.name)
      return try blend(item, specification.values)
    }
    let shader = try shader(specification.name)
    guard let blend = try blend(shader, specification.values) else {
      throw ParameterError.invalid(
        specification.name, for: "a blend", expected: "a shader of two pictures; it is a \(shader.kind)")
    }
    return blend
  }

  /// Makes a transition from the catalog.
  ///
  /// A transition written as a shader is compiled only if parameters are given.
  package func transition(
    _ item: CatalogItem<any Transition>, _ values: [(key: String, value: String)]
  ) throws -> any Transition {
    try item.make(reading(values, for: values.isEmpty ? [] : item.parameters))
  }

  /// Makes a transition of a shader; nil if the shader is not a transition.
  package func transition(
    _ shader: Shader, _ values: [(key: String, value: String)]
  ) throws -> (any Transition)? {
    let own = try withFiles(shader, values)
    let shader = try own.with(reading(values, for: own.parameters))
    shader.warnings.forEach(warn)
    try shader.checkIsFilled()
    return ShaderTransition(shader)
  }

  /// Makes a filter of a shader; nil if the shader is not a filter.
  package func filter(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> (any Filter)? {
    let shader = try withFiles(shader, values)
    guard let item = CatalogItem(filter: shader) else { return nil }
    return try filter(item, values, shader)
  }

  /// Makes a blend of a shader; nil if the shader is not a blend.
  package func blend(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> (any Blend)? {
    let shader = try withFiles(shader, values)
    guard let item = CatalogItem(blend: shader) else { return nil }
    return try blend(item, values, shader)
  }

  /// Reads the picture files that the shader's source names, except for parameters in `values`.
  private func withFiles(_ shader: Shader, _ values: [(key: String, value: String)]) throws -> Shader {
    try shader.withFiles(except: values.map(\.key), picture)
  }

  private func filter(
    _ item: CatalogItem<any Filter>, _ values: [(key: String, value: String)], _ shader: Shader? = nil
  ) throws -> any Filter {
    let recipe = try recipe(item, values, shader)
    let first = try recipe.make(at: .start, nil)
    if let text = first as? Text {
      if !readsFonts, text.style.isFile {
        throw ParameterError.invalid(text.style.font, for: "font", expected: "the name of a font, not a file")
      }
      // Draws the text once, so that a missing font is an error before the first frame.
      let missing = try text.prepare(for: PixelSize(width: 640, height: 360))
      if !missing.isEmpty { missingGlyphs(missing) }
    }
    return recipe.isAnimated ? AnimatedFilter(recipe) : first
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
