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

  @Test func filters() throws {
    var recorded = Recorded("filters")
    let pictures = try Self.pictures()
    for item in Catalog.filters.items {
      for values in item.parameters.trialSettings {
        let filter = try item.makeWithFiles(values)
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
