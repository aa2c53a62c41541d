import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite("EXIF orientation")
struct ExifOrientationTests {
  /// A stored picture of 21x13: three blocks wide, two high, all different.
  private static let stored = MadeJPEG.gray(21, 13)

  /// A TIFF structure with an orientation entry after `entriesBefore` others.
  private struct TIFF {
    var isBigEndian = true
    var orientation = 6
    var type = 3
    var entriesBefore = 0
    /// The number of entries that the directory declares, if it is wrong.
    var claimed: Int?
    var directory = 8

    var bytes: [UInt8] {
      let tags = (0..<entriesBefore).map { entry(tag: 0x0100 + $0, type: 4, long(7)) }
      let entries = tags + [entry(tag: 0x0112, type: type, value)]
      let header = (isBigEndian ? "MM" : "II").utf8 + short(42) + long(directory)
      let gap = [UInt8](repeating: 0xee, count: max(0, min(directory, 100) - 8))
      return header + gap + short(claimed ?? entries.count) + entries.flatMap(\.self) + long(0)
    }

    /// The value of the entry in its type, left-aligned.
    private var value: [UInt8] {
      switch type {
      case 1, 2, 6, 7: [UInt8(truncatingIfNeeded: orientation), 0, 0, 0]
      case 4, 9, 13: long(orientation)
      default: short(orientation) + [0, 0]
      }
    }

    private func entry(tag: Int, type: Int, _ value: [UInt8]) -> [UInt8] {
      short(tag) + short(type) + long(1) + value
    }

    private func long(_ value: Int) -> [UInt8] { ordered(bigEndian(value)) }
    private func short(_ value: Int) -> [UInt8] { ordered(bigEndian(value).suffix(2)) }
    private func ordered(_ bytes: some Collection<UInt8>) -> [UInt8] {
      isBigEndian ? Array(bytes) : bytes.reversed()
    }
  }

  private static let exif = Array("Exif".utf8) + [0, 0]

  private func decoded(_ segments: [UInt8]) throws -> Bitmap {
    var made = Self.stored
    made.segments = segments
    return try Bitmap(decoding: made.bytes)
  }

  private func decoded(_ tiff: TIFF) throws -> Bitmap {
    try decoded(MadeJPEG.segment(0xe1, Self.exif + tiff.bytes))
  }

  /// Computes the upright picture.
  private func upright(_ orientation: Int, of made: MadeJPEG = stored) throws -> Bitmap {
    try upright(orientation, PixelSize(width: made.width, height: made.height)) { column, row in
      Array(repeating: Int(made.sample(0, column, row)), count: 3)
    }
  }

  /// Moves stored colors to their upright positions, by Exif 2.32, 4.6.4 A.
  private func upright(
    _ orientation: Int, _ stored: PixelSize, color: (Int, Int) -> [Int]
  ) throws -> Bitmap {
    let (right, bottom) = (stored.width - 1, stored.height - 1)
    let turned = orientation > 4
    return try Bitmap(turned ? stored.height : stored.width, turned ? stored.width : stored.height) { x, y in
      let (column, row) =
        switch orientation {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        case 8: (right - y, x)
        default: (x, y)
        }
      return color(column, row)
    }
  }

  @Test("All orientations are turned upright exactly, in both byte orders", arguments: 1...8, [false, true])
  func orientations(orientation: Int, isBigEndian: Bool) throws {
    #expect(try decoded(TIFF(isBigEndian: isBigEndian, orientation: orientation)) == upright(orientation))
  }

  @Test("Larger pictures are turned exactly", arguments: 1...8)
  func large(orientation: Int) throws {
    // The picture has more rows than one batch; its last batch is not full.
    var made = MadeJPEG.gray(70, 45)
    made.segments = MadeJPEG.segment(0xe1, Self.exif + TIFF(orientation: orientation).bytes)
    #expect(try Bitmap(decoding: made.bytes) == upright(orientation, of: made))
  }

  /// Colors must be converted once only; a second conversion would change them.
  @Test(
    "Colors of a turned picture are converted like those of an upright one",
    .enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"), arguments: 1...8)
  func colors(orientation: Int) throws {
    // RGB components without a transform: six blocks of different colors.
    let components: [[UInt8]] = [
      [20, 60, 100, 140, 180, 220], [37, 57, 77, 97, 117, 137], [54, 67, 80, 94, 107, 120],
    ]
    var made = MadeJPEG(width: 21, height: 13, components: components, adobeTransform: 0)
    let profile = MadeJPEG.segments(MadeProfile.adobe.bytes, parts: 1).flatMap(\.self)
    made.segments = profile
    let plain = try Bitmap(decoding: made.bytes)
    #expect(try Bitmap(decoding: made.bytes, options: DecodeOptions(color: .ignore)) != plain)
    made.segments = MadeJPEG.segment(0xe1, Self.exif + TIFF(orientation: orientation).bytes) + profile
    let expected = try upright(orientation, plain.size) { column, row in
      let pixel = plain[column, row]
      return [pixel.red, pixel.green, pixel.blue].map(Int.init)
    }
    #expect(try Bitmap(decoding: made.bytes) == expected)
  }

  @Test("An undefined orientation is ignored", arguments: [0, 9, 255, 256, 65535])
  func senseless(orientation: Int) throws {
    #expect(try decoded(TIFF(orientation: orientation)) == upright(1))
    #expect(try decoded(TIFF(isBigEndian: false, orientation: orientation)) == upright(1))
  }

  @Test(
    "An orientation that is not of an integer type is ignored", arguments: [0, 2, 5, 7, 10, 11, 12, 14])
  func otherType(type: Int) throws { #expect(try decoded(TIFF(type: type)) == upright(1)) }

  /// Types BYTE, SHORT, LONG and their signed forms.
  private static let integers = [1, 3, 4, 6, 8, 9]

  /// The formats with EXIF in this build.
  private static let formats: [any ImageFormat] =
    [Formats.PNG(), Formats.JPEG(quality: 100, chroma: .full)]
    + (segue_has_webp() ? [Formats.WebP(isLossless: true)] : [])

  private static let picture = Result { try Bitmap.noise(21, 13, seed: 7, opaque: true) }

  /// Computes the upright form of a stored bitmap.
  private func upright(_ orientation: Int, of stored: Bitmap) throws -> Bitmap {
    try upright(orientation, stored.size) { column, row in
      let pixel = stored[column, row]
      return [pixel.red, pixel.green, pixel.blue].map(Int.init)
    }
  }

  @Test(
    "Orientations of all integer types turn each format; EXIF then says upright",
    arguments: integers, [false, true])
  func integerTypes(type: Int, isBigEndian: Bool) throws {
    for format in Self.formats {
      let plain = try Self.picture.get().encoded(as: format)
      for orientation in 1...8 {
        let exif = TIFF(isBigEndian: isBigEndian, orientation: orientation, type: type).bytes
        let file = try Self.picture.get().encoded(as: format, metadata: Metadata(exif: exif))
        #expect(try Bitmap(decoding: file) == upright(orientation, of: Bitmap(decoding: plain)))
        #expect(try Metadata(decoding: file).exif == TIFF(isBigEndian: isBigEndian, orientation: 1).bytes)
      }
    }
  }

  @Test(
    "A TIFF with an orientation of any integer type is turned", .enabled(if: segue_has_tiff()),
    arguments: integers, [false, true])
  func integerTypesOfTIFF(type: Int, isBigEndian: Bool) throws {
    for bits in [8, 16] {
      var made = MadeTIFF(bits: bits, isBigEndian: isBigEndian)
      let plain = try Bitmap(decoding: made.bytes)
      for orientation in 1...8 {
        (made.orientation, made.orientationType) = (orientation, type)
        #expect(try Bitmap(decoding: made.bytes) == upright(orientation, of: plain))
        // The second page has its own directory.
        var options = DecodeOptions()
        options.page = 1
        let pages = made.file([MadeTIFF(bits: bits, isBigEndian: isBigEndian), made])
        #expect(try Bitmap(decoding: pages) == plain)
        #expect(try Bitmap(decoding: pages, options: options) == upright(orientation, of: plain))
      }
    }
  }

  @Test("An undefined orientation is kept in EXIF, and the picture is not turned")
  func keptOrientations() throws {
    let strange =
      [0, 9, 255, 65535].map { TIFF(orientation: $0).bytes }
      + [0, 9, 65536 + 6].map { TIFF(isBigEndian: false, orientation: $0, type: 4).bytes }
      + [2, 7, 11].map { TIFF(type: $0).bytes }
    for format in Self.formats {
      let plain = try Self.picture.get().encoded(as: format)
      for exif in strange {
        let metadata = Metadata(exif: exif, xmp: "<a tiff:Orientation=\"6\"/>")
        let file = try Self.picture.get().encoded(as: format, metadata: metadata)
        #expect(try Bitmap(decoding: file) == Bitmap(decoding: plain))
        let kept = try Metadata(decoding: file)
        #expect(kept.exif == exif && kept.xmp == metadata.xmp)
      }
    }
  }

  @Test("XMP's orientation counts if EXIF has none, and then becomes upright")
  func orientationOfXMP() throws {
    for format in Self.formats {
      let plain = try Bitmap(decoding: Self.picture.get().encoded(as: format))
      for (exif, xmp, orientation) in [
        (nil, "8", 8), (nil, "1", 1), (nil, "9", 1), (3, "6", 3), (1, "6", 1),
      ] as [(Int?, String, Int)] {
        for text in ["<a tiff:Orientation=\"\(xmp)\"/>", "<tiff:Orientation> \(xmp) </tiff:Orientation>"] {
          let metadata = Metadata(exif: exif.map { TIFF(orientation: $0).bytes }, xmp: text)
          let file = try Self.picture.get().encoded(as: format, metadata: metadata)
          #expect(try Bitmap(decoding: file) == upright(orientation, of: plain), "\(text)")
          let kept = try Metadata(decoding: file)
          #expect(kept.xmp == (xmp == "9" ? text : String(text.map { "\($0)" == xmp ? "1" : $0 })))
          #expect(kept.exif == exif.map { _ in TIFF(orientation: 1).bytes })
        }
      }
    }
  }

  /// Makes text chunks with bytes in hexadecimal, in ImageMagick's form.
  private func texts(_ kind: String, _ bytes: [UInt8], uppercase: Bool = false) -> [PNGChunk] {
    let keyword = Array("Raw profile type \(kind)\0".utf8)
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: uppercase)
      return text.count == 1 ? "0" + text : text
    }
    var lines = "\n\(kind.lowercased())\n    \(bytes.count)\n"
    for start in stride(from: 0, to: digits.count, by: 36) {
      lines += digits[start..<min(start + 36, digits.count)].joined() + "\n"
    }
    let text = Array(lines.utf8)
    return [
      PNGChunk(name: "tEXt", data: keyword + text),
      PNGChunk(name: "zTXt", data: keyword + [0] + deflated(text)),
      PNGChunk(name: "iTXt", data: keyword + [0, 0, 0, 0] + text),
      PNGChunk(name: "iTXt", data: keyword + [1, 0, 0, 0] + deflated(text)),
    ]
  }

  @Test("EXIF in a text chunk of a PNG counts if there is no eXIf chunk", arguments: ["exif", "APP1"])
  func textsOfPNG(kind: String) throws {
    let plain = try Self.picture.get()
    let chunks = try PNGChunk.list(plain.encoded(as: .png))
    let exif = TIFF().bytes
    func file(_ more: [PNGChunk], at place: Int) -> [UInt8] {
      PNGChunk.file(Array(chunks[..<place]) + more + chunks[place...])
    }
    for (start, isUpper) in [(Self.exif, false), ([], true)] {
      for text in texts(kind, start + exif, uppercase: isUpper) {
        for place in [1, chunks.count - 1] {
          let bytes = file([text], at: place)
          #expect(try Bitmap(decoding: bytes) == upright(6, of: plain))
          #expect(try Metadata(decoding: bytes).exif == TIFF(orientation: 1).bytes)
        }
        let both = [text, PNGChunk(name: "eXIf", data: TIFF(orientation: 3).bytes)]
        #expect(try Bitmap(decoding: file(both, at: 1)) == upright(3, of: plain))
      }
    }
    // Hexadecimal data with a missing or a wrong digit.
    for text in texts(kind, exif).prefix(2) {
      var cut = text
      if text.name == "tEXt" { cut.data.removeLast(3) } else { cut.data.removeLast(9) }
      let said = Mutex<[String]>([])
      let options = DecodeOptions { line in said.withLock { $0.append(line) } }
      let bytes = file([cut], at: 1)
      #expect(try Bitmap(decoding: bytes) == plain)
      #expect(try Metadata(decoding: bytes, named: "a.png", options: options) == Metadata())
      #expect(said.withLock { $0 } == ["a.png: its EXIF is damaged; it is left out"])
    }
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<a tiff:Orientation=\"6\"/>".utf8)
    guard kind == "APP1", let text = texts(kind, xmp).first else { return }
    #expect(try Metadata(decoding: file([text], at: 1)) == Metadata(xmp: "<a tiff:Orientation=\"1\"/>"))
    #expect(try Bitmap(decoding: file([text], at: 1)) == upright(6, of: plain))
  }

  @Test("PNGs of all depths are turned, and so are maps", arguments: 1...8)
  func depthsOfPNG(orientation: Int) throws {
    let exif = PNGChunk(name: "eXIf", data: TIFF(orientation: orientation).bytes)
    for made in MadePNG.all(19, 14, seed: 3) {
      let plain = made.bytes
      var chunks = try PNGChunk.list(plain)
      chunks.insert(exif, at: 1)
      let turned = PNGChunk.file(chunks)
      let (before, after) = (try Bitmap(decoding: plain), try Bitmap(decoding: turned))
      #expect(after.size == (orientation > 4 ? before.size.turned : before.size))
      let (numbers, turnedNumbers) = (try LumaPlane(decoding: plain), try LumaPlane(decoding: turned))
      // Computes the stored position of each pixel, from a bitmap that has positions as its colors.
      let places = try upright(orientation, before.size) { column, row in [column, row, 0] }
      for y in 0..<after.height {
        for x in 0..<after.width {
          let (column, row) = (Int(places[x, y].red), Int(places[x, y].green))
          #expect(after[x, y] == before[column, row])
          #expect(
            turnedNumbers.values[y * after.width + x] == numbers.values[row * before.width + column])
        }
      }
    }
  }

  @Test(
    "Reported files that were not turned",
    arguments: ["orientation-eXIf.png", "orientation-long-le.jpg", "orientation-long-be.jpg"])
  func reported(_ name: String) throws {
    let bytes = try contents(of: projectFolder + "/Tests/Pictures/" + name)
    #expect(try Bitmap(decoding: bytes).size == PixelSize(width: 32, height: 48))
    let options = DecodeOptions { Issue.record("warned: \($0)") }
    let kept = try #require(try Metadata(decoding: bytes, options: options).exif)
    #expect(try decoded(MadeJPEG.segment(0xe1, Self.exif + kept)) == upright(1))
  }

  @Test("The entry is found after other entries, and the directory after a gap")
  func places() throws {
    #expect(try decoded(TIFF(entriesBefore: 5)) == upright(6))
    #expect(try decoded(TIFF(entriesBefore: 5, directory: 31)) == upright(6))
    #expect(try decoded(TIFF(isBigEndian: false, entriesBefore: 17, directory: 100)) == upright(6))
  }

  @Test(
    "A directory outside the segment is ignored",
    arguments: [0x0101, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff8])
  func outside(directory: Int) throws {
    #expect(try decoded(TIFF(directory: directory)) == upright(1))
    #expect(try decoded(TIFF(isBigEndian: false, directory: directory)) == upright(1))
  }

  @Test("A count of entries beyond the segment is harmless; one too small hides the entry")
  func counts() throws {
    #expect(try decoded(TIFF(entriesBefore: 2, claimed: 65535)) == upright(6))
    #expect(try decoded(TIFF(type: 4, claimed: 65535)) == upright(6))
    #expect(try decoded(TIFF(entriesBefore: 2, claimed: 2)) == upright(1))
    #expect(try decoded(TIFF(claimed: 0)) == upright(1))
  }

  @Test("EXIF cut short is ignored, unless it includes the entry's value")
  func cut() throws {
    for isBigEndian in [false, true] {
      let tiff = TIFF(isBigEndian: isBigEndian).bytes
      for count in 0...tiff.count {
        let segment = MadeJPEG.segment(0xe1, Self.exif + tiff.prefix(count))
        // Header (8 bytes), count (2), the entry before its value (8), and the value (2).
        #expect(try decoded(segment) == upright(count < 20 ? 1 : 6), "\(count) bytes")
      }
    }
  }

  @Test("Only APP1 segments with the signature Exif count, anywhere before the scan")
  func segments() throws {
    let right = MadeJPEG.segment(0xe1, Self.exif + TIFF().bytes)
    let jfif = MadeJPEG.segment(0xe0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    let xmp = MadeJPEG.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + TIFF().bytes)
    #expect(try decoded(jfif + xmp + right) == upright(6))
    #expect(try decoded(xmp) == upright(1))
    #expect(try decoded(MadeJPEG.segment(0xe2, Self.exif + TIFF().bytes)) == upright(1))
    #expect(try decoded(MadeJPEG.segment(0xe1, Array("exif".utf8) + [0, 0] + TIFF().bytes)) == upright(1))
    #expect(try decoded(MadeJPEG.segment(0xe1, [])) == upright(1))
    // Any number of fill bytes 0xff may precede a marker.
    for count in 1...4 {
      #expect(try decoded(jfif + Array(repeating: 0xff, count: count) + right) == upright(6), "\(count)")
    }
  }

  @Test("A segment whose length is below two bytes ends the search for EXIF", arguments: [0, 1])
  func tooShort(length: UInt8) throws {
    let right = MadeJPEG.segment(0xe1, Self.exif + TIFF().bytes)
    for kind: UInt8 in [0xe1, 0xe3, 0xfe] {
      #expect(try decoded([0xff, kind, 0, length] + right) == upright(1), "\(kind)")
    }
  }

  @Test("EXIF in a comment or after the first scan is ignored")
  func lookalikes() throws {
    let right = MadeJPEG.segment(0xe1, Self.exif + TIFF().bytes)
    #expect(try decoded(MadeJPEG.segment(0xfe, right)) == upright(1))
    #expect(try Bitmap(decoding: Self.stored.bytes + right) == upright(1))
  }

  @Test("Random EXIF is harmless: the picture is decoded, turned or not")
  func random() throws {
    var generator = SeededGenerator(11)
    let sizes = try [upright(1).size, upright(6).size]
    for _ in 0..<Fuzz.rounds {
      var tiff = TIFF(
        isBigEndian: .random(using: &generator), entriesBefore: .random(in: 0...3, using: &generator)
      ).bytes
      if Bool.random(using: &generator) {
        tiff = .random(.random(in: 0...80, using: &generator), using: &generator)
      } else {
        Fuzz.flip(&tiff, using: &generator)
      }
      let bitmap = try decoded(MadeJPEG.segment(0xe1, Self.exif + tiff))
      #expect(sizes.contains(bitmap.size), "\(tiff)")
    }
  }
}
