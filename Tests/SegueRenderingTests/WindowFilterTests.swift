import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct WindowFilterTests {
  /// The sum of all pixels of a window, each with a different weight.
  private struct Weighted: WindowFilter {
    let radius: Int

    static func weight(_ dx: Int, _ dy: Int) -> Int { (7 * (dx + 9) + 31 * (dy + 9)) % 11 }

    func filter(_ window: RowWindow, into row: inout MutableSpan<Pixel>, at progress: Double) {
      for x in row.indices {
        var sum = 0
        for dy in -radius...radius {
          for dx in -radius...radius {
            sum += Self.weight(dx, dy) * Int(window[x + dx, dy].green) + window.center
          }
        }
        row[x] = Pixel(red: UInt8(truncatingIfNeeded: sum), green: UInt8(100 * progress), blue: 0)
      }
    }

    /// The red of a pixel, from the pixels of a bitmap.
    func expected(_ picture: Bitmap, _ x: Int, _ y: Int) -> UInt8 {
      var sum = 0
      for dy in -radius...radius {
        for dx in -radius...radius {
          let pixel = picture[
            max(0, min(x + dx, picture.width - 1)), max(0, min(y + dy, picture.height - 1))]
          sum += Self.weight(dx, dy) * Int(pixel.green) + y
        }
      }
      return UInt8(truncatingIfNeeded: sum)
    }
  }

  /// The input is a bitmap, or rows that are computed.
  @Test(arguments: [0, 1, 3, 50], [false, true]) func windowFiltersGetAllNeighbors(
    radius: Int, computed: Bool
  ) throws {
    let picture = try Bitmap.noise(13, 41, seed: 3)
    let filter = Weighted(radius: radius)
    let chain = computed ? picture --> Unchanged() --> filter : picture --> filter
    for threads in [1, 3] {
      let frame = try chain.frame(at: 0.25, Execution(threads: threads))
      for y in 0..<41 {
        for x in 0..<13 {
          #expect(frame[x, y] == Pixel(red: filter.expected(picture, x, y), green: 25, blue: 0))
        }
      }
    }
  }

  @Test func rowsOfAWindowAreComputedOnce() throws {
    let counting = CountingRows(try .noise(13, 41, seed: 3))
    let rows = Weighted(radius: 4).apply(to: counting, at: 0)
    _ = try rows.rendered()
    #expect(counting.reads == Array(repeating: 1, count: 41))
  }

  @Test func negativeAndHugeRadiiAreClamped() throws {
    let picture = try Bitmap.noise(3, 5, seed: 1)
    let window = try RowWindow(picture, radius: -1, RenderContext(.standard))
    try window.move(to: 4)
    #expect(window.radius == 0 && window[1, 0] == picture[1, 4] && window[9, 0] == picture[2, 4])
    #expect(try RowWindow(picture, radius: .max, RenderContext(.standard)).radius == 1 << 20)
  }

  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    try expectFailure(.picture(rows) --> Weighted(radius: 1))
  }
}
