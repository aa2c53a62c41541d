import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Makes a box of ISO/IEC 14496-12 from its body.
private func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
  bigEndian(8 + body.count) + Array(name.utf8) + body
}

private func full(_ name: String, _ version: UInt8, _ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
  box(name, [version, 0, 0, flags] + body)
}

/// Rewrites a box with a length of eight bytes.
private func wide(_ box: [UInt8]) -> [UInt8] {
  bigEndian(1) + box[4..<8] + bigEndian(0) + bigEndian(box.count + 8) + box.dropFirst(8)
}

private func short(_ value: Int) -> [UInt8] { Array(bigEndian(value).suffix(2)) }
private func long(_ value: Int) -> [UInt8] { bigEndian(value) }
private func longest(_ value: Int) -> [UInt8] { bigEndian(0) + bigEndian(value) }

/// The start of a file; data of an `mdat` box after it begins at byte 32.
private let start = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("heicmif1".utf8))

/// Makes a file with these boxes in its `meta` box.
private func file(_ boxes: [[UInt8]], data: [UInt8] = []) -> [UInt8] {
  start + box("mdat", data) + full("meta", 0, boxes.flatMap(\.self))
}

/// Makes the `iinf` box: numbers and types of items.
private func kinds(_ items: [(Int, String)]) -> [UInt8] {
  full("iinf", 0, short(items.count) + items.flatMap { entry($0, $1) })
}

private func entry(_ item: Int, _ kind: String) -> [UInt8] {
  full("infe", 2, short(item) + [0, 0] + Array(kind.utf8) + [0])
}

/// Tests all forms of a container's boxes.
extension HEIFPrecautionTests {
  /// The error for a picture above the limit of `few`.
  private static let large = ImageError.tooLarge(
    file: "image", size: PixelSize(width: 3000, height: 2000), limit: 1 << 20)
  private static let few = DecodeOptions(maxPixels: 1 << 20)
  private static let picture = MadeHEIF.av1(3000, 2000)

  /// `iloc` boxes for item 7, whose bytes begin at byte 32 of the file.
  private static let places: [(name: String, iloc: [UInt8])] = {
    let (count, one) = (picture.count, short(1) + short(7))
    let (none, part) = ([0, 0] as [UInt8], short(1) + long(32))
    return [
      ("version 0", full("iloc", 0, [0x44, 0] + one + none + part + long(count))),
      ("version 0, which has no index", full("iloc", 0, [0x44, 4] + one + none + part + long(count))),
      ("version 1", full("iloc", 1, [0x44, 0] + one + short(0) + none + part + long(count))),
      (
        "an index",
        full("iloc", 1, [0x44, 4] + one + short(0) + none + short(1) + long(9) + long(32) + long(count))
      ),
      (
        "version 2",
        full("iloc", 2, [0x44, 0] + long(1) + long(7) + short(0) + none + part + long(count))
      ),
      (
        "a base",
        full("iloc", 0, [0x44, 0x40] + one + none + long(30) + short(1) + long(2) + long(count))
      ),
      (
        "numbers of eight bytes",
        full(
          "iloc", 1,
          [0x88, 0x80] + one + short(0) + none + longest(30) + short(1) + longest(2) + longest(count))
      ),
      (
        "no offset but the base",
        full("iloc", 0, [0x04, 0x40] + one + none + long(32) + short(1) + long(count))
      ),
      (
        "two parts",
        full(
          "iloc", 0,
          [0x44, 0] + one + none + short(2) + long(32) + long(5) + long(37) + long(count - 5))
      ),
      (
        "behind another picture",
        full(
          "iloc", 0,
          [0x44, 0] + short(2) + short(6) + none + short(0) + short(7) + none + part + long(count))
      ),
      ("a length beyond the file", full("iloc", 0, [0x44, 0] + one + none + part + long(1 << 20))),
    ]
  }()

  @Test("A picture is found by all forms of `iloc`", arguments: places.indices)
  func places(index: Int) {
    let (name, iloc) = Self.places[index]
    let bytes = file([kinds([(7, "av01")]), iloc], data: Self.picture)
    #expect(decodingError(bytes, options: Self.few) == Self.large, "\(name)")
  }

  @Test("The extent of data in `idat` is relative to its base offset")
  func ownData() {
    let places = full(
      "iloc", 1,
      [0x44, 0x40] + short(1) + short(7) + short(1) + [0, 0] + long(2) + short(1) + long(1)
        + long(Self.picture.count))
    let bytes = file([kinds([(7, "av01")]), places, box("idat", [9, 9, 9] + Self.picture)])
    #expect(decodingError(bytes, options: Self.few) == Self.large)
  }

  @Test("Boxes may be empty, have 64-bit lengths or extend to the end, and lists may be long")
  func boxes() {
    let (list, iloc) = (kinds([(7, "av01")]), Self.places[0].iloc)
    let longList = full("iinf", 1, long(1) + entry(7, "av01"))
    let numbers = full(
      "iinf", 0, short(1) + full("infe", 3, long(7) + [0, 0] + Array("av01".utf8) + [0]))
    // Entries before version 2 have no type.
    let oldEntry = full("infe", 1, short(7) + [0, 0, 0, 0, 0])
    let old = full("iinf", 0, short(3) + oldEntry + oldEntry + entry(7, "av01"))
    let uuid = box("uuid", [UInt8](repeating: 7, count: 20))
    let before = start + box("mdat", Self.picture)
    let meta = full("meta", 0, list + iloc)
    for (index, bytes) in [
      before + meta, before + wide(meta), before + long(0) + meta.dropFirst(4),
      before + box("free", []) + full("meta", 0, box("free", []) + list + uuid + iloc),
      before + full("meta", 0, wide(list) + wide(iloc)), before + full("meta", 0, iloc + list),
      before + full("meta", 0, longList + iloc), before + full("meta", 0, numbers + iloc),
      before + full("meta", 0, old + iloc),
    ].enumerated() { #expect(decodingError(bytes, options: Self.few) == Self.large, "\(index)") }
  }

  @Test("Duplicate boxes and items are errors")
  func doubles() {
    let iloc = Self.places[0].iloc
    let ipco = box("ipco", MadeHEIF.size(16, 16))
    let place = short(7) + [0, 0] + short(0)
    for (bytes, detail) in [
      (file([kinds([(7, "av01")])]) + full("meta", 0, iloc), "it has two meta boxes"),
      (file([box("iprp", ipco + ipco)]), "it has two ipco boxes"),
      (file([kinds([(7, "av01"), (8, "av01"), (7, "Exif")])]), "it has two pictures 7"),
      (file([full("iloc", 0, [0x44, 0] + short(2) + place + place)]), "it has two places of picture 7"),
    ] { #expect(decodingError(bytes) == .damaged(file: "image", detail: detail)) }
  }

  /// Picture 7 has property 1, a size of 16×16, and property 2, a header of 2048×2048.
  @Test("All forms of property associations are read")
  func associations() {
    let properties = box(
      "ipco", MadeHEIF.size(16, 16) + MadeHEIF.av1Configuration(MadeHEIF.av1(2048, 2048)))
    let one = long(1) + short(7)
    for (index, ipma) in [
      full("ipma", 0, one + [2, 1, 2]), full("ipma", 0, one + [2, 0x81, 0x82]),
      full("ipma", 0, one + [2] + short(1) + short(0x8002), flags: 1),
      full("ipma", 1, long(1) + long(7) + [2, 2, 1]),
      full("ipma", 1, long(1) + long(7) + [2] + short(0x8001) + short(2), flags: 1),
      // Index 0 means none, and 9 does not exist.
      full("ipma", 0, one + [4, 0, 1, 9, 2]),
      full("ipma", 0, long(2) + short(3) + [1, 1] + short(7) + [2, 1, 2]),
      full("ipma", 0, one + [1, 1]) + full("ipma", 0, one + [1, 2]),
    ].enumerated() {
      #expect(
        decodingError(file([box("iprp", properties + ipma)]))
          == .damaged(file: "image", detail: "picture 7 of it has \(2048 * 2048) pixels, but declares 256"),
        "\(index)")
    }
  }

  @Test(
    "References of all versions are read, and the first invalid one is reported"
  )
  func references() {
    func error(_ version: UInt8, _ references: [[UInt8]], _ kind: String = "iden") -> String? {
      let items = kinds([(7, kind), (8, "av01"), (9, "iden")])
      return decodingError(file([items, full("iref", version, references.flatMap(\.self))]))?.description
    }
    func made(_ item: Int, _ others: [Int]) -> [UInt8] {
      box("dimg", short(item) + short(others.count) + others.flatMap(short))
    }
    let circle = "image: damaged: picture 7 of it is made of picture 7, which is itself made of others"
    #expect(error(0, [made(7, [7])]) == circle)
    #expect(error(1, [box("dimg", long(7) + short(2) + long(8) + long(7))]) == circle)
    #expect(error(0, [made(7, [8, 7])]) == circle && error(0, [made(7, [7]), made(7, [8])]) == circle)
    #expect(error(0, [made(9, [9]), made(7, [7])]) == circle)
    #expect(
      error(0, [made(9, [7])])
        == "image: damaged: picture 9 of it is made of picture 7, which is itself made of others")
    for (pairs, other) in [([(7, 7)], 7), ([(7, 8), (8, 9)], 8)] {
      let references = pairs.map { box("auxl", short($0.0) + short(1) + short($0.1)) }
      #expect(
        error(0, references)
          == "image: damaged: picture 7 of it belongs to picture \(other), which itself belongs to another")
    }
    // Coded pictures are not derived from others, and descriptions may refer to any item.
    for isLeft in [
      error(0, [made(7, [9])], "av01"), error(0, [box("cdsc", short(7) + short(1) + short(7))]),
      error(0, [box("auxl", short(7) + short(1) + short(8))]),
    ] { #expect(isLeft?.contains("made of") == false && isLeft?.contains("belongs to") == false) }
  }

  @Test("The coded pixels may be four times the declared ones, and a million more")
  func codedAndSaid() {
    func error(_ width: Int, _ height: Int) -> ImageError? {
      decodingError(MadeHEIF(items: [.init(kind: "av01", data: MadeHEIF.av1(width, height))]).bytes)
    }
    // The limit: four times the declared 16² pixels, and 2²⁰ more.
    #expect(error(1025, 1024)?.description.contains("and says") == false)
    #expect(
      error(1025, 1025)
        == .damaged(file: "image", detail: "picture 1 of it has \(1025 * 1025) pixels, but declares 256"))
  }

  @Test("Tiles may have four times the pixels of their grid, and four million more")
  func tilesAndPicture() {
    func error(_ width: Int) -> ImageError? {
      let large = MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(2048, 2048), properties: [2])
      let small = MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(width, 32))
      return decodingError(
        MadeHEIF(
          items: [.init(kind: "grid", data: MadeHEIF.grid(2, 1, 16, 16)), large, small],
          properties: [MadeHEIF.size(16, 16), MadeHEIF.size(2048, 2048)], references: [("dimg", 1, [2, 3])]
        ).bytes)
    }
    // The limit: four times the grid's 16² pixels, and 2²² more.
    #expect(error(32)?.description.contains("made of") == false)
    #expect(
      error(33)
        == .damaged(
          file: "image", detail: "picture 1 of it has 256 pixels, and is made of \(2048 * 2048 + 33 * 32)"))
  }

  @Test("Grids and overlays may store their size in 16 bits", arguments: ["grid", "iovl"])
  func shortSizes(kind: String) {
    let head = [0, 0] + [UInt8](repeating: 0, count: kind == "grid" ? 2 : 8)
    let made = MadeHEIF(items: [.init(kind: kind, data: head + short(40_000) + short(30_000) + long(0))])
    #expect(
      decodingError(made.bytes)
        == .tooLarge(file: "image", size: PixelSize(width: 40_000, height: 30_000), limit: 100_000_000))
  }

  @Test("The sequence header is found among other units, and the largest of several counts")
  func units() {
    let (hevc, small) = (MadeHEIF.hevc(3000, 2000, chroma: 1), MadeHEIF.hevc(16, 16, chroma: 1))
    let other = long(5) + [32 << 1, 1, 2, 3, 4]
    let (still, first) = (MadeHEIF.av1(16, 16), Self.picture)
    // An OBU without content, and one of 1000 bytes, whose size is encoded in two bytes.
    let empty: [UInt8] = [0x12, 0]
    let padding: [UInt8] = [0x7a, 0xe8, 0x07] + [UInt8](repeating: 0, count: 1000)
    let items: [(String, [UInt8])] = [
      ("hvc1", other + hevc), ("hvc1", hevc + other), ("hvc1", small + hevc), ("hvc1", hevc + small),
      ("av01", empty + first), ("av01", padding + first), ("av01", still + first), ("av01", first + still),
      // The last OBU may omit its size, and a size may be encoded in more bytes than necessary.
      ("av01", empty + [1 << 3] + first.dropFirst(2)),
      ("av01", empty + [first[0], first[1] | 0x80, 0x80, 0] + first.dropFirst(2)),
    ]
    for (kind, data) in items {
      let made = MadeHEIF(items: [.init(kind: kind, data: data)])
      #expect(decodingError(made.bytes, options: Self.few) == Self.large, "\(kind) \(data.prefix(40))")
    }
    let sequence = Array(hevc.dropFirst(4))
    let arrays = [2, 0xa0] + short(1) + short(5) + other.dropFirst(4)
    let property = [UInt8](repeating: 0, count: 22) + arrays + [0xa1] + short(2) + short(5)
    let configuration = box(
      "hvcC", property + other.dropFirst(4) + short(sequence.count) + sequence)
    let configured = MadeHEIF(
      items: [.init(kind: "hvc1", properties: [1, 2])], properties: [MadeHEIF.size(16, 16), configuration])
    #expect(decodingError(configured.bytes, options: Self.few) == Self.large)
  }

  /// 4 · 16² + 2²⁰ pixels are allowed, 2048² are not.
  @Test("The largest header of a picture counts, in any place")
  func largestHeader() {
    let (large, small) = (MadeHEIF.hevc(2048, 2048, chroma: 1), MadeHEIF.hevc(16, 16, chroma: 1))
    let (first, still) = (MadeHEIF.av1(2048, 2048), MadeHEIF.av1(16, 16))
    func configuration(_ units: [[UInt8]]) -> [UInt8] {
      let list = units.flatMap { short($0.count - 4) + $0.dropFirst(4) }
      return box("hvcC", [UInt8](repeating: 0, count: 22) + [1, 0xa1] + short(units.count) + list)
    }
    let (av1Large, av1Small) = (MadeHEIF.av1Configuration(first), MadeHEIF.av1Configuration(still))
    for (index, (kind, data, properties))
      in ([
        ("hvc1", large + small, []), ("hvc1", small + large, []), ("av01", first + still, []),
        ("av01", still + first, []), ("hvc1", [], [configuration([large, small])]),
        ("hvc1", [], [configuration([small, large])]), ("hvc1", small, [configuration([large])]),
        ("hvc1", large, [configuration([small])]), ("av01", [], [MadeHEIF.av1Configuration(first + still)]),
        ("av01", still, [av1Large]), ("av01", first, [av1Small]), ("av01", [], [av1Large, av1Small]),
        ("av01", [], [av1Small, av1Large]),
      ] as [(String, [UInt8], [[UInt8]])]).enumerated()
    {
      let item = MadeHEIF.Item(kind: kind, data: data, properties: Array(1...properties.count + 1))
      let made = MadeHEIF(items: [item], properties: [MadeHEIF.size(16, 16)] + properties)
      #expect(
        decodingError(made.bytes)
          == .damaged(file: "image", detail: "picture 1 of it has \(2048 * 2048) pixels, but declares 256"),
        "\(index)")
    }
  }

  @Test(
    "The largest declared size of a picture counts", arguments: [[1, 2], [2, 1]])
  func largestSaid(order: [Int]) {
    let item = MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(2048, 2048), properties: order)
    let made = MadeHEIF(items: [item], properties: [MadeHEIF.size(2048, 2048), MadeHEIF.size(16, 16)])
    #expect(decodingError(made.bytes)?.description.contains("and says") == false)
  }

  @Test("A declared size above the limit is refused with both sides")
  func saidSides() {
    let made = MadeHEIF(
      items: [.init(kind: "av01", data: MadeHEIF.av1(16, 16))], properties: [MadeHEIF.size(3000, 2000)])
    #expect(decodingError(made.bytes, options: Self.few) == Self.large)
  }

  @Test("Overlays may contain HEVC, and the items of grids are left to libheif")
  func whatIsMadeOfThem() {
    for (kind, data, other) in [
      ("iovl", MadeHEIF.overlay(16, 16), "hvc1"), ("iden", [], "hvc1"), ("iden", [], "av01"),
      ("grid", MadeHEIF.grid(1, 1, 16, 16), "Exif"), ("grid", MadeHEIF.grid(1, 1, 16, 16), "hvc1"),
    ] as [(String, [UInt8], String)] {
      let items = [MadeHEIF.Item(kind: kind, data: data), .init(kind: other, data: [0, 0, 0, 0])]
      let made = MadeHEIF(items: items, references: [("dimg", 1, [2])])
      #expect(
        decodingError(made.bytes)?.description.contains("is no picture") == false, "\(kind) of \(other)")
    }
  }

  /// ISO/IEC 14496-12, 8.11.3: construction method 2 counts from another item's data.
  @Test("Data within another item, and data of negative length, is left to libheif")
  func otherPlaces() {
    let (list, count) = (kinds([(7, "av01")]), Self.picture.count)
    let head = short(1) + short(7)
    let (gap, none) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 8))
    let item = full("iloc", 1, [0x44, 0] + head + short(2) + [0, 0] + short(1) + long(32) + long(count))
    let negative = full(
      "iloc", 1, [0x88, 0x80] + head + short(0) + [0, 0] + longest(30) + short(1) + longest(2) + none)
    for bytes in [
      file([list, item, box("idat", gap + Self.picture)], data: Self.picture),
      file([list, negative], data: Self.picture),
    ] {
      let error = decodingError(bytes, options: Self.few)
      #expect(error != nil && error != Self.large)
    }
  }

  @Test("The size flag of a frame is found after all variants of headers", arguments: AV1Headers.all)
  func framesOfSequences(headers: AV1Headers) {
    for hasSize in [false, true] {
      let made = MadeHEIF(items: [.init(kind: "av01", data: headers.bytes(hasSize: hasSize))])
      let isRefused =
        decodingError(made.bytes)
        == .unsupported(file: "image", detail: "a picture of AV1 whose size is not its sequence's")
      #expect(isRefused == (headers.frameHasSize ?? hasSize))
      #expect(decodingError(made.bytes, options: Self.few) == Self.large)
    }
  }
}

/// Makes the headers of a sequence of 3000×2000 pixels and of a frame, bit by bit.
///
/// - Source: AV1 Bitstream & Decoding Process Specification, 5.5.1 and 5.9.2.
struct AV1Headers: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The level of each operating point; from 8 on, a tier follows.
  var levels = [8]
  var saysDelays = false
  /// The bits of `delta_frame_id` and the additional bits of a frame's id; nil for no ids.
  var numbers: (Int, Int)?
  var hasOrder = false
  /// `seq_force_screen_content_tools`; nil: each frame chooses.
  var screen: Int?
  /// `seq_force_integer_mv`; nil: each frame with screen content tools chooses.
  var wholeSteps: Int?
  var frameIsOfScreen = true
  /// The type of the frame's OBU: 3 for a frame header, 6 for a frame.
  var unit = 6
  /// The frame type: 0 key, 1 inter, 2 intra-only, 3 switch.
  var kind = 0
  var isShown = true
  /// Whether the header repeats a decoded frame (`show_existing_frame`).
  var isAgain = false

  /// Whether the frame header states its own size, if the frame's type determines that; else nil.
  var frameHasSize: Bool? { isAgain ? false : kind == 3 ? true : nil }

  static let all: [AV1Headers] = [
    AV1Headers(testDescription: "plain"), AV1Headers(testDescription: "a low level", levels: [7]),
    AV1Headers(testDescription: "three points", levels: [5, 9, 0]),
    AV1Headers(testDescription: "delays", levels: [8, 4], saysDelays: true),
    AV1Headers(testDescription: "short numbers", numbers: (2, 1)),
    AV1Headers(testDescription: "long numbers", numbers: (11, 6)),
    AV1Headers(testDescription: "order", hasOrder: true),
    AV1Headers(testDescription: "order and numbers", numbers: (3, 4), hasOrder: true),
    AV1Headers(testDescription: "no screen", screen: 0),
    AV1Headers(testDescription: "a screen", screen: 1),
    AV1Headers(testDescription: "a screen of whole steps", screen: 1, wholeSteps: 1),
    AV1Headers(testDescription: "a screen of other steps", screen: 1, wholeSteps: 0),
    AV1Headers(testDescription: "whole steps", wholeSteps: 1),
    AV1Headers(testDescription: "a frame of no screen", frameIsOfScreen: false),
    AV1Headers(testDescription: "a header of a frame", unit: 3),
    AV1Headers(testDescription: "differences", kind: 1), AV1Headers(testDescription: "alone", kind: 2),
    AV1Headers(testDescription: "a switch", kind: 3),
    AV1Headers(testDescription: "hidden", isShown: false),
    AV1Headers(testDescription: "differences, hidden", kind: 1, isShown: false),
    AV1Headers(testDescription: "shown again", isAgain: true),
  ]

  func bytes(hasSize: Bool) -> [UInt8] {
    func bits(_ value: Int, _ count: Int) -> [Int] { (0..<count).map { value >> (count - 1 - $0) & 1 } }
    func unit(_ kind: Int, _ values: [Int]) -> [UInt8] {
      let padded = values + [1] + [Int](repeating: 0, count: (-values.count - 1) & 7)
      let data = stride(from: 0, to: padded.count, by: 8).map { start in
        UInt8(padded[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      }
      return [UInt8(kind << 3 | 2), UInt8(data.count)] + data
    }
    // The profile, a still picture, no reduced header, no timing information.
    var sequence = bits(0, 3) + [1, 0, 0, saysDelays ? 1 : 0] + bits(levels.count - 1, 5)
    for level in levels {
      sequence += bits(0x155, 12) + bits(level, 5) + (level > 7 ? [1] : [])
      if saysDelays { sequence += [1] + bits(9, 4) }
    }
    sequence += bits(11, 4) + bits(10, 4) + bits(2999, 12) + bits(1999, 11)
    sequence.append(numbers == nil ? 0 : 1)
    if let numbers { sequence += bits(numbers.0 - 2, 4) + bits(numbers.1 - 1, 3) }
    sequence += bits(0b010, 3) + bits(0b1001, 4)
    sequence += hasOrder ? [1, 0, 1] : [0]
    sequence += screen.map { [0, $0] } ?? [1]
    if screen != 0 { sequence += wholeSteps.map { [0, $0] } ?? [1] }
    sequence += bits(0b0101_0101, 8)

    // Flags around the size flag have the opposite value, so that a reader cannot take one of them for the
    // size flag.
    let other = hasSize ? 0 : 1
    var frame = [isAgain ? 1 : 0]
    if !isAgain {
      frame += bits(kind, 2) + [isShown ? 1 : 0] + (isShown ? [] : [other])
      if kind != 3 && !(kind == 0 && isShown) { frame.append(other) }
      frame.append(other)
      if screen == nil { frame.append(frameIsOfScreen ? 1 : 0) }
      let isOfScreen = screen.map { $0 == 1 } ?? frameIsOfScreen
      if isOfScreen, wholeSteps == nil { frame.append(other) }
      if let numbers { frame += Array(repeating: other, count: numbers.0 + numbers.1) }
      if kind != 3 { frame.append(hasSize ? 1 : 0) }
    }
    return [0x12, 0] + unit(1, sequence) + unit(self.unit, frame + Array(repeating: other, count: 24))
  }
}
