import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// What every blend makes of the same pictures, each of its parameters moved alone.
@Suite("Recorded: blends") struct RecordedTests {
  private static func pictures() throws -> [(Bitmap, Bitmap)] {
    [
      try (.scene(41, 30, seed: 1, opaque: true), .scene(41, 30, seed: 2, opaque: true)),
      try (.scene(37, 28, seed: 3, opaque: false), .scene(37, 28, seed: 4, opaque: false)),
    ]
  }

  /// The default, and every value that is tried of each parameter.
  private static func settings(_ parameters: [ParameterDescription]) -> [[(key: String, value: String)]] {
    var values: [[(key: String, value: String)]] = [[]]
    for parameter in parameters { values += parameter.trials.map { [(key: parameter.name, value: $0)] } }
    return values
  }

  private static func line(_ name: String, _ values: [(key: String, value: String)]) -> String {
    name + values.map { " \($0.key)=\($0.value)" }.joined()
  }

  @Test func blends() throws {
    var recorded = Recorded("blends")
    let pictures = try Self.pictures()
    for item in Catalog.blends.items {
      for values in Self.settings(item.parameters) {
        let blend = try item.make(values)
        recorded.add(
          Self.line(item.name, values),
          try pictures.map { try ((.picture($0.0), .picture($0.1)) --> blend).frame(Execution(threads: 1)) })
      }
    }
    try recorded.check()
  }
}
