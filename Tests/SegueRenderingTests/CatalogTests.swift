import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Sections of their own: what is registered in those of the library stays there for all tests.
@Suite struct CatalogTests {
  struct Tinted: RowFilter, SelfDescribing {
    var strength = 0.5
    var tint = Tint.red

    enum Tint: String, CaseIterable, Sendable { case red, blue }

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "tinted"
    static let summary = "A tint."
    static let parameters: [NamedParameter<Tinted>] = [
      .number("strength", \.strength, in: 0...1, "How much."), .word("tint", \.tint, "Which."),
    ]
  }

  struct OtherTinted: RowFilter, SelfDescribing {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
    static let name = "tinted"
    static let summary = "Another tint."
    static let parameters: [NamedParameter<OtherTinted>] = []
  }

  private func section() -> CatalogSection<any Filter> {
    CatalogSection("filter", Catalog.filters.items)
  }

  @Test func whatIsRegisteredIsFoundByName() throws {
    let filters = section()
    #expect(throws: UnknownName.self) { try filters.named("tinted") }
    filters.register(Tinted.self)
    #expect(filters.items.map(\.name) == Catalog.filters.items.map(\.name) + ["tinted"])
    let item = try filters.named("tinted")
    #expect(item.summary == "A tint." && item.parameters.map(\.name) == ["strength", "tint"])
    checkDescription(item)
    let made = try #require(filters.make("tinted", ["strength": "0.25", "tint": "blue"]) as? Tinted)
    #expect(made.strength == 0.25 && made.tint == .blue)
  }

  @Test func ofOneNameTheLaterWins() throws {
    let filters = section()
    filters.register(Tinted.self)
    filters.register(OtherTinted.self)
    #expect(filters.items.count { $0.name == "tinted" } == 1)
    #expect(try filters.make("tinted") is OtherTinted)
    filters.register(Tinted.self)
    #expect(filters.items.count { $0.name == "tinted" } == 1)
    #expect(try filters.make("tinted") is Tinted)
  }

  @Test func errorsSayWhatThereIs() throws {
    let filters = section()
    filters.register(Tinted.self)
    func message(_ make: () throws -> any Filter) -> String {
      do { return "\(try make())" } catch { return "\(error)" }
    }
    #expect(message { try filters.make("tintet") } == "there is no filter 'tintet'; did you mean tinted?")
    #expect(
      message { try filters.make("tinted", ["color": "1"]) }
        == "tinted has no parameter 'color'; it has strength, tint")
    #expect(
      message { try filters.make("tinted", ["strength": "2"]) }
        == "strength is '2' but must be a number in 0…1")
    let alone = CatalogSection<any Filter>("filter", [.init(Tinted.self)])
    #expect(message { try alone.make("x") } == "there is no filter 'x'; there is tinted")
  }

  /// A letter more, less, other or swapped with its neighbor is one step; capitals are none.
  @Test func theNearestNameIsTheOneMeant() {
    let names = ["wipe", "hero", "swap", "pixellate"]
    for (slip, steps) in [
      ("wipe", 0), ("WIPE", 0), ("wip", 1), ("wipes", 1), ("wive", 1), ("wpie", 1), ("wpi", 2), ("wpies", 2),
    ] {
      #expect(nearest(to: slip, among: names, within: steps) == "wipe", "\(slip)")
      if steps > 0 { #expect(nearest(to: slip, among: names, within: steps - 1) == nil, "\(slip)") }
    }
    #expect(
      nearest(to: "", among: names, within: 3) == nil && nearest(to: "", among: ["a"], within: 1) == "a")
  }

  @Test func misspeltColorsHaveAHint() {
    #expect(colorHint("purpel") == "; did you mean 'purple'?")
    #expect(colorHint("Tomatoe") == "; did you mean 'tomato'?")
    #expect(colorHint("transparrent") == "; did you mean 'transparent'?")
    for text in ["#12345", "zzz", "", String(repeating: "red", count: 1000)] {
      #expect(colorHint(text) == "")
    }
  }

  struct Framed: Filter, SelfDescribing {
    var part: PixelRectangle? = PixelRectangle(x: 1, y: 2.5, width: 30, height: 4)
    var color = Pixel.black
    var reach = 1.0

    func apply(to input: any RowSource, at progress: Double) -> any RowSource { input }

    static let name = "framed"
    static let summary = "A frame."
    static let parameters: [NamedParameter<Framed>] = [
      .rectangle("part", \.part, "Where."), .color("color", \.color, "Which."),
      .number("reach", \.reach, in: 0...1e300, "How far."),
    ]
  }

  @Test func defaultsAreTextThatGivesThemBack() throws {
    let parts = Framed.parameterDescriptions
    #expect(parts.map(\.defaultValue) == ["1,2.5,30,4", "#000000", "1"])
    let made = try Framed.make(parts.map { ($0.name, $0.defaultValue) })
    #expect(made.part == Framed().part && made.color == Framed().color)
    #expect("\(parts[2].kind)" == "0…1e+300")
  }

  @Test func rectanglesHaveArea() throws {
    #expect(try Framed.make([("part", "0,-3,1,1.5")]).part?.height == 1.5)
    #expect(try Framed.make([("part", "auto")]).part == nil)
    for text in [
      "0,0,0,5", "0,0,5,0", "0,0,5,-1", "0,0,5", "0,0,5,5,5", "0,0,5,x", "0,0,inf,5", "0,1e9,5,5", "",
    ] {
      #expect(throws: ParameterError.self, "\(text)") { try Framed.make([("part", text)]) }
    }
    let expected = "#rrggbb[aa] or a CSS name; did you mean 'purple'?"
    #expect(throws: ParameterError.invalid("purpel", for: "color", expected: expected)) {
      try Framed.make([("color", "purpel")])
    }
  }

  @Test func anyThreadMayRegisterAndLookUp() throws {
    let filters = section()
    let failures = Mutex(0)
    inBands(of: 64, threads: 8) { band in
      for index in band {
        if index.isMultiple(of: 2) {
          filters.register(Tinted.self)
        } else {
          filters.register(OtherTinted.self)
        }
        if (try? filters.make("tinted")) == nil || (try? filters.make("pixellate")) == nil {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(filters.items.count == Catalog.filters.items.count + 1)
  }
}
