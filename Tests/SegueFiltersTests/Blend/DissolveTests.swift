import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct DissolveTests {
  @Test(arguments: [0.001, 0.25, 1.0 / 3, 0.5, 0.7, 0.999])
  func equalsTheDefinition(mix: Double) throws {
    let a = try Bitmap.noise(37, 11, seed: 1)
    let b = try Bitmap.noise(37, 11, seed: 2)
    let frame = try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame()
    for y in 0..<11 {
      for x in 0..<37 {
        let (from, to, made) = (Double(a[x, y].blue), Double(b[x, y].blue), Double(frame[x, y].blue))
        let exact = from + (to - from) * mix
        // Tolerance: half a step of rounding, and the mix quantized to 1/32768.
        #expect(abs(made - exact) <= 0.5 + 255.0 / 65536)
      }
    }
  }

  @Test func endsEqualThePictures() throws {
    let a = try Bitmap.noise(37, 11, seed: 1)
    let b = try Bitmap.noise(37, 11, seed: 2)
    for mix in [0, -1, 1e-9, .nan] {
      #expect(try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame() == a)
    }
    for mix in [1, 2, 1 - 1e-9] {
      #expect(try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame() == b)
    }
  }

  /// A mix of 0 or 1 keeps the colors of transparent pixels, which premultiplication loses.
  @Test func endsKeepStraightPixels() throws {
    let bytes: [[UInt8]] = [[200, 100, 50, 0, 9, 8, 7, 128], [1, 2, 3, 4, 5, 6, 7, 0]]
    let (a, b) = (
      try Bitmap(width: 2, height: 1, rgba: bytes[0]), try Bitmap(width: 2, height: 1, rgba: bytes[1])
    )
    for (mix, expected) in [(0.0, bytes[0]), (-0.0, bytes[0]), (1, bytes[1])] {
      #expect(try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame().rgba() == expected)
    }
  }

  @Test func whiteStaysWhite() throws {
    let white = try Bitmap(PixelSize(width: 100, height: 3), filledWith: .white)
    for step in 0...64 {
      let mix = Animated(Double(step) / 64)
      #expect(try ((.picture(white), .picture(white)) --> Dissolve(mix: mix)).frame() == white)
    }
  }

  @Test func differentSizesAreAnError() throws {
    let a = try Bitmap(width: 3, height: 3)
    let b = try Bitmap(width: 4, height: 3)
    #expect(throws: RenderError.sizesDiffer(a.size, b.size)) {
      try ((.from, .to) --> Dissolve()).frame(from: a, to: b)
    }
  }

  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    for mix in [0.01, 0.5, 0.99] {
      let dissolve = Dissolve(mix: Animated(mix))
      try expectFailure((.picture(rows), .to) --> dissolve)
      try expectFailure((.from, .picture(rows)) --> dissolve)
      try expectFailure((.from --> FailingFilter(from: 9), .to) --> dissolve)
    }
  }

  @Test func endlessShadersAreErrors() throws {
    for chain in try endlessChains() {
      try expectFailure((chain, .to) --> Dissolve(), briefly: true)
      try expectFailure((.from, chain) --> Dissolve(), briefly: true)
      try expectFailure(
        (.from, (chain, .to) --> Dissolve(mix: 0.1)) --> Dissolve(mix: .progress), briefly: true)
    }
  }
}
