import CSegueCodecs
import Glibc
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Compares pictures fitted during decoding with pictures fitted after decoding.
@Suite struct FittedDecodingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Computes the PSNR of two bitmaps in dB.
  private func decibels(_ a: Bitmap, _ b: Bitmap) -> Double {
    let (a, b) = (a.rgba(), b.rgba())
    var sum = 0
    for index in 0..<min(a.count, b.count) {
      let difference = Int(a[index]) - Int(b[index])
      sum += difference * difference
    }
    let mean = Double(sum) / Double(min(a.count, b.count))
    return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
  }

  /// JPEG files of two pictures: no reduction divides the sides of the first picture evenly, and all
  /// reductions divide the sides of the second picture.
  private static let large = Result {
    try [(803, 605), (800, 600)].map {
      try encoded(.photo($0.0, $0.1), Formats.JPEG(quality: 95, chroma: .full))
    }
  }

  @Test(arguments: Framing.Fit.allCases, 1...8) func largeJPEGs(fit: Framing.Fit, orientation: Int) throws {
    let bytes = try Self.large.get()[orientation % 3 == 0 ? 1 : 0]
    let tiff: [UInt8] = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0,
      0,
    ]
    let exif = MadeJPEG.segment(0xe1, Array("Exif".utf8) + [0, 0] + tiff)
    let file = try folder.write(Array(bytes.prefix(2)) + exif + bytes.dropFirst(2), "photo.jpg")
    let whole = try Bitmap(contentsOf: file)
    for (width, height, isReduced) in [(170, 120, true), (60, 45, true), (31, 22, true), (200, 150, false)] {
      let framing = Framing(size: PixelSize(width: width, height: height), fit: fit)
      let frame = try Bitmap(contentsOf: file, fittedTo: framing)
      let expected = try whole.fitted(to: framing)
      #expect(frame.size == framing.size)
      // The expected reductions are for orientation 1; portrait pictures are scaled by other factors.
      if orientation == 1 { #expect((frame != expected) == isReduced, "\(width)x\(height)") }
      #expect(decibels(frame, expected) >= 50, "\(width)x\(height): \(decibels(frame, expected))")
    }
    #expect(try Bitmap(contentsOf: file, fittedTo: Framing()) == whole)
  }

  /// Fitting during decoding gives the same pixels, and detects truncation anywhere in the file.
  @Test(arguments: [(20, 300), (799, 90), (400, 300), (3, 2), (640, 599)])
  func streamed(width: Int, height: Int) throws {
    let bytes = try encoded(Bitmap.photo(803, 605), Formats.JPEG(quality: 90))
    let file = try folder.write(bytes, "streamed.jpg")
    let whole = try Bitmap(contentsOf: file)
    for fit in Framing.Fit.allCases {
      // JPEGs are not decoded at reduced size for linear light.
      let framing = Framing(
        size: PixelSize(width: width, height: height), fit: fit, background: .black, light: .linear)
      #expect(
        try Bitmap(contentsOf: file, fittedTo: framing, Execution(threads: 2)) == whole.fitted(to: framing))
      for count in [bytes.count - 3, bytes.count * 2 / 3, bytes.count / 4] {
        let cut = try folder.write(Array(bytes.prefix(count)), "cut.jpg")
        #expect(throws: ImageError.self) { try Bitmap(contentsOf: cut, fittedTo: framing) }
      }
    }
    let one = Framing(size: PixelSize(width: 9, height: 9))
    #expect(throws: ImageError.self) { try Bitmap(contentsOf: file + "[1]", fittedTo: one) }
  }

  /// Three pixels are 100.4 and one pixel is 101.2, in 8-bit steps.
  ///
  /// The mean of the four pixels is 100.6, or 100.25 if each pixel is rounded first.
  @Test func samplesOf16BitsAreRoundedAfterFitting() throws {
    var row: [UInt8] = []
    for x in 0..<512 { row += bigEndian(x % 4 == 3 ? 26008 : 25803).suffix(2) }
    let rows = Array(repeating: [0] + row, count: 8).joined()
    let png = PNGChunk.file([
      .header(512, 8, depth: 16, colorType: 0), PNGChunk(name: "IDAT", data: deflated(Array(rows))),
      PNGChunk(name: "IEND", data: []),
    ])
    let pgm = Array("P5 512 8 65535\n".utf8) + Array(repeating: row, count: 8).joined()
    for (name, bytes) in [("a.png", png), ("a.pgm", pgm)] {
      let file = try folder.write(bytes, name)
      let framing = Framing(size: PixelSize(width: 128, height: 2))
      let frame = try Bitmap(contentsOf: file, fittedTo: framing)
      let twice = try Bitmap(contentsOf: file).fitted(to: framing)
      #expect((8..<120).allSatisfy { frame[$0, 1].red == 101 && twice[$0, 1].red == 100 })
      #expect(
        try Bitmap(contentsOf: file, fittedTo: Framing(size: PixelSize(width: 512, height: 8)))
          == Bitmap(contentsOf: file))
    }
  }

  @Test func transparencyAndBackgroundOfSixteenBits() throws {
    var rows: [UInt8] = []
    for _ in 0..<16 {
      rows.append(0)
      for x in 0..<16 { rows += [0xff, 0xff, 0, 0, 0x80, 0, x < 8 ? 0 : 0xff, x < 8 ? 0 : 0xff] }
    }
    let file = try folder.write(
      PNGChunk.file([
        .header(16, 16, depth: 16, colorType: 6), PNGChunk(name: "IDAT", data: deflated(rows)),
        PNGChunk(name: "IEND", data: []),
      ]), "half.png")
    for background in [nil, Pixel(red: 0, green: 255, blue: 0)] {
      for fit in Framing.Fit.allCases {
        let framing = Framing(size: PixelSize(width: 12, height: 8), fit: fit, background: background)
        let frame = try Bitmap(contentsOf: file, fittedTo: framing)
        let expected = try Bitmap(contentsOf: file).fitted(to: framing)
        #expect(frame.largestDifference(from: expected) <= 1, "\(fit)")
      }
    }
  }

  @Test func filesSideBySide() throws {
    let files = try (0..<3).map { index in
      try folder.write(encoded(Bitmap.photo(90 + index, 60), Formats.PNG()), "\(index).png")
    }
    let framing = Framing(size: PixelSize(width: 40, height: 40))
    let alone = try files.map { try Bitmap(contentsOf: $0).fitted(to: framing) }
    for threads in [1, 2, 8] {
      #expect(try Bitmap.decoding(files, fittedTo: framing, Execution(threads: threads)) == alone)
    }
    #expect(try Bitmap.decoding(files).map(\.width) == [90, 91, 92])
  }

  /// Decodes at 1/2 from 4.6 times the frame's size, at 1/4 from 12 times, at 1/8 from 24 times.
  @Test(
    "JPEGs are decoded at the documented reduction",
    arguments: [
      (10, 10, .stretch, 8), (11, 11, .cover, 4), (20, 20, .contain, 4), (21, 21, .stretch, 2),
      (52, 52, .cover, 2), (53, 53, .contain, 1), (10, 52, .contain, 8), (52, 10, .contain, 8),
      (10, 52, .cover, 2), (52, 10, .cover, 2), (20, 53, .stretch, 1), (53, 20, .stretch, 1),
    ] as [(Int, Int, Framing.Fit, Int)])
  func parts(width: Int, height: Int, fit: Framing.Fit, part: Int) throws {
    let bytes = try encoded(.noise(240, 240, seed: 1, opaque: true), Formats.JPEG(quality: 90))
    let framing = Framing(size: PixelSize(width: width, height: height), fit: fit)
    let frame = try Bitmap(decoding: bytes, named: "photo", fittedTo: framing)
    let parts = [1, 2, 4, 8]
    let differences = try parts.map { part in
      let (side, size) = (240 / part, segue_dimensions(width: 240, height: 240))
      var pixels = [UInt8](repeating: 0, count: 4 * side * side)
      var lacksEnd = false
      let result = segue_jpeg_decode(
        bytes, bytes.count, size, Int32(part), 1, nil, 1 << 26, &pixels, 4 * side, &lacksEnd)
      try #require(result.status == SEGUE_OK)
      let whole = try Bitmap(width: side, height: side, rgba: pixels)
      return try whole.fitted(to: framing).meanDifference(from: frame)
    }
    let nearest = zip(parts, differences).min { $0.1 < $1.1 }
    #expect(nearest?.0 == part, "\(differences)")
  }

  /// A reduced size is rounded up, and rotation would move the surplus to the left or upper edge.
  @Test(
    "A turned picture is decoded at reduced size if that divides both sides",
    arguments: [(400, 304, true), (400, 301, false), (401, 304, false)])
  func partsOfTurned(width: Int, height: Int, isReduced: Bool) throws {
    let bytes = try encoded(.noise(width, height, seed: 2, opaque: true), Formats.JPEG(quality: 90))
    let exif = MadeExif(orientation: 3, small: nil).bytes
    let segment = MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif)
    let file = Array(bytes.prefix(2)) + segment + bytes.dropFirst(2)
    let framing = Framing(size: PixelSize(width: 15, height: 11), fit: .stretch)
    let frame = try Bitmap(decoding: file, named: "photo", fittedTo: framing)
    #expect(try (frame != Bitmap(decoding: file).fitted(to: framing)) == isReduced)
  }

  /// The upright picture has 24 times the frame's width and height.
  @Test("The reduction is determined by the upright picture's sides")
  func partOfUpright() throws {
    let plain = try encoded(.noise(240, 480, seed: 3, opaque: true), Formats.JPEG(quality: 90))
    let exif = MadeExif(orientation: 6, small: nil).bytes
    let segment = MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif)
    let bytes = Array(plain.prefix(2)) + segment + plain.dropFirst(2)
    let framing = Framing(size: PixelSize(width: 20, height: 10), fit: .stretch)
    let frame = try Bitmap(decoding: bytes, named: "photo", fittedTo: framing)
    let differences = try [1, 2, 4, 8].map { part in
      let (width, height) = (480 / part, 240 / part)
      var pixels = [UInt8](repeating: 0, count: 4 * width * height)
      var lacksEnd = false
      let result = segue_jpeg_decode(
        bytes, bytes.count, segue_dimensions(width: 240, height: 480), Int32(part), 6, nil, 1 << 26, &pixels,
        4 * width, &lacksEnd)
      try #require(result.status == SEGUE_OK)
      let whole = try Bitmap(width: width, height: height, rgba: pixels)
      return try whole.fitted(to: framing).meanDifference(from: frame)
    }
    #expect(differences.min() == differences[3], "\(differences)")
  }

  /// Samples are shares of MAXVAL, and expected colors are premultiplied.
  @Test("16-bit samples of any maximum are scaled to it, and fitted", arguments: [256, 1000, 65535])
  func wideSamples(largest: Int) throws {
    let pixels: [[Double]] = [[0.2, 0.6, 1, 0.4], [1, 0.1, 0.3, 1]]
    var raster: [UInt8] = []
    for _ in 0..<16 {
      for x in 0..<64 {
        for share in pixels[x / 32] {
          raster += bigEndian(Int((share * Double(largest)).rounded())).suffix(2)
        }
      }
    }
    let header = "P7\nWIDTH 64\nHEIGHT 16\nDEPTH 4\nMAXVAL \(largest)\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let framing = Framing(size: PixelSize(width: 8, height: 2), fit: .stretch)
    let frame = try Bitmap(
      decoding: Array(header.utf8) + raster, named: "wide", fittedTo: framing)
    for (x, share) in [(0, pixels[0]), (7, pixels[1])] {
      for y in 0..<2 {
        let found = frame[x, y]
        let expected = share.prefix(3).map { 255 * $0 * share[3] } + [255 * share[3]]
        let all = zip([found.red, found.green, found.blue, found.alpha], expected)
        #expect(all.allSatisfy { abs(Double($0) - $1) < 1.3 }, "\(found)")
      }
    }
  }

  /// Fitting needs many more vertical than horizontal filter taps.
  @Test("A picture much reduced in height is fitted during decoding", .timeLimit(.minutes(5)))
  func stretched() throws {
    let picture = try Bitmap.photo(60, 3000)
    for (name, format) in [("a.png", Formats.PNG() as any ImageFormat), ("a.jpg", Formats.JPEG(quality: 95))]
    {
      let file = try folder.write(encoded(picture, format), name)
      let framing = Framing(size: PixelSize(width: 55, height: 12), fit: .stretch)
      let expected = try Bitmap(contentsOf: file).fitted(to: framing)
      #expect(decibels(try Bitmap(contentsOf: file, fittedTo: framing), expected) >= 50, "\(name)")
    }
  }

  @Test("White of 16 bits stays white, also in linear light")
  func wideWhite() throws {
    var rows: [UInt8] = []
    for _ in 0..<90 { rows += [0] + [UInt8](repeating: 255, count: 120 * 8) }
    let file = try folder.write(
      PNGChunk.file([
        .header(120, 90, depth: 16, colorType: 6), PNGChunk(name: "IDAT", data: deflated(rows)),
        PNGChunk(name: "IEND", data: []),
      ]), "white.png")
    for light in Light.allCases {
      for level in SIMDLevel.available {
        var framing = Framing(size: PixelSize(width: 17, height: 11), fit: .stretch)
        framing.light = light
        let fitted = try Bitmap(contentsOf: file, fittedTo: framing, Execution(level: level))
        #expect(fitted.rgba().allSatisfy { $0 == 255 }, "\(light) \(level)")
      }
    }
  }

  @Test("A truncated file with a profile is an error")
  func truncatedWithProfile() throws {
    let plain = try encoded(Bitmap.photo(400, 300), Formats.JPEG(quality: 90))
    let profile = MadeJPEG.segments(MadeProfile.adobe.bytes, parts: 1)[0]
    let bytes = Array(plain.prefix(2)) + profile + plain.dropFirst(2)
    let half = try folder.write(Array(bytes.prefix(bytes.count / 2)), "half.jpg")
    #expect(throws: ImageError.self) { try Bitmap(contentsOf: half) }
    #expect(throws: ImageError.self) {
      try Bitmap(contentsOf: half, fittedTo: Framing(size: PixelSize(width: 40, height: 30)))
    }
    _ = try Bitmap(contentsOf: folder.write(bytes, "whole.jpg"))
  }

  /// Blocks of one color, so that each pixel of a reduced picture equals its block.
  @Test(
    "RGB and CMYK keep their colors when fitted during decoding, with and without a profile",
    arguments: [3, 4], [false, true])
  func colorsOfBlocks(components: Int, hasProfile: Bool) throws {
    guard segue_has_lcms() || !hasProfile else { return }
    var made = MadeJPEG(width: 160, height: 120, components: [], adobeTransform: 0)
    for component in 0..<components {
      var samples: [UInt8] = []
      for row in 0..<15 {
        for column in 0..<20 {
          samples.append(UInt8(40 + 5 * column + (2 + component) * row + 10 * component))
        }
      }
      made.components.append(samples)
    }
    if hasProfile {
      let inks = MadeProfile.inks { ink in
        let left = 1 - ink[3]
        return [100 * left * (1 - 0.3 * ink[0]), left * 50 * (ink[1] - ink[0]), left * 40 * ink[2]]
      }
      let profile = components == 3 ? MadeProfile.adobe : inks
      made.segments = MadeJPEG.segments(profile.bytes, parts: 1)[0]
    }
    let file = try folder.write(made.bytes, "blocks.jpg")
    let whole = try Bitmap(contentsOf: file)
    let raw = try Bitmap(contentsOf: file, options: DecodeOptions(color: .ignore))
    #expect((whole != raw) == hasProfile)
    // Pictures are not decoded at reduced size for linear light.
    let streamed = Framing(size: PixelSize(width: 100, height: 75), fit: .stretch, light: .linear)
    #expect(try Bitmap(contentsOf: file, fittedTo: streamed) == whole.fitted(to: streamed))
    let reduced = Framing(size: PixelSize(width: 12, height: 9), fit: .stretch)
    let (small, expected) = (try Bitmap(contentsOf: file, fittedTo: reduced), try whole.fitted(to: reduced))
    #expect(decibels(small, expected) >= 35)
  }
}
