import SeguePixels
import SegueTestSupport
import Testing

@Suite struct RawPixelsTests {
  /// Makes random straight bytes, with colors of transparent pixels and colors above their alpha.
  private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed)
    return (0..<4 * count).map { _ in .random(in: 0...255, using: &generator) }
  }

  @Test(arguments: [(1, 1), (3, 2), (16, 5), (17, 9), (64, 3), (301, 7)])
  func straightPixelsComeBackAsTheyWere(width: Int, height: Int) throws {
    let bytes = bytes(width * height)
    let bitmap = try Bitmap(width: width, height: height, rgba: bytes)
    #expect(bitmap.size == PixelSize(width: width, height: height))
    #expect(bitmap.rgba() == bytes)
    #expect(try bitmap.fitted(to: bitmap.size).rgba() == bytes)
  }

  /// Writing pixels discards the file's straight pixels.
  @Test func overwritingDiscardsStraightPixels() throws {
    let other = try Bitmap.noise(5, 3, seed: 4)
    var bitmap = try Bitmap(width: 5, height: 3, rgba: bytes(15))
    try bitmap.overwrite(threads: 1) { (band) throws(RenderError) in
      for y in band.rows {
        try band.withRow(y) { row in for x in row.indices { row[x] = other[x, y] } }
      }
    }
    #expect(bitmap == other && bitmap.rgba() == other.rgba())
    bitmap = try Bitmap(width: 5, height: 3, rgba: bytes(15))
    for y in 0..<3 { for x in 0..<5 { bitmap[x, y] = other[x, y] } }
    #expect(bitmap == other && bitmap.rgba() == other.rgba())
  }

  @Test(arguments: [(1, 1), (3, 2), (17, 9), (64, 3)])
  func premultipliedPixelsComeBackAsTheyWere(width: Int, height: Int) throws {
    let noise = try Bitmap.noise(width, height, seed: 3)
    let bytes = noise.rgba(.premultiplied)
    #expect(try Bitmap(width: width, height: height, rgba: bytes, alpha: .premultiplied) == noise)
    #expect(bytes.count == 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = 4 * (y * width + x)
        #expect(
          noise[x, y]
            == Pixel(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2], alpha: bytes[at + 3]))
      }
    }
  }

  /// All pairs of color and alpha are rounded to nearest, in both directions.
  @Test func straightAndPremultipliedAreOneFormula() throws {
    var bytes: [UInt8] = []
    for alpha in 0..<256 {
      for color in 0..<256 { bytes += [UInt8(color), UInt8(255 - color), 0, UInt8(alpha)] }
    }
    let bitmap = try Bitmap(width: 256, height: 256, rgba: bytes)
    for alpha in 0..<256 {
      for color in 0..<256 {
        let expected = (Double(color) * Double(alpha) / 255).rounded()
        #expect(Double(bitmap[color, alpha].red) == expected && Int(bitmap[color, alpha].alpha) == alpha)
      }
    }
    // Without stored straight pixels, straight pixels are computed from premultiplied ones.
    let premultiplied = try Bitmap(
      width: 256, height: 256, rgba: bitmap.rgba(.premultiplied), alpha: .premultiplied)
    let straight = premultiplied.rgba()
    for alpha in 1..<256 {
      for color in 0..<256 {
        let exact = Double(bitmap[color, alpha].red) * 255 / Double(alpha)
        #expect(abs(Double(straight[4 * (256 * alpha + color)]) - exact) <= 0.5)
      }
    }
  }

  @Test func settingAPixelDiscardsStraightPixels() throws {
    var bitmap = try Bitmap(width: 2, height: 1, rgba: [200, 100, 50, 0, 9, 8, 7, 128])
    bitmap[1, 0] = .white
    #expect(bitmap.rgba() == [0, 0, 0, 0, 255, 255, 255, 255])
  }

  @Test(arguments: [0, 1, 7, 9, 16, 100]) func anotherNumberOfBytesIsAnError(count: Int) {
    let size = PixelSize(width: 2, height: 1)
    for alpha in Bitmap.AlphaForm.allCases {
      #expect(throws: RenderError.wrongByteCount(count, size)) {
        try Bitmap(width: 2, height: 1, rgba: Array(repeating: 0, count: count), alpha: alpha)
      }
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, -1)]) func sizesOfNoBitmapAreErrors(width: Int, height: Int) {
    #expect(throws: RenderError.invalidSize(PixelSize(width: width, height: height))) {
      try Bitmap(width: width, height: height, rgba: [])
    }
  }

  @Test func sizesThatOverflowAreErrors() {
    for (width, height) in [(Int.max, Int.max), (.max, 1), (1 << 40, 1 << 22)] {
      #expect(throws: RenderError.self) { try Bitmap(width: width, height: height, rgba: [1, 2, 3, 4]) }
    }
  }

  @Test func aColorAboveItsAlphaIsNotPremultiplied() throws {
    var bytes = [UInt8](repeating: 100, count: 4 * 6)
    #expect(throws: Never.self) { try Bitmap(width: 3, height: 2, rgba: bytes, alpha: .premultiplied) }
    for channel in 0..<3 {
      bytes[4 * 5 + channel] = 101
      #expect(throws: RenderError.notPremultiplied(x: 2, y: 1)) {
        try Bitmap(width: 3, height: 2, rgba: bytes, alpha: .premultiplied)
      }
      bytes[4 * 5 + channel] = 100
    }
  }
}
