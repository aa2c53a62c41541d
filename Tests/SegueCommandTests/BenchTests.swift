import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue bench")
struct BenchTests {
  struct Report: Decodable {
    struct Row: Decodable {
      let transition: String
      let width: Int
      let height: Int
      let milliseconds: Double
      let framesPerSecond: Double
    }

    let rendering: [Row]
    let export: [Row]
  }

  /// The size of a quick run, smaller than in `scripts/soak whole`.
  static let size = isWhole ? PixelSize(width: 64, height: 36) : PixelSize(width: 16, height: 9)

  /// A quick run of all measurements, shared by tests, and the names left in its folder of temporary files.
  static let quick = Result {
    let folder = try TemporaryFolder()
    let run = try runSegue(
      ["bench", "--quick", "--size", "\(size)", "--json"], environment: ["TMPDIR": folder.path])
    return (run: run, left: folder.names())
  }

  @Test func measuresEveryTransition() throws {
    let (run, left) = try Self.quick.get()
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    #expect(left.isEmpty, "temporary frames are removed")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.array))
    // Formats are measured with one transition.
    let names = Catalog.transitions.items.map { $0.name }
    for (rows, measured) in [(report.rendering, Set(names)), (report.export, Set(names.prefix(1)))] {
      #expect(Set(rows.map(\.transition)) == measured)
      for row in rows {
        #expect(row.width == Self.size.width && row.height == Self.size.height && row.milliseconds > 0)
        #expect(abs(row.framesPerSecond * row.milliseconds / 1000 - 1) < 0.01)
      }
    }
  }

  @Test func tableHasTheChosenTransition() throws {
    let run = try runSegue(
      [
        "bench", "--quick", "--size", "64x36", "-t", "cross-dissolve", "--progress", "0.5", "--simd",
        "reference",
      ])
    expectSuccess(run)
    #expect(run.text.contains("cross-dissolve") && run.text.contains("reference"))
    #expect(!run.text.contains("pixellate"))
    let levels = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
    #expect(run.text.hasSuffix("\nInstruction sets of this machine: \(levels).\n"))
  }
}
