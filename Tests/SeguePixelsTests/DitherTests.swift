import SeguePixels
import SegueTestSupport
import Testing

/// Tests `Framing.dither`, which varies the rounding of samples between two levels.
@Suite("Dither") struct DitherTests {
  /// Makes a gradient with so few levels that each level is a band of 32 columns.
  private static func bands() throws -> Bitmap {
    var bitmap = try Bitmap(PixelSize(width: 8, height: 8))
    for y in 0..<8 {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          let level = UInt8(100 + x)
          row[x] = Pixel(red: level, green: level, blue: level)
        }
      }
    }
    return bitmap
  }

  private static func reds(_ bitmap: Bitmap, _ y: Int) -> [Double] {
    bitmap.withRow(y) { row in row.indices.map { Double(row[$0].red) } }
  }

  @Test("Means of 8 columns rise evenly, and no sample is off by a level", arguments: SIMDLevel.available)
  func gradients(level: SIMDLevel) throws {
    let size = PixelSize(width: 256, height: 64)
    for light in Light.allCases {
      let framing = Framing(size: size, fit: .stretch, light: light, dither: true)
      let fitted = try Self.bands().fitted(to: framing, Execution(threads: 2, level: level))
      // The middle is free of Lanczos ringing at the ends.
      for block in 12..<20 {
        var sum = 0.0
        for y in 24..<32 {
          for x in 8 * block..<8 * block + 8 {
            let sample = Self.reds(fitted, y)[x]
            let exact = 100 + (Double(x) + 0.5) / 32 - 0.5
            #expect(abs(sample - exact) < 1.1, "\(light), \(x): \(sample)")
            sum += sample - exact
          }
        }
        #expect(abs(sum / 64) < 0.12, "\(light), block \(block): \(sum / 64)")
      }
    }
  }

  @Test("Exact levels stay, and opaque pixels stay opaque")
  func levels() throws {
    var plain = try Bitmap(PixelSize(width: 9, height: 9))
    for y in 0..<9 {
      plain.withMutableRow(y) { $0.update(repeating: Pixel(red: 255, green: 77, blue: 0)) }
    }
    let fitted = try plain.fitted(
      to: Framing(size: PixelSize(width: 41, height: 33), fit: .stretch, dither: true))
    for y in 0..<33 {
      fitted.withRow(y) { row in
        for x in row.indices { #expect(row[x] == Pixel(red: 255, green: 77, blue: 0)) }
      }
    }
  }

  @Test("16 bits are rounded to 8 by the pattern, with a correct mean")
  func words() throws {
    let size = PixelSize(width: 64, height: 64)
    let words = try WideStorage(size)
    // A quarter of a level above 20.
    for index in words.samples.indices { words.samples[index] = index % 4 == 3 ? 65535 : 20 * 257 + 64 }
    let framing = Framing(size: size, dither: true)
    let dithered = try words.fitted(to: framing, Execution())
    let sum = (0..<64).map { Self.reds(dithered, $0).reduce(0, +) }.reduce(0, +)
    #expect(abs(sum / 4096 - 20.25) < 0.01, "\(sum / 4096)")
    let plain = try words.fitted(to: Framing(size: size), Execution())
    #expect(Set(Self.reds(plain, 3)) == [20])
  }

  @Test("The pattern has each of 64 thresholds once in 8 by 8 places")
  func pattern() {
    var parts: Set<Float> = []
    for y in 0..<8 {
      let row = Rounding.pattern(x: 3, y: y).parts
      for x in 0..<8 { parts.insert(row[x]) }
    }
    #expect(parts.count == 64 && parts.allSatisfy { $0 > 0 && $0 < 1 })
    let mean = parts.reduce(0, +) / 64
    #expect(abs(mean - 0.5) < 1e-6)
  }
}
