import ArgumentParser
import Segue

/// Folders of shaders in addition to the catalog.
struct ShaderPathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of shaders, transitions by the names of their files; repeatable.", valueName: "folder"),
    completion: .directory)
  var shaderPath: [String] = []

  /// A transition that a name can choose.
  enum Choice {
    case entry(CatalogItem<any Transition>)
    case file(name: String, String)

    var name: String {
      switch self {
      case .entry(let entry): entry.name
      case .file(let name, _): name
      }
    }

    /// Makes the transition, and compiles a shader.
    func make(_ values: [(key: String, value: String)], _ options: DecodeOptions) throws -> any Transition {
      switch self {
      case .entry(let entry): try ChainFiles(options: options).transition(entry, values)
      case .file(_, let file): try ShaderFiles.transition(file, values, options)
      }
    }
  }

  /// Makes a transition by name, with its parameters; those of `values` come last.
  func make(
    _ specification: Specification, _ values: [(key: String, value: String)], _ options: DecodeOptions
  ) throws -> any Transition {
    try choice(specification.name, options).make(specification.values + values, options)
  }

  /// The choice of a name: a shader's or animator's file, or one of `choices`.
  private func choice(_ name: String, _ options: DecodeOptions) throws -> Choice {
    if Specification.isFile(name) { return .file(name: name, name) }
    if LayerAnimator.isFile(name) {
      return .entry(CatalogItem(try LayerAnimator(contentsOf: name, options: options), name: name))
    }
    return try find(
      name, in: try choices(), also: Catalog.transitions.variants.map { .entry($0) }, kind: "transition"
    ) { $0.name }
  }

  /// The shaders of the folders, by name; earlier folders take precedence.
  func files() throws -> [(name: String, file: String)] {
    var names: Set<String> = []
    return try ShaderFiles.files(in: shaderPath).filter { names.insert($0.name).inserted }
  }

  /// The transitions of the catalog and the folders; a shader replaces a catalog entry of its name.
  func choices() throws -> [Choice] {
    let files = try files()
    let names = Set(files.map(\.name))
    return Catalog.transitions.items.filter { !names.contains($0.name) }.map { .entry($0) }
      + files.map { .file(name: $0.name, $0.file) }
  }
}
