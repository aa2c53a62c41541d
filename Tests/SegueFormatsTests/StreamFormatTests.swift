import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Frames of streams")
struct StreamFormatTests {
  private func packed(_ bitmap: Bitmap, _ format: any StreamFormat, _ level: SIMDLevel) throws -> [UInt8] {
    let encoder = format.makeEncoder(level: level)
    try encoder.encode(bitmap, named: "frame")
    return try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
  }

  @Test("Y4M follows the formula of BT.709 in limited range", arguments: SIMDLevel.available)
  func formula(level: SIMDLevel) throws {
    for (width, height) in [(1, 1), (2, 2), (3, 1), (1, 3), (64, 4), (131, 7), (200, 5)] {
      for seed in 1...3 as ClosedRange<UInt64> {
        let bitmap = try Bitmap.noise(width, height, seed: seed)
        for chroma in ChromaSubsampling.allCases {
          let actual = try packed(bitmap, Formats.Y4M(chroma: chroma), level)
          #expect(actual == expected(bitmap, chroma), "\(width)x\(height) \(chroma)")
        }
      }
    }
  }

  /// Uses the standard's constants in floating point: rounding adds half a step, and weights in steps of
  /// 1/32768 add less than a hundredth.
  @Test("Weights are those of the standard")
  func standard() throws {
    let (kr, kb) = (0.2126, 0.0722)
    var largest = 0.0
    let colors = stride(from: 0, through: 255, by: 15)
    for red in colors {
      for green in colors {
        for blue in colors {
          let pixel = Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let actual = try packed(
            Bitmap(PixelSize(width: 1, height: 1), filledWith: pixel), Formats.Y4M(chroma: .full), .reference
          ).dropFirst(6).map(Double.init)
          let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
          let y = kr * r + (1 - kr - kb) * g + kb * b
          let exact = [16 + 219 * y, 128 + 112 * (b - y) / (1 - kb), 128 + 112 * (r - y) / (1 - kr)]
          largest = zip(actual, exact).reduce(largest) { max($0, abs($1.0 - $1.1)) }
        }
      }
    }
    #expect(largest < 0.51)
  }

  @Test("White is 235, black is 16, and grays have neutral chroma")
  func grays() throws {
    for gray in 0...255 as ClosedRange<UInt8> {
      let bitmap = try Bitmap(
        PixelSize(width: 2, height: 2), filledWith: Pixel(red: gray, green: gray, blue: gray))
      let bytes = try packed(bitmap, Formats.Y4M(), .preferred).dropFirst(6)
      #expect(bytes.suffix(2) == [128, 128])
      if gray == 255 { #expect(bytes.prefix(4) == [235, 235, 235, 235]) }
      if gray == 0 { #expect(bytes.prefix(4) == [16, 16, 16, 16]) }
    }
  }

  @Test("Raw frames have no gaps between rows", arguments: [1, 37, 127, 128, 129, 141])
  func raw(width: Int) throws {
    for opaque in [true, false] {
      let bitmap = try Bitmap.noise(width, 3, seed: 4, opaque: opaque)
      #expect(try packed(bitmap, Formats.RGBA(), .preferred) == bitmap.rgba())
      let kept = try Bitmap(width: width, height: 3, rgba: bitmap.rgba())
      #expect(try packed(kept, Formats.RGBA(), .preferred) == bitmap.rgba())
    }
  }

  @Test("RGB frames are composited over black")
  func rgb() throws {
    for level in SIMDLevel.available {
      let bitmap = try Bitmap.noise(37, 5, seed: 4)
      let expected = (0..<5).flatMap { y in
        (0..<37).flatMap { x in [bitmap[x, y].red, bitmap[x, y].green, bitmap[x, y].blue] }
      }
      #expect(try packed(bitmap, Formats.RGB24(), level) == expected)
    }
  }

  @Test(
    "An encoder can be reused for frames of any size",
    arguments: [Formats.RGBA(), Formats.RGB24(), Formats.Y4M()] as [any StreamFormat])
  func reuse(format: any StreamFormat) throws {
    let encoder = format.makeEncoder(level: .preferred)
    for (index, (width, height)) in [(20, 20), (51, 41), (3, 3), (51, 41)].enumerated() {
      let bitmap = try Bitmap.noise(width, height, seed: UInt64(index))
      try encoder.encode(bitmap, named: "frame")
      let bytes = try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
      #expect(try bytes == packed(bitmap, format, .preferred))
    }
  }

  @Test(
    "Headers",
    arguments: [
      (Formats.Y4M(chroma: .half), "YUV4MPEG2 W5 H3 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"),
      (Formats.Y4M(chroma: .full), "YUV4MPEG2 W5 H3 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"),
      (Formats.RGBA(), ""),
      (Formats.RGB24(), ""),
    ] as [(any StreamFormat, String)])
  func headers(format: any StreamFormat, text: String) {
    let header = format.header(size: PixelSize(width: 5, height: 3), rate: FrameRate(29.97))
    #expect(String(decoding: header, as: UTF8.self) == text)
  }

  /// Computes the bytes of a frame by the documented sums.
  private func expected(_ bitmap: Bitmap, _ chroma: ChromaSubsampling) -> [UInt8] {
    let (width, height) = (bitmap.width, bitmap.height)
    func sum(_ x: Int, _ y: Int, _ weights: (Int, Int, Int)) -> Int {
      let pixel = bitmap[min(max(x, 0), width - 1), min(y, height - 1)]
      return weights.0 * Int(pixel.red) + weights.1 * Int(pixel.green) + weights.2 * Int(pixel.blue)
    }
    func rounded(_ sum: Int, _ bits: Int) -> Int { (sum + (1 << (bits - 1))) >> bits }
    var bytes = Array("FRAME\n".utf8)
    for y in 0..<height {
      for x in 0..<width { bytes.append(UInt8(16 + rounded(sum(x, y, (5983, 20127, 2032)), 15))) }
    }
    for weights in [(-3298, -11094, 14392), (14392, -13072, -1320)] {
      for y in stride(from: 0, to: height, by: chroma == .half ? 2 : 1) {
        for x in stride(from: 0, to: width, by: chroma == .half ? 2 : 1) {
          if chroma == .full {
            bytes.append(UInt8(128 + rounded(sum(x, y, weights), 15)))
          } else {
            var total = 0
            for row in [y, y + 1] {
              total += sum(x - 1, row, weights) + 2 * sum(x, row, weights) + sum(x + 1, row, weights)
            }
            bytes.append(UInt8(128 + rounded(total, 18)))
          }
        }
      }
    }
    return bytes
  }
}
