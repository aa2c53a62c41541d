import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Headers of formats that ffmpeg decodes, read without ffmpeg.
@Suite struct ForeignHeaderTests {
  @Test(
    "Files that ffmpeg reads have the size of their pixels", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: OtherFormatsTests.made)
  func others(made: OtherFormatsTests.Made) throws {
    let straight = OtherFormatsTests.straight
    let words = straight.enumerated().filter { $0.offset % 4 < 3 }.flatMap { [$0.element, $0.element] }
    let file = try encodedByFFmpeg(
      made.isWide ? words : straight, OtherFormatsTests.size, as: made.encoder, made.options,
      pixels: made.isWide ? "rgb48be" : "rgba")
    let info = try ImageInfoTests.check(file, made.testDescription)
    #expect(info.size == OtherFormatsTests.size && info.orientation == 1 && info.count == 1)
    let type = [
      "JPEG XL": "image/jxl", "JPEG 2000": "image/jp2", "DPX": "image/dpx",
      "Sun raster": "image/x-sun-raster",
      "SGI": "image/x-sgi", "PCX": "image/vnd.zbrush.pcx", "XWD": "image/x-xwindowdump", "FITS": "image/fits",
    ]
    #expect(info.mediaType == type[made.testDescription])
    #expect(made.isWide == ((info.depth ?? 8) > 8), "\(String(describing: info.depth))")
    for count in 0..<min(file.count, 400) {
      ImageInfoTests.expectSound(Array(file.prefix(count)), whole: info)
    }
  }

  @Test("PSD, DDS, XPM and OpenEXR are read without ffmpeg")
  func byHand() throws {
    let straight = OtherFormatsTests.straight
    let size = OtherFormatsTests.size
    let exr = MadeEXR(row: Array(repeating: 0.5, count: 12), height: 4, channels: "ABGR").bytes
    let xpm = "/* XPM */\nstatic char *a[] = {\n\"2 1 2 1\",\n\"a c #ff8000\",\n\"b c #010203\",\n\"ab\"};\n"
    let files: [([UInt8], PixelSize, String, Bool?, Int?)] = [
      (OtherFormatsTests.psd(straight, size), size, "image/vnd.adobe.photoshop", false, 8),
      (OtherFormatsTests.dds(straight, size), size, "image/x-dds", nil, nil),
      (Array(xpm.utf8), PixelSize(width: 2, height: 1), "image/x-xpixmap", nil, nil),
      (exr, PixelSize(width: 12, height: 4), "image/x-exr", true, 32),
    ]
    for (bytes, size, type, hasAlpha, depth) in files {
      let info = try ImageInfo(of: bytes)
      #expect(info.size == size && info.mediaType == type)
      #expect(info.format == (type == "image/x-exr" ? "exr" : "others"))
      #expect(info.hasAlpha == hasAlpha && info.depth == depth, "\(type)")
      for count in 0..<bytes.count where count < 600 {
        ImageInfoTests.expectSound(Array(bytes.prefix(count)), whole: info)
      }
    }
  }

  /// Headers by ISO/IEC 18181-1, as bits from the lowest of each byte on.
  @Test("A JPEG XL header gives size, orientation, depth and alpha")
  func jpegXL() throws {
    func file(_ fields: [(Int, Int)]) -> [UInt8] {
      let bits = fields.flatMap { value, count in (0..<count).map { UInt8(value >> $0 & 1) } }
      let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(bits.count, start + 8)].enumerated().reduce(UInt8(0)) {
          $0 | $1.element << UInt8($1.offset)
        }
      }
      return [0xff, 0x0a] + bytes + [UInt8](repeating: 0, count: 16)
    }
    // Small: 8 × 3 rows, ratio 3:2; all defaults.
    let small = try ImageInfo(of: file([(1, 1), (2, 5), (4, 3), (1, 1)]))
    #expect(small.size == PixelSize(width: 36, height: 24) && small.depth == 8 && small.hasAlpha == false)
    // 300 rows of 1000, orientation 6, an intrinsic size, no preview, an animation; 12 bits, one alpha.
    let size = [(0, 1), (0, 2), (299, 9), (0, 3), (1, 2), (999, 13)]
    let turned = try ImageInfo(
      of: file(
        size + [(0, 1), (1, 1), (5, 3), (1, 1)] + [(1, 1), (1, 5), (1, 3)] + [(0, 1), (1, 1)]
          + [(0, 2), (0, 2), (0, 2), (0, 1)] + [(0, 1), (2, 2), (1, 1), (1, 2), (1, 1)]))
    #expect(turned.size == PixelSize(width: 300, height: 1000) && turned.orientation == 6)
    #expect(turned.depth == 12 && turned.hasAlpha == true)
    // A preview, floats of 16 bits, and one channel of depth.
    let floats = try ImageInfo(
      of: file(
        size + [(0, 1), (1, 1), (0, 3), (0, 1), (1, 1)] + [(1, 1), (2, 2), (3, 5), (0, 3), (0, 2)]
          + [(0, 1)] + [(1, 1), (1, 2), (4, 4), (0, 1), (1, 2), (0, 1), (1, 2)]))
    #expect(floats.size == PixelSize(width: 1000, height: 300) && floats.depth == 16)
    #expect(floats.hasAlpha == false && floats.orientation == 1)
    // The code stream may be in a `jxlc` or `jxlp` box, after a box of another kind.
    let boxes =
      [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10] + bigEndian(9) + Array("free".utf8) + [1]
    let stream = file([(1, 1), (2, 5), (4, 3), (1, 1)])
    for box in [Array("jxlc".utf8), Array("jxlp".utf8) + bigEndian(0)] {
      #expect(try ImageInfo(of: boxes + bigEndian(0) + box + stream) == small)
    }
    for end in [bigEndian(8), bigEndian(7) + Array("abcd".utf8), bigEndian(1) + Array("abcd".utf8), []] {
      #expect(throws: ImageError.self) { try ImageInfo(of: boxes + end) }
    }
  }
}
