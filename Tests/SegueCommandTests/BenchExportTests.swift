import Foundation
import SegueTestSupport
import Testing

@Suite("segue bench: exports")
struct BenchExportTests {
  private struct Report: Decodable {
    struct Row: Decodable {
      let format: String
      let megabytes: Double
    }

    let export: [Row]
  }

  @Test("Megabytes are those of one frame")
  func megabytes() throws {
    let run = try BenchTests.quick.get().run
    expectSuccess(run)
    let rows = try JSONDecoder().decode(Report.self, from: Data(run.output.array)).export
    for (format, bytes) in [("rgba", 4), ("rgb24", 3)] {
      let row = try #require(rows.first { $0.format == format })
      #expect(row.megabytes == Double(BenchTests.size.width * BenchTests.size.height * bytes) / 1e6)
    }
  }
}
