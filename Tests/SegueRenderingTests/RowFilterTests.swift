import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct RowFilterTests {
  @Test func filtersGetEachRowOnceWithItsNumberAndTheProgress() throws {
    let picture = try Bitmap.noise(9, 40, seed: 1)
    for threads in [1, 3] {
      let frame = try (picture --> Marking()).frame(at: 0.25, Execution(threads: threads))
      for y in 0..<40 { #expect(frame[3, y] == Pixel(red: UInt8(y), green: 25, blue: picture[3, y].alpha)) }
    }
  }

  /// Defaults of a source: its size is the first input's, and all other properties have no value.
  @Test func sourcesHaveTheirDefaultProperties() throws {
    let (first, second) = (try Bitmap.noise(9, 40, seed: 1), try Bitmap.noise(7, 3, seed: 1))
    let source = Plain(inputs: [first, second])
    #expect(source.size == first.size && source.bitmap == nil && source.rowsAlike(from: 5) == 6)
    #expect(Plain(inputs: []).size == PixelSize(width: 0, height: 0))
  }

  private struct Plain: RowSource {
    let inputs: [any RowSource]
    func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
      try inputs[0].makeReader(context)
    }
  }

  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    try expectFailure(.picture(rows) --> Unchanged())
    try expectFailure(.picture(rows) --> Negative() --> Unchanged())
  }

  @Test(arguments: [0, 7, 15]) func filtersThatFailAreErrors(row: Int) throws {
    try expectFailure(.from --> FailingFilter(from: row))
    try expectFailure(.from --> FailingFilter(from: row) --> Unchanged())
    try expectFailure(.to --> Unchanged() --> FailingFilter(from: row))
  }

  private struct Marking: RowFilter {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      for x in row.indices {
        row[x] = Pixel(red: UInt8(y), green: UInt8(100 * progress), blue: row[x].alpha)
      }
    }
  }
}
