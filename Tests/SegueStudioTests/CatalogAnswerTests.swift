import Foundation
import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// The catalog that a page gets when it connects.
@Suite struct CatalogAnswerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The catalog of a studio with its own shaders.
  private func catalog() async throws -> [String: Any] {
    let transition =
      "// Own.\nuniform int turns; // = 2 in 1...9 times: How often.\nvec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress * float(turns)); }"
    let shaders = try [
      ("bend", transition), ("dim", "vec4 effect(vec4 color) { return color * 0.5; }"), ("cube", transition),
      ("join", "vec4 blend(vec4 base, vec4 overlay) { return base; }"), ("broken", "vec4 transition("),
    ].map { name, text in (name: name, file: try folder.write(Array(text.utf8), "\(name).glsl")) }
    let files = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]
    return try await withStudio(try Studio(files: files, shaders: shaders, version: "7.8.9")) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      return try await page.hear("catalog").head
    }
  }

  private func names(_ value: Any?) -> [String] {
    (value as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  @Test(
    "Own transitions come first and replace those of their name; other shaders are not transitions")
  func items() async throws {
    let catalog = try await catalog()
    let others = Catalog.transitions.items.map(\.name).filter { $0 != "cube" }
    #expect(names(catalog["transitions"]) == ["bend", "cube"] + others)
    #expect(names(catalog["filters"]) == Catalog.filters.items.map(\.name))
    #expect(names(catalog["blends"]) == Catalog.blends.items.map(\.name))
    #expect(catalog["maps"] as? [String] == Catalog.maps.items.map(\.name))
    #expect(catalog["eases"] as? [String] == TimingCurve.named.map(\.name))
    #expect(catalog["version"] as? String == "7.8.9" && catalog["kind"] as? String == "catalog")

    let transitions = catalog["transitions"] as? [[String: Any]] ?? []
    for own in transitions.prefix(2) {
      #expect(own["family"] as? String == "Your shaders" && own["summary"] as? String == "Own.")
      #expect(
        own["duration"] as? Double == 1 && own["ease"] as? String == "linear" && own["glsl"] as? Bool == false
      )
      let turns = (own["parameters"] as? [[String: Any]])?.first ?? [:]
      #expect(turns["name"] as? String == "turns" && turns["kind"] as? String == "whole")
      #expect([turns["minimum"], turns["maximum"], turns["count"]].map { $0 as? Double } == [1, 9, 1])
      #expect(turns["value"] as? String == "2" && turns["unit"] as? String == "times")
    }
    for (item, said) in zip(Catalog.transitions.items.filter { $0.name != "cube" }, transitions.dropFirst(2))
    {
      let timing = try item.make().timing
      #expect(abs((said["duration"] as? Double ?? 0) - timing.duration) < 1e-9, "\(item.name)")
      #expect(said["ease"] as? String == timing.curve.description, "\(item.name)")
      #expect(said["glsl"] as? Bool == (item.glsl != nil), "\(item.name)")
    }
    for (item, said) in zip(Catalog.filters.items, catalog["filters"] as? [[String: Any]] ?? []) {
      #expect(said["family"] as? String == item.family && said["summary"] as? String == item.summary)
      #expect(names(said["parameters"]) == item.parameters.map(\.name) && said["duration"] == nil)
    }
  }

  /// Each format offers a file of all frames if it can, and numbered files if it has pictures.
  @Test func formats() async throws {
    let formats = try await catalog()["formats"] as? [[String: Any]] ?? []
    var found: [String: Int] = [:]
    for said in formats {
      let file = try #require(said["file"] as? String)
      let item =
        try (said["format"] as? String).map { try Catalog.formats.named($0) }
        ?? Catalog.formats.forFile(named: file)
      let (name, format) = (try #require(item).name, try #require(item).make() as (any FileFormat)?)
      found[name, default: 0] += 1
      let made = try #require(format)
      var options = try #require(item).parameters.map(\.name)
      let ending = file.split(separator: ".").last.map { $0.uppercased() } ?? ""
      if file.contains("%") {
        #expect(made is any ImageFormat && file.hasPrefix("frames/%04d."), "\(file)")
        options.removeAll { $0 == "loops" }
        #expect(said["title"] as? String == "\(name.uppercased()) frames")
      } else {
        #expect(!(made is Formats.Null) && file.hasPrefix("segue."), "\(file)")
        #expect(
          made is any AnimationFormat || made is any VideoFormat || made is any StreamFormat, "\(file)")
        #expect(said["title"] as? String == (said["format"] == nil ? ending : "\(name.uppercased()), raw"))
      }
      #expect(names(said["parameters"]) == options, "\(file)")
    }
    #expect(Set(formats.compactMap { $0["file"] as? String }).count == formats.count)
    for format in Catalog.formats.items.compactMap({ try? $0.make() }) {
      let kinds = [
        format is any ImageFormat,
        (format is any AnimationFormat || format is any VideoFormat || format is any StreamFormat)
          && !(format is Formats.Null),
      ].count { $0 }
      let name = type(of: format).name
      #expect(found[name] ?? 0 == (type(of: format).unavailable == nil ? kinds : 0), "\(name)")
    }
  }

  @Test func everyPageGetsTheCatalog() async throws {
    let files = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]
    try await withStudio(try Studio(files: files)) { admission in
      for _ in 0..<3 {
        let page = try PageSocket(admission)
        try await page.upgrade()
        #expect(try await page.hear("shelf").kind == "shelf")
        let filters = names(try await page.hear("catalog").head["filters"])
        #expect(filters == Catalog.filters.items.map(\.name))
      }
    }
  }

  private struct Dark: RowFilter, SelfDescribing {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      for x in row.indices { row[x] = .black }
    }

    static let name = "dark"
    static let summary = "Black."
    static let parameters: [NamedParameter<Dark>] = []
  }

  /// Runs in a process of its own, since other tests expect the unchanged catalog.
  @Test func itemsWithoutAFamilyAreListedUnderOther() async {
    await #expect(processExitsWith: .success) {
      Catalog.filters.register(Dark.self)
      let files = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]
      try await withStudio(try Studio(files: files)) { admission in
        let page = try PageSocket(admission)
        try await page.upgrade()
        let filters = try await page.hear("catalog").head["filters"] as? [[String: Any]] ?? []
        #expect(filters.last?["name"] as? String == "dark")
        #expect(filters.last?["family"] as? String == "Others")
        #expect(filters.last?["summary"] as? String == "Black.")
      }
    }
  }

  @Test("The studio serves all files of the page's folder")
  func pageFiles() async throws {
    let page = projectFolder + "/Sources/SegueStudio/Page"
    let names = try FileManager.default.contentsOfDirectory(atPath: page)
    #expect(names.count > 10)
    let types = ["css": "text/css", "svg": "image/svg+xml", "js": "text/javascript", "html": "text/html"]
    try await withStudio(try Studio(files: [vectorsFolder + "/from.png", vectorsFolder + "/to.png"])) {
      admission in
      for name in names {
        let path = name == "index.html" ? "" : name
        let (head, body) = try await PageSocket(admission).answer(to: "GET /\(admission.token)/\(path)", [:])
        #expect(try body == contents(of: "\(page)/\(name)"), "\(name)")
        let type = try #require(types[String(name.split(separator: ".").last ?? "")])
        #expect(head.contains { $0.lowercased().hasPrefix("content-type: \(type)") }, "\(name)")
      }
    }
  }
}
