import SeguePixels
import SegueTestSupport
import Testing
import Synchronization

@Suite struct BitmapTests {
  @Test func isTransparentWhenMade() throws {
    let bitmap = try Bitmap(width: 3, height: 2)
    #expect(bitmap[2, 1] == .clear)
    #expect(try Bitmap(PixelSize(width: 2, height: 2), filledWith: .white)[1, 1] == .white)
  }

  @Test func copiesShareUntilWritten() throws {
    var a = try Bitmap(width: 5, height: 5)
    let b = a
    a[1, 2] = .white
    #expect(a[1, 2] == .white)
    #expect(b[1, 2] == .clear)
    #expect(a != b)
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 1), PixelSize(width: 1, height: 0), PixelSize(width: -1, height: 5),
    PixelSize(width: .max, height: 1), PixelSize(width: .max / 4, height: 4),
    PixelSize(width: 1 << 40, height: 1 << 40),
  ])
  func refusesSizesThatOverflow(size: PixelSize) {
    #expect(throws: RenderError.invalidSize(size)) { try Bitmap(size) }
  }

  @Test func saysWhenMemoryIsOut() {
    // 2^56 bytes: more than any address space of today.
    let size = PixelSize(width: 1 << 27, height: 1 << 27)
    #expect(throws: RenderError.outOfMemory(size)) { try Bitmap(size) }
  }

  @Test func rowsStartOnCacheLines() throws {
    let bitmap = try Bitmap(width: 17, height: 3)
    for y in 0..<3 {
      bitmap.withRow(y) { row in
        row.withUnsafeBytes { #expect(Int(bitPattern: $0.baseAddress) % 64 == 0) }
        #expect(row.count == 17)
      }
    }
  }

  @Test func sizesAreRead() {
    #expect(PixelSize("1920x1080") == PixelSize(width: 1920, height: 1080))
    for text in ["", "x", "10", "10x", "0x5", "-1x5", "5x5x5", "10 x 10", "1e3x5"] {
      #expect(PixelSize(text) == nil, "\(text)")
    }
  }

  @Test func colorsAreRead() {
    #expect(Pixel("#ff8000") == Pixel(red: 255, green: 128, blue: 0))
    #expect(Pixel("#f80") == Pixel(red: 255, green: 136, blue: 0))
    #expect(Pixel("#ff800080") == Pixel(red: 128, green: 64, blue: 0, alpha: 128))
    #expect(Pixel("Tomato") == Pixel(red: 255, green: 99, blue: 71))
    #expect(Pixel("transparent") == .clear)
    for text in ["", "#", "#12", "#12345", "ff8000", "#ggg", "#+12345", "no-color"] {
      #expect(Pixel(text) == nil)
    }
  }

  @Test func bandsCoverEverythingOnce() {
    for count in [1, 2, 7, 100] {
      for threads in [1, 2, 3, 8, 200] {
        let seen = SeenRows(count)
        inBands(of: count, threads: threads) { seen.add($0) }
        #expect(seen.areOneEach)
      }
    }
  }
}

private final class SeenRows: Sendable {
  private let counts: Mutex<[Int]>
  init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }
  func add(_ rows: Range<Int>) { counts.withLock { for row in rows { $0[row] += 1 } } }
  var areOneEach: Bool { counts.withLock { $0.allSatisfy { $0 == 1 } } }
}
