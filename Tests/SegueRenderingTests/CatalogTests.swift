import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Uses its own sections, since registrations in the library's sections affect all tests.
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

  @Test func registeredTypesAreFoundByName() throws {
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

  @Test func theLastTypeOfANameReplacesEarlierOnes() throws {
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

  /// A variant is an item with other defaults, which explicit values override; both have the same
  /// description.
  @Test func variantsHaveOtherDefaults() throws {
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

  @Test func errorsSuggestNames() throws {
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
    // Any name may have two errors, a long name errors in a third of its letters, and any suffix.
    for (name, isMeant) in [
      ("tntd", true), ("tnte", true), ("tnt", false), ("atinteda", true), ("atintedabc", false),
      ("xtinteabcd", false),
      ("tintedabc", true), ("tintedabcd", true), ("tintedabcdef", true), ("tintedabcdefg", true),
    ] {
      let hint = isMeant ? "did you mean tinted?" : "there is tinted"
      #expect(message { try alone.make(name) } == "there is no filter '\(name)'; \(hint)")
    }
  }

  /// An inserted, deleted, replaced or swapped letter is one step; case does not count.
  @Test func similarNamesAreFoundByEditDistance() {
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

  @Test func defaultsAreTextsThatParseToThem() throws {
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

  /// Two or more points, each to the right of the previous one, with coordinates from 0 to 1.
  @Test func pointsOfCurvesMustIncrease() throws {
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

  @Test func rectanglesMustHaveAnArea() throws {
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

  @Test func aNameMayEqualAnAliasOfAnotherItem() throws {
    let filters = section()
    filters.register(Turned.self)
    filters.register(Rotated.self)
    #expect(filters.items.suffix(2).map(\.name) == ["turned", "rotated"])
    #expect(try filters.make("turned") is Turned)
  }

  @Test("An item's own name takes precedence over another item's alias", arguments: [false, true])
  func ownNamesComeFirst(isEarlier: Bool) throws {
    let filters = section()
    if isEarlier { filters.register(Rotated.self) }
    filters.register(Turned.self)
    if !isEarlier { filters.register(Rotated.self) }
    #expect(try filters.make("rotated") is Rotated && filters.make("turned") is Turned)
  }

  @Test("The nearest name is searched only for names of up to 64 bytes")
  func longNamesAreNotCompared() {
    for (count, isMeant) in [(63, true), (64, true), (65, false)] {
      let name = String(repeating: "a", count: count)
      #expect((nearest(to: name, among: ["\(name)b"], within: 1) != nil) == isMeant, "\(count)")
    }
  }

  @Test("The localized description of an unknown name is its text")
  func unknownNamesAreLocalized() throws {
    let error = try #require(throws: UnknownName.self) { try section().named("pixelate") }
    #expect(error.localizedDescription == "there is no filter 'pixelate'; did you mean pixellate?")
  }

  struct Shown: RowFilter, SelfDescribing {
    var strength = 0.25
    var table = 0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "shown"
    static let aliases = ["seen"]
    static let summary = "A show."
    static let source: String? = "a program's show"
    static let example: String? = "strength=1"
    static let variants: CatalogVariants = ["shown-much": ["strength": "0.9"]]
    static let parameters: [NamedParameter<Shown>] = [
      .number("strength", \.strength, in: 0...1, unit: "of it", "How much."),
      .file("table", .required, "a table", \.table, "Of what.") { _ in 1 },
    ]
  }

  @Test("An item has the description of its type, and a variant has it with other defaults")
  func itemsSayWhatTheirTypesSay() throws {
    let items = CatalogItem<any Filter>.family("Shows", [.init(Shown.self)])
    let item = try #require(items.first)
    #expect(item.name == "shown" && item.aliases == ["seen"] && item.summary == "A show.")
    #expect(item.source == "a program's show" && item.example == "strength=1" && item.original == nil)
    #expect(item.family == "Shows" && item.variants.map(\.key) == ["shown-much"])
    let parameters = item.parameters
    #expect(parameters.map(\.unit) == ["of it", ""] && parameters.map(\.isRequired) == [false, true])

    let variant = try CatalogSection("filter", items).named("shown-much")
    #expect(variant.family == "Shows" && variant.original?.text == "shown:strength=0.9")
    #expect(variant.parameters.map(\.defaultValue) == ["0.9", "none"])
    #expect(variant.parameters.map(\.name) == parameters.map(\.name))
    #expect(variant.parameters.map(\.kind) == parameters.map(\.kind))
    #expect(variant.parameters.map(\.unit) == parameters.map(\.unit))
    #expect(variant.parameters.map(\.summary) == parameters.map(\.summary))
    #expect(variant.parameters.map(\.isRequired) == parameters.map(\.isRequired))
    #expect(throws: ParameterError.missing("table", of: "shown", expected: "a table")) { try variant.make() }
  }

  @Test("The later of two settings counts, be it a text, a picture or a file")
  func theLaterSettingCounts() throws {
    let picture = try Bitmap(width: 1, height: 1)
    func setting(_ key: String, _ kind: Int) -> ParameterAssignments {
      var setting = ParameterAssignments()
      switch kind {
      case 0: setting.values = [(key, "text")]
      case 1: setting.pictures = [(key, picture)]
      default: setting.add(ParameterFile("file", bytes: []), for: key)
      }
      return setting
    }
    for (earlier, later) in (0..<9).map({ ($0 / 3, $0 % 3) }) {
      var all = ParameterAssignments()
      for kind in 0..<3 { all.add(setting("other\(kind)", kind)) }
      all.add(setting("one", earlier))
      all.add(setting("one", later))
      let kinds = [all.values.map(\.key), all.pictures.map(\.key), all.files.map(\.key)]
      for kind in 0..<3 {
        #expect(kinds[kind] == ["other\(kind)"] + (kind == later ? ["one"] : []), "\(earlier), \(later)")
      }
    }
  }

  struct Pair: RowFilter, SelfDescribing {
    var first = 0
    var second = 0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "pair"
    static let summary = "Two files."
    static let parameters: [NamedParameter<Pair>] = [
      .file("first", .optional, "bytes", \.first, "One.") { _ in 1 },
      .file("second", .optional, "bytes", \.second, "The other.") { _ in 2 },
    ]
  }

  struct Alone: RowFilter, SelfDescribing {
    var first = 0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "alone"
    static let summary = "One file."
    static let parameters: [NamedParameter<Alone>] = [
      .file("first", .optional, "bytes", \.first, "It.") { _ in 3 }
    ]
  }

  @Test("One file may be read by several parameters, each in its own way")
  func aFileIsReadByEachParameter() throws {
    let file = ParameterFile("a.bin", bytes: [1])
    var assignments = ParameterAssignments()
    assignments.add(file, for: "first")
    #expect(try Alone.make(assignments).first == 3)
    assignments.add(file, for: "second")
    let pair = try Pair.make(assignments)
    #expect(pair.first == 1 && pair.second == 2)
  }

  struct Measured: RowFilter, SelfDescribing {
    var amount = 0.0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "measured"
    static let summary = "An amount, or a file that has one."
    static let parameters: [NamedParameter<Measured>] = [
      .number("amount", \.amount, in: 0...9, "How much."),
      .file("table", .optional, "a table", \.amount, "Which has how much.") { _ in 7 },
    ]
  }

  @Test("A given number overrides the number from a file, in any order")
  func numbersComeAfterFiles() throws {
    let item = CatalogItem<any Filter>(Measured.self) { $0 }
    let files = [(key: "table", value: ParameterFile("a.bin", bytes: []))]
    #expect((try item.make([], files: files) as? Measured)?.amount == 7)
    #expect((try item.make([("amount", "2")], files: files) as? Measured)?.amount == 2)
  }

  @Test("The error is that of the first wrong parameter by name")
  func wrongParametersAreSaidInOrder() {
    let filters = section()
    filters.register(Tinted.self)
    let wrong = Dictionary(uniqueKeysWithValues: "bdacfe".map { ("\($0)", "1") })
    #expect(throws: ParameterError.unknown("a", of: "tinted", known: ["strength", "tint"])) {
      try filters.make("tinted", wrong)
    }
    #expect(throws: ParameterError.invalid("9", for: "strength", expected: "a number in 0…1")) {
      try filters.make("tinted", ["tint": "green", "strength": "9", "zebra": "1"])
    }
  }

  @Test("Settings of a variant belong to the frame if the item's parameter does")
  func variantsKeepWhatIsOfTheFrame() throws {
    let parameters = [true, false].map { isOfFrame in
      ParameterDescription(
        name: isOfFrame ? "time" : "other", defaultValue: "0", kind: .number(0...9), unit: "s",
        summary: "When.",
        isOfFrame: isOfFrame)
    }
    let item = CatalogItem<Bool>(
      name: "clock", variants: ["late": ["time": "1"]], summary: "A clock.", parameters: parameters
    ) { _ in true }
    let variant = try CatalogSection("clock", [item]).named("late")
    #expect(variant.parameters.map(\.isOfFrame) == [true, false])
    #expect(variant.parameters.map(\.defaultValue) == ["1", "0"])
  }
}
