import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Cached rows: after a failed read, which may have overwritten the cached row, the row is read again.
@Suite("Cached rows") struct KeptRowsTests {
  /// A picture in which one row fails after it was partly written.
  private struct Spoiling: RowSource {
    let picture: Bitmap
    var inputs: [any RowSource] { [] }
    var size: PixelSize { picture.size }

    func makeReader(_ context: RenderContext) -> any RowReader { Reader(picture) }

    final class Reader: RowReader {
      private let picture: Bitmap

      init(_ picture: Bitmap) { self.picture = picture }

      func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
        row.update(repeating: .white)
        if y == 1 { throw FailingRows.error }
        picture.withRow(y) { pixels in for x in row.indices { row[x] = pixels[x] } }
      }
    }
  }

  private typealias Read = (_ y: Int, _ body: (Span<Pixel>) throws(RenderError) -> Void) throws -> Void

  private func check(_ picture: Bitmap, _ read: Read) throws {
    for y in [0, 1, 0, 2, 1, 2] {
      var pixels: [Pixel] = []
      if y == 1 {
        #expect(throws: FailingRows.error) { try read(y) { _ in } }
      } else {
        try read(y) { row in pixels = row.indices.map { row[$0] } }
        #expect(pixels == (0..<picture.width).map { picture[$0, y] }, "row \(y)")
      }
    }
  }

  @Test func aCursorWorksAfterAFailure() throws {
    let picture = try Bitmap.noise(7, 3, seed: 1)
    let cursor = try RowCursor(Spoiling(picture: picture), RenderContext(.standard))
    try check(picture) { try cursor.withRow($0, $1) }
  }

  @Test func aWindowWorksAfterAFailure() throws {
    let picture = try Bitmap.noise(7, 3, seed: 1)
    let window = try RowWindow(Spoiling(picture: picture), radius: 0, RenderContext(.standard))
    try check(picture) { try window.withRow($0, $1) }
  }

  @Test func aRingWorksAfterAFailure() throws {
    let ring = RowRing(capacity: 1, count: 4)
    var made: [Int] = []
    for index in [0, 0, 1, 0, 0] {
      do throws(RenderError) {
        _ = try ring.row(index) { (_) throws(RenderError) in
          made.append(index)
          if index == 1 { throw FailingRows.error }
        }
      } catch {
        #expect(index == 1 && error == FailingRows.error)
      }
    }
    #expect(made == [0, 1, 0])
  }
}
