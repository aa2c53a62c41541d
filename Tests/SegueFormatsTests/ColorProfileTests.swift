import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Written files state that their colors are sRGB.
@Suite("Color profiles of written files")
struct ColorProfileTests {
  @Test(
    "A PNG has one sRGB chunk before its pixels, and no other chunk of colors",
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

  /// Extracts the ICC profile from a file that stores it in one piece.
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
  func theWrittenProfileNeedsNoConversion() throws {
    let bytes = try profile(
      of: Bitmap.noise(3, 3, seed: 5).encoded(as: Formats.JPEG(quality: 9, profile: .srgb)))
    #expect(bytes.count == 480)
    var conversion: OpaquePointer?
    let result = segue_conversion_of_profile(&conversion, bytes, bytes.count, SEGUE_RGB)
    #expect(result.status == SEGUE_OK && conversion == nil)
  }

  @Test(
    "Little CMS in Pillow recognizes the profile as sRGB", .enabled(if: Pillow.isHere, Pillow.hint),
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
    "An animated WebP has a profile, too",
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
    #expect(with[..<20] == without[..<20] && with[21..<30] == without[21..<30])
    #expect(with[30..<34].elementsEqual("ICCP".utf8) && with[34..<38] == [0xe0, 1, 0, 0])
    #expect(with[518...].elementsEqual(without[30...]))
    let jpeg = try Bitmap.noise(3, 3, seed: 5).encoded(as: Formats.JPEG(quality: 9, profile: .srgb))
    #expect(try Array(with[38..<518]) == profile(of: jpeg))
  }

  /// ICC.1:2022, 7.2, 7.3, 10.15, 10.18 and Annex E (the Bradford matrix); IEC 61966-2-1 (primaries and
  /// curve).
  @Test("The profile defines sRGB relative to D50, in units of 1/65536")
  func contents() throws {
    let bytes = try profile(
      of: Bitmap.noise(3, 3, seed: 5).encoded(as: Formats.JPEG(quality: 9, profile: .srgb)))
    func number(_ place: Int) -> Int {
      Int(Int32(bitPattern: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }))
    }
    func text(_ place: Int, _ count: Int = 4) -> String {
      String(decoding: bytes[place..<place + count], as: UTF8.self)
    }
    let paper = [0.9642, 1, 0.8249]
    let d50 = paper.map { Int(($0 * 65536).rounded()) }
    #expect(number(0) == bytes.count && number(8) == 0x0440_0000)
    #expect(text(12, 12) == "mntrRGB XYZ " && text(36) == "acsp" && [68, 72, 76].map(number) == d50)
    // The creation date: year, month and day, then a time of zero.
    let date = stride(from: 24, to: 36, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    #expect((2022...2100).contains(date[0]) && (1...12).contains(date[1]) && (1...28).contains(date[2]))
    #expect(date[3...] == [0, 0, 0])
    // Manufacturer, model, creator, intent and reserved bytes are zero.
    for range in [4..<8, 40..<68, 80..<128] { #expect(bytes[range].allSatisfy { $0 == 0 }, "\(range)") }
    var tags: [String: Int] = [:]
    for entry in stride(from: 132, to: 132 + 12 * number(128), by: 12) {
      let place = number(entry + 4)
      #expect(place % 4 == 0 && place >= 252 && place + number(entry + 8) <= bytes.count)
      tags[text(entry)] = place
    }
    #expect(
      tags.keys.sorted()
        == ["bTRC", "bXYZ", "chad", "cprt", "desc", "gTRC", "gXYZ", "rTRC", "rXYZ", "wtpt"])
    for (tag, words) in [("desc", "sRGB"), ("cprt", "CC0")] {
      let place = try #require(tags[tag])
      #expect(text(place) == "mluc" && text(place + 16) == "enUS")
      #expect([4, 8, 12].map { number(place + $0) } == [0, 1, 12])
      let start = place + number(place + 24)
      let wide = Array(words.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      #expect(Array(bytes[start..<start + number(place + 20)]) == wide)
    }
    func numbers(_ tag: String, _ type: String, _ count: Int) throws -> [Int] {
      let place = try #require(tags[tag])
      #expect(text(place) == type && number(place + 4) == 0)
      return (0..<count).map { number(place + 8 + 4 * $0) }
    }
    let formula: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve = formula.map { Int(($0 * 65536).rounded()) }
    for tag in ["rTRC", "gTRC", "bTRC"] {
      #expect(try numbers(tag, "para", 6) == [3 << 16] + curve)
    }

    func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      matrix.map { row in zip(row, vector).map(*).reduce(0, +) }
    }
    func determinant(_ m: [[Double]]) -> Double {
      var sum = 0.0
      for (a, b, c) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        sum += m[0][a] * (m[1][b] * m[2][c] - m[1][c] * m[2][b])
      }
      return sum
    }
    func solved(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      (0..<3).map { column in
        var changed = matrix
        for row in 0..<3 { changed[row][column] = vector[row] }
        return determinant(changed) / determinant(matrix)
      }
    }
    func color(_ x: Double, _ y: Double) -> [Double] { [x / y, 1, (1 - x - y) / y] }
    let white = color(0.3127, 0.3290)
    let cones = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (lit, unlit) = (product(cones, paper), product(cones, white))
    func adapted(_ color: [Double]) -> [Double] {
      let seen = product(cones, color)
      return solved(cones, (0..<3).map { (index: Int) -> Double in seen[index] * lit[index] / unlit[index] })
    }
    func isNear(_ found: [Int], _ exact: [Double]) -> Bool {
      zip(found, exact).allSatisfy { abs(Double($0) - 65536 * $1) < 1.5 }
    }
    let lights = [color(0.64, 0.33), color(0.30, 0.60), color(0.15, 0.06)]
    let amounts = solved((0..<3).map { row in lights.map { $0[row] } }, white)
    var sum = [0, 0, 0]
    for (index, tag) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() {
      let found = try numbers(tag, "XYZ ", 3)
      #expect(isNear(found, adapted(lights[index].map { $0 * amounts[index] })), "\(tag): \(found)")
      sum = zip(sum, found).map(+)
    }
    #expect(try sum == d50 && numbers("wtpt", "XYZ ", 3) == d50)
    let adaptation = try numbers("chad", "sf32", 9)
    for column in 0..<3 {
      let found = [0, 3, 6].map { adaptation[$0 + column] }
      #expect(isNear(found, adapted((0..<3).map { $0 == column ? 1.0 : 0 })), "\(found)")
    }
  }
}
