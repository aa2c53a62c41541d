import Foundation
import Segue
import SegueTestSupport
import Testing

private let article = projectFolder + "/Sources/Segue/Segue.docc/ComingFromGPUImage.md"

/// Compares the article about GPUImage with the catalog, class by class.
@Suite struct GPUImageTableTests {
  private static let blends = Catalog.blends.items.map(Counterpart.init)
  private static let filters = Catalog.filters.items.filter { item in
    !Catalog.blends.items.contains { $0.name == item.name }
  }.map(Counterpart.init)

  @Test(arguments: [("Filters", filters), ("Blends", blends)])
  fileprivate func theTableIsThatOfTheCatalog(_ heading: String, _ counterparts: [Counterpart]) throws {
    let rows = counterparts.flatMap(\.rows).sorted { $0.lowercased() < $1.lowercased() }
    let table = ["| GPUImage | Segue | Parameters |", "| --- | --- | --- |"] + rows
    try checkTable(table, under: heading, of: article)
    #expect(rows.count > 20)
  }

  /// All parameters named in `Source` exist.
  @Test(arguments: filters + blends) fileprivate func sourcesNameParameters(_ counterpart: Counterpart) {
    let unknown = counterpart.renamed.flatMap(\.parameters).filter {
      !counterpart.parameters.map(\.name).contains($0)
    }
    #expect(unknown.isEmpty, "\(counterpart.name)")
  }

  /// Classes listed as without a counterpart are not in the catalog.
  @Test func classesWithoutACounterpartAreNotInTheCatalog() throws {
    let text = try String(contentsOfFile: article, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Without a counterpart\n").last)
    let missing = section.matches(of: /`(GPUImage\w+)`/).map { String($0.1) }
    #expect(missing.count > 10)
    let found = (Self.filters + Self.blends).flatMap(\.classes).filter(missing.contains)
    #expect(found.isEmpty)
  }
}

/// A filter or blend and the classes of GPUImage that are its source.
private struct Counterpart: Sendable, CustomStringConvertible {
  let name: String
  let parameters: [ParameterDescription]
  let classes: [String]
  /// Parameters with another name in GPUImage, such as `excludeCirclePoint = x, y`.
  let renamed: [(theirs: String, ours: String, parameters: [String])]

  init(_ item: CatalogItem<some Sendable>) {
    name = item.name
    parameters = item.parameters
    let parts = (item.source ?? "").components(separatedBy: "; ")
    classes = parts[0].components(separatedBy: ", ").filter { $0.hasPrefix("GPUImage") }
    renamed = parts.dropFirst().map { part in
      let sides = part.components(separatedBy: " = ")
      let names = sides[1].components(separatedBy: ", ").map { String($0.prefix { $0 != " " }) }
      return (sides[0], sides[1], names)
    }
  }

  var description: String { name }

  /// A row of the table for each class.
  var rows: [String] {
    var cells = renamed.map { "`\($0.theirs)` is `\($0.ours)`" }
    let named = Set(renamed.flatMap(\.parameters))
    cells += parameters.map(\.name).filter { !named.contains($0) }.map { "`\($0)`" }
    return classes.map { "| `\($0)` | `\(name)` | \(cells.joined(separator: ", ")) |" }
  }
}
