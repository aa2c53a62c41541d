import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Small files that claim large dimensions.
enum HugeClaim {
  /// Makes a PNG of these sides with few bytes of pixels.
  static func png(_ width: Int, _ height: Int, colorType: Int = 6, interlaced: Bool = false) -> [UInt8] {
    PNGChunk.file([
      .header(width, height, colorType: colorType, interlaced: interlaced),
      PNGChunk(name: "IDAT", data: deflated(Array(repeating: 0, count: 1000))),
      PNGChunk(name: "IEND", data: []),
    ])
  }

  /// Makes a JPEG of these sides with the blocks of a small one.
  static func jpeg(_ kind: MadeJPEG.Kind, _ width: Int, _ height: Int, cmyk: Bool = false) throws -> [UInt8] {
    var made = MadeJPEG.gray(64, 48, kind)
    if cmyk { made.components = Array(repeating: made.components[0], count: 4) }
    var bytes = made.bytes
    let frame = try #require(bytes.firstRange(of: [0xff, kind == .baseline ? 0xc0 : 0xc2, 0])?.lowerBound)
    let sides = [height >> 8, height, width >> 8, width].map { UInt8(truncatingIfNeeded: $0) }
    bytes.replaceSubrange(frame + 5..<frame + 9, with: sides)
    return bytes
  }

  /// PNGs within the pixel limit, in files too short for their pixels.
  static func pngWithinLimit() -> [[UInt8]] {
    let sides = [(10_000, 10_000), (100_000_000, 1), (1, 100_000_000), (2000, 2000)]
    return sides.flatMap { [png($0, $1), png($0, $1, interlaced: true)] }
  }

  /// JPEGs within the pixel limit that end after a few blocks.
  static func jpegWithinLimit() throws -> [[UInt8]] {
    try MadeJPEG.Kind.allCases.flatMap { kind in
      try [(10_000, 10_000), (65_500, 1500), (1500, 65_500)].flatMap { width, height in
        [try jpeg(kind, width, height), try jpeg(kind, width, height, cmyk: true)]
      }
    }
  }

  /// Files of all other formats read without ffmpeg, with these sides and few bytes of pixels.
  ///
  /// Formats that cannot store the sides are left out.
  static func others(_ width: Int, _ height: Int) throws -> [(name: String, bytes: [UInt8])] {
    let pixels = [UInt8](repeating: 0, count: 60)
    let big = bigEndian(width) + bigEndian(height)
    var files: [(name: String, bytes: [UInt8])] = [
      ("qoi", Array("qoif".utf8) + big + [4, 0] + pixels),
      (
        "bmp",
        Array("BM".utf8) + little32(0) + little32(0) + little32(54) + little32(40) + little32(width)
          + little32(height) + little16(1) + little16(24) + [UInt8](repeating: 0, count: 24) + pixels
      ),
      ("pam", Array("P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nENDHDR\n".utf8) + pixels),
      ("pfm", Array("PF \(width) \(height) -1\n".utf8) + pixels),
    ]
    if segue_has_tiff() {
      for made in [MadeTIFF(), MadeTIFF(bits: 16, tile: (16, 16)), MadeTIFF(isPlanar: true)] {
        files.append(("tiff", made.with(256, width).with(257, height).bytes))
        // All rows are in one strip.
        files.append(("tiff", made.with(256, width).with(257, height).with(278, height).bytes))
      }
    }
    if segue_has_heif() {
      files.append(
        ("heic", MadeHEIF(items: [.init(kind: "hvc1")], properties: [MadeHEIF.size(width, height)]).bytes))
      files.append(
        (
          "avif",
          MadeHEIF(
            items: [.init(kind: "av01", data: MadeHEIF.av1(16, 16))],
            properties: [MadeHEIF.size(width, height)]
          ).bytes
        ))
    }
    if width <= 65_535, height <= 65_535 {
      let sides = little16(width) + little16(height)
      let frame = [0x2c, 0, 0, 0, 0] + sides + [0, 2, 3, 0x84, 0x8f, 0x05, 0, 0x3b]
      files.append(("gif", Array("GIF89a".utf8) + sides + [0x80, 0, 0, 1, 2, 3, 4, 5, 6] + frame))
    }
    if segue_has_webp() {
      func riff(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little32(4 + chunks.count) + Array("WEBP".utf8) + chunks
      }
      if width <= 16_383, height <= 16_383 {
        let header = little32((width - 1) | (height - 1) << 14)
        files.append(("webp", riff(Array("VP8L".utf8) + little32(20) + [0x2f] + header + pixels.prefix(15))))
      }
      if width <= 1 << 24, height <= 1 << 24, width * height < 1 << 32 {
        let sides = little32(width - 1).prefix(3) + little32(height - 1).prefix(3)
        let canvas = Array("VP8X".utf8) + little32(10) + [2, 0, 0, 0] + sides
        files.append(("webp", riff(canvas + Array("ANIM".utf8) + little32(6) + pixels.prefix(6))))
      }
    }
    return files
  }

  /// Makes a small PNG whose chunks before the pixels inflate to 64 MB each.
  static func bombs() -> [UInt8] {
    let zeros = deflated(Array(repeating: 0, count: 64 << 20), level: 9)
    let text = Array("key".utf8) + [0, 0] + zeros
    var chunks = MadePNG(20, 20, 6, 8, interlaced: false, seed: 1).chunks
    chunks.insert(PNGChunk(name: "zTXt", data: text), at: 1)
    chunks.insert(PNGChunk(name: "iTXt", data: Array("key".utf8) + [0, 1, 0, 0, 0] + zeros), at: 1)
    chunks.insert(PNGChunk(name: "iCCP", data: text), at: 1)
    return PNGChunk.file(chunks)
  }
}

@Suite("Limits")
struct LimitTests {
  @Test("A picture of exactly the limit is decoded, one of a pixel more is not")
  func boundary() throws {
    let png = MadePNG(31, 17, 2, 8, interlaced: false, seed: 1).bytes
    let jpeg = MadeJPEG.gray(31, 17).bytes
    let size = PixelSize(width: 31, height: 17)
    for file in [png, jpeg] {
      #expect(try Bitmap(decoding: file, options: DecodeOptions(maxPixels: 31 * 17)).size == size)
      #expect(
        decodingError(file, options: DecodeOptions(maxPixels: 31 * 17 - 1))
          == .tooLarge(file: "image", size: size, limit: 31 * 17 - 1))
      #expect(throws: ImageError.tooLarge(file: "data", size: size, limit: 31 * 17 - 1)) {
        try Bitmap(
          decoding: Data(file), named: "data", options: DecodeOptions(maxPixels: 31 * 17 - 1))
      }
    }
  }

  @Test("Any integer is a valid limit", arguments: [Int.min, -1, 0, 1, 1 << 58, 1 << 59 - 1, 1 << 59, .max])
  func anyLimit(limit: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("dot.png")
    try Bitmap(width: 1, height: 1).write(to: file)
    if limit > 0 {
      #expect(try Bitmap(contentsOf: file, options: DecodeOptions(maxPixels: limit)).width == 1)
    } else {
      #expect(throws: ImageError.self) {
        try Bitmap(contentsOf: file, options: DecodeOptions(maxPixels: limit))
      }
    }
  }

  @Test("A header above the limit is refused before decoding")
  func tooLarge() throws {
    let size = PixelSize(width: 20_000, height: 20_000)
    let files = [
      HugeClaim.png(20_000, 20_000), HugeClaim.png(20_000, 20_000, interlaced: true),
      try HugeClaim.jpeg(.baseline, 20_000, 20_000), try HugeClaim.jpeg(.progressive, 20_000, 20_000),
    ]
    for file in files {
      let seconds = processorTime {
        #expect(decodingError(file) == .tooLarge(file: "image", size: size, limit: 100_000_000))
      }
      // The error is found within microseconds.
      #expect(seconds < 1)
    }
  }

  @Test(
    "Files of other formats that claim large sizes are refused quickly and in little memory",
    .disabled(if: isSanitized, "sanitizers keep freed memory"))
  func others() async {
    await #expect(processExitsWith: .success) {
      // Excludes memory that libraries allocate once, at their first call.
      for file in try HugeClaim.others(20, 20) { _ = decodingError(file.bytes) }
      let before = try peakMemory()
      for (width, height) in [(10_000, 10_000), (100_000, 1000), (1000, 100_000)] {
        for file in try HugeClaim.others(width, height) {
          let seconds = processorTime { #expect(decodingError(file.bytes) != nil, "\(file.name)") }
          #expect(seconds < 1, "\(file.name)")
          #expect(try peakMemory() - before < 16 << 20, "\(file.name) of \(width)x\(height)")
        }
      }
      for (width, height) in [(100_000, 100_000), (20_000, 20_000), (0x7fff_ffff, 0x7fff_ffff)] {
        let size = PixelSize(width: width, height: height)
        for file in try HugeClaim.others(width, height) where file.name != "webp" || width == 20_000 {
          let error = decodingError(file.bytes)
          switch error?.code {
          case .imageTooLarge? where error?.size == size: break
          case .imageTruncated?, .imageDamaged?, .imageUnsupported?:
            #expect(["webp", "tiff"].contains(file.name), "\(file.name)")
          default: Issue.record("\(file.name): \(String(describing: error))")
          }
        }
      }
      #expect(try peakMemory() - before < 16 << 20)
    }
  }

  @Test(
    "TIFF tables, profiles and tiles that claim large sizes take little memory",
    .enabled(if: segue_has_tiff(), "built without libtiff"),
    .disabled(if: isSanitized, "sanitizers keep freed memory"))
  func tables() async {
    await #expect(processExitsWith: .success) {
      var tiled = MadeTIFF(tile: (16, 16))
      tiled.profile = MadeProfile.adobe.bytes
      _ = try Bitmap(decoding: tiled.bytes)
      let before = try peakMemory()
      for count in [1 << 20, 1 << 28, 0xffff_fff0] {
        for tag in [258, 273, 279, 324, 325, 338, 34675] {
          for made in [MadeTIFF(samples: 4, extra: 2), tiled] {
            _ = decodingError(made.with(tag, count: count).bytes)
          }
        }
      }
      let large = "not supported: its tiles are much larger than the picture"
      for side in [4096, 16384, 32768] {
        // RGB tiles, which are read directly, and YCbCr tiles, which libtiff converts.
        for kind in [2, 6] {
          let file = tiled.with(322, side).with(323, side).with(259, 8).with(262, kind).bytes
          #expect(decodingError(file)?.description == "image: \(large)", "\(side)")
        }
      }
      #expect(try peakMemory() - before < 32 << 20)
    }
  }

  @Test(
    "Sides that overflow are refused", arguments: [(0xffff_ffff, 0xffff_ffff), (0x7fff_ffff, 0x7fff_ffff)])
  func overflow(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    for limit in [100_000_000, Int.max] {
      let error = decodingError(HugeClaim.png(width, height), options: DecodeOptions(maxPixels: limit))
      let isMemory = limit == .max && size.pixelCount != nil
      #expect(
        error
          == (isMemory ? .outOfMemory(file: "image") : .tooLarge(file: "image", size: size, limit: limit)))
    }
  }

  @Test("A side of zero pixels is damage", arguments: [(0, 5), (5, 0), (0, 0)])
  func empty(width: Int, height: Int) throws {
    for file in [HugeClaim.png(width, height), try HugeClaim.jpeg(.baseline, width, height)] {
      guard decodingError(file)?.code == .imageDamaged else {
        Issue.record("\(String(describing: decodingError(file)))")
        continue
      }
    }
  }

  @Test("A short PNG with a large header is truncated, which is found quickly")
  func largePNG() {
    for (index, file) in HugeClaim.pngWithinLimit().enumerated() {
      let seconds = processorTime {
        let expected = ImageError.truncated(file: "image", detail: "the file is too short for its size")
        #expect(decodingError(file) == expected, "file \(index)")
      }
      #expect(seconds < 1, "file \(index)")
    }
    // The file's length is sufficient for this size, so only libpng detects the missing data.
    #expect(
      decodingError(HugeClaim.png(500, 500)) == .damaged(file: "image", detail: "Not enough image data"))
  }

  @Test("A short JPEG with a large header is damaged if a marker comes early, else truncated")
  func largeJPEG() throws {
    for (index, file) in try HugeClaim.jpegWithinLimit().enumerated() {
      let seconds = processorTime {
        let expected = "Corrupt JPEG data: premature end of data segment"
        #expect(decodingError(file) == .damaged(file: "image", detail: expected), "file \(index)")
      }
      // The error is found within milliseconds. Filling a whole picture first would take seconds.
      #expect(seconds < 1, "file \(index)")
    }
    let open = try HugeClaim.jpeg(.baseline, 10_000, 10_000).dropLast(2)
    let detail = "Premature end of JPEG file"
    #expect(decodingError(Array(open)) == .truncated(file: "image", detail: detail))
  }

  @Test("A chunk longer than the file is an error", arguments: ["IDAT", "tRNS", "tEXt"])
  func longChunk(name: String) {
    for count in [0x7fff_ffff, 0x1000_0000] {
      let chunk = bigEndian(count) + Array(name.utf8) + Array(repeating: 0, count: 100)
      let error = decodingError(PNGChunk.file([.header(5, 5)]) + chunk)
      #expect(error != nil)
    }
  }

  // Runs in its own process, since peak memory is counted per process.
  @Test(
    "Large claimed sizes take little memory", .disabled(if: isSanitized, "sanitizers keep freed memory"))
  func memory() async {
    await #expect(processExitsWith: .success) {
      // Excludes memory that the first calls keep.
      _ = try Bitmap(decoding: MadePNG(20, 20, 6, 8, interlaced: false, seed: 1).bytes)
      _ = try Bitmap(decoding: MadeJPEG.gray(20, 20).bytes)
      let files = try HugeClaim.pngWithinLimit() + HugeClaim.jpegWithinLimit() + [HugeClaim.png(500, 500)]
      let before = try peakMemory()
      for file in files { #expect(decodingError(file) != nil) }
      // Measured: 5 MB, which libjpeg keeps per row. The pictures would take 400 MB each.
      #expect(try peakMemory() - before < 32 << 20)
    }
  }

  @Test(
    "A thin picture takes no more memory than a square one, also when it is fitted",
    .disabled(if: isSanitized, "sanitizers keep freed memory"),
    arguments: [(2000, 2000, 1.2), (1, 4_000_000, 1.2), (4_000_000, 1, 1.2)])
  func thin(width: Int, height: Int, most: Double) async throws {
    let folder = try TemporaryFolder()
    let rows = [UInt8](repeating: 0, count: (width + 1) * height)
    let chunks = [
      PNGChunk.header(width, height, colorType: 0), PNGChunk(name: "IDAT", data: deflated(rows)),
      PNGChunk(name: "IEND", data: []),
    ]
    let file = try folder.write(PNGChunk.file(chunks), "thin.png")
    await #expect(processExitsWith: .success) { [file = file as String, most = most as Double] in
      _ = try Bitmap(decoding: MadePNG(20, 20, 6, 8, interlaced: false, seed: 1).bytes)
        .resized(to: PixelSize(width: 9, height: 9))
      let before = try peakMemory()
      let bitmap = try Bitmap(contentsOf: file)
      let decoded = try peakMemory() - before
      #expect(Double(decoded) < most * 16e6 + 4e6)
      #expect(try bitmap.resized(to: PixelSize(width: 64, height: 64))[63, 63] == .black)
      // Filter weights and their inputs take 4 MB, twice; complete tables would take 96 MB.
      #expect(try peakMemory() - before < decoded + (24 << 20))
    }
  }

  @Test("Chunks that inflate to much memory are not inflated")
  func bombs() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(HugeClaim.bombs(), "bombs.png")
    await #expect(processExitsWith: .success) { [file = file as String] in
      _ = try Bitmap(decoding: MadePNG(20, 20, 6, 8, interlaced: false, seed: 1).bytes)
      let before = try peakMemory()
      #expect(try Bitmap(contentsOf: file).width == 20)
      // The file has 200 KB; three of its chunks would inflate to 64 MB each.
      #expect(try peakMemory() - before < 16 << 20)
    }
  }
}

extension LimitTests {
  @Test(
    "An animated WebP takes the memory of one canvas",
    .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"),
    .disabled(if: isSanitized, "sanitizers keep freed memory"))
  func canvas() async {
    await #expect(processExitsWith: .success) {
      let file = try contents(of: projectFolder + "/Tests/Pictures/canvas-33x2949141.webp")
      let before = try peakMemory()
      let bitmap = try Bitmap(decoding: file)
      #expect(bitmap.size == PixelSize(width: 33, height: 2_949_141))
      // Measured: 389 MB for straight pixels, and the same amount for premultiplied pixels. libwebp's decoder
      // would hold three canvases.
      #expect(try peakMemory() - before < 850_000_000)
    }
  }

  private var made: MadePNG { MadePNG(20, 20, 6, 8, interlaced: false, seed: 1) }

  /// Replaces the image data of the PNG by one IDAT chunk.
  private func file(_ data: (_ stream: [UInt8]) throws -> [UInt8]) rethrows -> [UInt8] {
    let stream = made.chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    return PNGChunk.file([
      made.chunks[0], PNGChunk(name: "IDAT", data: try data(stream)), PNGChunk(name: "IEND", data: []),
    ])
  }

  /// The surplus data is damaged, so reading it would fail.
  @Test("Image data beyond the picture is not inflated", .enabled(if: segue_deflates_with_isal()))
  func moreThanThePicture() throws {
    let longer = try file { stream in
      let rows = try #require(inflated(stream, count: made.layout.rawCount))
      var longer = deflated(rows + Array(repeating: 0, count: 8 << 20), level: 9)
      longer[longer.count - 1] ^= 1
      return longer
    }
    var pixels = [UInt8](repeating: 0, count: 4 * 20 * 20)
    let size = segue_dimensions(width: 20, height: 20)
    #expect(segue_png_decode_once(longer, longer.count, size, true, &pixels, 80).status == SEGUE_OK)
    #expect(try Bitmap(decoding: longer) == Bitmap(decoding: made.bytes))
  }

  @Test("A deflate window larger than zlib's maximum is refused")
  func window() throws {
    // A zlib header of 0x88 0x1c has a window of 64 KiB, and its check bits.
    let large = file { [0x88, 0x1c] + $0.dropFirst(2) }
    #expect(decodingError(large) != nil && decodingError(file { $0 }) == nil)
  }
}

/// Whether this build uses AddressSanitizer.
let isSanitized = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

/// Reads the peak memory of this process, in bytes.
///
/// `getrusage` would include the peak of the parent process.
func peakMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first) << 10
}
