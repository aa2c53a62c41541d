import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct WholeInputTests {
  static let executions = [1, 2, 5].flatMap { threads in
    SIMDLevel.available.map { Execution(threads: threads, level: $0) }
  }

  @Test func bitmapsAreUsedWithoutACopy() throws {
    let picture = try Bitmap.noise(8, 8, seed: 1)
    let whole = WholeInput(picture)
    #expect(try whole.bitmap(RenderContext(.standard)) == picture)
    #expect(whole.rows.bitmap == picture)
  }

  @Test(arguments: executions) func wholeInputsAreRenderedOnceForAllThreads(execution: Execution) throws {
    let picture = try Bitmap.noise(33, 48, seed: 2)
    let rows = CountingRows(picture)
    let frame = try (Chain.picture(rows) --> Upended()).frame(at: 0.5, execution)
    #expect(rows.reads == Array(repeating: 1, count: 48))
    #expect(rows.executions == [execution])
    for y in 0..<48 { #expect(frame[5, y] == picture[5, 47 - y]) }
  }

  @Test(arguments: executions) func wholeInputsAreRenderedOnceAFrame(execution: Execution) throws {
    let rows = CountingRows(try Bitmap.noise(33, 48, seed: 2))
    let chain = Chain.picture(rows) --> Upended()
    for _ in 0..<3 { _ = try chain.frame(at: 0.5, execution) }
    #expect(rows.reads == Array(repeating: 3, count: 48))
  }

  @Test(arguments: executions) func nestedWholeInputsAreRenderedOnce(execution: Execution) throws {
    let picture = try Bitmap.noise(33, 48, seed: 2)
    let rows = CountingRows(picture)
    let frame = try (Chain.picture(rows) --> Upended() --> Upended()).frame(at: 0.5, execution)
    #expect(frame == picture)
    #expect(rows.reads == Array(repeating: 1, count: 48) && rows.executions == [execution])
  }

  /// A frame that is read again is not written by streaming stores, at any size.
  @Test func wholeInputsAreWrittenWithoutStreamingStores() throws {
    let rows = CountingRows(try Bitmap.noise(1024, 260, seed: 2))
    _ = try (Chain.picture(rows) --> Upended()).frame(at: 0.5, Execution(threads: 1))
    #expect(!rows.streams)
    _ = try Chain.picture(rows).frame(at: 0.5, Execution(threads: 1))
    #expect(rows.streams)
  }

  @Test(arguments: FailingRows.all) func aFailedWholeInputThrowsForEachReader(rows: FailingRows) throws {
    let whole = WholeInput(rows)
    for _ in 0..<2 {
      #expect(throws: FailingRows.error) { try whole.bitmap(RenderContext(.standard)) }
    }
    try expectFailure(.picture(rows) --> Upended())
    try expectFailure(.picture(rows) --> Unchanged() --> Upended() --> Unchanged())
    try expectFailure(.picture(rows) --> Upended() --> Upended())
  }

  /// Reverses the order of rows, so that the first row needs the last one.
  private struct Upended: Filter {
    func apply(to input: any RowSource, at progress: Double) -> any RowSource {
      Rows(input: WholeInput(input))
    }

    struct Rows: RowSource {
      let input: WholeInput
      var inputs: [any RowSource] { [input.rows] }

      func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
        Reader(try input.bitmap(context))
      }
    }

    final class Reader: RowReader {
      let bitmap: Bitmap
      init(_ bitmap: Bitmap) { self.bitmap = bitmap }

      func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
        bitmap.withRow(bitmap.height - 1 - y) { pixels in for x in row.indices { row[x] = pixels[x] } }
      }
    }
  }
}
