import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Large pictures, whose filtered rows are encoded in batches, some by ISA-L and some as literals without
/// matches.
@Suite("Batches of PNG rows")
struct LiteralsTests {
  @Test(
    "All kinds of rows decode exactly, by another decoder and after other frames",
    arguments: FilteredRows.allCases)
  func roundTrip(_ residual: FilteredRows) throws {
    let encoder = Formats.PNG().makeEncoder(level: .preferred)
    let other = try Bitmap.filtered(.mixed, 700, 500, seed: 9)
    // Files that were decoded: equal bytes need not be decoded again.
    var decoded: Set<[UInt8]> = []
    for (width, height) in [(1500, 420), (333, 1300), (4, 3)] {
      let bitmap = try Bitmap.filtered(residual, width, height, seed: UInt64(width))
      // Another picture in between fills the encoder's memory.
      for frame in [bitmap, other, bitmap] {
        let file = try bytes(of: frame, from: encoder)
        guard decoded.insert(file).inserted else { continue }
        #expect(try ReferencePNG(file).rgba == frame.unpremultipliedBytes)
        #expect(try Bitmap(decoding: file) == frame)
      }
    }
  }

  @Test(
    "Photographic rows compress almost to their entropy, and flat ones to almost nothing",
    .enabled(if: segue_deflates_with_isal(), "zlib looks for matches, and finds bad ones"))
  func sizes() throws {
    let raw = 1500 * 420 * 3
    for (residual, most) in [(FilteredRows.uniform, 1.02), (.peaked, 0.62), (.flat, 0.01)] {
      let count = try encoded(Bitmap.filtered(residual, 1500, 420, seed: 1), Formats.PNG()).count
      #expect(Double(count) < most * Double(raw), "\(residual): \(Double(count) / Double(raw))")
    }
  }

  @Test(
    "Repeated rows are encoded as matches, regardless of their number of byte values",
    .enabled(if: segue_deflates_with_isal(), "zlib looks for matches"))
  func repeats() throws {
    var random = SeededGenerator(4)
    let bytes: [UInt8] = .random(64, using: &random)
    let bitmap = try Bitmap.filtered(600, 300) { i, _ in bytes[i % 64] }
    #expect(try encoded(bitmap, Formats.PNG()).count < 600 * 300 * 3 / 10)
  }

  // Codes are chosen from a sample. Under AddressSanitizer, this test detects output buffers below 12 bits a
  // byte.
  @Test(
    "Rows whose bytes are rare in the sample grow, and decode exactly"
  )
  func rareOutsideTheSample() throws {
    // A row is 256 bytes, the filter type and 85 pixels, of which the first 64 are sampled.
    var random = SeededGenerator(5)
    let bitmap = try Bitmap.filtered(85, 4096) { i, _ in
      i < 63 ? .random(in: 0...7, using: &random) : .random(in: 8...255, using: &random)
    }
    let file = try encoded(bitmap, Formats.PNG())
    #expect(try Bitmap(decoding: file) == bitmap)
    if segue_deflates_with_isal() { #expect(file.count > 85 * 3 * 4096 * 6 / 5) }
  }

  @Test("Encoders on several threads do not affect one another")
  func threads() throws {
    let bitmaps = try FilteredRows.allCases.map { try Bitmap.filtered($0, 900, 400, seed: 3) }
    let expected = try bitmaps.map { try encoded($0, Formats.PNG()) }
    inBands(of: 8, threads: 8) { band in
      let encoder = Formats.PNG().makeEncoder(level: .preferred)
      for index in 0..<20 {
        let pick = (index * 7 + band.lowerBound) % bitmaps.count
        #expect((try? bytes(of: bitmaps[pick], from: encoder)) == expected[pick])
      }
    }
  }
}

/// The addresses of deflaters, since ISA-L's bytes depend on bits 16 to 47 of them.
@Suite struct DeflaterTests {
  @Test("All deflaters give the same bytes", .enabled(if: segue_deflates_with_isal()))
  func addresses() {
    let deflaters = (0..<12).compactMap { _ in segue_deflater_create() }
    defer { for deflater in deflaters { segue_deflater_free(deflater) } }
    #expect(deflaters.count == 12)
    for deflater in deflaters {
      var crc = UInt32(truncatingIfNeeded: UInt(bitPattern: deflater) >> 16)
      for _ in 0..<32 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82f6_3b78 : 0) }
      #expect(crc & 0x1fff == 1)
    }
  }
}
