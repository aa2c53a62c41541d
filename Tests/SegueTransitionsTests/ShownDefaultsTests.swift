import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// Parameters that the command and the studio set for a filter named without parameters.
@Suite struct ShownDefaultsTests {
  /// Filters without effect on this picture: they need several frames, or colors and alphas that it does not
  /// contain.
  static let silent = ["chroma-key", "alpha-test", "low-pass", "motion-detector"]

  private static func photo() throws -> Bitmap { try Bitmap(contentsOf: vectorsFolder + "/from.png") }

  @Test("A filter with its shown parameters changes a picture", arguments: Catalog.filters.items.map(\.name))
  func filters(name: String) throws {
    let item = try Catalog.filters.named(name)
    guard !item.parameters.contains(where: \.isRequired) else { return }
    let photo = try Self.photo()
    let shown = try Chain.filter(.picture(photo), item.make(item.shown)).frame()
    #expect((shown != photo) == !Self.silent.contains(name))
  }

  @Test("The library uses the defaults, which change nothing where other values are shown")
  func library() throws {
    let photo = try Self.photo()
    var count = 0
    for item in Catalog.filters.items where !item.shown.isEmpty {
      count += 1
      let plain = try Chain.filter(.picture(photo), item.make()).frame()
      #expect(plain == photo, "\(item.name)")
      #expect(try Chain.picture(photo).through(item.name).frame() == photo, "\(item.name)")
      #expect(try Chain.filter(.picture(photo), item.make(item.shown)).frame() != photo, "\(item.name)")
      let text = item.shown.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      #expect(item.example == text, "\(item.name)")
    }
    #expect(count == 23)
  }

  @Test("Shown values follow the default in a shader's comment; similar prose does not count")
  func comments() throws {
    func parameters(_ comment: String, _ type: String = "float") throws -> ParameterDescription {
      let shader = try Shader(
        source: "uniform \(type) a; // \(comment)\nvec4 effect(vec4 color) { return color * float(a); }"
          .replacing("float(a)", with: type == "vec2" ? "a.x" : "a"))
      return try #require(shader.parameters.first)
    }
    let plain = try parameters("= 0.5, shown 0.75 in 0...1 of it: How much.")
    #expect(plain.defaultValue == "0.5" && plain.shownValue == "0.75" && plain.summary == "How much.")
    #expect(plain.kind == .number(0...1) && plain.unit == "of it")
    let vector = try parameters("= vec2(0.0),shown vec2(0.25, -1.0): Where.", "vec2")
    #expect(vector.shownValue == "0.25,-1" && vector.summary == "Where.")
    for prose in [
      "= 0.5, shown as it is", "= 0.5 shown 0.75", "= 0.5, how much", "= 0.5 in 0...1: a, shown 3",
    ] {
      #expect(try parameters(prose).shownValue == nil, "\(prose)")
    }
  }
}
