import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

// Some of these files make libheif 1.15 end the process, or allocate gigabytes.
@Suite(
  "Hostile HEIC and AVIF files",
  .enabled(if: segue_has_heif(), "built without libheif: apt-get install libheif-dev"))
struct HEIFPrecautionTests {
  private static let grid = MadeHEIF.Item(kind: "grid", data: MadeHEIF.grid(1, 1, 16, 16))
  private static let same = MadeHEIF.Item(kind: "iden")
  private static let overlay = MadeHEIF.Item(kind: "iovl", data: MadeHEIF.overlay(16, 16))
  private static let coded = MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(16, 16))

  @Test(
    "A derived picture that contains itself is damaged",
    arguments: [
      [grid], [same], [overlay], [grid, grid], [same, same], [grid, overlay], [overlay, same],
      [same, grid, overlay],
    ])
  func circles(items: [MadeHEIF.Item]) {
    let next = { $0 % items.count + 1 }
    let made = MadeHEIF(
      items: items, references: (1...items.count).map { ("dimg", $0, [next($0)]) })
    guard let error = decodingError(made.bytes), error.code == .imageDamaged, let detail = error.reason else {
      Issue.record("\(String(describing: decodingError(made.bytes)))")
      return
    }
    #expect(detail.hasSuffix("which is itself made of others"))
    // Reading the metadata calls the library, too.
    #expect(throws: ImageError.damaged(file: "image", detail: detail)) {
      try Metadata(decoding: made.bytes)
    }
  }

  @Test func alphaOfAnAlphaPictureIsDamage() {
    let made = MadeHEIF(
      items: [Self.grid, Self.grid, Self.coded],
      references: [("dimg", 1, [3]), ("dimg", 2, [3]), ("auxl", 1, [2]), ("auxl", 2, [1])])
    guard let error = decodingError(made.bytes), error.code == .imageDamaged, let detail = error.reason else {
      Issue.record("\(String(describing: decodingError(made.bytes)))")
      return
    }
    #expect(detail.hasSuffix("which itself belongs to another"))
  }

  @Test func derivedTilesAreLeftToLibheif() {
    let made = MadeHEIF(
      items: [Self.same, Self.grid, Self.coded], references: [("dimg", 1, [2]), ("dimg", 2, [3])])
    // The tile has no pixels, which libheif itself reports as an error.
    #expect(decodingError(made.bytes)?.description.contains("made of") == false)
  }

  @Test("A picture derived from no picture is damaged", arguments: [overlay, same], ["Exif", "jpeg", nil])
  func picturesOfNone(item: MadeHEIF.Item, kind: String?) {
    let items = [item] + [kind.map { MadeHEIF.Item(kind: $0) }].compactMap(\.self)
    let made = MadeHEIF(items: items, references: [("dimg", 1, [2])])
    #expect(
      decodingError(made.bytes)
        == .damaged(
          file: "image", detail: "picture 1 of it is made of 2, which is no picture of HEVC or AV1"))
  }

  @Test(
    "A changed or missing byte is an error", arguments: [grid, overlay, same])
  func damage(item: MadeHEIF.Item) {
    let sound = MadeHEIF(items: [item, Self.coded], references: [("dimg", 1, [2])]).bytes
    for place in sound.indices {
      #expect(decodingError(Array(sound.prefix(place))) != nil)
      for change: UInt8 in [1, 255, 128] {
        var bytes = sound
        bytes[place] &+= change
        #expect(decodingError(bytes) != nil, "\(place), \(change)")
      }
    }
  }

  @Test("Two pictures may share their bytes, three may not", arguments: [2, 3, 4])
  func sharedBytes(count: Int) {
    // A padding OBU makes the shared bytes most of the file.
    let padding = [15 << 3 | 2, 0xe8, 0x07] + [UInt8](repeating: 0, count: 1000)
    var items = [MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(16, 16) + padding)]
    items += Array(repeating: MadeHEIF.Item(kind: "av01", sharesData: true), count: count - 1)
    let refused = ImageError.damaged(file: "image", detail: "its pictures lie in one another's bytes")
    let error = decodingError(MadeHEIF(items: items).bytes)
    #expect(error != nil && (error == refused) == (count > 2))
  }

  @Test("Sizes beyond the limit are refused in all places", arguments: [1500, 40_000, 65_536])
  func sizes(side: Int) {
    let size = PixelSize(width: side, height: side)
    // A tile may extend beyond the picture by a million pixels.
    let limit = side * side - 1 << 20 - 2
    let options = DecodeOptions(maxPixels: limit)
    let headers = (0...3).flatMap { chroma in
      [0, 1, 3].map { MadeHEIF.hevc(side, side, chroma: chroma, layers: $0) }
    }
    for item in headers.map({ MadeHEIF.Item(kind: "hvc1", data: $0) }) + [
      MadeHEIF.Item(kind: "grid", data: MadeHEIF.grid(1, 1, side, side)),
      MadeHEIF.Item(kind: "iovl", data: MadeHEIF.overlay(side, side)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(side, side)),
      MadeHEIF.Item(kind: "av01", isLong: true, data: MadeHEIF.av1(side, side)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(side, side, isExtended: true)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(side, side, isReduced: false)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(side, side, isReduced: false, steps: .even)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(side, side, isReduced: false, steps: .uneven)),
    ] {
      for items in [[item], [Self.coded, item]] {
        #expect(
          decodingError(MadeHEIF(items: items).bytes, options: options)
            == .tooLarge(file: "image", size: size, limit: limit), "\(item.kind)")
      }
    }
    // The sequence header is in the configuration, which only a decoder reads.
    let configured = MadeHEIF(
      items: [.init(kind: "av01", properties: [1, 2])],
      properties: [MadeHEIF.size(16, 16), MadeHEIF.av1Configuration(MadeHEIF.av1(side, side))])
    #expect(
      decodingError(configured.bytes, options: options)
        == .tooLarge(file: "image", size: size, limit: limit))
    let made = MadeHEIF(items: [Self.coded], properties: [MadeHEIF.size(side, side)])
    #expect(
      decodingError(made.bytes, options: options)
        == .tooLarge(file: "image", size: size, limit: limit))
  }

  @Test("An error states both sides of a size; up to a million pixels of padding are allowed")
  func sides() {
    for item in [
      MadeHEIF.Item(kind: "hvc1", data: MadeHEIF.hevc(3000, 1500, chroma: 1, layers: 0)),
      MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(3000, 1500)),
      MadeHEIF.Item(kind: "grid", data: MadeHEIF.grid(1, 1, 3000, 1500)),
    ] {
      let file = MadeHEIF(items: [item]).bytes
      let pixels = 3000 * 1500
      #expect(
        decodingError(file, options: DecodeOptions(maxPixels: pixels - 1 << 20 - 2))
          == .tooLarge(
            file: "image", size: PixelSize(width: 3000, height: 1500), limit: pixels - 1 << 20 - 2),
        "\(item.kind)")
      if decodingError(file, options: DecodeOptions(maxPixels: pixels - 1 << 20))?.code == .imageTooLarge {
        Issue.record("\(item.kind)")
      }
    }
  }

  @Test("The coded size counts, not the container's", arguments: ["flat.avif", "flat.heic"])
  func codedSizes(name: String) throws {
    let sound = try contents(of: projectFolder + "/Tests/Pictures/" + name)
    var file = sound
    var changed = 0
    for place in file.indices where file[place...].starts(with: "ispe".utf8) {
      file.replaceSubrange(place + 8..<place + 16, with: bigEndian(2) + bigEndian(2))
      changed += 1
    }
    #expect(changed > 0)
    let size = PixelSize(width: 2048, height: 2048)
    #expect(
      decodingError(file, options: DecodeOptions(maxPixels: 1 << 20))
        == .tooLarge(file: "image", size: size, limit: 1 << 20))
    guard let error = decodingError(file), error.code == .imageDamaged, let detail = error.reason else {
      Issue.record("\(String(describing: decodingError(file)))")
      return
    }
    #expect(
      detail == "picture 1 of it has \(2048 * 2048) pixels, but declares 4")
    #expect(decodingError(sound, options: DecodeOptions(maxPixels: 2048 * 2048)) == nil)
  }

  @Test(arguments: [nil, .even, .uneven] as [MadeHEIF.Steps?])
  func framesOfTheirOwnSizeAreRefused(steps: MadeHEIF.Steps?) {
    for (hasSize, isRefused) in [(true, true), (false, false)] {
      let data = MadeHEIF.av1(16, 16, isReduced: false, frameHasSize: hasSize, steps: steps)
      let error = decodingError(MadeHEIF(items: [.init(kind: "av01", data: data)]).bytes)
      let expected = "image: not supported: a picture of AV1 whose size is not its sequence's"
      #expect((error?.description == expected) == isRefused, "\(String(describing: error))")
    }
  }

  @Test("Tables that claim billions of entries take no time", arguments: ["ipma", "iloc"])
  func longTables(name: String) throws {
    var file = MadeHEIF(items: [Self.coded]).bytes
    let place = try #require(file.indices.first { file[$0...].starts(with: name.utf8) })
    // The number of entries has four bytes in `ipma`, but in `iloc` only in version 2.
    if name == "iloc" { file[place + 4] = 2 }
    let count = place + (name == "iloc" ? 10 : 8)
    file.replaceSubrange(count..<count + 4, with: [255, 255, 255, 255])
    let seconds = processorTime { #expect(decodingError(file) != nil) }
    #expect(seconds < 0.5)
  }

  @Test("A box that must be unique may not be repeated", arguments: ["iinf", "iloc", "iref", "iprp", "idat"])
  func boxesThatAreThereTwice(name: String) throws {
    let file = MadeHEIF(items: [Self.grid, Self.coded], references: [("dimg", 1, [2])]).bytes
    func start(of name: String) throws -> Int {
      try #require(file.indices.first { file[$0...].starts(with: name.utf8) }) - 4
    }
    func count(at place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (box, meta) = (try start(of: name), try start(of: "meta"))
    // Appends the copy to the `meta` box.
    var doubled = file + file[box..<box + count(at: box)]
    doubled.replaceSubrange(meta..<meta + 4, with: bigEndian(count(at: meta) + count(at: box)))
    #expect(decodingError(doubled) == .damaged(file: "image", detail: "it has two \(name) boxes"))
  }

  @Test func oneTileMayBeUsedManyTimes() {
    let tile = MadeHEIF.Item(kind: "av01", data: MadeHEIF.av1(2048, 2048), properties: [2])
    func made(_ count: Int) -> [UInt8] {
      MadeHEIF(
        items: [.init(kind: "grid", data: MadeHEIF.grid(count, count, 16, 16)), tile],
        properties: [MadeHEIF.size(16, 16), MadeHEIF.size(2048, 2048)],
        references: [("dimg", 1, Array(repeating: 2, count: count * count))]
      ).bytes
    }
    #expect(
      decodingError(made(20))
        == .damaged(
          file: "image",
          detail: "picture 1 of it has 256 pixels, and is made of \(400 * 2048 * 2048)"))
    #expect(decodingError(made(1))?.description.contains("made of") == false)
  }
}
