import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Large pictures, whose filtered rows are encoded in batches, some by ISA-L and some as literals without
/// matches.
@Suite("Batches of PNG rows")
struct LiteralsTests {
  /// Kinds of content of filtered rows.
  enum Residual: String, CaseIterable, Sendable {
    /// Uniformly distributed bytes.
    case uniform
    /// Small differences, as in photographs.
    case peaked
    /// Few frequent bytes and many rare ones: optimal codes would be longer than the encoder's deflate tables
    /// allow.
    case skewed
    /// Zeros, as in flat areas.
    case flat
    /// Bands of flat, peaked and repeating rows.
    case mixed

    func next(_ y: Int, _ random: inout SeededGenerator) -> UInt8 {
      switch self {
      case .uniform: return .random(in: 0...255, using: &random)
      case .peaked:
        return UInt8(
          truncatingIfNeeded: (0..<4).reduce(0) { sum, _ in sum + Int.random(in: -4...4, using: &random) })
      case .skewed:
        let bits = random.next()
        return bits & 7 < 7
          ? UInt8(bits >> 8 & 7) : UInt8(8 + min(247, (bits >> 16 | 1 << 47).trailingZeroBitCount * 5))
      case .flat: return 0
      case .mixed:
        let kinds: [Residual] = [.flat, .peaked, .uniform, .flat, .skewed]
        return y % 90 < 8 ? 3 : kinds[y / 90 % 5].next(y, &random)
      }
    }
  }

  /// Makes a picture whose rows have this kind of content after the Average filter.
  private func picture(_ residual: Residual, _ width: Int, _ height: Int, seed: UInt64) throws -> Bitmap {
    var random = SeededGenerator(seed)
    return try picture(width, height) { _, y in residual.next(y, &random) }
  }

  /// Makes a picture whose rows are these bytes after the Average filter.
  private func picture(_ width: Int, _ height: Int, _ next: (Int, Int) -> UInt8) throws -> Bitmap {
    var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: 3 * width), count: height)
    for y in 0..<height {
      for i in 0..<3 * width {
        let left = i < 3 ? 0 : Int(rows[y][i - 3])
        let above = y == 0 ? left : Int(rows[y - 1][i])
        rows[y][i] = UInt8(truncatingIfNeeded: (left + above) / 2) &+ next(i, y)
      }
    }
    var bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          row[x] = Pixel(red: rows[y][3 * x], green: rows[y][3 * x + 1], blue: rows[y][3 * x + 2])
        }
      }
    }
    return bitmap
  }

  @Test(
    "All kinds of rows decode exactly, by another decoder and after other frames",
    arguments: Residual.allCases)
  func roundTrip(_ residual: Residual) throws {
    let encoder = Formats.PNG().makeEncoder(level: .preferred)
    let other = try picture(.mixed, 700, 500, seed: 9)
    for (width, height) in [(1500, 420), (333, 1300), (4, 3)] {
      let bitmap = try picture(residual, width, height, seed: UInt64(width))
      // Another picture in between fills the encoder's memory.
      for frame in [bitmap, other, bitmap] {
        try encoder.encode(frame, named: "frame")
        let file = try encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
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
    for (residual, most) in [(Residual.uniform, 1.02), (.peaked, 0.62), (.flat, 0.01)] {
      let count = try encoded(picture(residual, 1500, 420, seed: 1), Formats.PNG()).count
      #expect(Double(count) < most * Double(raw), "\(residual): \(Double(count) / Double(raw))")
    }
  }

  @Test(
    "Repeated rows are encoded as matches, regardless of their number of byte values",
    .enabled(if: segue_deflates_with_isal(), "zlib looks for matches"))
  func repeats() throws {
    var random = SeededGenerator(4)
    let bytes: [UInt8] = .random(64, using: &random)
    let bitmap = try picture(600, 300) { i, _ in bytes[i % 64] }
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
    let bitmap = try picture(85, 4096) { i, _ in
      i < 63 ? .random(in: 0...7, using: &random) : .random(in: 8...255, using: &random)
    }
    let file = try encoded(bitmap, Formats.PNG())
    #expect(try Bitmap(decoding: file) == bitmap)
    if segue_deflates_with_isal() { #expect(file.count > 85 * 3 * 4096 * 6 / 5) }
  }

  @Test("Encoders on several threads do not affect one another")
  func threads() throws {
    let bitmaps = try Residual.allCases.map { try picture($0, 900, 400, seed: 3) }
    let expected = try bitmaps.map { try encoded($0, Formats.PNG()) }
    inBands(of: 8, threads: 8) { band in
      let encoder = Formats.PNG().makeEncoder(level: .preferred)
      for index in 0..<20 {
        let pick = (index * 7 + band.lowerBound) % bitmaps.count
        try? encoder.encode(bitmaps[pick])
        let bytes = try? encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        #expect(bytes == expected[pick])
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
