import SegueFiles
package import SegueRendering
package import SegueTransitions

/// Folders of shaders; each shader is a transition with the name of its file.
package struct ShaderPath {
  private let folders: [String]
  private let names: (String) throws -> [String]

  /// Makes a list of folders; `names` returns the names of the files in a folder.
  package init(
    _ folders: [String], names: @escaping (String) throws -> [String] = { try SegueFiles.names(inFolder: $0) }
  ) {
    (self.folders, self.names) = (folders, names)
  }

  /// A transition that can be chosen by name: a catalog item, or a shader in a folder.
  package enum Choice {
    case entry(CatalogItem<any Transition>)
    case file(name: String, String)

    package var name: String {
      switch self {
      case .entry(let entry): entry.name
      case .file(let name, _): name
      }
    }
  }

  /// Returns the name and the path of each shader in the folders; of several shaders with the same name, only
  /// the first shader, in the order of the folders.
  ///
  /// - Throws: `FileError` for a folder that cannot be listed.
  package func files() throws -> [(name: String, file: String)] {
    var files: [(name: String, file: String)] = []
    var taken: Set<String> = []
    for folder in folders {
      for file in try names(folder).filter({ Specification.isSource($0) }).sorted() {
        let name = file.split(separator: ".").dropLast().joined(separator: ".").lowercased()
        guard taken.insert(name).inserted else { continue }
        files.append((name, folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"))
      }
    }
    return files
  }

  /// Returns the transitions of the catalog and of the folders; a shader replaces a catalog item of the same
  /// name.
  package func choices() throws -> [Choice] {
    let files = try files()
    let names = Set(files.map(\.name))
    return Catalog.transitions.items.filter { !names.contains($0.name) }.map { .entry($0) }
      + files.map { .file(name: $0.name, $0.file) }
  }

  /// Returns the transition with a name: a shader, or an item or variant of the catalog.
  ///
  /// - Throws: `UnknownName`; `FileError` for a folder that cannot be listed.
  package func choice(named name: String) throws -> Choice {
    let choices = try choices()
    if let choice = choices.first(where: { $0.name == name }) { return choice }
    if let item = Catalog.transitions.meaning(of: name) { return .entry(item) }
    return try find(
      name, in: choices, also: Catalog.transitions.variants.map { .entry($0) },
      kind: Catalog.transitions.kind
    ) { $0.name }
  }
}
