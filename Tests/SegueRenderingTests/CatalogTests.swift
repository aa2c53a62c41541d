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
