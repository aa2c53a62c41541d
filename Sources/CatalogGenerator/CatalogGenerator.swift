// Generates Swift from the files of a folder:
//
//     CatalogGenerator catalog|types|pages OUTPUT FOLDER FILE…
//
// FILE is relative to FOLDER. In a folder of effects, the first component of FILE is the family. Two kinds of
// files are effects: a Swift file whose type, named as the file, declares `static let name = "…"`; and a
// shader directly in the folder of a family. Shaders in deeper folders are passes of filters, or are included
// by other shaders. `catalog` writes the lists of effects, `types` the types of effects for users of the
// library, and `pages` the texts of the studio's page.
import Foundation

@main
struct CatalogGenerator {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let arguments = CommandLine.arguments
    let folder = URL(filePath: arguments[3])
    let files = try arguments.dropFirst(4).map { path in
      SourceFile(path: path, text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
    let output =
      switch arguments[1] {
      case "catalog": try catalog(of: files)
      case "types": try types(of: files, in: folder.lastPathComponent)
      default: pages(files)
      }
    // Does not write an unchanged file, so that it is not compiled again.
    let file = URL(filePath: arguments[2])
    if (try? String(contentsOf: file, encoding: .utf8)) != output {
      try output.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Returns Swift source that declares a dictionary: the texts of the files of the studio's page, by path.
  private static func pages(_ files: [SourceFile]) -> String {
    let texts = files.map { "    \"\($0.path)\": \(literal($0.lines)),\n" }
    return "extension PageFiles {\n  static let texts: [String: String] = [\n\(texts.joined())  ]\n}\n"
  }

  /// Returns Swift source that declares types and members for the effects in a folder.
  private static func types(of files: [SourceFile], in folder: String) throws -> String {
    let effects = try files.compactMap { try TypedEffect($0) }
    return """
      public import SegueFilters
      public import SeguePixels
      public import SegueRendering
      import SegueShaders
      public import \(folder == "Transitions" ? "SegueTransitions" : "SegueTitles")

      /// The effects of the folder, for tests.
      package enum TypesOf\(folder) {
        package static let all: [(name: String, made: any Sendable)] = [
      \(effects.map(\.entry).joined())  ]
      }

      """ + (try effects.map { try $0.declarations() }).joined()
  }

  /// Returns Swift source that declares the catalog of a folder: the texts of shaders, and a list for each
  /// kind of effect.
  private static func catalog(of files: [SourceFile]) throws -> String {
    let shaders = files.filter(\.isShader)
    let texts = Dictionary(shaders.map { ("\($0.name).glsl", $0) }) { first, _ in first }
    let constants = shaders.filter { EffectKind.declared(in: $0) != nil }.map { shader in
      let text = literal(shader.lines(including: texts))
      return "  package static let \(shader.identifier) = ShaderText(\n    \"\(shader.name)\", \(text))\n"
    }
    let effects = try files.compactMap { try Effect($0) }
    let lists = EffectKind.allCases.compactMap { kind in list(of: effects.filter { $0.kind == kind }, kind) }
    return
      "import SegueRendering\npackage import SegueShaders\n\nextension ShaderText {\n\(constants.joined())}\n\n"
      + "extension Catalog {\n\(lists.joined())}\n"
  }

  /// Returns Swift source of the list of all effects of a kind, sorted by family and name; nil if there are
  /// no effects.
  private static func list(of effects: [Effect], _ kind: EffectKind) -> String? {
    let families = Dictionary(grouping: effects, by: \.family).sorted { $0.key < $1.key }
    if families.isEmpty { return nil }
    let type = "[CatalogItem<any \(kind.protocolName)>]"
    let lists = families.map { family, effects in
      let items = effects.sorted { $0.name < $1.name }.map { "      \($0.item)\n" }
      return "    let \(family.lowercased()): \(type) = [\n\(items.joined())    ]\n"
    }
    let sum = families.map { "CatalogItem.family(\"\($0.key)\", \($0.key.lowercased()))" }
    return
      "  static var \(kind)Items: \(type) {\n\(lists.joined())    return \(sum.joined(separator: " + "))\n  }\n"
  }

  /// Returns a multiline Swift string literal that contains the given lines.
  private static func literal(_ lines: [Substring]) -> String {
    "#\"\"\"\n" + lines.map { "    \($0)\n" }.joined() + "    \"\"\"#"
  }
}
