import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite("HEIC", .enabled(if: segue_has_heif(), "built without libheif: apt-get install libheif-dev"))
struct HEICTests {
  /// The field before the EXIF data is the offset of its TIFF structure: zero in our file, in others the
  /// length of the prefix of a JPEG segment.
  @Test func exifBeginsAtItsOffset() throws {
    let sound = try contents(of: projectFolder + "/Tests/Pictures/metadata.avif")
    var file = sound
    func replace(_ old: [UInt8], _ new: [UInt8]) throws {
      let place = try #require(Data(file).range(of: Data(old)))
      file.replaceSubrange(place, with: new)
    }
    let word = Array("Exif\0\0".utf8)
    try replace(bigEndian(0) + Array("MM".utf8), bigEndian(6) + word + Array("MM".utf8))
    // EXIF is longer by the prefix; XMP's offset and the size of `mdat` grow accordingly.
    try replace(bigEndian(0x9a), bigEndian(0x9a + 6))
    try replace(bigEndian(0x24e), bigEndian(0x24e + 6))
    try replace(bigEndian(0x188) + Array("mdat".utf8), bigEndian(0x188 + 6) + Array("mdat".utf8))
    let metadata = try Metadata(decoding: file)
    #expect(try metadata == Metadata(decoding: sound))
    #expect(metadata.resolution == Metadata.Resolution(across: 300, down: 150) && metadata.xmp != nil)
  }

  @Test func picturesOf12BitsAreDecoded() throws {
    // Made by:
    // ffmpeg -f lavfi -i color=c=0x306090:s=64x48 -frames:v 1 -pix_fmt yuv444p12le -c:v libaom-av1
    // -still-picture 1
    let file = projectFolder + "/Tests/Pictures/twelve-bits.avif"
    let picture = try Bitmap(contentsOf: file)
    let expected = try Bitmap(
      PixelSize(width: 64, height: 48), filledWith: Pixel(red: 0x30, green: 0x60, blue: 0x90))
    #expect(picture.size == expected.size && picture.largestDifference(from: expected) <= 2)
  }

  /// The offset field counts as a part of EXIF.
  @Test("EXIF and XMP of 16 MiB are read; longer ones are left out, with a warning", arguments: [0, 1])
  func limits(more: Int) throws {
    var file = try contents(of: projectFolder + "/Tests/Pictures/metadata.avif")
    let (exif, xmp) = (Array(file[0x1b4..<0x1b4 + 0x9a]), Array(file[0x24e..<0x24e + 0xcb]))
    let length = 1 << 24 + more
    // Moves EXIF and XMP to the end of the file, by their offsets and lengths in `iloc`.
    for (old, place) in [((0x1b4, 0x9a), file.count), ((0x24e, 0xcb), file.count + length)] {
      let entry = bigEndian(old.0) + [0, 1] + bigEndian(0) + bigEndian(old.1)
      let range = try #require(Data(file).range(of: Data(entry)))
      file.replaceSubrange(range, with: bigEndian(place) + [0, 1] + bigEndian(0) + bigEndian(length))
    }
    file += exif + [UInt8](repeating: 0, count: length - exif.count)
    file += xmp + [UInt8](repeating: UInt8(ascii: " "), count: length - xmp.count)
    let said = Mutex<[String]>([])
    let options = DecodeOptions { line in said.withLock { $0.append(line) } }
    let metadata = try Metadata(decoding: file, named: "photo", options: options)
    #expect(metadata.exif?.count == (more == 0 ? length - 4 : nil))
    #expect(metadata.xmp?.utf8.count == (more == 0 ? length : nil))
    #expect(
      said.withLock { $0 }
        == (more == 0
          ? [] : ["photo: its EXIF is damaged; it is left out", "photo: its XMP is damaged; it is left out"]))
  }
}

/// Files assembled from boxes and data of files in Tests/Pictures.
extension HEICTests {
  private static func part(_ name: String, _ range: Range<Int>) throws -> [UInt8] {
    Array(try contents(of: projectFolder + "/Tests/Pictures/" + name)[range])
  }

  /// Marks a property as essential.
  private static func needed(_ number: Int) -> Int { 0x80 | number }

  /// The color and alpha items of `straight.avif`, and their properties: a size, two decoder configurations,
  /// the bit depths of color and gray, and the auxiliary type.
  private static func straight() throws -> (color: MadeHEIF.Item, alpha: MadeHEIF.Item, properties: [[UInt8]])
  {
    let name = "straight.avif"
    return (
      .init(kind: "av01", data: try part(name, 498..<923), properties: [1, needed(2), 4]),
      .init(kind: "av01", data: try part(name, 444..<498), properties: [1, needed(3), 5, needed(6)]),
      try [242..<262, 332..<344, 230..<242, 364..<380, 262..<276, 276..<332].map { try part(name, $0) }
    )
  }

  /// The item of `twelve-bits.avif`, and its properties: a size, the decoder configuration, the bit depths.
  private static func deep() throws -> (data: [UInt8], properties: [[UInt8]]) {
    let name = "twelve-bits.avif"
    return (
      try part(name, 285..<315), try [187..<207, 223..<235, 207..<223].map { try part(name, $0) }
    )
  }

  @Test("Page 0 is the primary picture, and the others follow in the file's order", arguments: 1...3)
  func pages(primary: Int) throws {
    let (color, _, straight) = try Self.straight()
    var properties = straight
    let deep = try Self.deep()
    let flat = MadeHEIF.Item(
      kind: "av01", data: try Self.part("metadata.avif", 409..<436), properties: [1, Self.needed(7), 4])
    properties.append(try Self.part("metadata.avif", 290..<302))
    properties += deep.properties
    let wide = MadeHEIF.Item(kind: "av01", data: deep.data, properties: [8, Self.needed(9), 10])
    var file = MadeHEIF(items: [color, flat, wide], properties: properties).bytes
    let name = try #require(Data(file).range(of: Data("pitm".utf8)))
    file[name.upperBound + 5] = UInt8(primary)
    let shown = [primary] + (1...3).filter { $0 != primary }
    var options = DecodeOptions()
    for (page, number) in shown.enumerated() {
      options.page = UInt32(page)
      let picture = try Bitmap(decoding: file, options: options)
      let (size, pixel) =
        [
          (PixelSize(width: 24, height: 16), Pixel(red: 50, green: 48, blue: 128)),
          (PixelSize(width: 24, height: 16), Pixel(red: 10, green: 200, blue: 90)),
          (PixelSize(width: 64, height: 48), Pixel(red: 0x30, green: 0x60, blue: 0x90)),
        ][number - 1]
      #expect(picture.size == size)
      #expect(picture[5, 3].largestDifference(from: pixel) <= 3, "\(page)")
    }
    for page in [3, 4, 1000] as [UInt32] {
      options.page = page
      #expect(
        decodingError(file, options: options)
          == .unsupported(file: "image", detail: "it has 3 pictures, [0] to [2]"))
    }
  }

  @Test(
    "Premultiplied colors become straight, and are clamped",
    arguments: [8, 12])
  func multipliedOpacity(bits: Int) throws {
    var made: MadeHEIF
    if bits == 8 {
      let (color, alpha, properties) = try Self.straight()
      made = MadeHEIF(items: [color, alpha], properties: properties)
    } else {
      // The picture's lightness serves as its alpha.
      let (data, properties) = try Self.deep()
      let color = MadeHEIF.Item(kind: "av01", data: data, properties: [1, Self.needed(2), 3])
      var alpha = color
      alpha.properties.append(Self.needed(4))
      made = MadeHEIF(
        items: [color, alpha], properties: properties + [try Self.part("straight.avif", 276..<332)])
    }
    made.references = [("auxl", 2, [1])]
    let plain = try Bitmap(decoding: made.bytes).straightBytes.map(Int.init)
    made.references.append(("prem", 1, [2]))
    let straight = try Bitmap(decoding: made.bytes).straightBytes.map(Int.init)
    #expect(
      Set(stride(from: 3, to: plain.count, by: 4).map { plain[$0] }).allSatisfy { (1..<256).contains($0) })
    #expect(plain != straight)
    for index in plain.indices {
      let alpha = plain[index | 3]
      let exact = index % 4 == 3 ? alpha : min(255, (plain[index] * 255 + alpha / 2) / alpha)
      // At 12 bits, color and alpha are both rounded.
      #expect(abs(straight[index] - exact) <= (bits == 8 ? 0 : 2), "\(index)")
    }
  }

  @Test(
    "Color properties mean the same as the equivalent chunks of a PNG",
    .enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"))
  func colors() throws {
    let (color, _, properties) = try Self.straight()
    func numbers(_ primaries: UInt8, _ transfer: UInt8) -> (box: [UInt8], chunk: PNGChunk) {
      (
        bigEndian(19) + Array("colrnclx".utf8) + [0, primaries, 0, transfer, 0, 6, 0x80],
        PNGChunk(name: "cICP", data: [primaries, transfer, 0, 1])
      )
    }
    let profile = (
      box: bigEndian(12 + MadeProfile.adobe.bytes.count) + Array("colrprof".utf8) + MadeProfile.adobe.bytes,
      chunk: PNGChunk(name: "iCCP", data: Array("a".utf8) + [0, 0] + deflated(MadeProfile.adobe.bytes))
    )
    var seen: Set<[UInt8]> = []
    for (boxes, chunk) in [
      ([numbers(12, 13).box], numbers(12, 13).chunk), ([numbers(1, 8).box], numbers(1, 8).chunk),
      ([profile.box], profile.chunk), ([numbers(12, 13).box, profile.box], profile.chunk),
    ] {
      var item = color
      item.properties += boxes.indices.map { properties.count + 1 + $0 }
      let file = MadeHEIF(items: [item], properties: properties + boxes).bytes
      let raw = try Bitmap(decoding: file, options: DecodeOptions(color: .ignore)).straightBytes
      let rows = stride(from: 0, to: raw.count, by: 96).flatMap { [0] + raw[$0..<$0 + 96] }
      let png = PNGChunk.file([
        .header(24, 16, colorType: 6), chunk, PNGChunk(name: "IDAT", data: deflated(rows)),
        PNGChunk(name: "IEND", data: []),
      ])
      let options = DecodeOptions { Issue.record("warned: \($0)") }
      let converted = try Bitmap(decoding: file, options: options).straightBytes
      #expect(try converted == Bitmap(decoding: png).straightBytes && converted != raw)
      seen.insert(converted)
    }
    #expect(seen.count == 3)
  }

  /// The limit is similar to the limit of profiles in PNG files.
  @Test(
    "A profile of less than 8 MiB is applied, a longer one is ignored",
    .enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"), arguments: [0, 1])
  func longProfiles(more: Int) throws {
    func pixels(_ profile: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> [UInt8] {
      var (item, _, properties) = try Self.straight()
      properties.append(bigEndian(12 + profile.count) + Array("colrprof".utf8) + profile)
      item.properties.append(properties.count)
      return try Bitmap(
        decoding: MadeHEIF(items: [item], properties: properties).bytes, options: options
      ).straightBytes
    }
    let short = MadeProfile.adobe.bytes
    let long = short + [UInt8](repeating: 0, count: 1 << 23 - 1 - short.count + more)
    let options = DecodeOptions { Issue.record("warned: \($0)") }
    let expected = try pixels(short, DecodeOptions(color: more == 0 ? .convert : .ignore))
    #expect(try pixels(long, options) == expected)
  }

  @Test("A file with unknown brands only is unsupported")
  func otherBrands() throws {
    var file = try contents(of: projectFolder + "/Tests/Pictures/flat.avif")
    // The compatible brands, after the major brand and its version.
    for place in 16..<28 { file[place] = UInt8(ascii: "x") }
    guard decodingError(file)?.code == .imageUnsupported else {
      Issue.record("\(String(describing: decodingError(file)))")
      return
    }
  }

  @Test("Only a text item of type RDF is XMP")
  func otherTexts() throws {
    var file = try contents(of: projectFolder + "/Tests/Pictures/metadata.avif")
    let kind = try #require(Data(file).range(of: Data("application/rdf+xml".utf8)))
    file[kind.upperBound - 1] = UInt8(ascii: "x")
    let metadata = try Metadata(
      decoding: file, options: DecodeOptions { Issue.record("warned: \($0)") })
    #expect(metadata.xmp == nil && metadata.exif != nil)
  }

  @Test("A declared size that differs from the coded one, or is zero, is damage")
  func otherSizes() throws {
    for (size, detail) in [
      (MadeHEIF.size(23, 16), "the picture is not of the size that the file says"),
      (MadeHEIF.size(24, 17), "the picture is not of the size that the file says"),
      (MadeHEIF.size(0, 0), "it does not say its size"),
    ] {
      var made = try Self.straight()
      made.properties[0] = size
      #expect(
        decodingError(MadeHEIF(items: [made.color], properties: made.properties).bytes)
          == .damaged(file: "image", detail: detail))
    }
  }

  @Test(
    "A file cut within its pictures is truncated", arguments: ["straight.avif", "straight.heic", "deep.heic"])
  func cuts(name: String) throws {
    let file = try contents(of: projectFolder + "/Tests/Pictures/" + name)
    let pictures = try #require(Data(file).range(of: Data("mdat".utf8))).upperBound
    for count in [pictures, pictures + 1, (pictures + file.count) / 2, file.count - 1] {
      guard decodingError(Array(file.prefix(count)))?.code == .imageTruncated else {
        Issue.record("\(count) bytes: \(String(describing: decodingError(Array(file.prefix(count)))))")
        continue
      }
    }
  }

  @Test(
    "A side above libheif's limit is unsupported, not a lack of memory",
    arguments: [(40_000, 1), (1, 40_000)])
  func sidesOfTheLibrary(width: Int, height: Int) throws {
    var made = try Self.straight()
    made.properties[0] = MadeHEIF.size(width, height)
    let error = decodingError(MadeHEIF(items: [made.color], properties: made.properties).bytes)
    guard let error, error.code == .imageUnsupported, let detail = error.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!detail.isEmpty && !detail.contains("\n"))
  }
}
