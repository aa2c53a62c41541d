import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Recorded results of every filter and blend for one set of pictures, with each parameter varied alone.
@Suite("Recorded: filters and blends") struct RecordedTests {
  private static func pictures() throws -> [(Bitmap, Bitmap)] {
    [
      try (.scene(41, 30, seed: 1, opaque: true), .scene(41, 30, seed: 2, opaque: true)),
      try (.scene(37, 28, seed: 3, opaque: false), .scene(37, 28, seed: 4, opaque: false)),
    ]
  }

  /// Strips in place of the pictures if a side of the result is set to thousands of pixels, since the result
  /// has the proportions of its picture.
  private static func strips(_ values: [(key: String, value: String)]) throws -> [(Bitmap, Bitmap)]? {
    guard let (side, text) = values.first, let pixels = Int(text), pixels > 1000 else { return nil }
    let sizes = side == "width" ? [(41, 2), (37, 2)] : side == "height" ? [(2, 30), (2, 28)] : []
    let strips = try sizes.map { width, height in
      try (
        Bitmap.scene(width, height, seed: 1, opaque: width == 41 || height == 30),
        Bitmap.scene(width, height, seed: 2, opaque: width == 41 || height == 30)
      )
    }
    return strips.isEmpty ? nil : strips
  }

  @Test func filters() throws {
    var recorded = Recorded("filters")
    let plain = try Self.pictures()
    for item in Catalog.filters.items {
      for values in item.parameters.trialSettings {
        let filter = try item.makeWithFiles(values)
        let pictures = try Self.strips(values) ?? plain
        recorded.add(
          recordedLine(item.name, values),
          try pictures.map { try ($0.0 --> filter).frame(Execution(threads: 1)) })
      }
    }
    try recorded.check()
  }

  @Test func blends() throws {
    var recorded = Recorded("blends")
    let pictures = try Self.pictures()
    for item in Catalog.blends.items {
      for values in item.parameters.trialSettings {
        let blend = try item.make(values)
        recorded.add(
          recordedLine(item.name, values),
          try pictures.map { try ((.picture($0.0), .picture($0.1)) --> blend).frame(Execution(threads: 1)) })
      }
    }
    try recorded.check()
  }
}
