import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite("TIFF decoding", .enabled(if: segue_has_tiff(), "built without libtiff: apt-get install libtiff-dev"))
struct TIFFDecodingTests {
  private func straight(_ bytes: [UInt8], page: UInt32 = 0) throws -> (size: PixelSize, pixels: [[Int]]) {
    var options = DecodeOptions()
    options.page = page
    let bitmap = try Bitmap(decoding: bytes, named: "scan", options: options)
    let rgba = bitmap.straightBytes
    return (
      bitmap.size,
      stride(from: 0, to: rgba.count, by: 4).map { first in rgba[first..<first + 4].map(Int.init) }
    )
  }

  /// Computes the expected pixel, 0…255, from samples of 0…most.
  private func pixel(_ made: MadeTIFF, _ x: Int, _ y: Int) -> [Int] {
    let most = made.bits == 8 ? 255 : 65535
    func eight(_ value: Int) -> Int { (value * 255 + most / 2) / most }
    let values = (0..<made.samples).map { made.sample(x, y, $0) }
    switch made.photometric {
    case 0, 1:
      // Alpha is not inverted.
      let gray = eight(made.photometric == 0 ? most - values[0] : values[0])
      return Array(repeating: gray, count: 3) + [made.extra == 2 ? eight(values[1]) : 255]
    case 5:
      // Without a profile, each ink absorbs one channel and black absorbs all.
      let light = most - values[3]
      return (0..<3).map { eight(((most - values[$0]) * light + most / 2) / most) } + [255]
    default:
      return (0..<3).map { eight(values[$0]) } + [made.extra == 2 ? eight(values[3]) : 255]
    }
  }

  static let kinds: [(photometric: Int, samples: Int, extra: Int?)] = [
    (0, 1, nil), (0, 2, 2), (1, 1, nil), (1, 2, 2), (2, 3, nil), (2, 4, 2), (2, 4, 0), (2, 5, 0), (5, 4, nil),
    (5, 5, 0), (5, 5, 2),
  ]

  @Test(arguments: [8, 16], [false, true]) func layouts(bits: Int, isBigEndian: Bool) throws {
    for kind in Self.kinds {
      for isPlanar in [false, true] {
        for tile in [nil, (width: 16, height: 16), (width: 32, height: 16)] {
          var made = MadeTIFF(bits: bits, isPlanar: isPlanar, tile: tile, isBigEndian: isBigEndian)
          (made.photometric, made.samples, made.extra) = (kind.photometric, kind.samples, kind.extra)
          let (size, pixels) = try straight(made.bytes)
          #expect(size == PixelSize(width: 19, height: 14))
          let expected = (0..<14 * 19).map { pixel(made, $0 % 19, $0 / 19) }
          #expect(pixels == expected, "\(kind), planar \(isPlanar), tile \(String(describing: tile))")
        }
      }
    }
  }

  @Test(arguments: 1...8, [8, 16]) func orientations(orientation: Int, bits: Int) throws {
    let made = MadeTIFF(bits: bits, orientation: orientation)
    let (size, pixels) = try straight(made.bytes)
    #expect(size == (orientation > 4 ? PixelSize(width: 14, height: 19) : PixelSize(width: 19, height: 14)))
    for y in 0..<14 {
      for x in 0..<19 {
        // The upright position of the stored pixel, by the definitions of TIFF 6.0.
        let (column, row) = [
          (x, y), (18 - x, y), (18 - x, 13 - y), (x, 13 - y), (y, x), (13 - y, x), (13 - y, 18 - x),
          (y, 18 - x),
        ][orientation - 1]
        #expect(pixels[row * size.width + column] == pixel(made, x, y))
      }
    }
  }

  @Test func premultipliedAlphaBecomesStraight() throws {
    for bits in [8, 16] {
      let made = MadeTIFF(bits: bits, samples: 4, extra: 1)
      let most = bits == 8 ? 255 : 65535
      for (index, pixel) in try straight(made.bytes).pixels.enumerated() {
        let values = (0..<4).map { made.sample(index % 19, index / 19, $0) }
        #expect(pixel[3] == (values[3] * 255 + most / 2) / most)
        guard values[3] > 0, values[3] < most else { continue }
        for c in 0..<3 {
          let exact = min(255, 255 * Double(values[c]) / Double(values[3]))
          #expect(abs(Double(pixel[c]) - exact) <= 0.51)
        }
      }
    }
  }

  /// Resolutions are in pixels per inch; without a unit there is none.
  @Test func resolutions() throws {
    var made = MadeTIFF()
    for (unit, inches) in [(2, 1.0), (3, 2.54)] {
      made.resolution = (across: 300, down: 150, unit: unit)
      let resolution = try #require(try Metadata(decoding: made.bytes).resolution)
      #expect(abs(resolution.across - 300 * inches) < 1e-9 && abs(resolution.down - 150 * inches) < 1e-9)
    }
    made.resolution?.unit = 1
    #expect(try Metadata(decoding: made.bytes).resolution == nil)
    made.resolution = nil
    #expect(try Metadata(decoding: made.bytes) == Metadata())
  }

  @Test func resolutionsTurnWithThePicture() throws {
    for orientation in 1...8 {
      var made = MadeTIFF(orientation: orientation)
      made.resolution = (across: 300, down: 150, unit: 2)
      let upright = Metadata.Resolution(across: 300, down: 150)
      let turned = Metadata.Resolution(across: 150, down: 300)
      #expect(try Metadata(decoding: made.bytes).resolution == (orientation > 4 ? turned : upright))
    }
  }

  @Test func thePixelLimitIsObeyed() throws {
    let file = MadeTIFF().bytes
    let size = try Bitmap(decoding: file).size
    let limit = size.width * size.height
    #expect(try Bitmap(decoding: file, options: DecodeOptions(maxPixels: limit)).size == size)
    #expect(throws: ImageError.tooLarge(file: "scan", size: size, limit: limit - 1)) {
      try Bitmap(decoding: file, named: "scan", options: DecodeOptions(maxPixels: limit - 1))
    }
  }

  /// Each page has its own metadata.
  @Test func metadataOfAPage() throws {
    var pictures = [MadeTIFF(), MadeTIFF()]
    pictures[0].resolution = (across: 100, down: 50, unit: 2)
    pictures[1].resolution = (across: 300, down: 200, unit: 2)
    let folder = try TemporaryFolder()
    let path = try folder.write(pictures[0].file(pictures), "scan.tif")
    for (name, resolution) in [("", (100.0, 50.0)), ("[0]", (100, 50)), ("[1]", (300, 200))] {
      let expected = Metadata.Resolution(across: resolution.0, down: resolution.1)
      #expect(try Metadata(contentsOf: path + name).resolution == expected)
      let taken = Mutex<Metadata?>(nil)
      _ = try Bitmap.decoding([path + name], fittedTo: Framing(), .standard) { metadata in
        taken.withLock { $0 = metadata }
      }
      #expect(taken.withLock { $0?.resolution } == expected, "\(name)")
    }
  }

  @Test func pages() throws {
    let pictures = [
      MadeTIFF(), MadeTIFF(width: 7, height: 5, bits: 16), MadeTIFF(photometric: 1, samples: 1),
    ]
    let file = pictures[0].file(pictures)
    for (page, made) in pictures.enumerated() {
      let (size, pixels) = try straight(file, page: UInt32(page))
      #expect(size == PixelSize(width: made.width, height: made.height))
      #expect(pixels[8] == pixel(made, 8 % made.width, 8 / made.width))
    }
    for page in [3, 7] as [UInt32] {
      let error = #expect(throws: ImageError.self) { try straight(file, page: page) }
      #expect(error?.description == "scan: not supported: it has 3 pictures, [0] to [2]")
    }

    let folder = try TemporaryFolder()
    let path = try folder.write(file, "scan.tif")
    #expect(try Bitmap(contentsOf: path + "[1]").size == PixelSize(width: 7, height: 5))
    #expect(try Bitmap(contentsOf: path + "[0]") == Bitmap(contentsOf: path))
    // A file of this name takes precedence over a page.
    _ = try folder.write(pictures[2].bytes, "scan.tif[1]")
    #expect(try Bitmap(contentsOf: path + "[1]").size == PixelSize(width: 19, height: 14))
    let one = #expect(throws: ImageError.self) {
      try Bitmap(
        contentsOf: try folder.write(MadePNG(5, 4, 2, 8, interlaced: false, seed: 1).bytes, "a.png") + "[1]")
    }
    #expect(one?.description.hasSuffix("a.png[1]: not supported: it has one picture, [0]") == true)
  }

  @Test(.enabled(if: segue_has_lcms(), "built without lcms2")) func profiles() throws {
    for bits in [8, 16] {
      var made = MadeTIFF(bits: bits)
      made.profile = MadeProfile.gray(gamma: 2).bytes
      #expect(try straight(made.bytes).pixels[5] == pixel(made, 5, 0))
      made.profile = MadeProfile.adobe.bytes
      var png = PNGChunk.file([
        .header(19, 14, depth: bits),
        PNGChunk(name: "iCCP", data: Array("a".utf8) + [0, 0] + deflated(made.profile)),
      ])
      var rows: [UInt8] = []
      for y in 0..<14 {
        rows.append(0)
        for x in 0..<19 {
          for c in 0..<3 { rows += bigEndian(made.sample(x, y, c)).suffix(bits / 8) }
        }
      }
      png += PNGChunk(name: "IDAT", data: deflated(rows)).bytes + PNGChunk(name: "IEND", data: []).bytes
      #expect(try straight(made.bytes).pixels == straight(png).pixels)
      #expect(try straight(made.bytes).pixels[5] != pixel(made, 5, 0))
    }
  }

  @Test(
    "A gray picture with a gray or an RGB profile has the colors of the equivalent PNG",
    .enabled(if: segue_has_lcms(), "built without lcms2"), arguments: [8, 16], [false, true])
  func grayProfiles(bits: Int, isOfColors: Bool) throws {
    let profile = isOfColors ? MadeProfile.adobe : .gray(gamma: 1.5)
    var made = MadeTIFF(bits: bits, photometric: 1, samples: 1)
    let raw = try straight(made.bytes).pixels
    made.profile = profile.bytes
    var rows: [UInt8] = []
    for y in 0..<14 {
      rows.append(0)
      for x in 0..<19 { rows += bigEndian(made.sample(x, y, 0)).suffix(bits / 8) }
    }
    let png = PNGChunk.file([
      .header(19, 14, depth: bits, colorType: 0),
      PNGChunk(name: "iCCP", data: Array("a".utf8) + [0, 0] + deflated(profile.bytes)),
      PNGChunk(name: "IDAT", data: deflated(rows)), PNGChunk(name: "IEND", data: []),
    ])
    let options = DecodeOptions { if !$0.contains("more than 8 bits") { Issue.record("warned: \($0)") } }
    #expect(try Bitmap(decoding: made.bytes, options: options) == Bitmap(decoding: png, options: options))
    #expect(try straight(made.bytes).pixels != raw)
  }

  /// Compressed tiles may have few bytes; these bytes are no valid zlib stream.
  @Test("A tile may exceed the picture up to 16 MiB, or 16 bytes for each pixel")
  func largeTiles() throws {
    #expect(try Bitmap(decoding: MadeTIFF(tile: (256, 256)).bytes) == Bitmap(decoding: MadeTIFF().bytes))
    for (width, height, wide, high, isRefused) in [
      (19, 14, 2048, 2720, false), (19, 14, 2048, 2736, true), (1280, 960, 2560, 2560, false),
      (1280, 959, 2560, 2560, true),
    ] {
      let made = MadeTIFF(tile: (16, 16)).with(256, width).with(257, height).with(322, wide).with(323, high)
      let refused = ImageError.unsupported(
        file: "image", detail: "its tiles are much larger than the picture")
      let error = decodingError(made.with(259, 8).bytes)
      #expect(error != nil && (error == refused) == isRefused, "\(width)x\(height) of \(wide)x\(high)")
    }
  }

  @Test func cutFilesAreErrors() throws {
    for made in [MadeTIFF(), MadeTIFF(bits: 16, tile: (16, 16)), MadeTIFF(isPlanar: true)] {
      let bytes = made.bytes
      for count in 0..<bytes.count - 4 {
        switch decodingError(Array(bytes.prefix(count)))?.code {
        case .imageNotAnImage?: #expect(count < 4)
        case .imageTruncated?: break
        case let code: Issue.record("\(count) bytes: \(String(describing: code))")
        }
      }
    }
  }

  @Test func damagedFilesAreImagesOrErrors() {
    for (seed, made) in [
      MadeTIFF(), MadeTIFF(bits: 16, tile: (16, 16)), MadeTIFF(photometric: 5, samples: 4, isPlanar: true),
    ].enumerated() {
      let bytes = made.bytes
      let outcome = Fuzz.run(rounds: Fuzz.rounds / 2, seed: UInt64(31 + seed)) { generator in
        var bytes = bytes
        Fuzz.flip(&bytes, using: &generator)
        // The directory follows the pixels, near the end of the file.
        for _ in 0..<2 where Bool.random(using: &generator) {
          bytes[bytes.count - Int.random(in: 1...150, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        return bytes
      }
      #expect(outcome.wrong == [] && outcome.images > 0 && outcome.errors > 0 && outcome.slowest < 2)
    }
  }

  @Test func kindsThatAreNotDecoded() throws {
    var deep = MadeTIFF(photometric: 1, samples: 1)
    deep.bits = 16
    var bytes = deep.bytes
    // 32 bits a sample.
    let field = try #require(bytes.indices.first { bytes[$0...].starts(with: [2, 1, 3, 0, 1, 0, 0, 0, 16]) })
    bytes[field + 8] = 32
    guard decodingError(bytes)?.code == .imageUnsupported else {
      Issue.record("\(String(describing: decodingError(bytes)))")
      return
    }
  }
}

@Suite("WebP decoding", .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"))
struct WebPDecodingTests {
  @Test func losslessIsExact() throws {
    for (width, height) in [(1, 1), (7, 5), (64, 48), (129, 3)] {
      let picture = try Bitmap.noise(width, height, seed: 3)
      let decoded = try Bitmap(decoding: encoded(picture, Formats.WebP(isLossless: true)))
      #expect(decoded == picture && decoded.size == picture.size)
    }
  }

  @Test func lossyPicturesAreSimilar() throws {
    let picture = try Bitmap(64, 48) { x, y in [4 * x, 5 * y, 128] }
    let decoded = try Bitmap(decoding: encoded(picture, Formats.WebP(quality: 95)))
    #expect(decoded.meanDifference(from: picture) < 3)
  }

  /// Makes a lossless WebP with additional chunks.
  private func file(_ picture: Bitmap, _ chunks: [(name: String, data: [UInt8])], flags: UInt8) throws
    -> [UInt8]
  {
    let simple = try encoded(picture, Formats.WebP(isLossless: true))
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      bigEndian(value).reversed().prefix(count).map(\.self)
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(data.count, 4) + data + [UInt8](repeating: 0, count: data.count & 1)
    }
    let extended = chunk(
      "VP8X", [flags | 0x10, 0, 0, 0] + little(picture.width - 1, 3) + little(picture.height - 1, 3))
    // The ICC profile is before the pixels, all other chunks are after them.
    let before = chunks.filter { $0.name == "ICCP" }.flatMap { chunk($0.name, $0.data) }
    let behind = chunks.filter { $0.name != "ICCP" }.flatMap { chunk($0.name, $0.data) }
    var pixels = Array(simple.dropFirst(12))
    if pixels.starts(with: Array("VP8X".utf8)) { pixels.removeFirst(18) }
    let body = Array("WEBP".utf8) + extended + before + pixels + behind
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  @Test func profilesAndOrientation() throws {
    let picture = try Bitmap.noise(9, 6, seed: 4, opaque: true)
    let tiff: [UInt8] = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    for exif in [tiff, Array("Exif".utf8) + [0, 0] + tiff] {
      let turned = try Bitmap(decoding: file(picture, [("EXIF", exif)], flags: 8))
      #expect(turned.size == PixelSize(width: 6, height: 9))
      #expect(turned[5, 0] == picture[0, 0] && turned[0, 8] == picture[8, 5])
    }
    guard segue_has_lcms() else { return }
    let profiled = try Bitmap(decoding: file(picture, [("ICCP", MadeProfile.adobe.bytes)], flags: 32))
    #expect(profiled != picture && profiled.meanDifference(from: picture) < 30)
    let bytes = try file(picture, [("ICCP", MadeProfile.adobe.bytes)], flags: 32)
    #expect(try Bitmap(decoding: bytes, options: DecodeOptions(color: .ignore)) == picture)
  }

  @Test func cutFilesAreErrors() throws {
    let file = try encoded(Bitmap.noise(33, 20, seed: 5), Formats.WebP(isLossless: true))
    for count in 0..<file.count - 1 where count < 200 || count % 16 == 0 {
      switch decodingError(Array(file.prefix(count)))?.code {
      case .imageNotAnImage?: #expect(count < 12)
      case .imageTruncated?: break
      case let code: Issue.record("\(count) bytes: \(String(describing: code))")
      }
    }
  }

  @Test(arguments: [true, false]) func damagedFilesAreImagesOrErrors(isLossless: Bool) throws {
    let file = try encoded(Bitmap.noise(33, 20, seed: 5), Formats.WebP(isLossless: isLossless))
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 2, seed: 41) { generator in
      var bytes = file
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    #expect(outcome.wrong == [] && outcome.images > 0 && outcome.errors > 0 && outcome.slowest < 2)
  }
}

@Suite(
  "HEIC and AVIF decoding",
  .enabled(if: segue_has_heif(), "built without libheif: apt-get install libheif-dev"))
struct HEIFDecodingTests {
  private static func file(_ name: String) throws -> [UInt8] {
    try contents(of: projectFolder + "/Tests/Pictures/" + name)
  }

  @Test(arguments: [("straight.avif", 1), ("straight.heic", 12), ("deep.heic", 12)])
  func decodedPicturesEqualTheEncodedOnes(name: String, apart: Int) throws {
    let bitmap = try Bitmap(decoding: Self.file(name))
    #expect(bitmap.size == PixelSize(width: 24, height: 16))
    let rgba = bitmap.straightBytes
    for y in 0..<16 {
      for x in 0..<24 {
        let pixel = rgba[4 * (24 * y + x)..<4 * (24 * y + x) + 4].map(Int.init)
        let isDeep = name == "deep.heic"
        let blue = isDeep ? (24 * y + x) * 2 * 255 / 1023 : 128
        let expected = [10 * x, 16 * y, blue, isDeep ? 255 : 255 - 8 * x]
        for c in 0..<4 { #expect(abs(pixel[c] - expected[c]) <= apart, "\(name) \(x), \(y): \(pixel)") }
      }
    }
  }

  @Test func pages() throws {
    var options = DecodeOptions()
    options.page = 1
    let error = #expect(throws: ImageError.self) {
      try Bitmap(decoding: Self.file("straight.heic"), named: "phone.heic", options: options)
    }
    #expect(error?.description == "phone.heic: not supported: it has one picture, [0]")
  }

  @Test(arguments: ["straight.avif", "straight.heic", "deep.heic"]) func cutFilesAreErrors(name: String)
    throws
  {
    let file = try Self.file(name)
    for count in 0..<file.count where count < 100 || count % 7 == 0 {
      let error = decodingError(Array(file.prefix(count)))
      #expect(error != nil, "\(count) bytes")
      if count < 12 { #expect(error == .notAnImage(file: "image")) }
    }
  }

  @Test(arguments: ["straight.avif", "straight.heic"]) func damagedFilesAreImagesOrErrors(name: String) throws
  {
    let file = try Self.file(name)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 20, seed: 51) { generator in
      var bytes = file
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    #expect(outcome.wrong == [] && outcome.images > 0 && outcome.errors > 0)
  }
}
