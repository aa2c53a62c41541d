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

  struct Turned: RowFilter, SelfDescribing {
    var angle = 0.0
    var isMirrored = false

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "turned"
    static let aliases = ["rotated"]
    static let summary = "A turn."
    static let source: String? = "a program's turn"
    static let variants: CatalogVariants = [
      "turned-left": ["angle": "90", "mirrored": "true"], "not-turned": [:],
    ]
    static let parameters: [NamedParameter<Turned>] = [
      .number("angle", \.angle, in: 0...360, "How far."), .flag("mirrored", \.isMirrored, "Whether."),
    ]
  }

  /// A variant is the item with other defaults: what is given goes before them, and the rest is said alike.
  @Test func variantsAreTheItemWithOtherDefaults() throws {
    let filters = section()
    filters.register(Turned.self)
    let (item, left) = (try filters.named("rotated"), try filters.named("turned-left"))
    #expect(left.name == "turned-left" && left.summary == item.summary && left.source == "a program's turn")
    #expect(left.parameters.map(\.defaultValue) == ["90", "true"])
    #expect(left.parameters.map(\.kind) == item.parameters.map(\.kind))
    #expect(try filters.named("not-turned").parameters == item.parameters)
    func made(_ name: String, _ values: [String: String]) throws -> [String] {
      let made = try #require(filters.make(name, values) as? Turned)
      return ["\(made.angle)", "\(made.isMirrored)"]
    }
    #expect(try made("turned-left", [:]) == ["90.0", "true"])
    #expect(try made("turned-left", ["angle": "5"]) == ["5.0", "true"])
    #expect(try made("turned-left", ["mirrored": "false"]) == ["90.0", "false"])
    #expect(try made("turned-left", ["angle": "5", "mirrored": "false"]) == ["5.0", "false"])
    #expect(try made("not-turned", ["angle": "5"]) == ["5.0", "false"])
    #expect(throws: ParameterError.unknown("x", of: "turned", known: ["angle", "mirrored"])) {
      try made("turned-left", ["x": "1"])
    }
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
    // Two slips are allowed in any name, and as many as a third of its letters in a long one.
    for (name, isMeant) in [
      ("tntd", true), ("tnte", true), ("tnt", false), ("atinteda", true), ("atintedabc", false),
      ("xtinteabcd", false),
      ("tintedabc", true), ("tintedabcd", false), ("tintedabcdef", false), ("tintedabcdefg", false),
    ] {
      let hint = isMeant ? "did you mean tinted?" : "there is tinted"
      #expect(message { try alone.make(name) } == "there is no filter '\(name)'; \(hint)")
    }
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

  struct Curved: RowFilter, SelfDescribing {
    var curve: [SIMD2<Double>] = [[0, 0], [1, 1]]
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
    static let name = "curved"
    static let summary = "A curve."
    static let parameters: [NamedParameter<Curved>] = [.points("curve", \.curve, "Through which points.")]
  }

  /// Two points or more, each to the right of the one before, of two numbers from 0 to 1.
  @Test func pointsOfCurvesRise() throws {
    for (text, points) in [
      ("0,0,1,1", [[0, 0], [1, 1]]), ("0.5,1,0.51,0", [[0.5, 1], [0.51, 0]]),
      ("0,0,0.25,1,1,0.5", [[0, 0], [0.25, 1], [1, 0.5]]),
    ] as [(String, [SIMD2<Double>])] { #expect(try Curved.make([("curve", text)]).curve == points) }
    for text in [
      "", "0,0", "0,0,1", "0,0,1,1,1", "0,0,0,1", "0,0,0.5,1,0.5,0", "1,0,0,1", "0,0,0.5,0,0.4,1,1,1",
      "-0.1,0,1,1", "0,0,1.1,1", "0,-0.1,1,1", "0,0,1,1.1", "0,0,1,nan", "0,0,,1",
    ] {
      #expect(throws: ParameterError.self, "\(text)") { try Curved.make([("curve", text)]) }
    }
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

  struct Rotated: RowFilter, SelfDescribing {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
    static let name = "rotated"
    static let summary = "Has the other name of a turn."
    static let parameters: [NamedParameter<Rotated>] = []
  }

  @Test func aNameThatIsAnothersAliasTakesNothingAway() throws {
    let filters = section()
    filters.register(Turned.self)
    filters.register(Rotated.self)
    #expect(filters.items.suffix(2).map(\.name) == ["turned", "rotated"])
    #expect(try filters.make("turned") is Turned)
  }
}
