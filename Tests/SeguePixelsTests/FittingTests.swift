import Foundation
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite struct FittingTests {
  static let sizes = [(1, 1), (3, 50), (64, 48), (100, 31), (333, 200)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  @Test(arguments: Framing.Fit.allCases, sizes)
  func keepsASolidColor(fit: Framing.Fit, size: PixelSize) throws {
    let color = Pixel(red: 200, green: 3, blue: 77, alpha: 201)
    let fitted = try Bitmap(PixelSize(width: 40, height: 30), filledWith: color).fitted(to: size, fit)
    for y in 0..<size.height {
      for x in 0..<size.width where fit != .contain || fitted[x, y] != .clear {
        #expect(fitted[x, y] == color)
      }
    }
  }

  @Test(arguments: SIMDLevel.available, Framing.Fit.allCases)
  func framesDoNotDependOnLevelOrThreads(level: SIMDLevel, fit: Framing.Fit) throws {
    let image = try Bitmap.noise(97, 61, seed: 5)
    for size in Self.sizes {
      let expected = try image.fitted(to: size, fit, Execution(level: .reference))
      for threads in [1, 2, 5] {
        #expect(try image.fitted(to: size, fit, Execution(threads: threads, level: level)) == expected)
      }
    }
  }

  @Test func keepsColorsWithinAlpha() throws {
    let fitted = try Bitmap.noise(60, 60, seed: 9).fitted(to: PixelSize(width: 91, height: 47), .stretch)
    for y in 0..<47 {
      for x in 0..<91 {
        let pixel = fitted[x, y]
        #expect(max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha)
      }
    }
  }

  /// Compares with the definition in Double, which computes all weights by the formula, and sums along both
  /// axes at once.
  @Test(arguments: [
    PixelSize(width: 40, height: 23), PixelSize(width: 7, height: 5), PixelSize(width: 13, height: 60),
  ])
  func equalsTheDefinition(size: PixelSize) throws {
    let image = try Bitmap.noise(20, 17, seed: 3, opaque: true)
    let fitted = try image.fitted(to: size, .stretch)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let across = weights(x, of: size.width, from: image.width)
        let down = weights(y, of: size.height, from: image.height)
        var red = 0.0
        for (row, b) in down { for (column, a) in across { red += Double(image[column, row].red) * a * b } }
        #expect(abs(Double(fitted[x, y].red) - max(0, min(255, red))) <= 0.51)
      }
    }
  }

  private func weights(_ index: Int, of count: Int, from input: Int) -> [(Int, Double)] {
    let scale = Double(count) / Double(input)
    let width = max(1, 1 / scale)
    let center = (Double(index) + 0.5) / scale
    func lanczos(_ x: Double) -> Double {
      x == 0 ? 1 : abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * x * .pi * x)
    }
    let taps = (-40..<input + 40).map { ($0, lanczos((Double($0) + 0.5 - center) / width)) }
    let sum = taps.reduce(0) { $0 + $1.1 }
    return taps.map { (max(0, min(input - 1, $0.0)), $0.1 / sum) }
  }

  @Test func doesNotAliasWhenShrinking() throws {
    // Distant stripes of one pixel are gray; nearest-neighbor sampling would give black or white.
    var stripes = try Bitmap(PixelSize(width: 4000, height: 30), filledWith: .black)
    for y in 0..<30 {
      stripes.withMutableRow(y) { row in for x in row.indices where x % 2 == 0 { row[x] = .white } }
    }
    let small = try stripes.fitted(to: PixelSize(width: 1280, height: 10), .stretch)
    for x in 10..<1270 { #expect(abs(Int(small[x, 5].red) - 128) <= 2) }
  }

  @Test func coverAndContainAreCentered() throws {
    // The left half is red, the right half is blue.
    var image = try Bitmap(PixelSize(width: 200, height: 100), filledWith: Pixel(red: 255, green: 0, blue: 0))
    for y in 0..<100 { for x in 100..<200 { image[x, y] = Pixel(red: 0, green: 0, blue: 255) } }
    let cover = try image.fitted(to: PixelSize(width: 50, height: 50), .cover)
    #expect(cover[10, 25].red == 255 && cover[40, 25].blue == 255)
    let contain = try image.fitted(to: PixelSize(width: 50, height: 50), .contain)
    #expect(contain[25, 2] == .clear && contain[25, 47] == .clear && contain[5, 25].red == 255)
    let onWhite = try image.fitted(
      to: Framing(size: PixelSize(width: 50, height: 50), fit: .contain, background: .white))
    #expect(onWhite[25, 2] == .white && onWhite[5, 25].red == 255)
  }

  /// A tall picture is cut equally at top and bottom, and a wide one at left and right.
  @Test func coverCutsTheSameOnBothSides() throws {
    let tall = try Bitmap.noise(20, 60, seed: 2, opaque: true)
    let size = PixelSize(width: 20, height: 20)
    let middle = try tall.fitted(to: size, .cover)
    for y in 0..<20 { for x in 0..<20 { #expect(middle[x, y] == tall[x, y + 20]) } }
    let wide = try Bitmap.noise(60, 20, seed: 2, opaque: true)
    let center = try wide.fitted(to: size, .cover)
    for y in 0..<20 { for x in 0..<20 { #expect(center[x, y] == wide[x + 20, y]) } }
  }

  @Test func containRoundsToTheNearestWidth() throws {
    // 10 · 100/15 is 66.7: 67 columns after 16 empty ones. 15 · 100/22 is 68.2: 68.
    let frame = PixelSize(width: 100, height: 100)
    for (width, height, columns) in [(10, 15, 16..<83), (15, 22, 16..<84)] {
      let image = try Bitmap(PixelSize(width: width, height: height), filledWith: .white)
      let tall = try image.fitted(to: frame, .contain)
      #expect((0..<100).filter { tall[$0, 50] == .white } == Array(columns))
      let turned = try Bitmap(PixelSize(width: height, height: width), filledWith: .white)
      let wide = try turned.fitted(to: frame, .contain)
      #expect((0..<100).filter { wide[50, $0] == .white } == Array(columns))
    }
  }

  /// The picture has so many pixels that its weights are computed in parts.
  ///
  /// Sums along both axes must be equal.
  @Test func aThinPictureIsFittedInParts() throws {
    let wide = try Bitmap.noise(1_000_000, 1, seed: 4, opaque: true)
    var tall = try Bitmap(width: 1, height: 1_000_000)
    wide.withRow(0) { row in for x in row.indices { tall[0, x] = row[x] } }
    let across = try wide.resized(to: PixelSize(width: 50, height: 1), Execution(threads: 2))
    let down = try tall.resized(to: PixelSize(width: 1, height: 50), Execution(threads: 3))
    for i in 0..<50 { #expect(across[i, 0] == down[0, i]) }
    // An omitted part would be transparent.
    #expect((0..<50).allSatisfy { across[$0, 0].alpha == 255 })
  }

  @Test func sameSizeIsTheSameBitmap() throws {
    let image = try Bitmap.noise(30, 20, seed: 1)
    #expect(try image.fitted(to: image.size) == image)
    let flat = try image.fitted(to: Framing(background: .white))
    for y in 0..<20 { for x in 0..<30 { #expect(flat[x, y].alpha == 255) } }
  }

  /// The background is composited in the requested light, whether or not the picture is resampled.
  @Test(arguments: [(Light.gamma, 127), (.linear, 188)])
  func backgroundsAreMixedInTheLightAskedFor(light: Light, gray: Int) throws {
    let half = try Bitmap(
      PixelSize(width: 30, height: 20), filledWith: Pixel(red: 0, green: 0, blue: 0, alpha: 128))
    for size in [nil, half.size, PixelSize(width: 15, height: 10), PixelSize(width: 47, height: 33)] {
      for fit in Framing.Fit.allCases {
        let framing = Framing(size: size, fit: fit, background: .white, light: light)
        let flat = try half.fitted(to: framing)
        let middle = flat[flat.width / 2, flat.height / 2]
        #expect(abs(Int(middle.green) - gray) <= 1 && middle.alpha == 255, "\(size.map { "\($0)" } ?? "own")")
      }
    }
  }

  @Test func resizingStretches() throws {
    let image = try Bitmap.noise(40, 30, seed: 1)
    let size = PixelSize(width: 17, height: 90)
    let execution = Execution(threads: 3, level: .reference)
    #expect(try image.resized(to: size) == image.fitted(to: size, .stretch))
    #expect(try image.resized(to: size, execution) == image.fitted(to: size, .stretch))
    #expect(try image.resized(to: image.size) == image)
  }

  @Test func oneSideKeepsTheProportions() throws {
    let image = try Bitmap.noise(40, 30, seed: 1)
    for (width, height) in [(20, 15), (80, 60), (33, 25), (1, 1), (41, 31)] {
      #expect(try image.resized(width: width) == image.resized(to: PixelSize(width: width, height: height)))
    }
    for (height, width) in [(15, 20), (60, 80), (25, 33), (1, 1), (31, 41)] {
      #expect(try image.resized(height: height) == image.resized(to: PixelSize(width: width, height: height)))
    }
    let flat = try Bitmap(width: 1000, height: 1)
    #expect(try flat.resized(width: 3).size == PixelSize(width: 3, height: 1))
  }

  @Test func sizesOfNoBitmapAreErrors() throws {
    let image = try Bitmap.noise(40, 30, seed: 1)
    for side in [0, -5] {
      #expect(throws: RenderError.self) { try image.resized(width: side) }
      #expect(throws: RenderError.self) { try image.resized(height: side) }
      #expect(throws: RenderError.self) { try image.resized(to: PixelSize(width: 5, height: side)) }
    }
    #expect(throws: RenderError.self) { try image.resized(width: .max) }
    #expect(throws: RenderError.self) { try image.resized(height: .max) }
  }

  @Test func aFramingCoversByDefault() {
    #expect(Framing() == Framing(size: nil, fit: .cover, background: nil))
  }

  @Test func aFramingWithoutASizeKeepsThePicturesOwn() throws {
    let image = try Bitmap.noise(30, 20, seed: 1)
    #expect(try image.fitted(to: Framing()) == image)
    #expect(try image.fitted(to: Framing(fit: .contain)) == image)
  }

  /// Streams the rows of a picture like a slow decoder, and reports the number of rows in each batch.
  private func streamed(_ source: Bitmap, _ given: @escaping @Sendable (Int) -> Void) -> StreamedRows {
    StreamedRows(source.size, convert: nil) { take in
      source.rgba(.premultiplied).withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        for y in stride(from: 0, to: source.height, by: StreamedRows.batch) {
          let count = min(StreamedRows.batch, source.height - y)
          take(start + 4 * y * source.width, count)
          given((0..<20_000).reduce(1) { $0 &* 31 &+ $1 } == 0 ? 0 : count)
        }
      }
    }
  }

  @Test("Fitting returns after the whole picture is decoded, even if a frame needs only its middle")
  func allIsDecoded() throws {
    let source = try Bitmap.noise(16, 2000, seed: 6, opaque: true)
    let size = PixelSize(width: 16, height: 16)
    let count = Mutex(0)
    let rows = streamed(source) { more in count.withLock { $0 += more } }
    let fitted = try rows.fitted(to: Framing(size: size), of: source.size.extent, .preferred)
    #expect(count.withLock { $0 } == 2000)
    #expect(try fitted == source.fitted(to: size))
  }

  @Test(
    "A picture may end within its last column and row, also while it is decoded",
    arguments: Framing.Fit.allCases)
  func partsOfPixels(fit: Framing.Fit) throws {
    let source = try Bitmap.noise(37, 50, seed: 2, opaque: true)
    let extent = Extent(width: 36.3, height: 49.4)
    let framing = Framing(size: PixelSize(width: 20, height: 20), fit: fit)
    let fitted = try streamed(source) { _ in }.fitted(to: framing, of: extent, .preferred)
    #expect(try fitted == source.fitted(to: framing, of: extent, .standard))
    #expect(try fitted != source.fitted(to: framing))
  }

  @Test("16-bit samples are composited over a background, also at their own size")
  func wideSamplesHaveABackground() throws {
    let size = PixelSize(width: 9, height: 7)
    let words = try WideStorage(size)
    for index in words.samples.indices { words.samples[index] = index % 4 == 3 ? 100 * 257 : 40 * 257 }
    let plain = try words.rounded()
    for framing in [Framing(background: .white), Framing(size: size, background: .white)] {
      let painted = try words.fitted(to: framing, .standard)
      #expect(try painted == plain.fitted(to: framing) && painted[4, 3].alpha == 255)
    }
  }
}
