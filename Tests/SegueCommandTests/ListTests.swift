import Foundation
import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite("segue list and explain")
struct ListTests {
  /// The expected names of each list.
  static let names: [String: [String]] = [
    "transitions": Catalog.transitions.items.map { $0.name },
    "filters": Catalog.filters.items.map { $0.name } + Catalog.blends.items.map { $0.name },
    "blends": Catalog.blends.items.map { $0.name },
    "maps": Catalog.maps.items.map { $0.name },
    "easings": (TimingCurve.named + TimingCurve.penner).map(\.name) + TimingCurve.forms
      + ["steps(n,position)", "linear(number,…)"],
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
    let family: String?
    let parameters: [Parameter]?
  }

  @Test(arguments: names.keys.sorted())
  func listOfOneKind(_ kind: String) throws {
    let expected = try #require(Self.names[kind])
    let text = try runSegue(["list", kind])
    expectSuccess(text)
    #expect(text.errorText.isEmpty)
    // Lines under a name are its aliases.
    let listed = text.text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == expected)

    let json = try runSegue(["list", kind, "--json"])
    expectSuccess(json)
    let items = try JSONDecoder().decode([Item].self, from: Data(json.output.array))
    #expect(items.map(\.name) == expected)
    #expect(items.allSatisfy { !$0.summary.isEmpty })
    let isEffect = ["transitions", "filters", "blends"].contains(kind)
    #expect(items.allSatisfy { ($0.family != nil) == isEffect })
    #expect(kind != "transitions" || items.first { $0.name == "wipe" }?.family == "Wipes")
  }

  @Test func listOfEverything() throws {
    let json = try runSegue(["list", "--json"])
    expectSuccess(json)
    var lists = try JSONDecoder().decode([String: [Item]].self, from: Data(json.output.array))
    #expect(lists.removeValue(forKey: "presets")?.first?.name == "web")
    #expect(lists.mapValues { $0.map(\.name) } == Self.names)
    let text = try runSegue(["list"]).text
    let words = Set(text.split(whereSeparator: { " \n".contains($0) }).map { $0.trimming(",") })
    for name in Self.names.values.flatMap(\.self) { #expect(words.contains(name), "\(name)") }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 110 && lines.allSatisfy { $0.count <= 100 })
    // Blends are listed with the filters, and not again.
    #expect(text.components(separatedBy: "\nBlends").count == 2)
  }

  @Test func theJSONListsTheParametersOfAllItems() throws {
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

  private static let explanations = Mutex<[String: Run]>([:])

  /// Explains a name; results are cached, since each process takes 20 ms.
  private func explanation(of name: String) throws -> Run {
    if let known = Self.explanations.withLock({ $0[name] }) { return known }
    let run = try runSegue(["explain", name])
    Self.explanations.withLock { $0[name] = run }
    return run
  }

  @Test(arguments: described.map { $0.name })
  func explain(_ name: String) throws {
    let type = try #require(Self.described.first { $0.name == name })
    let run = try explanation(of: name)
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    #expect(run.text.contains(type.summary))
    let lines = run.text.split(separator: "\n")
    for parameter in type.parameters {
      let line = try #require(lines.first { $0.hasPrefix("  \(parameter.name) ") })
      #expect(line.contains("\(parameter.kind)"), "the range")
      let shown = parameter.shownValue.map { ", shown \($0)" } ?? ""
      let standard = parameter.defaultValue.isEmpty ? "empty" : parameter.defaultValue
      #expect(line.hasSuffix(parameter.isRequired ? ", needed" : "default \(standard)\(shown)"))
      #expect(run.text.contains(parameter.summary))
    }
  }

  @Test func explainNamesTheItemOfAVariant() throws {
    let text = try runSegue(["explain", "wipeup"]).text
    #expect(text.contains("Variant of: edge-wipe with direction=up\n"))
    #expect(text.contains("default up\n"))
    #expect(text.contains("images/catalog/edge-wipe.webp"))
    #expect(try runSegue(["explain", "edge-wipe"]).text.contains("Variants: wipeleft, wiperight, "))
    #expect(try runSegue(["explain", "fade"]).text.contains("Variant of: cross-dissolve\n"))
    expectFailure(try runSegue(["explain", "wipeupp"]), 64, saying: ["did you mean wipeup?"])
  }

  private static let decoded = Mutex<Set<Substring>>([])

  @Test("The picture named by explain exists", arguments: described.map { $0.name })
  func pictureIsThere(_ name: String) throws {
    let lines = try explanation(of: name).text.split(separator: "\n")
    let heading = try #require(lines.firstIndex(of: "Picture"))
    let words = lines[heading + 1].split { " ,".contains($0) }
    // The line names the effect's picture, and one or two subjects of the picture.
    #expect(words.count == (words.contains("and") ? 5 : 3))
    // Several effects have the same subjects; each picture is decoded once.
    for file in words where file.contains(".") && !Self.decoded.withLock({ $0.contains(file) }) {
      #expect(try Bitmap(contentsOf: "\(projectFolder)/\(file)").size.width > 0)
      _ = Self.decoded.withLock { $0.insert(file) }
    }
  }

  @Test("Motion filters are shown on frames", arguments: ["low-pass", "high-pass", "motion-detector"])
  func exampleMoves(_ name: String) throws {
    let text = try runSegue(["explain", name]).text
    #expect(text.contains("\n  segue render from.png to.png --filter \(name):"))
  }

  /// Some frames of each transition are rendered; `scripts/soak whole` renders all, as the example says.
  @Test("The example printed by explain works", arguments: described.map { $0.name })
  func exampleWorks(_ name: String) throws {
    let text = try explanation(of: name).text
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
    // Creates the files that the example requires.
    let needed = try #require(Self.described.first { $0.name == name }).parameters.filter(\.isRequired)
    for parameter in needed {
      let value = try #require(example.split(separator: "\(parameter.name)=").last)
      let file = "\(folder)/\(value.prefix { $0 != "," && $0 != " " })"
      if file.hasSuffix(".cube") {
        try Data("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8).write(to: URL(filePath: file))
      } else {
        try Bitmap(width: 512, height: 512).write(to: file)
      }
    }
    let some = words.first == "render" && !isWhole ? ["--range", "7-9"] : []
    expectSuccess(try runSegue(words + some, folder: folder))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1 + needed.count)
  }
}

extension Substring {
  /// The text without a character at its end.
  fileprivate func trimming(_ character: Character) -> String {
    String(last == character ? dropLast() : self)
  }
}
