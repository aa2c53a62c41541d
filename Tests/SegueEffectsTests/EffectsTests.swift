import SegueEffects
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Compares the types of all effects with the catalog items of the same names.
@Suite struct EffectsTests {
  private static let filterNames = TypesOfFilters.all.filter { $0.made is any Filter }.map(\.name)
  private static let blendNames = TypesOfFilters.all.filter { !($0.made is any Filter) }.map(\.name)
  private static let transitionNames = TypesOfTransitions.all.map(\.name)
  private let from: Bitmap
  private let to: Bitmap

  init() throws {
    from = try Bitmap.scene(61, 47, seed: 1, opaque: true)
    to = try Bitmap.scene(61, 47, seed: 2, opaque: false)
  }

  @Test func everyItemHasAType() {
    func names<Made>(_ section: CatalogSection<Made>) -> [String] {
      section.items.filter { !$0.family.isEmpty }.map(\.name).sorted()
    }
    #expect(Self.filterNames.sorted() == names(Catalog.filters))
    #expect(Self.blendNames.sorted() == names(Catalog.blends))
    #expect(Self.transitionNames.sorted() == names(Catalog.transitions))
  }

  @Test("A filter's type has the parameters and the frame of the item", arguments: filterNames)
  func filters(_ name: String) throws {
    let made = try #require(TypesOfFilters.all.first { $0.name == name }?.made as? any Filter)
    let item = try Catalog.filters.named(name)
    try expectParameters(of: made, item.parameters.map(\.name))
    // Color tables and lookups need a picture, with which ColorTableTests render them.
    guard !item.parameters.contains(where: \.isRequired) else { return }
    #expect(try from.filtered(made) == from.filtered(item.make()))
    #expect(try to.filtered(made) == to.filtered(item.make()))
  }

  @Test("A blend's type has the parameters and the frame of the item", arguments: blendNames)
  func blends(_ name: String) throws {
    let made = try #require(TypesOfFilters.all.first { $0.name == name }?.made as? any Blend)
    let item = try Catalog.blends.named(name)
    try expectParameters(of: made, item.parameters.map(\.name))
    let inputs = (Chain.picture(from), Chain.picture(to))
    #expect(
      try Chain.blend(inputs.0, inputs.1, made).frame(at: 0.3)
        == Chain.blend(inputs.0, inputs.1, item.make()).frame(at: 0.3))
  }

  @Test(
    "A transition's type has the parameters, the timing and the frames of the item",
    arguments: transitionNames)
  func transitions(_ name: String) throws {
    let made = try #require(TypesOfTransitions.all.first { $0.name == name }?.made as? any Transition)
    let item = try Catalog.transitions.named(name)
    try expectParameters(of: made, item.parameters.map(\.name))
    #expect(try made.timing == item.make().timing)
    for operation in [TransitionOperation.present, .pop] {
      let typed = try TransitionRenderer(from: from, to: to, made, operation: operation)
      let named = try TransitionRenderer(from: from, to: to, item.make(), operation: operation)
      for progress in [0, 0.35, 1] {
        #expect(try typed.frame(at: progress) == named.frame(at: progress), "\(operation) \(progress)")
      }
    }
  }

  /// The properties of a type have the names of the item's parameters, except in a few Swift types with
  /// several parameters in one property.
  private func expectParameters(of made: Any, _ names: [String]) throws {
    if made is ToneCurve || made is Text || made is Transitions.Luma { return }
    let labels = Set(Mirror(reflecting: made).children.compactMap(\.label))
    for name in names where !labels.isEmpty { #expect(labels.contains(name), "\(name)") }
  }

  @Test("Arguments of types are the parameters of the catalog") func argumentsAreSet() throws {
    func expect(_ typed: some Filter, _ name: String, _ values: [String: String]) throws {
      #expect(try from.filtered(typed) == from.filtered(Catalog.filters.make(name, values)), "\(name)")
    }
    try expect(
      Filters.Swirl(center: [0.3, 0.6], radius: 0.7, angle: -2), "swirl",
      ["center": "0.3,0.6", "radius": "0.7", "angle": "-2"])
    try expect(Filters.Sepia(intensity: 0.4), "sepia", ["intensity": "0.4"])
    try expect(Filters.Kuwahara(radius: 2), "kuwahara", ["radius": "2"])
    try expect(Filters.Emboss(intensity: 3), "emboss", ["intensity": "3"])
    try expect(.gaussianBlur(sigma: 6), "gaussian-blur", ["sigma": "6"])
    try expect(.tiltShift(sigma: 3, top: 0.2), "tilt-shift", ["sigma": "3", "top": "0.2"])
    try expect(.text(text: "Hi"), "text", ["text": "Hi"])
    let cube = try TransitionRenderer(from: from, to: to, .cube(eye: 3))
    let named = try TransitionRenderer(from: from, to: to, "cube", ["eye": "3"])
    #expect(try cube.frame(at: 0.4) == named.frame(at: 0.4))
    #expect(throws: UnknownName.self) { try TransitionRenderer(from: from, to: to, "cubes") }
  }

  @Test("Effects are found behind a dot, in chains and in lists") func dots() throws {
    let listed = try from.filtered(.gaussianBlur(sigma: 2), .sepia)
    #expect(try (from --> .gaussianBlur(sigma: 2) --> .sepia).frame() == listed)
    let multiplied = try ((.picture(from), .picture(to)) --> .multiply).frame()
    #expect(try ((.picture(from), .picture(to)) --> Blends.Multiply()).frame() == multiplied)
    #expect(try TransitionRenderer(from: from, to: to, .crossDissolve).frame(at: 1) == to)
  }

  @Test("Numbers follow the progress, and are clamped to their ranges") func animatedNumbers() throws {
    let sepia = Filters.Sepia(intensity: 1 - .progress)
    // A constant becomes a color matrix, whose sums are rounded in another order.
    let constant = try from.filtered(.sepia(intensity: 0.75))
    #expect(try from.filtered(sepia, at: 0.25).largestDifference(from: constant) <= 1)
    #expect(try from.filtered(sepia, at: 1) != constant)
    #expect(try from.filtered(.sepia(intensity: 7)) == from.filtered(.sepia(intensity: 1)))
    #expect(try from.filtered(.sepia(intensity: Animated(.nan))) == from.filtered(.sepia(intensity: 0)))
  }
}
