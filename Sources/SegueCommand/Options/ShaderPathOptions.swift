import ArgumentParser

/// The option for folders with shaders, which are added to the catalog.
struct ShaderPathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of shaders, each a transition with its file's name; repeatable.", valueName: "folder"),
    completion: .directory)
  var shaderPath: [String] = []

  /// A transition that can be chosen by name: a catalog item, or a shader file.
  enum Choice {
    case entry(CatalogItem<any Transition>)
    case file(name: String, String)

    var name: String {
      switch self {
      case .entry(let entry): entry.name
      case .file(let name, _): name
      }
    }

    /// Makes the transition; a shader is compiled.
    func make(_ values: [(key: String, value: String)], _ options: DecodeOptions) throws -> any Transition {
      switch self {
      case .entry(let entry): try ChainFiles(options: options).transition(entry, values)
      case .file(_, let file): try ShaderFiles.transition(file, values, options)
      }
    }
  }

  /// Makes a transition by name with its parameters, to which `values` are appended.
  func make(
    _ specification: Specification, _ values: [(key: String, value: String)], _ options: DecodeOptions
  ) throws -> any Transition {
    try choice(specification.name, options).make(specification.values + values, options)
  }

  /// Finds a transition by name: a shader file, an animator file, or one of `choices`.
  private func choice(_ name: String, _ options: DecodeOptions) throws -> Choice {
    if Specification.isFile(name) { return .file(name: name, name) }
    if LayerAnimator.isFile(name) {
      return .entry(CatalogItem(try LayerAnimator(contentsOf: name, options: options), name: name))
    }
    let choices = try choices()
    if let choice = choices.first(where: { $0.name == name }) { return choice }
    if let item = Catalog.transitions.meaning(of: name) { return .entry(item) }
    return try find(
      name, in: choices, also: Catalog.transitions.variants.map { .entry($0) }, kind: "transition"
    ) { $0.name }
  }

  /// The shader files in the folders, by name; for equal names, the first folder has precedence.
  func files() throws -> [(name: String, file: String)] {
    var names: Set<String> = []
    return try ShaderFiles.files(in: shaderPath).filter { names.insert($0.name).inserted }
  }

  /// The transitions of the catalog and of the folders; a shader replaces a catalog item of the same name.
  func choices() throws -> [Choice] {
    let files = try files()
    let names = Set(files.map(\.name))
    return Catalog.transitions.items.filter { !names.contains($0.name) }.map { .entry($0) }
      + files.map { .file(name: $0.name, $0.file) }
  }
}
