import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTitles
import Testing

/// Compares the filter `text` with `Title`.
@Suite struct TextTests {
  private let photo: Bitmap

  init() throws { photo = try .noise(320, 180, seed: 31, opaque: true) }

  private func frame(_ values: [(key: String, value: String)]) throws -> Bitmap {
    let filter = try Catalog.filters.named("text").make(values)
    return try (photo --> filter).frame()
  }

  private func title(_ text: String, _ style: String = "", presence: Double = 1) throws -> Bitmap {
    var title = Title(text, try TitleStyle(style))
    title.presence = Animated(presence)
    return try (photo --> title).frame()
  }

  @Test("Each parameter is the one of a title's style")
  func styles() throws {
    let text = "Grüße, 2026\nשלום"
    #expect(try frame([("text", text)]) == title(text))
    for (key, value) in [
      ("font", "DejaVu Serif:italic"), ("size", "30%"), ("size", "40"), ("color", "gold"), ("outline", "2"),
      ("outline-color", "red"), ("shadow", "0"), ("shadow-color", "blue"), ("box", "#20408080"),
      ("place", "top-left"), ("place", "30% 70%"), ("margin", "20"), ("line-height", "2"),
    ] {
      let made = try frame([("text", text), (key, value)])
      #expect(try made == title(text, "\(key)=\(value)"), "\(key)=\(value)")
      #expect(try made != title(text), "\(key)=\(value)")
    }
    let names = try Catalog.filters.named("text").parameters.map(\.name)
    #expect(names == ["text"] + TitleStyle.parameters.map(\.name) + ["presence"])
  }

  @Test("A text comes by its entrance with rising presence")
  func presence() throws {
    for enter in ["fade", "left", "bottom"] {
      let values = [("text", "Hello"), ("enter", enter), ("presence", "0.4")]
      #expect(try frame(values) == title("Hello", "enter=\(enter)", presence: 0.4), "\(enter)")
    }
    #expect(try frame([("text", "Hello"), ("presence", "0")]) == photo)
    #expect(try frame([("presence", "0.5")]) == photo)
  }

  @Test("A place between the nine is between them, and is written as it is read")
  func places() throws {
    func left(_ place: String) throws -> Int {
      let black = try Bitmap(PixelSize(width: 320, height: 180), filledWith: .black)
      let filter = try Catalog.filters.named("text").make([
        ("text", "H"), ("place", place), ("outline", "0"), ("shadow", "0"),
      ])
      let made = try (black --> filter).frame()
      return try #require((0..<320).first { x in (0..<180).contains { made[x, $0].green > 60 } })
    }
    let (start, middle, end) = (try left("left"), try left("center"), try left("right"))
    #expect(abs(try left("25% 50%") - (start + middle) / 2) <= 1)
    #expect(abs(try left("75% 50%") - (middle + end) / 2) <= 1)
    for text in ["top-left", "bottom", "30% 70%", "7% 99.5%"] {
      #expect(TitleStyle.Place(text)?.description == text)
    }
    #expect(TitleStyle.Place("50% 100%") == .bottom)
    for text in ["", "middle", "30%", "30 70", "30% 70% 1%", "-1% 0%", "101% 0%", "nan% 0%"] {
      #expect(TitleStyle.Place(text) == nil, "\(text)")
    }
    for text in ["7%", "0%", "12.5%", "40", "0"] { #expect(TitleStyle.Length(text)?.description == text) }
  }

  @Test("The filter computes floats for pictures of more than 8 bits")
  func depth() {
    var filter = Text("Hello")
    filter.presence = 0.5
    let rows = filter.apply(to: photo, at: 0)
    #expect(rows is any FloatSource)
  }

  @Test(
    "An invalid value names its parameter",
    arguments: [
      ("size", "big", "pixels, or percent"), ("size", "101%", "pixels, or percent"),
      ("place", "middle", "30% 70%"),
      ("box", "blu", "or none"), ("margin", "50%", "percent"),
    ])
  func errors(key: String, value: String, words: String) throws {
    let item = try Catalog.filters.named("text")
    let error = #expect(throws: ParameterError.self) { try item.make([(key, value)]) }
    #expect(error?.message.contains("\(key) is '\(value)'") == true && error?.message.contains(words) == true)
  }
}
