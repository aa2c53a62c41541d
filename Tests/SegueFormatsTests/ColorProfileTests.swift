import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// What is written says that its colors are sRGB's.
@Suite("Color profiles of what is written")
struct ColorProfileTests {
  @Test(
    "A PNG says sRGB once, before its pixels, and nothing else of colors",
    arguments: Formats.PNG.Compression.allCases)
  func png(compression: Formats.PNG.Compression) throws {
    for opaque in [false, true] {
      let bitmap = try Bitmap.noise(9, 5, seed: 3, opaque: opaque)
      let file = try bitmap.encoded(as: .png(compression: compression))
      let chunks = try PNGChunk.list(file)
      #expect(chunks.prefix(3).map(\.name) == ["IHDR", "sRGB", "IDAT"])
      #expect(chunks[1].data == [0])
      #expect(chunks.dropFirst(2).allSatisfy { ["IDAT", "IEND"].contains($0.name) })
      for color in [DecodeOptions.Color.convert, .ignore] {
        let options = DecodeOptions(color: color) { Issue.record("warned: \($0)") }
        #expect(try Bitmap(decoding: file, options: options) == bitmap)
      }
    }
  }

  private static let formats: [any ImageFormat] =
    [Formats.JPEG(quality: 90, profile: .srgb)]
    + (segue_has_webp()
      ? [Formats.WebP(quality: 90, profile: .srgb), Formats.WebP(isLossless: true, profile: .srgb)] : [])

  private static func plain(_ format: any ImageFormat) -> any ImageFormat {
    if var webp = format as? Formats.WebP {
      webp.profile = .none
      return webp
    }
    return Formats.JPEG()
  }

  /// The profile in a file, which stands in one piece.
  private func profile(of file: [UInt8]) throws -> [UInt8] {
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("acsp".utf8)) }) - 36
    let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[place..<place + count])
  }

  @Test(arguments: 0..<formats.count) func profilesChangeNoPixel(_ index: Int) throws {
    let format = Self.formats[index]
    for opaque in [false, true] {
      let bitmap = try Bitmap.noise(33, 17, seed: 5, opaque: opaque)
      let (with, without) = (try bitmap.encoded(as: format), try bitmap.encoded(as: Self.plain(format)))
      #expect(with.count - without.count <= 600 && with.count > without.count)
      let options = DecodeOptions { Issue.record("warned: \($0)") }
      #expect(try Bitmap(decoding: with, options: options) == Bitmap(decoding: without))
    }
  }

  @Test(.enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"))
  func ourReaderConvertsNothing() throws {
    let bytes = try profile(
      of: Bitmap.noise(3, 3, seed: 5).encoded(as: Formats.JPEG(quality: 9, profile: .srgb)))
    #expect(bytes.count == 480)
    var conversion: OpaquePointer?
    let result = segue_conversion_of_profile(&conversion, bytes, bytes.count, SEGUE_RGB)
    #expect(result.status == SEGUE_OK && conversion == nil)
  }

  @Test(
    "Little CMS in Pillow takes it as sRGB", .enabled(if: Pillow.isHere, Pillow.hint),
    arguments: 0..<formats.count)
  func pillow(_ index: Int) throws {
    let file = try Bitmap.noise(33, 17, seed: 5, opaque: false).encoded(as: Self.formats[index])
    let said = try Pillow.run(
      """
      ours = ImageCms.getOpenProfile(io.BytesIO(image.info["icc_profile"]))
      srgb = ImageCms.createProfile("sRGB")
      colors = Image.new("RGB", (64, 64))
      colors.putdata([(i // 256 * 17, i // 16 % 16 * 17, i % 16 * 17) for i in range(4096)])
      most = 0
      for intent in range(4):
          for pair in ((ours, srgb), (srgb, ours)):
              made = ImageCms.profileToProfile(colors, *pair, renderingIntent=intent)
              most = max(most, max(abs(a - b) for p, q in zip(colors.getdata(), made.getdata()) for a, b in zip(p, q)))
      image.load()
      print(most, ours.profile.profile_description, ours.profile.version, ours.profile.is_matrix_shaper)
      """, file)
    #expect(said == "0 sRGB 4.4 True\n" || said == "1 sRGB 4.4 True\n")
  }

  @Test(
    "An animated WebP holds one too",
    .enabled(if: segue_has_webp(), "built without libwebp: apt-get install libwebp-dev"))
  func animations() throws {
    let animation = AnimationDescription(
      size: PixelSize(width: 8, height: 6), frameCount: 2, rate: FrameRate(10), hasAlpha: true, fileBytes: 800
    )
    let (with, without) = (
      try Formats.WebP(profile: .srgb).header(of: animation, named: "x"),
      try Formats.WebP().header(of: animation, named: "x")
    )
    #expect(with.count == without.count + 488 && with[20] == without[20] | 0x20)
    #expect(Array(with[..<20] + with[21..<30]) == Array(without[..<20] + without[21..<30]))
    #expect(Array(with[30..<38]) == Array("ICCP".utf8) + [0xe0, 1, 0, 0])
    #expect(Array(with[518...]) == Array(without[30...]))
    let jpeg = try Bitmap.noise(3, 3, seed: 5).encoded(as: Formats.JPEG(quality: 9, profile: .srgb))
    #expect(try Array(with[38..<518]) == profile(of: jpeg))
  }
}
