import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

/// Colors declared by EXIF, and entries of EXIF and XMP that are wrong once a picture is decoded.
@Suite(
  "Colors declared by metadata",
  .enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"))
struct ToldColorsTests {
  private static let adobeLights = [(64, 100), (33, 100), (21, 100), (71, 100), (15, 100), (6, 100)]

  /// Makes EXIF as cameras write it for Adobe RGB, or only a part of it.
  private static func exif(space: Int?, rules: String?, isBigEndian: Bool = true, lights: Bool = false)
    -> [UInt8]
  {
    var exposure: [(tag: Int, value: MadeDirectory.Value)] = [
      (0x927c, .bytes(Array("notes of the maker".utf8)))
    ]
    if let space { exposure.append((0xa001, .short([space]))) }
    if let rules {
      exposure.append(
        (0xa005, .directory(MadeDirectory([(1, .text(rules)), (2, .bytes(Array("0100".utf8)))]))))
    }
    var picture: [(tag: Int, value: MadeDirectory.Value)] = [(0x10f, .text("Maker"))]
    if lights {
      exposure.append((0xa500, .rational([(22, 10)])))
      picture += [
        (0x13e, .rational([(3127, 10000), (3290, 10000)])), (0x13f, .rational(adobeLights)),
        (0x12d, .short(Array(0..<768))),
      ]
    }
    return MadeDirectory(
      picture + [(0x8769, .directory(MadeDirectory(exposure)))], isBigEndian: isBigEndian
    ).bytes
  }

  private static let picture = Result { try Bitmap.noise(40, 30, seed: 3, opaque: true) }

  private static let formats: [any ImageFormat] =
    [Formats.PNG(), Formats.JPEG(quality: 100, chroma: .full)]
    + (segue_has_webp() ? [Formats.WebP(isLossless: true)] : [])

  /// Encodes the picture with EXIF, and removes the color chunk of a PNG.
  private func file(_ format: any ImageFormat, _ exif: [UInt8]?) throws -> [UInt8] {
    let bytes = try Self.picture.get().encoded(as: format, metadata: Metadata(exif: exif))
    return format is Formats.PNG
      ? try PNGChunk.file(PNGChunk.list(bytes).filter { $0.name != "sRGB" }) : bytes
  }

  /// Converts a pixel from Adobe RGB (1998) to sRGB, by their formulas.
  private func converted(_ pixel: Pixel) -> [Double] {
    let light = [pixel.red, pixel.green, pixel.blue].map { pow(Double($0) / 255, 563.0 / 256) }
    let matrix = [
      [1.39835574, -0.39835574, 0], [0, 1, 0], [0, -0.04292907, 1.04292907],
    ]
    return matrix.map { row in
      let sum = max(0, min(1, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }))
      return 255 * (sum <= 0.0031308 ? 12.92 * sum : 1.055 * pow(sum, 1 / 2.4) - 0.055)
    }
  }

  @Test("Interoperability index R03 without a profile means Adobe RGB", arguments: [false, true])
  func rulesOfDCF(isBigEndian: Bool) throws {
    for format in Self.formats {
      let plain = try Bitmap(decoding: file(format, nil))
      for (space, rules, isAdobe) in [
        (0xffff, "R03", true), (2, nil, true), (2, "R03", true), (0xffff, "R98", false), (0xffff, nil, false),
        (1, "R03", false), (nil, "R03", false), (0xffff, "THM", false), (1, nil, false),
      ] as [(Int?, String?, Bool)] {
        let bytes = try file(format, Self.exif(space: space, rules: rules, isBigEndian: isBigEndian))
        let picture = try Bitmap(decoding: bytes)
        if isAdobe {
          for y in 0..<plain.height {
            for x in 0..<plain.width {
              let (pixel, expected) = (picture[x, y], converted(plain[x, y]))
              let found = [pixel.red, pixel.green, pixel.blue].map(Double.init)
              #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1.2 }, "\(found), \(expected)")
            }
          }
        } else {
          #expect(picture == plain, "\(String(describing: space)), \(rules ?? "-")")
        }
        let raw = try Bitmap(decoding: bytes, options: DecodeOptions(color: .ignore))
        #expect(raw == plain)
      }
    }
  }

  @Test("A profile, and color chunks of a PNG, take precedence over EXIF")
  func precedence() throws {
    let exif = Self.exif(space: 0xffff, rules: "R03")
    var made = MadeJPEG.gray(21, 13)
    let profile = MadeJPEG.segments(MadeProfile.gray(gamma: 1).bytes, parts: 1).flatMap(\.self)
    made.segments = profile
    let plain = try Bitmap(decoding: made.bytes)
    made.segments += MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif)
    #expect(try Bitmap(decoding: made.bytes) == plain)
    var chunks = try PNGChunk.list(file(Formats.PNG(), exif))
    chunks.insert(PNGChunk(name: "sRGB", data: [0]), at: 1)
    #expect(try Bitmap(decoding: PNGChunk.file(chunks)) == Self.picture.get())
    chunks[1] = PNGChunk(name: "gAMA", data: bigEndian(45455))
    #expect(try Bitmap(decoding: PNGChunk.file(chunks)) == Self.picture.get())
    // EXIF has no effect on CMYK.
    var inks = MadeJPEG(width: 16, height: 8, components: [[10, 200], [20, 100], [30, 50], [40, 220]])
    let bare = try Bitmap(decoding: inks.bytes)
    inks.segments = MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif)
    #expect(try Bitmap(decoding: inks.bytes) == bare)
  }

  @Test(
    "EXIF of a converted picture declares sRGB, and no other primaries or curves", arguments: [false, true])
  func exifInSRGB(isBigEndian: Bool) throws {
    for format in Self.formats {
      for space in [1, 2, 0xffff] {
        for rules in ["R03", "R98", nil] {
          let bytes = try file(
            format, Self.exif(space: space, rules: rules, isBigEndian: isBigEndian, lights: true))
          let kept = try #require(try Metadata(decoding: bytes).exif)
          let entries = entries(kept, isBigEndian)
          #expect(
            entries[0xa001] == "1" && entries[0x10f] == "Maker" && entries[0x927c] == "notes of the maker")
          #expect(entries[1] == rules.map { $0 == "R03" ? "R98" : $0 } ?? entries[1])
          #expect([0x12d, 0x13e, 0x13f, 0xa500].allSatisfy { entries[$0] == nil })
          // EXIF that was read is written unchanged.
          let again = try file(format, kept)
          #expect(try Metadata(decoding: again).exif == kept)
        }
      }
      let original = Self.exif(space: 0xffff, rules: "R03", lights: true)
      let options = DecodeOptions(color: .ignore)
      #expect(try Metadata(decoding: file(format, original), options: options).exif == original)
    }
  }

  /// Collects the entries of all directories by tag: numbers or texts.
  private func entries(_ bytes: [UInt8], _ isBigEndian: Bool) -> [Int: String] {
    func number(_ place: Int, _ count: Int) -> Int {
      let part = Array(bytes[place..<place + count])
      return (isBigEndian ? part : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    var found: [Int: String] = [:]
    func read(_ place: Int) {
      for index in 0..<number(place, 2) {
        let entry = place + 2 + 12 * index
        let (tag, type, count) = (number(entry, 2), number(entry + 2, 2), number(entry + 4, 4))
        if [0x8769, 0xa005].contains(tag) {
          read(number(entry + 8, 4))
        } else if type == 3, count == 1 {
          found[tag] = "\(number(entry + 8, 2))"
        } else {
          let start = count > 4 ? number(entry + 8, 4) : entry + 8
          let text = bytes[start..<start + count].prefix { $0 != 0 }
          found[tag] = String(decoding: text, as: UTF8.self)
        }
      }
    }
    read(number(4, 4))
    return found
  }

  @Test("Photographs of Adobe RGB", arguments: ["dcf-adobergb.jpg", "dcf-adobergb-profile.jpg"])
  func reported(_ name: String) throws {
    let bytes = try contents(of: projectFolder + "/Tests/Pictures/" + name)
    let pixel = try Bitmap(decoding: bytes)[40, 10]
    let found = [pixel.red, pixel.green, pixel.blue].map(Int.init)
    #expect(zip(found, [232, 68, 154]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    let kept = try #require(try Metadata(decoding: bytes).exif)
    #expect(kept.firstRange(of: Array("R03".utf8)) == nil && kept.firstRange(of: Array("R98".utf8)) != nil)
    let tag: [UInt8] =
      kept.starts(with: Array("MM".utf8)) ? [0xa0, 1, 0, 3, 0, 0, 0, 1] : [1, 0xa0, 3, 0, 1, 0, 0, 0]
    let place = try #require(Data(kept).range(of: Data(tag))).upperBound
    #expect(kept[place] + kept[place + 1] == 1)
  }

  /// Reads XMP from a JPEG.
  private func read(_ xmp: String, exif: [UInt8]? = nil, _ color: DecodeOptions.Color = .convert) throws
    -> String?
  {
    var made = MadeJPEG.gray(21, 13)
    if let exif { made.segments += MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif) }
    made.segments += MadeJPEG.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.utf8)
    return try Metadata(decoding: made.bytes, options: DecodeOptions(color: color)).xmp
  }

  @Test("XMP loses references to data after the picture, and keeps all else")
  func goneBytes() throws {
    let camera = "xmlns:c=\"http://ns.google.com/photos/1.0/camera/\""
    for (before, after) in [
      ("<a GCamera:MotionPhoto=\"1\" b='2'/>", "<a b='2'/>"),
      ("<a\n   GCamera:MicroVideoOffset=\"4\"\n   GCamera:BurstID='x'/>", "<a\n   GCamera:BurstID='x'/>"),
      ("<a \(camera) c:MotionPhotoVersion='1' c:Special='2'/>", "<a \(camera) c:Special='2'/>"),
      (
        "<a xmlns:GCamera='elsewhere' GCamera:MotionPhoto='1'/>",
        "<a xmlns:GCamera='elsewhere' GCamera:MotionPhoto='1'/>"
      ),
      (
        "<r:D \(camera)><c:MotionPhoto>1</c:MotionPhoto> <x>1</x></r:D><y c:MotionPhoto='1'/>",
        "<r:D> <x>1</x></r:D><y c:MotionPhoto='1'/>"
      ),
      (
        "<a/>\n <Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Mime='v'/></rdf:li></rdf:Seq>\n</Container:Directory>\n<b/>",
        "<a/>\n<b/>"
      ),
      ("<a hdrgm:Version=\"1.0\"><hdrgm:GainMapMax><q>1</q></hdrgm:GainMapMax>t</a>", "<a>t</a>"),
      ("<a xmpNote:HasExtendedXMP='0123' dc:x='>'/>", "<a dc:x='>'/>"),
      ("<a GDepth:Near='1' GImage:Mime='x' OpCamera:VideoLength='3'>&lt;</a>", "<a>&lt;</a>"),
      ("<!-- GCamera:MotionPhoto='1' --><a><![CDATA[<x GCamera:MotionPhoto='1'/>]]></a>", nil),
      ("<?x <a GCamera:MotionPhoto='1'/> ?><a GCamera:motionPhoto='1'/>", nil),
      ("<a MotionPhoto='1' b:GCamera='MotionPhoto'>GCamera:MotionPhoto=\"1\"</a>", nil),
      // Nothing is removed after invalid XML.
      ("<a><b></a><c GCamera:MotionPhoto='1'/>", nil), ("<a GCamera:MotionPhoto='1", nil), ("< <", nil),
    ] as [(String, String?)] {
      #expect(try read(before) == after ?? before)
    }
    let deep = String(repeating: "<a>", count: 300)
    #expect(try read(deep + "<b GCamera:MotionPhoto='1'/>") == deep + "<b GCamera:MotionPhoto='1'/>")
  }

  @Test("XMP of a converted picture declares sRGB")
  func xmpInSRGB() throws {
    for (before, after) in [
      (
        "<a exif:ColorSpace=\"65535\" photoshop:ICCProfile='Adobe RGB (1998)'/>", "<a exif:ColorSpace=\"1\"/>"
      ),
      ("<exif:ColorSpace>65535</exif:ColorSpace>", "<exif:ColorSpace>1</exif:ColorSpace>"),
      (
        "<a exifEX:InteroperabilityIndex='R03' exifEX:Gamma='2.2'/>",
        "<a exifEX:InteroperabilityIndex='R98'/>"
      ),
      ("<a><tiff:WhitePoint><s><li>3127/10000</li></s></tiff:WhitePoint></a>", "<a></a>"),
    ] {
      #expect(try read(before) == after)
      #expect(try read(before, .ignore) == before)
    }
  }

  @Test("XMP of a motion photo")
  func motionPhoto() throws {
    let bytes = try contents(of: projectFolder + "/Tests/Pictures/motion-photo.jpg")
    let start = try #require(Data(bytes).range(of: Data("http://ns.adobe.com/xap/1.0/\0".utf8)))
    let length = Int(bytes[start.lowerBound - 2]) << 8 | Int(bytes[start.lowerBound - 1])
    let before = String(decoding: bytes[start.upperBound..<start.lowerBound - 2 + length], as: UTF8.self)
    let xmp = try #require(try Metadata(decoding: bytes).xmp)
    for gone in ["GCamera", "MicroVideo", "Container", "Item", "hdrgm"] {
      #expect(!xmp.contains(gone), "\(gone)")
    }
    #expect(before.contains("MotionPhoto") && before.contains("Directory"))
    // All other lines are unchanged.
    var rest = before[...]
    for piece in xmp.split(separator: "\n") {
      guard let found = rest.range(of: piece.trimmingCharacters(in: .whitespaces)) else { continue }
      rest = rest[found.upperBound...]
    }
    #expect(xmp.hasPrefix(before.prefix(40)) && before.hasSuffix(xmp.suffix(20)))
  }

  @Test("An Adobe marker without JFIF declares RGB; beside JFIF it does not")
  func adobeMarkerBesideJFIF() throws {
    let components: [[UInt8]] = [[200], [100], [50]]
    let made = MadeJPEG(width: 8, height: 8, components: components, adobeTransform: 0)
    let rgb = try Bitmap(decoding: made.bytes)
    #expect(rgb[3, 3] == Pixel(red: 200, green: 100, blue: 50))
    var jfif = made
    jfif.segments = MadeJPEG.segment(0xe0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    var plain = jfif
    plain.adobeTransform = nil
    let ycc = try Bitmap(decoding: plain.bytes)
    #expect(ycc != rgb)
    #expect(try Bitmap(decoding: jfif.bytes) == ycc)
    guard Pillow.isHere else { return }
    for file in [made.bytes, jfif.bytes, plain.bytes] {
      let theirs = try Pillow.bytes(of: "out.write(image.convert('RGBA').tobytes())", file)
      #expect(try Bitmap(decoding: file).straightBytes == theirs)
    }
  }

  @Test("A PNG with an unsupported cICP uses its next color chunk")
  func chunksBehindUnknownCodes() throws {
    let chunks = try PNGChunk.list(file(Formats.PNG(), nil))
    func decoded(_ more: [PNGChunk]) throws -> (Bitmap, [String]) {
      let said = Mutex<[String]>([])
      let options = DecodeOptions { line in said.withLock { $0.append(line) } }
      let bitmap = try Bitmap(
        decoding: PNGChunk.file(chunks.prefix(1) + more + chunks.dropFirst()), named: "a.png",
        options: options)
      return (bitmap, said.withLock { $0 })
    }
    let unknown = PNGChunk(name: "cICP", data: [9, 9, 0, 1])
    let profile = PNGChunk(
      name: "iCCP", data: Array("made".utf8) + [0, 0] + deflated(MadeProfile.adobe.bytes))
    for next in [
      profile, PNGChunk(name: "gAMA", data: bigEndian(100_000)), PNGChunk(name: "sRGB", data: [0]),
    ] {
      let (bitmap, warnings) = try decoded([unknown, next])
      #expect(try bitmap == decoded([next]).0 && warnings == [])
    }
    #expect(
      try decoded([unknown]).1 == [
        "a.png: transfer number 9 is not converted; its colors are taken as sRGB"
      ])
    for (codes, said) in [([1, 13, 0, 0], "a narrow range"), ([1, 13, 6, 1], "matrix number 6")]
      as [([UInt8], String)]
    {
      let (bitmap, warnings) = try decoded([PNGChunk(name: "cICP", data: codes)])
      #expect(try bitmap == Self.picture.get())
      #expect(warnings == ["a.png: \(said) is not converted; its colors are taken as sRGB"])
    }
  }
}
