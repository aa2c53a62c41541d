import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Writes files of more than 8 bits, and decodes them by Segue and by other decoders.
@Suite struct DeepFormatTests {
  private func picture(isOpaque: Bool) throws -> Bitmap {
    let words = (0..<31 * 9).flatMap { index -> [UInt16] in
      let alpha = isOpaque ? UInt16.max : UInt16(65535 - 200 * (index % 31))
      return [UInt16(index * 211 & 0xffff), UInt16(index * 7919 & 0xffff), UInt16(65535 - index), alpha]
    }
    return try Bitmap(width: 31, height: 9, rgba16: words)
  }

  /// Little-endian words.
  private static func words(_ bytes: [UInt8]) -> [UInt16] {
    var words: [UInt16] = []
    for place in stride(from: 0, to: bytes.count - 1, by: 2) {
      words.append(UInt16(bytes[place]) + UInt16(bytes[place + 1]) * 256)
    }
    return words
  }

  private func deep(_ depth: SampleDepth?) -> DecodeOptions {
    var options = DecodeOptions(maxPixels: 1 << 20, programs: true)
    options.depth = depth
    return options
  }

  @Test(arguments: ["png", "tiff", "pnm"], [true, false])
  func samplesOf16BitsAreReadAsWritten(format: String, isOpaque: Bool) throws {
    let bitmap = try picture(isOpaque: isOpaque)
    let image = try #require(Catalog.formats.make(format).image)
    let bytes = try bitmap.encoded(as: image)
    #expect(try Bitmap(decoding: bytes, options: deep(nil)).rgba16() == bitmap.rgba16())
    #expect(try Bitmap(decoding: bytes).depth == .eight)
    // A picture of 8 bits is written with 8 bits.
    let eight = try bitmap.converted(to: .eight)
    #expect(try Bitmap(decoding: eight.encoded(as: image), options: deep(nil)).rgba() == eight.rgba())
  }

  @Test(arguments: [true, false]) func smallPNGHas16Bits(isOpaque: Bool) throws {
    let bitmap = try picture(isOpaque: isOpaque)
    let bytes = try bitmap.encoded(as: .png(compression: .small))
    #expect(try Bitmap(decoding: bytes, options: deep(nil)).rgba16() == bitmap.rgba16())
    #expect(bytes[24] == 16)
  }

  @Test("A file with bytes flipped is a picture or an error", arguments: ["png", "tiff", "pnm", "pfm"])
  func flips(format: String) throws {
    let isFloats = format == "pfm"
    let item = isFloats ? "pnm" : format
    let image = try #require(Catalog.formats.make(item, isFloats ? ["depth": "float"] : [:]).image)
    let whole = try picture(isOpaque: isFloats).encoded(as: image)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 57, options: deep(nil)) { generator in
      var bytes = whole
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    #expect(outcome.wrong.isEmpty && outcome.slowest < 5)
  }

  @Test func theNameOfAPNMChoosesItsKind() throws {
    let folder = try TemporaryFolder()
    let bright = try Bitmap(width: 1, height: 1, floats: [2, 0.5, 0.25, 1])
    let starts = try [
      "a.pfm": bright, "b.ppm": bright, "c.pam": bright, "d.pfm": Bitmap(width: 1, height: 1),
    ]
    .sorted { $0.key < $1.key }.map { name, bitmap in
      try bitmap.write(to: folder.file(name))
      return try String(decoding: Data(contentsOf: URL(filePath: folder.file(name))).prefix(2), as: UTF8.self)
    }
    #expect(starts == ["PF", "P6", "P7", "PF"])
    #expect(throws: ExportError.self) { try bright.write(to: folder.file("e.pgm")) }
  }

  @Test func pnmOfFloatsKeepsThem() throws {
    let floats: [Float] = [0.25, 1.5, -0.125, 1, 3e-6, 40, 0.999, 1]
    let bitmap = try Bitmap(width: 2, height: 1, floats: floats)
    let image = try #require(Catalog.formats.make("pnm", ["depth": "float"]).image)
    let bytes = try bitmap.encoded(as: image)
    #expect(try Bitmap(decoding: bytes, options: deep(nil)).floats() == floats)
  }

  @Test func tiffOfFloatsKeepsThem() throws {
    let floats: [Float] = [0.25, 1.5, -0.125, 1, 3e-6, 40, 0.25, 0.5, 0.5, 0, 0, 0]
    let bitmap = try Bitmap(width: 3, height: 1, floats: floats)
    let image = try #require(Catalog.formats.make("tiff", ["depth": "float"]).image)
    let bytes = try bitmap.encoded(as: image)
    #expect(try Bitmap(decoding: bytes, options: deep(nil)).floats() == floats)
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not here"), arguments: ["half", "float"])
  func openEXRIsReadByFFmpeg(depth: String) throws {
    let floats: [Float] = [0.25, 1.5, 0.125, 1, 0.5, 0.25, 0.125, 0.5, 0, 0, 0, 0, 1, 1, 1, 1]
    let bitmap = try Bitmap(width: 2, height: 2, floats: floats)
    let image = try #require(Catalog.formats.make("exr", ["depth": depth]).image)
    let bytes = try bitmap.encoded(as: image)
    let read = try Bitmap(decoding: bytes, options: deep(nil)).floats()
    for (a, b) in zip(read, floats) {
      #expect(abs(a - b) <= (depth == "half" ? 1e-3 : 1e-6) * max(1, abs(b)))
    }
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not here"), arguments: ["png", "tiff"])
  func ffmpegReadsTheSameSamples(format: String) throws {
    let bitmap = try picture(isOpaque: true)
    let image = try #require(Catalog.formats.make(format).image)
    let folder = try TemporaryFolder()
    let file = folder.file("a.\(image.fileExtension)")
    try bitmap.write(to: file, as: image)
    let output = try runProgram(
      ["ffmpeg", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgba64le", "-"], input: [],
      limit: 1 << 20, seconds: 20)
    #expect(try Self.words(output.bytes) == bitmap.rgba16())
  }

  @Test func rawPixelsAreTheSamples() throws {
    let bitmap = try picture(isOpaque: false)
    let encoder = Formats.RGBA64().makeEncoder(level: .preferred)
    try encoder.encode(bitmap, named: "frame")
    let words = Self.words(try encoder.withBytes { Array(copying: $0) })
    #expect(try words == bitmap.rgba16())
  }

  @Test func y4mWith10BitsHasLimitedRange() throws {
    let bitmap = try Bitmap(width: 4, height: 2, floats: Array(repeating: 1, count: 32))
    let format = try #require(Catalog.formats.make("y4m", ["depth": "10"]).stream)
    let encoder = format.makeEncoder(level: .preferred)
    try encoder.encode(bitmap, named: "frame")
    let samples = Self.words(Array(try encoder.withBytes { Array(copying: $0) }.dropFirst(6)))
    let white = [UInt16](repeating: 940, count: 8)
    #expect(samples == white + [512, 512, 512, 512])
    let header = String(decoding: format.header(size: bitmap.size, rate: 25), as: UTF8.self)
    #expect(header.contains("C420p10"))
  }
}

extension ImageFormat {
  fileprivate var fileExtension: String { Self.extensions[0] }
}
