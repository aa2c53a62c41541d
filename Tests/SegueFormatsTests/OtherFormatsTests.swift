import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Formats that are decoded by ffmpeg.
@Suite("Formats decoded by ffmpeg") struct OtherFormatsTests {
  static let size = PixelSize(width: 37, height: 22)
  static let straight = MadePicture.noise(size, opaque: true, seed: 5)

  /// A test file made by an encoder of ffmpeg, with options that choose the pixel format.
  struct Made: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let encoder: String
    let options: [String]
    /// Whether the encoder gets 16 bits a sample.
    var isWide = false
  }

  static let made = [
    Made(testDescription: "JPEG XL", encoder: "libjxl", options: ["-distance", "0"]),
    Made(
      testDescription: "JPEG 2000", encoder: "jpeg2000", options: ["-pred", "1", "-pix_fmt", "rgb24"]),
    Made(testDescription: "DPX", encoder: "dpx", options: ["-pix_fmt", "rgb24"]),
    Made(testDescription: "DPX", encoder: "dpx", options: [], isWide: true),
    Made(testDescription: "Sun raster", encoder: "sunrast", options: ["-pix_fmt", "bgr24"]),
    Made(testDescription: "SGI", encoder: "sgi", options: ["-pix_fmt", "rgb24"]),
    Made(testDescription: "SGI", encoder: "sgi", options: [], isWide: true),
    Made(testDescription: "PCX", encoder: "pcx", options: ["-pix_fmt", "rgb24"]),
    Made(testDescription: "XWD", encoder: "xwd", options: ["-pix_fmt", "bgra"]),
    Made(testDescription: "FITS", encoder: "fits", options: ["-pix_fmt", "gbrp"]),
  ]

  /// Makes a PSD without compression.
  static func psd(_ straight: [UInt8], _ size: PixelSize) -> [UInt8] {
    var bytes =
      Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3] + bigEndian(size.height) + bigEndian(size.width)
    bytes += [0, 8, 0, 3] + bigEndian(0) + bigEndian(0) + bigEndian(0) + [0, 0]
    for channel in 0..<3 { bytes += stride(from: channel, to: straight.count, by: 4).map { straight[$0] } }
    return bytes
  }

  /// Makes a DDS with BGRA pixels.
  static func dds(_ straight: [UInt8], _ size: PixelSize) -> [UInt8] {
    var bytes =
      Array("DDS ".utf8) + little32(124) + little32(0x100f) + little32(size.height) + little32(size.width)
    bytes += little32(size.width * 4) + Array(repeating: 0, count: 4 * 13)
    bytes += little32(32) + little32(0x41) + little32(0) + little32(32)
    bytes += [0xff_0000, 0xff00, 0xff, 0xff00_0000].flatMap(little32) + little32(0x1000)
    bytes += Array(repeating: 0, count: 128 - bytes.count)
    for pixel in stride(from: 0, to: straight.count, by: 4) {
      bytes += [straight[pixel + 2], straight[pixel + 1], straight[pixel], straight[pixel + 3]]
    }
    return bytes
  }

  @Test("Pixels decode exactly", .enabled(if: hasFFmpeg, ffmpegMissing), arguments: made)
  func pixels(made: Made) throws {
    let words = Self.straight.enumerated().filter { $0.offset % 4 < 3 }.flatMap { [$0.element, $0.element] }
    let file = try encodedByFFmpeg(
      made.isWide ? words : Self.straight, Self.size, as: made.encoder, made.options,
      pixels: made.isWide ? "rgb48be" : "rgba")
    #expect(Catalog.formats.forContent(Array(file.prefix(16))) == Formats.Others.self)
    let bitmap = try Bitmap(decoding: file, options: .withPrograms)
    #expect(bitmap.size == Self.size)
    #expect(bitmap.straightBytes == Self.straight)
    // Truncated files are errors.
    for count in [file.count / 2, file.count * 9 / 10] {
      #expect(decodingError(Array(file.prefix(count))) != nil, "\(count) of \(file.count) bytes")
    }
    #expect(
      decodingError(file, options: DecodeOptions(maxPixels: 37 * 22 - 1))
        == .tooLarge(file: "image", size: Self.size, limit: 37 * 22 - 1))
  }

  @Test(
    "Linear light becomes sRGB, and premultiplied colors straight",
    .enabled(if: hasFFmpeg, ffmpegMissing))
  func light() throws {
    // Float planes of green, blue, red and alpha, since ffmpeg's own conversion is inexact.
    func file(_ straight: [UInt8], _ size: PixelSize, hasAlpha: Bool) throws -> [UInt8] {
      let planes = [1, 2, 0, 3].prefix(hasAlpha ? 4 : 3).flatMap { channel in
        stride(from: channel, to: straight.count, by: 4).flatMap { place -> [UInt8] in
          little32(Int((Float(straight[place]) / 255).bitPattern))
        }
      }
      return try encodedByFFmpeg(
        planes, size, as: "exr", ["-format", "float"], pixels: hasAlpha ? "gbrapf32le" : "gbrpf32le")
    }
    let opaque = try file(Self.straight, Self.size, hasAlpha: false)
    #expect(Catalog.formats.forContent(Array(opaque.prefix(16))) == Formats.EXR.self)
    let expected = Self.straight.enumerated().map { index, sample -> Double in
      let light = Double(sample) / 255
      guard index % 4 < 3 else { return 255 }
      return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
    let bytes = try Bitmap(decoding: opaque, options: .withPrograms).straightBytes
    #expect(zip(bytes, expected).allSatisfy { abs(Double($0) - $1) < 0.6 } && bytes.count == expected.count)
    for count in [opaque.count / 3, opaque.count * 9 / 10, opaque.count - 1] {
      guard decodingError(Array(opaque.prefix(count)))?.code == .imageTruncated else {
        Issue.record("\(count) of \(opaque.count) bytes")
        continue
      }
    }
    let half = try file([64, 32, 0, 128, 0, 0, 0, 0], PixelSize(width: 2, height: 1), hasAlpha: true)
    // The first pixel is half covered; its straight red and green are 0.5 and 0.25 in linear light.
    #expect(
      try Bitmap(decoding: half, options: .withPrograms).straightBytes == [188, 137, 0, 128, 0, 0, 0, 0])
    // A picture of exactly the limit, in four float channels.
    let large = MadeEXR(row: Array(repeating: 0.5, count: 128), height: 40, channels: "ABGR").bytes
    #expect(decodingError(large, options: DecodeOptions(maxPixels: 128 * 40)) == nil)
    var tiled = opaque
    tiled[5] |= 2
    #expect(
      decodingError(tiled)?.description.hasPrefix("image: not supported: an OpenEXR image of tiles") == true)
  }

  /// Signatures from the specification of each format; invalid signatures differ in one byte.
  @Test("Without ffmpeg the error names the format, and a wrong signature is no image")
  func names() async {
    await #expect(processExitsWith: .success) {
      setenv("PATH", "/none", 1)
      let box: [UInt8] = [0, 0, 0, 12]
      let files: [(title: String, starts: [[UInt8]])] = [
        ("a JPEG XL", [[0xff, 0x0a], box + Array("JXL ".utf8) + [13, 10, 0x87, 10]]),
        ("a JPEG 2000", [[0xff, 0x4f, 0xff, 0x51], box + Array("jP  ".utf8) + [13, 10, 0x87, 10]]),
        ("a PSD", [Array("8BPS".utf8) + [0, 1]]), ("a DDS", [Array("DDS ".utf8) + [124, 0, 0, 0]]),
        ("an OpenEXR", [MadeEXR().bytes]), ("a DPX", [Array("SDPX".utf8), Array("XPDS".utf8)]),
        ("a Sun raster", [[0x59, 0xa6, 0x6a, 0x95]]),
        ("an SGI", [[1, 0xda, 0, 1], [1, 0xda, 0, 2], [1, 0xda, 1, 1], [1, 0xda, 1, 2]]),
        (
          "a PCX",
          [
            [10, 5, 1, 1], [10, 5, 1, 2], [10, 5, 1, 4], [10, 5, 1, 8], [10, 3, 1, 1], [10, 2, 1, 1],
            [10, 2, 1, 4],
          ]
        ),
        ("an XWD", [[0, 0, 0, 107, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 24]]),
        ("an XPM", [Array("/* XPM */".utf8)]), ("a FITS", [Array("SIMPLE  =".utf8)]),
      ]
      let rest = [UInt8](repeating: 0, count: 40)
      for (title, starts) in files {
        let detail = "\(title) image, which needs ffmpeg; install it (Debian: apt-get install ffmpeg)"
        for start in starts {
          #expect(decodingError(start + rest) == .unsupported(file: "image", detail: detail), "\(title)")
        }
      }
      for start in [
        [0xff, 0x0b], [0xff, 0x4f, 0xff, 0x52], box + Array("JXL ".utf8) + [13, 10, 0x87, 11],
        box + Array("jP  ".utf8) + [13, 10, 0x86, 10], Array("8BPS".utf8) + [0, 2],
        Array("DDS ".utf8) + [123, 0, 0, 0], Array("SDPD".utf8), [0x59, 0xa6, 0x6a, 0x96], [1, 0xda, 0, 3],
        [10, 4, 1, 8], [10, 5, 0, 8], [10, 5, 1, 3], [10, 3, 1, 4], [10, 2, 1, 8],
        [0, 0, 0, 107, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0, 24], Array("/* XPM *".utf8), Array("SIMPLE   =".utf8),
        [0x76, 0x2f, 0x31, 0x01, 1],
      ] as [[UInt8]] {
        #expect(decodingError(start + rest) == .notAnImage(file: "image"), "\(start)")
      }
    }
  }

  /// X Window Dump, version 7: the header's length, the version, one of three pixel formats, the depth.
  @Test("A window dump is recognized for any name and pixel format")
  func windowDumps() {
    for length in [100, 107, 255, 256, 300, 65535] {
      for layout in 0...2 {
        for depth in [1, 4, 8, 16, 24, 32] {
          let start = [length, 7, layout, depth].flatMap(bigEndian)
          #expect(Catalog.formats.forContent(start)?.name == "others", "\(length) \(layout) \(depth)")
        }
      }
    }
    for numbers in [[65536, 7, 2, 24], [107, 7 << 8, 2, 24], [107, 7, 256, 24], [107, 7, 2, 256]] {
      #expect(Catalog.formats.forContent(numbers.flatMap(bigEndian)) == nil, "\(numbers)")
    }
  }

  /// Sun's rasterfile.h: eight numbers; the fifth and the last are the bytes of pixels and of the color map.
  @Test("A Sun raster shorter than its declared length is truncated")
  func sunRaster() async {
    await #expect(processExitsWith: .success) {
      setenv("PATH", "/none", 1)
      let header = [0x59a6_6a95, 10, 10, 8, 100, 1, 1, 20].flatMap(bigEndian)
      for (count, isWhole) in [(0, false), (99, false), (100, false), (119, false), (120, true), (121, true)]
      {
        let error =
          isWhole
          ? ImageError.unsupported(
            file: "image",
            detail: "a Sun raster image, which needs ffmpeg; install it (Debian: apt-get install ffmpeg)")
          : .truncated(file: "image", detail: "120 bytes behind the header, and there are \(count)")
        #expect(decodingError(header + [UInt8](repeating: 7, count: count)) == error)
      }
      for count in 4..<32 {
        #expect(
          decodingError(Array(header.prefix(count)))
            == .truncated(file: "image", detail: "the file ends too early"))
      }
    }
  }

  @Test("PSD and DDS decode exactly, also with transparency", .enabled(if: hasFFmpeg, ffmpegMissing))
  func byHand() throws {
    let psd = Self.psd(Self.straight, Self.size)
    #expect(try Bitmap(decoding: psd, options: .withPrograms).straightBytes == Self.straight)
    #expect(decodingError(psd.dropLast(1)) != nil)
    let transparent = MadePicture.noise(Self.size, opaque: false, seed: 6)
    let dds = Self.dds(transparent, Self.size)
    #expect(try Bitmap(decoding: dds, options: .withPrograms).straightBytes == transparent)
    #expect(decodingError(dds.dropLast(1)) != nil)
    let xpm = "/* XPM */\nstatic char *a[] = {\n\"2 1 2 1\",\n\"a c #ff8000\",\n\"b c #010203\",\n\"ab\"};\n"
    #expect(
      try Bitmap(decoding: Array(xpm.utf8), options: .withPrograms).straightBytes == [
        255, 128, 0, 255, 1, 2, 3, 255,
      ])
    var options = DecodeOptions()
    options.page = 1
    #expect(
      decodingError(psd, options: options)?.description == "image: not supported: it has one picture, [0]")
  }

  @Test("A damaged file is a picture or an error of one line", .enabled(if: hasFFmpeg, ffmpegMissing))
  func damage() throws {
    let files = [Self.psd(Self.straight, Self.size), Self.dds(Self.straight, Self.size)]
    var generator = SeededGenerator(30)
    for round in 0..<40 {
      var bytes = files[round % 2]
      bytes[Int.random(in: 4..<128, using: &generator)] = .random(in: 0...255, using: &generator)
      if let error = decodingError(bytes, options: DecodeOptions(maxPixels: 1 << 20)) {
        #expect(error.description.hasPrefix("image: ") && !error.description.contains("\n"))
        #expect(!error.description.contains("@ 0x"), "memory address in: \(error)")
      }
    }
  }

  @Test("Each signature is recognized, and similar bytes are not")
  func signatures() {
    for (start, name) in [
      ([0x0a, 5, 1, 8, 0, 0], "others"), ([0x0a, 5, 1, 9, 0, 0], nil), ([0x0a, 0x0a, 1, 8], nil),
      (Array("8BPS".utf8) + [0, 2], nil), (Array("SIMPLE  =".utf8), "others"), ([0xff, 0x0a], "others"),
      ([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 13, 10, 0x87, 10], "others"), ([0xff], nil), ([], nil),
    ] as [([UInt8], String?)] {
      #expect(Catalog.formats.forContent(start)?.name == name, "\(start)")
    }
  }
}

/// A script replaces ffmpeg, in a process with its own PATH.
@Suite("Formats decoded by ffmpeg: failures") struct FailingFFmpegTests {
  /// Returns the error of decoding with a script that replaces ffmpeg; nil decodes without ffmpeg.
  private func message(_ script: String?, maxPixels: Int = 100_000_000) async throws -> String? {
    try await message(program: script.map { "#!/bin/sh\n\($0)\n" }, maxPixels: maxPixels)
  }

  private func message(program: String?, maxPixels: Int) async throws -> String? {
    let folder = try TemporaryFolder()
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = folder.path as String, program = program as String?, maxPixels = maxPixels as Int] in
      // Writes the script in this process: a file open for writing cannot be executed, and other tests fork.
      if let program {
        try Data(program.utf8).write(to: URL(filePath: path + "/ffmpeg"))
        chmod(path + "/ffmpeg", 0o755)
      }
      setenv("PATH", path, 1)
      let file = OtherFormatsTests.psd(OtherFormatsTests.straight, OtherFormatsTests.size)
      let error = decodingError(file, options: DecodeOptions(maxPixels: maxPixels))
      print("<\(error?.description ?? "none")>")
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    return text.split(separator: "<").last?.split(separator: ">").first.map(String.init)
  }

  @Test func aMissingFFmpegIsAnError() async throws {
    #expect(
      try await message(nil)
        == "image: not supported: a PSD image, which needs ffmpeg; install it (Debian: apt-get install ffmpeg)"
    )
  }

  @Test func anFFmpegThatIsNoProgramIsAnError() async throws {
    #expect(
      try await message(program: "no program", maxPixels: 1000)
        == "image: not supported: ffmpeg cannot be started: Exec format error")
  }

  /// ffmpeg's output is limited to four samples of two bytes a pixel, and 4096 bytes of header.
  @Test func tooMuchOutputIsAnError() async throws {
    #expect(
      try await message("exec /usr/bin/head -c 12097 /dev/zero", maxPixels: 1000)
        == "image: damaged: ffmpeg makes more of it than an image within the limit")
    #expect(
      try await message("exec /usr/bin/head -c 12096 /dev/zero", maxPixels: 1000)
        == "image: damaged: ffmpeg makes no picture of it")
    // A pixel limit for which the limit in bytes would overflow.
    #expect(try await message("printf 'P6 1 1 255 abc'", maxPixels: .max) == "none")
  }

  @Test func anFFmpegThatFailsIsAnError() async throws {
    #expect(try await message("exit 3") == "image: damaged: ffmpeg does not decode it")
    #expect(
      try await message("echo '[psd @ 0x55d71] Odd.' >&2; exit 1") == "image: damaged: ffmpeg: Odd.")
    // Text on ffmpeg's standard error is an error, even if a picture follows.
    let picture = "printf 'P6 1 1 255 abc'"
    #expect(try await message(picture) == "none")
    #expect(try await message("echo 'half of it' >&2; \(picture)") == "image: damaged: ffmpeg: half of it")
    #expect(
      try await message("echo \"Unknown input format: 'psd_pipe'\" >&2; exit 1")
        == "image: not supported: a PSD image, which the installed ffmpeg does not read")
    for output in ["printf GIF89a", "printf 'P6 2 2 255 abc'", ":"] {
      #expect(try await message(output) == "image: damaged: ffmpeg makes no picture of it")
    }
    #expect(
      try await message("printf 'P6 20000 20000 255 abc'")
        == "image: 20000x20000 pixels are more than the limit of 100000000")
  }

  @Test("The first line is the error, unless another line reports too large a picture")
  func severalLines() async throws {
    #expect(
      try await message("printf '[psd @ 0x1f] first\\nsecond\\n' >&2; exit 1")
        == "image: damaged: ffmpeg: first")
    #expect(
      try await message(
        "printf 'odd\\n[x @ 0x1] Picture size 30x20 exceeds specified max pixel count 599\\n' >&2; exit 1",
        maxPixels: 599) == "image: 30x20 pixels are more than the limit of 599")
  }

  @Test("ffmpeg gets the format and the limit, opens no other file, and stops at the first error")
  func words() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let script =
        "#!/bin/sh\nfor word; do echo \"$word\"; done >\"${0%/*}/words\"\nprintf 'P6 1 1 255 abc'\n"
      chmod(try folder.write(Array(script.utf8), "ffmpeg"), 0o755)
      setenv("PATH", folder.path, 1)
      let psd = OtherFormatsTests.psd(OtherFormatsTests.straight, OtherFormatsTests.size)
      let fits = Array("SIMPLE  =".utf8) + [UInt8](repeating: 32, count: 90)
      for (bytes, format, pieces) in [
        (psd, "psd_pipe", "\(psd.count)"), (fits, "fits", nil),
        (MadeEXR().bytes, "exr_pipe", "\(MadeEXR().bytes.count)"),
      ] as [([UInt8], String, String?)] {
        for (limit, said) in [(1000, "1000"), (4, "4"), (.max, "2147483647")] {
          _ = decodingError(bytes, options: DecodeOptions(maxPixels: limit))
          let words = String(decoding: try contents(of: folder.file("words")), as: UTF8.self)
            .split(separator: "\n").map(String.init)
          let input = try #require(words.firstIndex(of: "-i"))
          func value(_ option: String, _ words: ArraySlice<String>) -> String? {
            words.firstIndex(of: option).map { words[$0 + 1] }
          }
          let (before, behind) = (words[..<input], words[input...])
          #expect(value("-i", behind) == "pipe:0" && words.last == "pipe:1")
          #expect(value("-f", before) == format && value("-frame_size", before) == pieces)
          #expect(value("-max_pixels", before) == said && value("-protocol_whitelist", before) == "pipe")
          #expect(value("-err_detect", before) == "explode" && before.contains("-xerror"))
          #expect(value("-frames:v", behind) == "1" && value("-map", behind) == "0:v:0")
          #expect(value("-c:v", behind) == (format == "exr_pipe" ? "rawvideo" : "pam"))
          // Linear light is not converted; other formats use ffmpeg's most accurate conversion.
          let flags = value("-sws_flags", behind).map { Set($0.split(separator: "+")) }
          #expect(
            flags == (format == "exr_pipe" ? nil : ["accurate_rnd", "full_chroma_int", "full_chroma_inp"]))
        }
      }
    }
  }
}
