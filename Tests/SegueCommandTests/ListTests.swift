import Foundation
import Segue
import Testing

@Suite("segue list and explain")
struct ListTests {
  /// The names that each list must have.
  static let names: [String: [String]] = [
    "transitions": Catalog.transitions.items.map { $0.name },
    "filters": Catalog.filters.items.map { $0.name } + Catalog.blends.items.map { $0.name },
    "blends": Catalog.blends.items.map { $0.name },
    "easings": TimingCurve.named.map(\.name) + TimingCurve.forms,
    "formats": Catalog.formats.items.map { $0.name },
  ]

  static let described =
    Catalog.transitions.items.map { SelfDescribing($0) } + Catalog.filters.items.map { SelfDescribing($0) }
    + Catalog.blends.items.map { SelfDescribing($0) }

  struct SelfDescribing {
    let name: String
    let summary: String
    let parameters: [ParameterDescription]

    init(_ entry: CatalogItem<some Sendable>) {
      name = entry.name
      summary = entry.summary
      parameters = entry.parameters
    }
  }

  struct Item: Decodable {
    struct Parameter: Decodable {
      let name: String
      let summary: String
      let minimum: Double?
      let maximum: Double?
    }

    let name: String
    let summary: String
    let parameters: [Parameter]?
  }

  @Test(arguments: names.keys.sorted())
  func listOfOneKind(_ kind: String) throws {
    let expected = try #require(Self.names[kind])
    let text = try runSegue(["list", kind])
    expectSuccess(text)
    #expect(text.errorText.isEmpty)
    let listed = text.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == expected)

    let json = try runSegue(["list", kind, "--json"])
    expectSuccess(json)
    let items = try JSONDecoder().decode([Item].self, from: Data(json.output.array))
    #expect(items.map(\.name) == expected)
    #expect(items.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func listOfEverything() throws {
    let json = try runSegue(["list", "--json"])
    expectSuccess(json)
    let lists = try JSONDecoder().decode([String: [Item]].self, from: Data(json.output.array))
    #expect(lists.mapValues { $0.map(\.name) } == Self.names)
    let text = try runSegue(["list"]).text
    for name in Self.names.values.flatMap(\.self) { #expect(text.contains("  \(name) ")) }
  }

  @Test func parametersOfEverythingInJSON() throws {
    let json = try runSegue(["list", "--json"])
    let lists = try JSONDecoder().decode([String: [Item]].self, from: Data(json.output.array))
    let items = (lists["transitions"] ?? []) + (lists["filters"] ?? [])
    for type in Self.described {
      let item = try #require(items.first { $0.name == type.name })
      #expect(item.parameters?.map(\.name) == type.parameters.map(\.name))
      let bounds = type.parameters.map { parameter -> [Double?] in
        guard case .number(let range) = parameter.kind else { return [nil, nil] }
        return [range.lowerBound, range.upperBound]
      }
      #expect(item.parameters?.map { [$0.minimum, $0.maximum] } == bounds)
    }
  }

  @Test(arguments: described.map { $0.name })
  func explain(_ name: String) throws {
    let type = try #require(Self.described.first { $0.name == name })
    let run = try runSegue(["explain", name])
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    #expect(run.text.contains(type.summary))
    let lines = run.text.split(separator: "\n")
    for parameter in type.parameters {
      let line = try #require(lines.first { $0.hasPrefix("  \(parameter.name) ") })
      #expect(line.contains("\(parameter.kind)"), "the range")
      #expect(line.hasSuffix("default \(parameter.defaultValue)"))
      #expect(run.text.contains(parameter.summary))
    }
  }

  @Test("The example that explain prints is one that works", arguments: described.map { $0.name })
  func exampleWorks(_ name: String) throws {
    let text = try runSegue(["explain", name]).text
    let example = try #require(text.split(separator: "\n").first { $0.hasPrefix("  segue ") })
    let words = example.split(separator: " ").dropFirst().map { word in
      switch word {
      case "from.png", "a.png", "in.png": from
      case "to.png", "b.png": to
      default: String(word)
      }
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-test-\(UUID())").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    expectSuccess(try runSegue(words, folder: folder))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }
}
