import SegueFiles
import SegueFormats
import SegueRendering
import SeguePixels
import SegueTestSupport
import Testing

@Suite("JPEG encoding")
struct JPEGEncodingTests {
  private let gradient = Result { try Bitmap(200, 150) { x, y in [x, y, (x + y) / 2] } }

  @Test("A smooth picture decodes nearly unchanged, and closer at a higher quality")
  func gradients() throws {
    let gradient = try gradient.get()
    // Measured: mean differences of 4.6, 1.1, 0.5 and 0.45.
    var previous = (difference: 255.0, count: 0)
    for (quality, bound) in [(10, 7.0), (50, 2.0), (90, 1.0), (100, 0.6)] {
      let file = try encoded(gradient, Formats.JPEG(quality: quality))
      let difference = try Bitmap(decoding: file).meanDifference(from: gradient)
      #expect(difference < bound)
      #expect(difference < previous.difference)
      #expect(file.count > previous.count)
      previous = (difference, file.count)
    }
  }

  @Test("The frame header declares halved or full chroma")
  func chroma() throws {
    let bitmap = try Bitmap.noise(64, 48, seed: 3, opaque: true)
    var differences: [Double] = []
    for (chroma, sampling) in [(ChromaSubsampling.half, UInt8(0x22)), (.full, 0x11)] {
      let file = try encoded(bitmap, Formats.JPEG(quality: 95, chroma: chroma))
      let header = try #require(file.indices.first { file[$0...].starts(with: [0xff, 0xc0]) })
      #expect([file[header + 11], file[header + 14], file[header + 17]] == [sampling, 0x11, 0x11])
      differences.append(try Bitmap(decoding: file).meanDifference(from: bitmap))
    }
    #expect(differences[1] < differences[0] / 3)
  }

  @Test("The lowest quality is still baseline JPEG, with 8-bit tables", arguments: [1, 5, 20])
  func lowQuality(quality: Int) throws {
    let file = try encoded(.noise(64, 48, seed: 3, opaque: true), Formats.JPEG(quality: quality))
    #expect(file.firstRange(of: [0xff, 0xc0]) != nil && file.firstRange(of: [0xff, 0xc1]) == nil)
    let tables = file.ranges(of: [0xff, 0xdb]).map { file[$0.upperBound + 2] }
    #expect(!tables.isEmpty && tables.allSatisfy { $0 >> 4 == 0 })
  }

  @Test("Colors are preserved, also extremes", arguments: [ChromaSubsampling.half, .full])
  func colors(chroma: ChromaSubsampling) throws {
    // Patches of 16 pixels, so that no halved chroma sample mixes two colors.
    let values = [0, 51, 102, 153, 204, 255]
    let patches = try Bitmap(16 * 36, 16 * 6) { x, y in
      [values[x / 16 % 6], values[x / 96], values[y / 16]]
    }
    let file = try encoded(patches, Formats.JPEG(quality: 100, chroma: chroma))
    let decoded = try Bitmap(decoding: file)
    for y in stride(from: 8, to: decoded.height, by: 16) {
      for x in stride(from: 8, to: decoded.width, by: 16) {
        let (pixel, expected) = (decoded[x, y], patches[x, y])
        for channel in [\Pixel.red, \.green, \.blue] {
          #expect(abs(Int(pixel[keyPath: channel]) - Int(expected[keyPath: channel])) <= 2)
        }
      }
    }
  }

  @Test("Halved chroma is centered between pixels: rotating a picture rotates the decoded one")
  func siting() throws {
    let step = try Bitmap(64, 64) { x, y in x < 32 && y < 32 ? [200, 60, 60] : [60, 80, 220] }
    let turned = try Bitmap(64, 64) { x, y in x > 31 && y > 31 ? [200, 60, 60] : [60, 80, 220] }
    let encoding = Formats.JPEG(quality: 100)
    let decoded = try Bitmap(decoding: encoded(step, encoding))
    let back = try Bitmap(decoding: encoded(turned, encoding))
    for y in 0..<64 {
      for x in 0..<64 {
        let (a, b) = (decoded[x, y], back[63 - x, 63 - y])
        // Tolerance for one step of rounding in the inverse conversion.
        #expect(abs(Int(a.red) - Int(b.red)) <= 3 && abs(Int(a.blue) - Int(b.blue)) <= 3)
      }
    }
  }

  @Test("All levels write the same bytes", arguments: SIMDLevel.available)
  func levels(level: SIMDLevel) throws {
    for (width, height) in [(1, 1), (33, 17), (131, 50)] {
      let bitmap = try Bitmap.noise(width, height, seed: 8)
      for chroma in [ChromaSubsampling.half, .full] {
        let encoding = Formats.JPEG(quality: 90, chroma: chroma)
        let expected = try bytes(of: bitmap, from: encoding.makeEncoder(level: .reference))
        #expect(try bytes(of: bitmap, from: encoding.makeEncoder(level: level)) == expected)
      }
    }
  }

  @Test("Quality stays within 1…100")
  func quality() throws {
    #expect(Formats.JPEG(quality: -5).quality == 1)
    #expect(Formats.JPEG(quality: 0).quality == 1)
    #expect(Formats.JPEG(quality: 101).quality == 100)
    #expect(Formats.JPEG(quality: 42).quality == 42)
    // A quality that is set later is clamped by libjpeg.
    var encoding = Formats.JPEG()
    encoding.quality = 1000
    let best = try encoded(gradient.get(), Formats.JPEG(quality: 100))
    #expect(try encoded(gradient.get(), encoding) == best)
  }

  @Test(
    "Pictures of one pixel, row or column are encoded", arguments: [(1, 1), (50, 1), (1, 50), (17, 9)])
  func small(width: Int, height: Int) throws {
    let bitmap = try Bitmap(
      PixelSize(width: width, height: height), filledWith: Pixel(red: 200, green: 90, blue: 30))
    let decoded = try Bitmap(decoding: encoded(bitmap, Formats.JPEG()))
    #expect(decoded.largestDifference(from: bitmap) <= 3)
  }

  @Test("Padding beyond the edges does not affect the picture", arguments: [1, 3, 9, 12, 17, 23])
  func edges(width: Int) throws {
    // Coarse quantization would spread an edge within a block; in a flat block only the mean is rounded.
    let encoder = Formats.JPEG(quality: 15).makeEncoder(level: .preferred)
    for color in [Pixel.white, .black, Pixel(red: 200, green: 200, blue: 200)] {
      let bitmap = try Bitmap(PixelSize(width: width, height: width), filledWith: color)
      let file = try bytes(of: bitmap, from: encoder)
      #expect(try Bitmap(decoding: file).largestDifference(from: bitmap) <= 4, "\(color)")
    }
  }

  /// A flat block is rounded only once, and components declared as RGB decode unchanged.
  @Test("Luma and chroma follow JFIF, each rounded once")
  func planes() throws {
    let levels = [0, 51, 102, 153, 204, 255]
    let color = { (x: Int, y: Int) in [levels[x / 8 % 6], levels[x / 48], levels[y / 8]] }
    var file = try encoded(Bitmap(8 * 36, 8 * 6, color: color), Formats.JPEG(quality: 100, chroma: .full))
    #expect(file[2..<6] == [0xff, 0xe0, 0, 16])
    // An Adobe marker, which replaces the JFIF marker, declares the components to be RGB.
    let adobe = MadeJPEG.segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    file.replaceSubrange(2..<20, with: adobe)
    let planes = try Bitmap(decoding: file)
    for y in stride(from: 4, to: planes.height, by: 8) {
      for x in stride(from: 4, to: planes.width, by: 8) {
        let (rgb, found) = (color(x, y).map(Double.init), planes[x, y])
        let luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
        let exact = [luma, 128 + (rgb[2] - luma) / 1.772, 128 + (rgb[0] - luma) / 1.402]
        let furthest = zip([found.red, found.green, found.blue], exact).map { abs(Double($0) - $1) }.max()
        #expect((furthest ?? 1) < 0.52, "\(rgb)")
      }
    }
  }

  @Test("Transparent pixels are composited over black")
  func transparency() throws {
    // Light gray of half coverage becomes dark gray, and colors without coverage black.
    let straight = (0..<64 * 16).flatMap {
      $0 % 64 < 32 ? [200, 200, 200, 128] : [250, 250, 250, 0] as [UInt8]
    }
    let file = try encoded(Bitmap(straightBytes: straight, 64, 16), Formats.JPEG())
    let expected = try Bitmap(64, 16) { x, _ in x < 32 ? [100, 100, 100] : [0, 0, 0] }
    #expect(try Bitmap(decoding: file).largestDifference(from: expected) <= 3)
  }

  @Test("An encoder can be reused for frames of any size, also beyond its first buffer")
  func reuse() throws {
    let encoder = Formats.JPEG().makeEncoder(level: .preferred)
    for (index, (width, height)) in [(20, 20), (500, 400), (3, 3), (500, 400)].enumerated() {
      let bitmap = try Bitmap.noise(width, height, seed: UInt64(index))
      let file = try bytes(of: bitmap, from: encoder)
      #expect(try file == encoded(bitmap, Formats.JPEG()))
      #expect(try Bitmap(decoding: file).size == bitmap.size)
    }
  }

  @Test("An encoder can be reused after a frame fails")
  func failure() throws {
    /// Rows that fail in the middle.
    struct Broken: RowSource {
      let size = PixelSize(width: 40, height: 40)
      let inputs: [any RowSource] = []
      func makeReader(_ context: RenderContext) -> any RowReader { Reader() }

      final class Reader: RowReader {
        func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
          for x in row.indices { row[x] = .white }
          if y == 20 { throw .unrenderable("no such rows") }
        }
      }
    }
    let encoder = Formats.JPEG().makeEncoder(level: .preferred)
    let good = try Bitmap.noise(40, 40, seed: 2)
    let expected = try bytes(of: good, from: encoder)
    for _ in 0..<3 {
      #expect(throws: RenderError.unrenderable("no such rows")) {
        try encoder.encode(Broken(), named: "frame")
      }
      #expect(try bytes(of: good, from: encoder) == expected)
    }
  }

  @Test("Sides are limited to 65500 pixels")
  func sides() throws {
    let encoder = Formats.JPEG().makeEncoder(level: .preferred)
    try encoder.encode(Bitmap(width: 65500, height: 1), named: "frame")
    let reason = "JPEG ends at 65500 pixels a side"
    #expect(throws: ExportError.unsupported(file: "wide.jpg", reason: reason)) {
      try encoder.encode(Bitmap(width: 65501, height: 1), named: "wide.jpg")
    }
    #expect(throws: ExportError.unsupported(file: "high.jpg", reason: reason)) {
      try encoder.encode(Bitmap(width: 1, height: 65501), named: "high.jpg")
    }
    // Without a file name, errors begin with `frame` or `image`.
    #expect(throws: ExportError.unsupported(file: "frame", reason: reason)) {
      try encoder.encode(Bitmap(width: 1, height: 65501))
    }
    #expect(throws: ExportError.unsupported(file: "image", reason: reason)) {
      try Bitmap(width: 1, height: 65501).encoded(as: .jpeg)
    }
  }
}
