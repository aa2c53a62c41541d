import ArgumentParser
import Segue

/// Folders of shaders beside the catalog.
struct ShaderPathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of shaders, transitions by the names of their files; repeatable.", valueName: "folder"),
    completion: .directory)
  var shaderPath: [String] = []

  /// A transition that can be chosen by name.
  enum Choice {
    case entry(CatalogItem<any Transition>)
    case file(name: String, String)

    var name: String {
      switch self {
      case .entry(let entry): entry.name
      case .file(let name, _): name
      }
    }

    /// Makes the transition, compiling what is a shader.
    func make(_ values: [(key: String, value: String)], _ options: DecodeOptions) throws -> any Transition {
      switch self {
      case .entry(let entry): try ChainFiles(options: options).transition(entry, values)
      case .file(_, let file): try ShaderFiles.transition(file, values, options)
      }
    }
  }

  /// Makes a transition by its name and its parameters; what `values` says comes last.
  func make(
    _ specification: Specification, _ values: [(key: String, value: String)], _ options: DecodeOptions
  ) throws -> any Transition {
    try choice(specification.name, options).make(specification.values + values, options)
  }

  /// What a name stands for: the file of a shader or an animator, or one of the choices.
  private func choice(_ name: String, _ options: DecodeOptions) throws -> Choice {
    if Specification.isFile(name) { return .file(name: name, name) }
    if LayerAnimator.isFile(name) {
      return .entry(CatalogItem(try LayerAnimator(contentsOf: name, options: options), name: name))
    }
    return try find(
      name, in: try choices(), also: Catalog.transitions.variants.map { .entry($0) }, kind: "transition"
    ) { $0.name }
  }

  /// The shaders of the folders, by name: one takes the place of what has its name in a later folder.
  func files() throws -> [(name: String, file: String)] {
    var names: Set<String> = []
    return try ShaderFiles.files(in: shaderPath).filter { names.insert($0.name).inserted }
  }

  /// Gives the transitions of the catalog, and those of the folders.
  ///
  /// A shader takes the place of what has its name there.
  func choices() throws -> [Choice] {
    let files = try files()
    let names = Set(files.map(\.name))
    return Catalog.transitions.items.filter { !names.contains($0.name) }.map { .entry($0) }
      + files.map { .file(name: $0.name, $0.file) }
  }
}
