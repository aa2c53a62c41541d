import SeguePixels
import SegueRendering

/// Checks a HEIC or AVIF file for faults at which some versions of libheif crash or exhaust resources.
///
/// Affected versions overflow the stack on circular references between derived pictures, decode more pixels
/// than the container declares, and crash on an overlay of items that are not pictures. Only boxes that can
/// cause these faults are read; unknown structures are left to libheif.
///
/// - Source: ISO/IEC 14496-12, boxes and items; 23008-12, derived pictures; ITU-T H.265 and AV1, sizes.
struct HEIFPrecaution {
  private let name: String
  private let options: DecodeOptions
  private let bytes: [UInt8]
  /// The byte ranges of the data of each item, by item number.
  private var places: [Int: [Range<Int>]] = [:]
  private var kinds: [Int: String] = [:]
  /// The source items of each derived item (references `dimg`), in file order.
  private var sources: [Int: [Int]] = [:]
  /// The main items of each auxiliary item (references `auxl`).
  private var masters: [Int: [Int]] = [:]
  /// The pixel counts in the sequence headers of the properties hvcC and av1C, by property number; index 0 is
  /// unused.
  private var propertyPixels = [0]
  /// The largest pixel count in the sequence headers of each item, in its properties and its coded data.
  private var pixels: [Int: Int] = [:]
  /// The pixel counts that the container declares in the properties ispe, by property number; index 0 is
  /// unused.
  private var propertySaid = [0]
  /// The pixel count that the container declares for each item.
  private var said: [Int: Int] = [:]

  /// Checks the references between items and the sizes of pictures in a file.
  ///
  /// - Throws: `ImageError` for a picture with more pixels than the limit or than the container declares, for
  ///   nested or circular references, and for duplicate boxes or items.
  static func check(_ bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    var file = HEIFPrecaution(name: name, options: options, bytes: bytes)
    try file.readContainer()
    try file.checkOrder()
    try file.checkSizes()
  }

  private init(name: String, options: DecodeOptions, bytes: [UInt8]) {
    (self.name, self.options, self.bytes) = (name, options, bytes)
  }

  private func damaged(_ detail: String) -> ImageError { .damaged(file: name, detail: detail) }

  // MARK: The container

  private mutating func readContainer() throws(ImageError) {
    let tops = boxes(bytes.indices).filter { $0.name == "meta" }
    guard tops.count < 2 else { throw damaged("it has two meta boxes") }
    guard let meta = tops.first else { return }
    var inner: [String: Range<Int>] = [:]
    for box in boxes(meta.body.dropFirst(4))
    where ["iinf", "iloc", "iref", "iprp", "idat"].contains(box.name) {
      guard inner.updateValue(box.body, forKey: box.name) == nil else {
        throw damaged("it has two \(box.name) boxes")
      }
    }
    if let body = inner["iinf"] { try readKinds(body) }
    if let body = inner["iloc"] { try readPlaces(body, idat: inner["idat"] ?? 0..<0) }
    if let body = inner["iref"] { readReferences(body) }
    guard let body = inner["iprp"] else { return }
    let properties = boxes(body).filter { $0.name == "ipco" }
    guard properties.count < 2 else { throw damaged("it has two ipco boxes") }
    for property in boxes(properties.first?.body ?? 0..<0) {
      let count = try pixelCount(ofProperty: property)
      propertyPixels.append(property.name == "ispe" ? 0 : count)
      propertySaid.append(property.name == "ispe" ? count : 0)
    }
    for box in boxes(body) where box.name == "ipma" { readProperties(box.body) }
  }

  private func boxes(_ range: Range<Int>) -> [(name: String, body: Range<Int>)] {
    var found: [(name: String, body: Range<Int>)] = []
    var next = range.lowerBound
    while range.upperBound - next >= 8 {
      var reader = BigEndianReader(bytes[next..<range.upperBound])
      var (count, head) = (reader.number(4), 8)
      let name = String(decoding: bytes[next + 4..<next + 8], as: UTF8.self)
      _ = reader.number(4)
      if count == 1 { (count, head) = (reader.number(8), 16) }
      if name == "uuid" { head += 16 }
      if count == 0 { count = range.upperBound - next }
      guard count >= head, count <= range.upperBound - next else { break }
      found.append((name, next + head..<next + count))
      next += count
    }
    return found
  }

  private mutating func readKinds(_ body: Range<Int>) throws(ImageError) {
    var reader = BigEndianReader(bytes[body])
    let isLong = reader.number(1) > 0
    _ = reader.number(3)
    _ = reader.number(isLong ? 4 : 2)
    for box in boxes(reader.rest) where box.name == "infe" {
      var entry = BigEndianReader(bytes[box.body])
      let version = entry.number(1)
      guard version >= 2 else { continue }
      _ = entry.number(3)
      let item = entry.number(version == 2 ? 2 : 4)
      _ = entry.number(2)
      let kind = String(decoding: bytes[entry.rest].prefix(4), as: UTF8.self)
      guard kinds.updateValue(kind, forKey: item) == nil else { throw damaged("it has two pictures \(item)") }
    }
  }

  private mutating func readPlaces(_ body: Range<Int>, idat: Range<Int>) throws(ImageError) {
    var reader = BigEndianReader(bytes[body])
    let version = reader.number(1)
    _ = reader.number(3)
    let (first, second) = (reader.number(1), reader.number(1))
    let (offsetSize, lengthSize, baseSize) = (first >> 4, first & 15, second >> 4)
    let indexSize = version > 0 ? second & 15 : 0
    for _ in 0..<reader.count(version < 2 ? 2 : 4) {
      let item = reader.number(version < 2 ? 2 : 4)
      let method = version > 0 ? reader.number(2) & 15 : 0
      _ = reader.number(2)
      let base = reader.number(baseSize)
      var ranges: [Range<Int>] = []
      for _ in 0..<reader.count(2) {
        _ = reader.number(indexSize)
        let (offset, length) = (reader.number(offsetSize), reader.number(lengthSize))
        let whole = method == 0 ? bytes.indices : method == 1 ? idat : 0..<0
        let start = whole.lowerBound &+ base &+ offset
        guard base >= 0, offset >= 0, length > 0, whole.contains(start) else { continue }
        ranges.append(start..<start + min(length, whole.upperBound - start))
      }
      guard places.updateValue(ranges, forKey: item) == nil else {
        throw damaged("it has two places of picture \(item)")
      }
    }
  }

  private mutating func readReferences(_ body: Range<Int>) {
    var reader = BigEndianReader(bytes[body])
    let size = reader.number(1) == 0 ? 2 : 4
    _ = reader.number(3)
    for box in boxes(reader.rest) {
      var entry = BigEndianReader(bytes[box.body])
      let item = entry.number(size)
      var others: [Int] = []
      for _ in 0..<entry.count(2) { others.append(entry.number(size)) }
      if box.name == "dimg" { sources[item, default: []] += others }
      if box.name == "auxl" { masters[item, default: []] += others }
    }
  }

  private mutating func readProperties(_ body: Range<Int>) {
    var reader = BigEndianReader(bytes[body])
    let isLong = reader.number(1) > 0
    let isWide = reader.number(3) & 1 == 1
    for _ in 0..<reader.count(4) {
      let item = reader.number(isLong ? 4 : 2)
      for _ in 0..<reader.number(1) {
        let index = isWide ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f
        guard index < propertyPixels.count else { continue }
        pixels[item] = max(pixels[item] ?? 0, propertyPixels[index])
        said[item] = max(said[item] ?? 0, propertySaid[index])
      }
    }
  }

  /// Sorts values by item number, so that the reported error does not depend on hashing.
  private func inOrder<Value>(_ values: [Int: Value]) -> [(key: Int, value: Value)] {
    values.sorted { $0.key < $1.key }
  }

  // MARK: Derived pictures

  /// Returns whether an item is a derived picture: a grid, an overlay or an identity.
  private func isDerived(_ item: Int) -> Bool { ["grid", "iovl", "iden"].contains(kinds[item]) }

  private func isCoded(_ item: Int) -> Bool { ["hvc1", "av01"].contains(kinds[item]) }

  /// Throws for nested auxiliary items, and for nested derived pictures, except an `iden` item that refers to
  /// a grid or an overlay.
  ///
  /// Throws for sources that are not pictures, except in a grid.
  private func checkOrder() throws(ImageError) {
    for (item, others) in inOrder(sources) where isDerived(item) {
      for other in others where isDerived(other) && (kinds[item] != "iden" || kinds[other] == "iden") {
        throw damaged("picture \(item) of it is made of picture \(other), which is itself made of others")
      }
      // libheif checks the tiles of a grid; for other derived pictures, it assumes without a check that
      // sources are pictures.
      for other in others where kinds[item] != "grid" && !isDerived(other) && !isCoded(other) {
        throw damaged("picture \(item) of it is made of \(other), which is no picture of HEVC or AV1")
      }
    }
    for (item, others) in inOrder(masters) {
      for other in others where other == item || masters[other] != nil {
        throw damaged("picture \(item) of it belongs to picture \(other), which itself belongs to another")
      }
    }
  }

  // MARK: Sizes

  /// Returns the number of pixels of a size, or 0 if a side is 0; throws if the number exceeds the limit.
  private func checked(_ width: Int, _ height: Int) throws(ImageError) -> Int {
    // Ignores sizes with a side of 0, which libheif refuses. The limit has a margin, since coded pictures and
    // tiles at the edges exceed the visible size.
    guard width > 0, height > 0 else { return 0 }
    let size = PixelSize(width: width, height: height)
    guard let count = size.pixelCount, count >> 1 <= options.maxPixels >> 1 + 1 << 19 else {
      throw .tooLarge(file: name, size: size, limit: options.maxPixels)
    }
    return count
  }

  /// Checks the picture sizes in a property; returns the number of pixels of the largest size.
  private func pixelCount(ofProperty box: (name: String, body: Range<Int>)) throws(ImageError) -> Int {
    var reader = BigEndianReader(bytes[box.body])
    var most = 0
    switch box.name {
    case "ispe":
      _ = reader.number(4)
      most = try checked(reader.number(4), reader.number(4))
    case "hvcC":
      _ = reader.skip(22)
      for _ in 0..<reader.number(1) {
        _ = reader.number(1)
        for _ in 0..<reader.count(2) {
          most = max(most, try pixelCount(ofHEVC: reader.skip(reader.number(2))))
        }
      }
    case "av1C":
      _ = reader.skip(4)
      most = try pixelCount(ofAV1: bytes[reader.rest])
    default: break
    }
    return most
  }

  private mutating func checkSizes() throws(ImageError) {
    var made: [Int: Int] = [:]
    var left = 2 * bytes.count
    for (item, kind) in inOrder(kinds) where ["hvc1", "av01", "grid", "iovl"].contains(kind) {
      var data: [UInt8] = []
      for range in places[item] ?? [] {
        left -= range.count
        guard left >= 0 else { throw damaged("its pictures lie in one another's bytes") }
        data += bytes[range]
      }
      var reader = BigEndianReader(data[...])
      switch kind {
      case "hvc1":
        while !reader.isAtEnd {
          pixels[item] = max(pixels[item] ?? 0, try pixelCount(ofHEVC: reader.skip(reader.number(4))))
        }
      case "av01": pixels[item] = max(pixels[item] ?? 0, try pixelCount(ofAV1: data[...]))
      default:
        let size = reader.number(2) & 1 == 0 ? 2 : 4
        _ = reader.number(kind == "grid" ? 2 : 8)
        made[item] = try checked(reader.number(size), reader.number(size))
      }
    }
    for (item, count) in inOrder(pixels) {
      guard let size = said[item], count > 4 * size + 1 << 20 else { continue }
      throw damaged("picture \(item) of it has \(count) pixels, but declares \(size)")
    }
    // Allows about four times the pixels of the picture, since tiles at its edges may extend beyond the
    // picture, and since a source may be used several times.
    for (item, others) in inOrder(sources) {
      let needed = others.reduce(0) { min($0 + (pixels[$1] ?? 0), 1 << 48) }
      guard let count = made[item], needed > 4 * count + 1 << 22 else { continue }
      throw damaged("picture \(item) of it has \(counted(count, "pixel")), and is made of \(needed)")
    }
  }

  /// Returns the number of pixels in a NAL unit of HEVC; 0 if the unit is not a sequence parameter set.
  private func pixelCount(ofHEVC unit: ArraySlice<UInt8>) throws(ImageError) -> Int {
    guard unit.count > 2, unit[unit.startIndex] >> 1 & 63 == 33 else { return 0 }
    var data: [UInt8] = []
    // Removes emulation prevention bytes: each 3 that follows two zeros.
    var zeros = 0
    for byte in unit.prefix(4096) {
      if zeros < 2 || byte != 3 { data.append(byte) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    var bits = BitReader(data)
    bits.skip(16 + 4)
    let layers = bits.take(3)
    bits.skip(1 + 96)
    let present = (0..<layers).map { _ in (profile: bits.take(1), level: bits.take(1)) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for (profile, level) in present { bits.skip(88 * profile + 8 * level) }
    _ = bits.golomb()
    if bits.golomb() == 3 { bits.skip(1) }
    return try checked(bits.golomb(), bits.golomb())
  }

  /// Returns the largest number of pixels that a sequence header of an AV1 stream declares; throws if a frame
  /// overrides the declared size.
  private func pixelCount(ofAV1 data: ArraySlice<UInt8>) throws(ImageError) -> Int {
    var reader = BigEndianReader(data)
    var sequence: AV1Sequence?
    var most = 0
    while !reader.isAtEnd {
      let head = reader.number(1)
      if head & 4 != 0 { _ = reader.number(1) }
      var count = Int.max
      if head & 2 != 0 {
        count = 0
        for index in 0..<8 {
          let byte = reader.number(1)
          count |= (byte & 127) << (7 * index)
          if byte < 128 { break }
        }
      }
      let unit = reader.skip(count)
      switch head >> 3 & 15 {
      case 1:
        let found = AV1Sequence(unit)
        most = max(most, try checked(found.width, found.height))
        sequence = found
      case 3, 6:
        if let sequence, sequence.isResized(inFrame: unit) {
          throw .unsupported(file: name, detail: "a picture of AV1 whose size is not its sequence's")
        }
      default: break
      }
    }
    return most
  }
}

/// The fields of an AV1 sequence header that determine the position and meaning of the size in frame headers.
private struct AV1Sequence {
  private(set) var width = 0
  private(set) var height = 0
  private var isReduced = false
  private var frameNumberBits = 0
  private var presentationBits = 0
  /// The values of `seq_force_screen_content_tools` and `seq_force_integer_mv`; 2 means that each frame
  /// header decides.
  private var screenContent = 2
  private var wholeSteps = 2

  init(_ unit: ArraySlice<UInt8>) {
    var bits = BitReader(Array(unit.prefix(4096)))
    bits.skip(3 + 1)
    isReduced = bits.take(1) == 1
    if isReduced {
      bits.skip(5)
    } else {
      var delayBits: Int?
      if bits.take(1) == 1 {
        bits.skip(64)
        let isEven = bits.take(1) == 1
        if isEven { _ = bits.golomb() }
        if bits.take(1) == 1 {
          delayBits = bits.take(5) + 1
          bits.skip(32 + 5)
          let count = bits.take(5) + 1
          presentationBits = isEven ? 0 : count
        }
      }
      let hasDelays = bits.take(1) == 1
      for _ in 0...bits.take(5) {
        bits.skip(12)
        if bits.take(5) > 7 { bits.skip(1) }
        if let delayBits, bits.take(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDelays, bits.take(1) == 1 { bits.skip(4) }
      }
    }
    let (columns, rows) = (bits.take(4) + 1, bits.take(4) + 1)
    (width, height) = (bits.take(columns) + 1, bits.take(rows) + 1)
    guard !isReduced else { return }
    if bits.take(1) == 1 {
      let step = bits.take(4) + 2
      frameNumberBits = step + bits.take(3) + 1
    }
    bits.skip(3 + 4)
    if bits.take(1) == 1 { bits.skip(2) }
    if bits.take(1) == 0 { screenContent = bits.take(1) }
    if screenContent > 0, bits.take(1) == 0 { wholeSteps = bits.take(1) }
  }

  /// Returns whether a frame header overrides the size in the sequence header, which still pictures do not
  /// need to do.
  func isResized(inFrame unit: ArraySlice<UInt8>) -> Bool {
    guard !isReduced else { return false }
    var bits = BitReader(Array(unit.prefix(64)))
    // A frame header with `show_existing_frame` only repeats a decoded frame.
    if bits.take(1) == 1 { return false }
    let kind = bits.take(2)
    let isShown = bits.take(1) == 1
    bits.skip(isShown ? presentationBits : 1)
    if kind == 3 { return true }
    if !(kind == 0 && isShown) { bits.skip(1) }
    bits.skip(1)
    let isScreenContent = screenContent == 2 ? bits.take(1) == 1 : screenContent == 1
    if isScreenContent, wholeSteps == 2 { bits.skip(1) }
    bits.skip(frameNumberBits)
    return bits.take(1) == 1
  }
}

/// A reader of big-endian integers, which returns zeros after the end.
private struct BigEndianReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, next) = (bytes, bytes.startIndex) }

  var isAtEnd: Bool { next >= bytes.endIndex }
  var rest: Range<Int> { next..<bytes.endIndex }

  mutating func number(_ count: Int) -> Int {
    skip(count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads the number of entries of a list, an integer of `size` bytes; the result is at most the number of
  /// remaining bytes.
  mutating func count(_ size: Int) -> Int { min(number(size), bytes.endIndex - next) }

  mutating func skip(_ count: Int) -> ArraySlice<UInt8> {
    let start = next
    next += max(0, min(count, bytes.endIndex - next))
    return bytes[start..<next]
  }
}

/// A reader of bits, the most significant first, which returns zeros after the end.
private struct BitReader {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) { next += count }

  mutating func take(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let bit = next / 8 < bytes.count ? bytes[next / 8] >> (7 - next % 8) & 1 : 0
      value = value << 1 | Int(bit)
      next += 1
    }
    return value
  }

  /// Reads an unsigned Exp-Golomb code.
  mutating func golomb() -> Int {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + take(zeros)
  }
}
