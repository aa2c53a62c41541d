import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Metadata that is read, adapted to the upright picture and written; compared with Pillow in both
/// directions.
@Suite("Metadata")
struct MetadataTests {
  static let xmp = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>\
    <rdf:Description tiff:Orientation="6" dc:title="Ein Haus – 家"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  static let upright = xmp.replacingOccurrences(of: "\"6\"", with: "\"1\"")

  /// The formats that store metadata, in this build.
  static let names = ["png", "jpeg"] + (segue_has_webp() ? ["webp"] : [])

  private func format(_ name: String) throws -> any ImageFormat {
    try #require(try Catalog.formats.make(name) as? any ImageFormat)
  }

  private static let picture = Result { try Bitmap.noise(40, 30, seed: 4, opaque: true) }

  /// Makes a JPEG with given EXIF and XMP.
  private static func jpeg(exif: [UInt8]?, xmp: String? = nil) -> MadeJPEG {
    var made = MadeJPEG.gray(21, 13)
    if let exif { made.segments += MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif) }
    if let xmp {
      made.segments += MadeJPEG.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.utf8)
    }
    return made
  }

  /// Reads metadata, and collects the warnings.
  private func read(_ bytes: [UInt8]) throws -> (metadata: Metadata, warnings: [String]) {
    let said = Mutex<[String]>([])
    let options = DecodeOptions { line in said.withLock { $0.append(line) } }
    let metadata = try Metadata(decoding: bytes, named: "photo", options: options)
    return (metadata, said.withLock { $0 })
  }

  @Test("Written metadata is read again, and changes no pixel", arguments: names)
  func comesBack(_ name: String) throws {
    let picture = try Self.picture.get()
    var exif = MadeExif(orientation: 1, small: nil)
    exif.size = (40, 30)
    let metadata = Metadata(
      exif: exif.bytes, xmp: Self.upright, resolution: Metadata.Resolution(across: 300, down: 150))
    let plain = try picture.encoded(as: format(name))
    let bytes = try picture.encoded(as: format(name), metadata: metadata) { Issue.record("warned: \($0)") }
    #expect(bytes.count > plain.count + exif.bytes.count + Self.upright.utf8.count)
    #expect(try Bitmap(decoding: bytes) == Bitmap(decoding: plain))
    let (back, warnings) = try read(bytes)
    #expect(warnings == [])
    #expect(back.xmp == metadata.xmp)
    let resolution = try #require(back.resolution)
    #expect(abs(resolution.across - 300) < 0.0127 && abs(resolution.down - 150) < 0.0127)
    // EXIF's types of width and height may change in the first round only.
    #expect(try Metadata(decoding: picture.encoded(as: format(name), metadata: back)) == back)
    #expect(try picture.encoded(as: format(name), metadata: Metadata()) == plain)
    #expect(try Metadata(decoding: plain) == Metadata())
  }

  @Test(
    "TIFF stores XMP and the resolution, and the pixels stay",
    .enabled(if: segue_has_tiff(), "built without libtiff"), arguments: ["8", "16", "float"])
  func tiff(depth: String) throws {
    let picture = try Self.picture.get()
    let format = try #require(Catalog.formats.make("tiff", ["depth": depth]).image)
    let metadata = Metadata(xmp: Self.upright, resolution: Metadata.Resolution(across: 300.25, down: 150))
    let plain = try picture.encoded(as: format)
    let bytes = try picture.encoded(as: format, metadata: metadata) { Issue.record("warned: \($0)") }
    #expect(try Bitmap(decoding: bytes) == Bitmap(decoding: plain))
    let (back, warnings) = try read(bytes)
    #expect(back == metadata && warnings == [])
    let small = try picture.encoded(as: format, metadata: Metadata(xmp: Self.upright))
    #expect(try read(small).metadata.resolution == Metadata.Resolution(across: 72, down: 72))
    #expect(try picture.encoded(as: format, metadata: Metadata()) == plain)
    let wrong = Metadata(resolution: Metadata.Resolution(across: -1, down: .nan))
    #expect(try Bitmap(decoding: picture.encoded(as: format, metadata: wrong)) == Bitmap(decoding: plain))
    // Pillow reads no color pictures with more than 8 bits.
    guard Pillow.isHere, depth == "8" else { return }
    let said = try Pillow.run(
      "print(image.tag_v2[700].decode(), [float(x) for x in image.info['dpi']])", bytes)
    #expect(said == "\(Self.upright) [300.25, 150.0]\n")
  }

  @Test("Metadata that does not fit causes a warning, in write and encoded", arguments: ["jpg", "png"])
  func noRoom(name: String) throws {
    let picture = try Self.picture.get()
    let folder = try TemporaryFolder()
    // A JPEG segment holds 64 KiB.
    let metadata = Metadata(exif: nil, xmp: String(repeating: "a", count: 66_000), resolution: nil)
    var (written, encoded): ([String], [String]) = ([], [])
    try picture.write(to: folder.file("a." + name), metadata: metadata) { written.append($0) }
    _ = try picture.encoded(as: format(name == "jpg" ? "jpeg" : name), metadata: metadata) {
      encoded.append($0)
    }
    #expect(written.count == (name == "jpg" ? 1 : 0) && encoded.count == written.count)
  }

  @Test(
    "Pillow reads EXIF, XMP and resolution of written files", .enabled(if: Pillow.isHere, Pillow.hint),
    arguments: names)
  func pillowReads(_ name: String) throws {
    let picture = try Self.picture.get()
    for isBigEndian in [false, true] {
      let source = Self.jpeg(exif: MadeExif(isBigEndian: isBigEndian).bytes, xmp: Self.xmp).bytes
      let (metadata, warnings) = try read(source)
      #expect(warnings == [])
      for size in [
        picture,
        try Bitmap(
          PixelSize(width: 70_000 / (name == "jpeg" ? 2 : name == "webp" ? 5 : 1), height: 1),
          filledWith: .black),
      ] {
        let bytes = try size.encoded(as: format(name), metadata: metadata)
        let said = try Pillow.run(
          """
          exif = image.getexif()
          more = exif.get_ifd(0x8769)
          xmp = image.info.get("XML:com.adobe.xmp") or image.info.get("xmp")
          if xmp is None:
              for kind, part in getattr(image, "applist", []):
                  if part.startswith(b"http://ns.adobe.com/xap/1.0/\\0"): xmp = part[29:].decode()
          if isinstance(xmp, bytes): xmp = xmp.decode()
          print(exif[0x10f], exif[0x112], more[0xa002], more[0xa003], more[0x927c].decode())
          print(exif[0x11a], exif[0x11b], [round(float(side), 1) for side in image.info.get("dpi", ())])
          print(xmp)
          """, bytes)
        // Turning the picture swaps its resolutions. WebP stores a resolution in EXIF only.
        let density = name == "webp" ? "[]" : "[150.0, 300.0]"
        #expect(
          said == """
            Maker 1 \(size.width) \(size.height) the maker's own notes
            150.0 300.0 \(density)
            \(Self.upright)

            """)
        #expect(!Data(bytes).contains("SMALL"))
      }
    }
  }

  @Test("Metadata written by Pillow is read", .enabled(if: Pillow.isHere, Pillow.hint))
  func pillowWrites() throws {
    let start = """
      exif = Image.Exif()
      exif[0x10f] = "Maker"
      exif[0x112] = 3
      image = Image.new("RGB", (8, 6), (10, 20, 30))
      made = io.BytesIO()
      xmp = \(String(reflecting: Self.xmp))
      info = PngImagePlugin.PngInfo()
      info.add_itxt("XML:com.adobe.xmp", xmp, "en", "x", zip=True)
      tags = TiffImagePlugin.ImageFileDirectory_v2()
      tags[700] = xmp.encode()
      tags.tagtype[700] = 1

      """
    for (save, parts) in [
      ("'PNG', exif=exif, dpi=(96, 48), pnginfo=info", "exif xmp 96.0 48.0"),
      ("'JPEG', exif=exif, dpi=(96, 48)", "exif 96.0 48.0"),
      ("'WEBP', exif=exif, xmp=xmp.encode()", "exif xmp"),
      // Only XMP has an orientation here: 6, which swaps the sides.
      ("'TIFF', tiffinfo=tags, dpi=(96, 48)", "xmp 48.0 96.0"),
    ] where !save.contains("WEBP") || segue_has_webp() {
      guard !save.contains("TIFF") || segue_has_tiff() else { continue }
      let bytes = try Pillow.bytes(of: start + "image.save(made, \(save))\nout.write(made.getvalue())")
      let (metadata, warnings) = try read(bytes)
      #expect(warnings == [])
      let said =
        (metadata.exif != nil ? ["exif"] : []) + (metadata.xmp == Self.upright ? ["xmp"] : [])
        + (metadata.resolution.map { [$0.across, $0.down].map { "\(($0 * 10).rounded() / 10)" } } ?? [])
      #expect(said.joined(separator: " ") == parts)
      guard let exif = metadata.exif else { continue }
      let turned = try Pillow.run("print(image.getexif()[0x112])", Self.jpeg(exif: exif).bytes)
      #expect(turned == "1\n")
    }
  }

  @Test("HEIC and AVIF", .enabled(if: segue_has_heif(), "built without libheif: apt-get install libheif-dev"))
  func heic() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Pictures/metadata.avif")
    let (metadata, warnings) = try read([UInt8](Data(contentsOf: file)))
    #expect(warnings == [])
    #expect(metadata.xmp == Self.upright)
    #expect(metadata.resolution == Metadata.Resolution(across: 300, down: 150))
    #expect(metadata.exif?.isEmpty == false && !Data(metadata.exif ?? []).contains("SMALL"))
  }

  @Test("An EXIF thumbnail is removed, in any place", arguments: [false, true], [false, true])
  func smallPictures(isFirst: Bool, isJPEG: Bool) throws {
    for isBigEndian in [false, true] {
      var made = MadeExif(isBigEndian: isBigEndian, smallIsFirst: isFirst)
      made.small?.isJPEG = isJPEG
      let (metadata, warnings) = try read(Self.jpeg(exif: made.bytes).bytes)
      let exif = try #require(metadata.exif)
      #expect(warnings == [])
      #expect(Data(made.bytes).contains("SMALL") && !Data(exif).contains("SMALL"))
      #expect(Data(exif).contains("notes"))
      #expect(isFirst || exif.count == made.bytes.count - (made.small?.bytes.count ?? 0))
    }
  }

  @Test("The resolution is turned with the picture, in inches and in centimeters", arguments: 1...8)
  func resolutions(orientation: Int) throws {
    for (unit, inches) in [(2, 1.0), (3, 2.54)] {
      var made = MadeExif(orientation: orientation)
      made.unit = unit
      let resolution = try #require(try read(Self.jpeg(exif: made.bytes).bytes).metadata.resolution)
      let expected = orientation > 4 ? [150 * inches, 300 * inches] : [300 * inches, 150 * inches]
      #expect(abs(resolution.across - expected[0]) < 1e-9 && abs(resolution.down - expected[1]) < 1e-9)
    }
    // JFIF's resolution takes precedence over that of EXIF.
    var made = Self.jpeg(exif: MadeExif(orientation: orientation).bytes)
    made.segments =
      MadeJPEG.segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 2, 0, 100, 0, 50, 0, 0]) + made.segments
    let resolution = try #require(try read(made.bytes).metadata.resolution)
    let expected = orientation > 4 ? [127.0, 254] : [254, 127]
    #expect(abs(resolution.across - expected[0]) < 1e-9 && abs(resolution.down - expected[1]) < 1e-9)
  }

  @Test("XMP's orientation becomes 1 in all notations, and thumbnails are removed")
  func xmp() throws {
    for (before, after) in [
      ("<a tiff:Orientation=\"8\"/>", "<a tiff:Orientation=\"1\"/>"),
      ("<a tiff:Orientation = '3' b='8'/>", "<a tiff:Orientation = '1' b='8'/>"),
      ("<tiff:Orientation>6</tiff:Orientation>", "<tiff:Orientation>1</tiff:Orientation>"),
      ("<tiff:Orientation>\n 6\n</tiff:Orientation>", "<tiff:Orientation>\n 1\n</tiff:Orientation>"),
      ("<a tiff:Orientation=\"60\"/>", "<a tiff:Orientation=\"60\"/>"),
      ("<a tiff:Orientations=\"6\"/>", "<a tiff:Orientations=\"6\"/>"),
      ("<b>tiff:Orientation</b> tiff:Orientation", "<b>tiff:Orientation</b> tiff:Orientation"),
      ("<a/><xmp:Thumbnails><rdf:Alt>AAAA</rdf:Alt></xmp:Thumbnails><b/>", "<a/><b/>"),
      ("<xap:Thumbnails x='y'>A</xap:Thumbnails><b/><xap:Thumbnails/>", "<b/>"),
      ("<a/>\0\0", "<a/>"),
    ] {
      let (metadata, warnings) = try read(Self.jpeg(exif: nil, xmp: before).bytes)
      #expect(metadata == Metadata(xmp: after) && warnings == [])
    }
    for broken in [[0x3c, 0, 0x61], [0xff, 0xfe, 0x3c], [0xc3]] as [[UInt8]] {
      var made = MadeJPEG.gray(21, 13)
      made.segments = MadeJPEG.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + broken)
      let (metadata, warnings) = try read(made.bytes)
      #expect(metadata == Metadata() && warnings == ["photo: its XMP is damaged; it is left out"])
    }
  }

  @Test("Metadata chunks of a PNG count before and after its pixels, but not with a wrong checksum")
  func chunks() throws {
    let exif = MadeExif(small: nil).bytes
    let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.xmp.utf8
    let extra = [PNGChunk(name: "eXIf", data: exif), PNGChunk(name: "iTXt", data: text)]
    let chunks = try PNGChunk.list(Self.picture.get().encoded(as: .png))
    for place in [1, chunks.count - 1] {
      let file = PNGChunk.file(chunks[..<place] + extra + chunks[place...])
      let (metadata, warnings) = try read(file)
      #expect(metadata.xmp == Self.upright && metadata.exif?.count == exif.count && warnings == [])
      var broken = file
      for name in ["eXIf", "iTXt"] {
        let start = try #require(Data(file).range(of: Data(name.utf8)))
        broken[start.upperBound + 30] ^= 1
      }
      #expect(try read(broken).metadata == Metadata())
      #expect(
        try read(broken).warnings == [
          "photo: its EXIF is damaged; it is left out", "photo: its XMP is damaged; it is left out",
        ])
    }
    // A compressed text that inflates to more than 16 MiB.
    let bomb = PNGChunk(
      name: "iTXt",
      data: Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0]
        + deflated([UInt8](repeating: 65, count: 1 << 25)))
    let (metadata, warnings) = try read(PNGChunk.file([chunks[0], bomb] + chunks[1...]))
    #expect(metadata == Metadata() && warnings == ["photo: its XMP is damaged; it is left out"])
    let long = PNGChunk(name: "eXIf", data: exif + [UInt8](repeating: 0, count: 1 << 24))
    #expect(
      try read(PNGChunk.file([chunks[0], long] + chunks[1...])).warnings == [
        "photo: its EXIF has more than 16 MiB; it is left out"
      ])
  }

  @Test("Metadata too long for a JPEG segment is left out, with a warning")
  func limitsOfJPEG() throws {
    let picture = try Self.picture.get()
    for (count, fits) in [(65527, true), (65528, false)] {
      var exif = MadeExif(small: nil).bytes
      exif += [UInt8](repeating: 0, count: count - exif.count)
      var warnings: [String] = []
      let bytes = try picture.encoded(as: .jpeg, metadata: Metadata(exif: exif)) { warnings.append($0) }
      #expect(try Metadata(decoding: bytes).exif?.count == (fits ? count : nil))
      #expect(
        warnings == (fits ? [] : ["image: its EXIF has 65528 bytes, more than JPEG holds; it is left out"]))
    }
    for (count, fits) in [(65504, true), (65505, false)] {
      var warnings: [String] = []
      let metadata = Metadata(xmp: String(repeating: "x", count: count))
      let bytes = try picture.encoded(as: .jpeg, metadata: metadata) { warnings.append($0) }
      #expect(try Metadata(decoding: bytes) == (fits ? metadata : Metadata()))
      #expect(
        warnings == (fits ? [] : ["image: its XMP has 65505 bytes, more than JPEG holds; it is left out"]))
    }
  }

  @Test("EXIF cut before its last value is left out, with a warning")
  func cuts() throws {
    let exif = MadeExif(small: nil).bytes
    for count in 1..<exif.count - 1 {
      let (metadata, warnings) = try read(Self.jpeg(exif: Array(exif.prefix(count))).bytes)
      #expect(
        metadata == Metadata() && warnings == ["photo: its EXIF is damaged; it is left out"], "\(count)")
    }
    #expect(try read(Self.jpeg(exif: exif).bytes).warnings == [])
  }

  @Test("A thumbnail that overlaps other values makes EXIF damaged")
  func overlap() throws {
    let made = MadeExif()
    let exif = made.bytes
    // Moves the thumbnail to the first directory.
    let length = made.small?.bytes.count ?? 0
    var spoilt = exif
    let place = try #require(
      Data(exif).range(of: Data([0x02, 0x01, 0, 4, 0, 0, 0, 1]))?.upperBound)
    spoilt.replaceSubrange(place..<place + 4, with: [0, 0, 0, 20])
    #expect(
      try read(Self.jpeg(exif: spoilt).bytes).warnings == ["photo: its EXIF is damaged; it is left out"])
    // A thumbnail beyond the end does not exist.
    spoilt.replaceSubrange(place..<place + 4, with: [0xff, 0xff, 0xff, UInt8(length)])
    #expect(try read(Self.jpeg(exif: spoilt).bytes).metadata.exif?.count == exif.count)
  }

  /// JFIF 1.02: the unit (0 is none), then two 16-bit densities.
  @Test("JFIF's densities are per inch or centimeter, or have no unit")
  func unitsOfJFIF() throws {
    for (unit, inches) in [(0, nil), (1, 1), (2, 2.54), (3, nil)] as [(UInt8, Double?)] {
      let header = Array("JFIF\0".utf8) + [1, 2, unit, 1, 44, 0, 150, 0, 0]
      var made = MadeJPEG.gray(8, 8)
      made.segments = MadeJPEG.segment(0xe0, header)
      let resolution = try read(made.bytes).metadata.resolution
      #expect((resolution == nil) == (inches == nil), "\(unit)")
      if let resolution, let inches {
        #expect(abs(resolution.across - 300 * inches) < 1e-9 && abs(resolution.down - 150 * inches) < 1e-9)
      }
      made.segments = MadeJPEG.segment(0xe0, Array(header.prefix(11)))
      #expect(try read(made.bytes).metadata == Metadata())
    }
  }

  @Test("The first of two XMP packets in a JPEG counts")
  func twoPackets() throws {
    var made = Self.jpeg(exif: nil, xmp: "<first/>")
    made.segments += Self.jpeg(exif: nil, xmp: "<second/>").segments
    #expect(try read(made.bytes).metadata == Metadata(xmp: "<first/>"))
  }

  @Test("A JPEG's resolution is rounded to whole pixels per inch, if these fit")
  func wholeResolutions() throws {
    let picture = try Self.picture.get()
    let plain = try picture.encoded(as: .jpeg)
    for (across, down, bytes) in [
      (299.6, 150.4, [1, 1, 44, 0, 150]), (65535, 1, [1, 255, 255, 0, 1]),
      (65535.4, 0.6, [1, 255, 255, 0, 1]),
      (65535.6, 100, nil), (100, 65536, nil), (0.4, 100, nil), (100, 0.4, nil),
    ] as [(Double, Double, [UInt8]?)] {
      let metadata = Metadata(resolution: Metadata.Resolution(across: across, down: down))
      let file = try picture.encoded(as: .jpeg, metadata: metadata) { Issue.record("warned: \($0)") }
      #expect(Array(file[13..<18]) == bytes ?? Array(plain[13..<18]), "\(across), \(down)")
      #expect(file.count == plain.count && file[18...] == plain[18...])
    }
  }

  @Test("A color profile and metadata are stored side by side")
  func besideProfiles() throws {
    let picture = try Self.picture.get()
    let metadata = Metadata(exif: MadeExif(orientation: 1, small: nil).bytes, xmp: "<a/>")
    var formats: [any ImageFormat] = [Formats.JPEG(quality: 90, profile: .srgb)]
    if segue_has_webp() {
      formats += [Formats.WebP(profile: .srgb), Formats.WebP(isLossless: true, profile: .srgb)]
    }
    for format in formats {
      let plain = try picture.encoded(as: format)
      let bytes = try picture.encoded(as: format, metadata: metadata)
      let (back, warnings) = try read(bytes)
      #expect(back.xmp == "<a/>" && back.exif?.count == metadata.exif?.count && warnings == [])
      let place = try #require(Data(plain).range(of: Data("acsp".utf8))).lowerBound - 36
      #expect(Data(bytes).range(of: Data(plain[place..<place + 480])) != nil)
      #expect(try Bitmap(decoding: bytes) == Bitmap(decoding: plain))
      if format is Formats.WebP { #expect(bytes[20] & 0x2c == 0x2c) }
    }
  }

  /// Makes EXIF with one entry, followed by the entry's value.
  private func exif(_ tag: Int, _ type: Int, _ count: Int, _ place: Int, _ value: [UInt8] = []) -> [UInt8] {
    let start: [UInt8] = Array("MM\0*".utf8) + bigEndian(8) + [0, 1]
    let kind: [UInt8] = bigEndian(tag << 16 | type) + bigEndian(count)
    return start + kind + bigEndian(place) + bigEndian(0) + value
  }

  private static let damaged = ["photo: its EXIF is damaged; it is left out"]

  /// TIFF 6.0, section 2; type 13 by Adobe PageMaker 6.0 TIFF Technical Notes.
  @Test(
    "The length of a value follows from its type and count",
    arguments: zip(1...13, [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]))
  func lengthsOfValues(type: Int, size: Int) throws {
    for count in [5, 9] {
      let whole = exif(0x9001, type, count, 26, [UInt8](repeating: 7, count: size * count))
      let (metadata, warnings) = try read(Self.jpeg(exif: whole).bytes)
      #expect(metadata.exif == whole && warnings == [])
      let cut = try read(Self.jpeg(exif: whole.dropLast()).bytes)
      #expect(cut.metadata == Metadata() && cut.warnings == Self.damaged)
    }
    // An entry of an unknown type is not checked.
    let unknown = exif(0x9001, type == 1 ? 0 : 13 + type, 5, 1 << 20)
    #expect(try read(Self.jpeg(exif: unknown).bytes).metadata.exif == unknown)
  }

  @Test("A directory has at most 512 entries, and its subdirectories lie within the data")
  func directories() throws {
    for (count, fits) in [(512, true), (513, false)] {
      var bytes: [UInt8] = Array("MM\0*".utf8) + bigEndian(8) + [UInt8(count >> 8), UInt8(count & 255)]
      for index in 0..<count { bytes += [(0x9000 + index) << 16 | 3, 1, 7 << 16].flatMap(bigEndian) }
      bytes += bigEndian(0)
      let (metadata, warnings) = try read(Self.jpeg(exif: bytes).bytes)
      #expect(metadata.exif == (fits ? bytes : nil) && warnings == (fits ? [] : Self.damaged))
    }
    // The Exif, GPS and interoperability subdirectories.
    for (tag, isDirectory) in [(0x8769, true), (0x8825, true), (0xa005, true), (0x9001, false)] {
      let bytes = exif(tag, 4, 1, 4000)
      #expect(try read(Self.jpeg(exif: bytes).bytes).metadata.exif == (isDirectory ? nil : bytes), "\(tag)")
    }
  }

  /// Exif 2.32, 4.6.4 A: width and height are SHORT, or LONG above 65535.
  @Test(
    "EXIF states the size of the written picture",
    arguments: [(65535, 2), (65536, 3), (2, 65535), (3, 65536), (9, 7)])
  func sides(width: Int, height: Int) throws {
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      let isShort = value < 65536
      return [tag << 16 | (isShort ? 3 : 4), 1, isShort ? value << 16 : value].flatMap(bigEndian)
    }
    func made(_ width: Int, _ height: Int) -> [UInt8] {
      let start: [UInt8] = Array("MM\0*".utf8) + bigEndian(8) + [0, 3]
      // The primary directory and the Exif directory both state the size.
      let first =
        start + entry(0x100, width) + entry(0x101, height) + [0x8769 << 16 | 4, 1, 50, 0].flatMap(bigEndian)
      return first + [0, 2] + entry(0xa002, width) + entry(0xa003, height) + bigEndian(0)
    }
    let picture = try Bitmap(width: width, height: height)
    for before in [made(70_000, 800), made(800, 70_000)] {
      let file = try picture.encoded(as: .png, metadata: Metadata(exif: before))
      #expect(try read(file).metadata.exif == made(width, height))
    }
  }

  @Test(
    "A thumbnail has at most 512 strips, and all of them are removed",
    arguments: [512, 513])
  func manyStrips(count: Int) throws {
    let start: [UInt8] = Array("MM\0*".utf8) + bigEndian(8) + [0, 1]
    // The primary directory, with the offset of the thumbnail's directory.
    var exif = start + [0x112 << 16 | 3, 1, 1 << 16, 26].flatMap(bigEndian) + [0, 2]
    let places = 26 + 2 + 2 * 12 + 4
    let (lengths, strips) = (places + 4 * count, places + 6 * count)
    exif += [0x111 << 16 | 4, count, places, 0x117 << 16 | 3, count, lengths, 0].flatMap(bigEndian)
    exif += (0..<count).flatMap { bigEndian(strips + $0) }
    exif += (0..<count).flatMap { _ in [0, 1] as [UInt8] }
    #expect(exif.count == strips)
    let (metadata, warnings) = try read(Self.jpeg(exif: exif + [UInt8](repeating: 7, count: count)).bytes)
    exif.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    #expect(metadata.exif == (count == 512 ? exif : nil) && warnings == (count == 512 ? [] : Self.damaged))
  }

  @Test("XMP of a PNG that inflates to 16 MiB is read")
  func longestPacked() throws {
    let chunks = try PNGChunk.list(Self.picture.get().encoded(as: .png))
    let text = Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0]
    let packed = deflated([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 24), level: 1)
    let chunk = PNGChunk(name: "iTXt", data: text + packed)
    let (metadata, warnings) = try read(PNGChunk.file([chunks[0], chunk] + chunks[1...]))
    #expect(metadata.xmp?.utf8.count == 1 << 24 && warnings == [])
  }

  @Test("The first eXIf chunk of a PNG counts, and a pHYs chunk with a wrong checksum does not")
  func soundChunks() throws {
    let chunks = try PNGChunk.list(Self.picture.get().encoded(as: .png))
    func file(_ more: [(name: String, data: [UInt8])]) -> [UInt8] {
      PNGChunk.file([chunks[0]] + more.map { PNGChunk(name: $0.name, data: $0.data) } + chunks[1...])
    }
    let all = [1, 2].map { MadeExif(orientation: 1, resolution: ($0, 3), small: nil).bytes }
    for exif in [all, all.reversed()] {
      let (metadata, warnings) = try read(file(exif.map { ("eXIf", $0) }))
      #expect(metadata.exif == exif[0] && warnings == [])
    }
    // 100 and 200 pixels per inch.
    var bytes = file([("pHYs", bigEndian(3937) + bigEndian(7874) + [1])])
    let resolution = try #require(try read(bytes).metadata.resolution)
    #expect(abs(resolution.across - 100) < 0.01 && abs(resolution.down - 200) < 0.01)
    let name = try #require(Data(bytes).range(of: Data("pHYs".utf8)))
    bytes[name.upperBound + 9] ^= 1
    #expect(try read(bytes).metadata == Metadata())
  }

  @Test("EXIF begins with its byte order, or with the prefix of a JPEG segment")
  func nameBeforeEXIF() throws {
    let chunks = try PNGChunk.list(Self.picture.get().encoded(as: .png))
    let exif = MadeExif(orientation: 1, small: nil).bytes
    for (start, isEXIF) in [("", true), ("Exif\0\0", true), ("Exif\0", false), ("Exfi\0\0", false)] {
      let chunk = PNGChunk(name: "eXIf", data: Array(start.utf8) + exif)
      let (metadata, warnings) = try read(PNGChunk.file([chunks[0], chunk] + chunks[1...]))
      #expect(metadata.exif == (isEXIF ? exif : nil) && warnings == (isEXIF ? [] : Self.damaged), "\(start)")
    }
  }

  /// JFIF 1.02: the fields after the name and the version.
  @Test("JFIF's densities have two bytes each")
  func numbersOfJFIF() throws {
    let header = Array("JFIF\0".utf8) + [1, 2, 1, 0, 20, 2, 1, 0, 0]
    // The last two bytes, the sides of the thumbnail, may be missing.
    for count in [header.count, 12] {
      var made = MadeJPEG.gray(8, 8)
      made.segments = MadeJPEG.segment(0xe0, Array(header.prefix(count)))
      let resolution = Metadata.Resolution(across: 20, down: 513)
      #expect(try read(made.bytes).metadata == Metadata(resolution: resolution), "\(count)")
    }
  }

  @Test("Empty metadata is not written, and a JPEG without JFIF header stays unchanged", arguments: names)
  func nothingToWrite(_ name: String) throws {
    let picture = try Self.picture.get()
    let format = try format(name)
    let plain = try picture.encoded(as: format)
    #expect(try picture.encoded(as: format, metadata: Metadata(exif: [], xmp: "")) == plain)
    let metadata = Metadata(xmp: "<a/>", resolution: Metadata.Resolution(across: 300, down: 150))
    for bytes in [MadeJPEG.gray(8, 8).bytes, Array(plain.prefix(20))] where name == "jpeg" {
      let same = format.adding(metadata, to: bytes, named: "image") { Issue.record("warned: \($0)") }
      #expect(same == bytes)
    }
  }

  @Test("Spaces, tabs and line ends around XMP's orientation are allowed")
  func blanks() throws {
    for blank in [" ", "\t", "\r", "\n", "\r\n \t"] {
      for (before, after) in [
        ("<x tiff:Orientation\(blank)=\(blank)\"\(blank)", "\(blank)\"/>"),
        ("<tiff:Orientation\(blank)>\(blank)", "\(blank)</tiff:Orientation>"),
      ] {
        let (metadata, warnings) = try read(Self.jpeg(exif: nil, xmp: before + "6" + after).bytes)
        #expect(metadata == Metadata(xmp: before + "1" + after) && warnings == [], "\(before)")
      }
    }
  }

  @Test("Errors and warnings call unnamed data image")
  func unnamed() {
    let said = Mutex<[String]>([])
    let options = DecodeOptions { line in said.withLock { $0.append(line) } }
    #expect(throws: ImageError.notAnImage(file: "image")) { try Metadata(decoding: [1, 2, 3]) }
    #expect(throws: Never.self) {
      try Metadata(decoding: Self.jpeg(exif: [1, 2, 3]).bytes, options: options)
    }
    #expect(said.withLock { $0 } == ["image: its EXIF is damaged; it is left out"])
  }

  /// TIFF 6.0, section 2, and Adobe's tag 700: one gray pixel, then an XMP packet.
  @Test(
    "XMP of a TIFF above 16 MiB is left out, with a warning",
    .enabled(if: segue_has_tiff(), "built without libtiff"))
  func longXMPOfTIFF() throws {
    func file(_ packet: [UInt8]) -> [UInt8] {
      let fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
        (256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
        (277, 3, 1, 1), (278, 3, 1, 1), (279, 4, 1, 1), (700, 1, packet.count, 136),
      ]
      var bytes = Array("II".utf8) + little16(42) + little32(10) + [77, 0] + little16(fields.count)
      for field in fields {
        bytes += little16(field.tag) + little16(field.type) + little32(field.count) + little32(field.value)
      }
      return bytes + little32(0) + packet
    }
    let short = try read(file(Array("<a/>\0".utf8)))
    #expect(short.metadata == Metadata(xmp: "<a/>") && short.warnings == [])
    let long = try read(file([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 24 + 1)))
    #expect(long.metadata == Metadata())
    #expect(long.warnings == ["photo: its XMP has more than 16 MiB; it is left out"])
  }

  @Test("Damaged metadata is read or left out, and leaves the picture unchanged", arguments: names)
  func damage(_ name: String) throws {
    var generator = SeededGenerator(17)
    let picture = try Self.picture.get()
    let format = try format(name)
    for round in 0..<Fuzz.rounds / 10 {
      var made = MadeExif(isBigEndian: round % 2 == 0, smallIsFirst: round % 4 < 2)
      made.small?.isJPEG = round % 8 < 4
      var exif = made.bytes
      Fuzz.flip(&exif, using: &generator)
      var xmp = Array(Self.xmp.utf8)
      Fuzz.flip(&xmp, using: &generator)
      let text = String(decoding: xmp, as: UTF8.self)
      let (metadata, warnings) = try read(Self.jpeg(exif: exif, xmp: text).bytes)
      #expect(warnings.allSatisfy { $0.hasPrefix("photo: its ") && $0.hasSuffix("; it is left out") })
      #expect(metadata.exif != nil || warnings.contains { $0.contains("EXIF") })
      // Metadata that was read is accepted again, and is upright.
      let bytes = try picture.encoded(as: format, metadata: metadata)
      let again = try read(bytes)
      #expect(again.warnings == [] && (again.metadata.exif == nil) == (metadata.exif == nil))
      // Reads the damaged metadata from a file of the format.
      let raw = try picture.encoded(as: format, metadata: Metadata(exif: exif, xmp: text))
      _ = try read(raw)
      if round % 20 == 0 {
        var file = raw
        Fuzz.flip(&file, using: &generator)
        _ = try? read(file)
      }
    }
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
