import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Recorded results of every filter and blend for tiny and elongated pictures, for two parameters at once,
/// and in chains.
@Suite("Recorded: filters of other shapes, in chains") struct RecordedShapesTests {
  private static let shapes = [(1, 1), (1, 50), (300, 3), (2, 2)]
  private static let three = Execution(threads: 3)

  /// Sets each pair of adjacent parameters to trial values.
  private static func pairs(_ parameters: [ParameterDescription]) -> [[(key: String, value: String)]] {
    zip(parameters, parameters.dropFirst()).compactMap { one, other in
      guard let a = one.trials.dropFirst().first, let b = other.trials.dropFirst(2).first ?? other.trials.last
      else { return nil }
      return [(one.name, a), (other.name, b)]
    }
  }

  @Test func filters() throws {
    var recorded = Recorded("filters-shapes")
    let small = try Self.shapes.map { try Bitmap.scene($0.0, $0.1, seed: 6, opaque: $0.0 == 300) }
    let wide = try Bitmap.scene(129, 65, seed: 7, opaque: false)
    let scene = try Bitmap.scene(61, 47, seed: 8, opaque: true)
    for item in Catalog.filters.items {
      let filter = try item.makeWithFiles()
      recorded.add("\(item.name), small", try small.map { try ($0 --> filter).frame(at: 0.4) })
      let frame = try (wide --> filter).frame(at: 0.4)
      recorded.add("\(item.name), wide", [frame])
      #expect(try (wide --> filter).frame(at: 0.4, Self.three) == frame, "\(item.name)")
      let before = Chain.picture(scene) --> filter --> BoxBlur(radius: 2) --> Pixellate(fraction: 0.07)
      let behind = Chain.picture(scene) --> GaussianBlur(sigma: 3) --> filter
      let twice = Chain.picture(scene) --> filter --> filter
      let cropped = Chain.picture(scene) --> Crop(x: 0.12, y: 0.1, width: 0.5, height: 0.6) --> filter
      recorded.add(
        "\(item.name), in chains",
        try [before, behind, twice, cropped].map { try $0.frame(at: 0.4, Self.three) })
      recorded.add("\(item.name), in light", [try (scene --> filter).frame(at: 0.4, light: .linear)])
      for values in Self.pairs(item.parameters) {
        let filter = try item.makeWithFiles(values)
        recorded.add(recordedLine(item.name, values), [try (scene --> filter).frame(at: 0.4)])
      }
    }
    try recorded.check()
  }

  @Test func blends() throws {
    var recorded = Recorded("blends-shapes")
    let wide = try Bitmap.scene(129, 65, seed: 7, opaque: false)
    let other = try Bitmap.scene(129, 65, seed: 9, opaque: false)
    for item in Catalog.blends.items {
      let blend = try item.make()
      recorded.add(
        "\(item.name), small",
        try Self.shapes.map { width, height in
          let pictures = try (4...5).map { try Bitmap.scene(width, height, seed: $0, opaque: false) }
          return try ((.picture(pictures[0]), .picture(pictures[1])) --> blend).frame(at: 0.4)
        })
      let chain =
        (.picture(wide) --> Pixellate(fraction: 0.04), .picture(other) --> GaussianBlur(sigma: 2)) --> blend
      let frame = try chain.frame(at: 0.4)
      recorded.add("\(item.name), of chains", [frame])
      #expect(try chain.frame(at: 0.4, Self.three) == frame, "\(item.name)")
      recorded.add(
        "\(item.name), in light",
        [try ((.picture(wide), .picture(other)) --> blend).frame(at: 0.4, light: .linear)])
      recorded.add(
        "\(item.name), blurred",
        [try (chain --> BoxBlur(radius: 3) --> Pixellate(fraction: 0.1)).frame(at: 0.4, Self.three)])
    }
    try recorded.check()
  }
}
