/// A HEIC or AVIF file whose pictures need not be decodable.
struct MadeHEIF {
  /// An item: its type, its bytes, and the indices of its properties, from 1.
  struct Item {
    var kind: String
    /// Whether `infe` stores the item's number in four bytes.
    var isLong = false
    var data: [UInt8] = []
    /// Whether the item uses the data of the previous one.
    var sharesData = false
    var properties: [Int] = [1]
  }

  /// Items, numbered from 1; the first one is primary.
  var items: [Item]
  var properties = [MadeHEIF.size(16, 16)]
  /// References of items: `dimg` to parts, `auxl` to the main picture.
  var references: [(kind: String, from: Int, to: [Int])] = []

  var bytes: [UInt8] {
    var places = [0x44, 0x00] + short(items.count)
    var (idat, entries, assigned): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for (index, item) in items.enumerated() {
      let number = short(index + 1)
      let listed = item.isLong ? bigEndian(index + 1) : number
      entries += Self.full("infe", item.isLong ? 3 : 2, listed + [0, 0] + Array(item.kind.utf8) + [0])
      // The location of the data: one extent in `idat`.
      let data = items[...index].last { !$0.sharesData }?.data ?? []
      let place = item.sharesData ? idat.count - data.count : idat.count
      places += number + short(1) + [0, 0] + short(1) + bigEndian(place) + bigEndian(data.count)
      if !item.sharesData { idat += data }
      assigned += number + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
    }
    let iref = references.flatMap {
      Self.box($0.kind, short($0.from) + short($0.to.count) + $0.to.flatMap(short))
    }
    let meta =
      Self.full("hdlr", 0, [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      + Self.full("pitm", 0, short(1)) + Self.full("iloc", 1, places)
      + Self.full("iinf", 0, short(items.count) + entries)
      + (references.isEmpty ? [] : Self.full("iref", 0, iref))
      + Self.box(
        "iprp",
        Self.box("ipco", properties.flatMap(\.self))
          + Self.full("ipma", 0, bigEndian(items.count) + assigned)) + Self.box("idat", idat)
    return Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("heicmif1".utf8))
      + Self.full("meta", 0, meta)
  }

  /// Makes the property of a size.
  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    full("ispe", 0, bigEndian(width) + bigEndian(height))
  }

  /// Makes the property of an AV1 decoder configuration: four bytes, then OBUs.
  static func av1Configuration(_ units: [UInt8]) -> [UInt8] { box("av1C", [0x81, 0, 0, 0] + units) }

  /// Makes the data of a grid item: the number of tiles, and the size.
  static func grid(_ columns: Int, _ rows: Int, _ width: Int, _ height: Int) -> [UInt8] {
    [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + bigEndian(width) + bigEndian(height)
  }

  /// Makes the data of an overlay item.
  static func overlay(_ width: Int, _ height: Int) -> [UInt8] {
    [0, 1] + [UInt8](repeating: 255, count: 8) + bigEndian(width) + bigEndian(height) + bigEndian(0)
      + bigEndian(0)
  }

  /// Makes an HEVC sequence parameter set with its length; `layers` is the number of sub-layers after the
  /// first.
  ///
  /// - Source: H.265, 7.3.2.2 and 7.3.3.
  static func hevc(_ width: Int, _ height: Int, chroma: Int, layers: Int = 0) -> [UInt8] {
    func bits(_ value: Int, _ count: Int) -> [Int] { (0..<count).map { value >> (count - 1 - $0) & 1 } }
    func golomb(_ value: Int) -> [Int] {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      return bits(0, length - 1) + bits(value + 1, length)
    }
    let profile = (0..<11).flatMap { bits(0x5a + $0, 8) }
    // The VPS number, the number of sub-layers, temporal nesting; then the general profile and level.
    var values = bits(0, 4) + bits(layers, 3) + [1] + profile + bits(93, 8)
    // The first sub-layer has only a level; all other sub-layers also have a profile.
    let own = (0..<layers).map { $0 > 0 }
    values += own.flatMap { [$0 ? 1 : 0, 1] }
    if layers > 0 { values += bits(0, 2 * (8 - layers)) }
    values += own.flatMap { ($0 ? profile : []) + bits(60, 8) }
    values += golomb(0) + golomb(chroma) + (chroma == 3 ? [0] : []) + golomb(width) + golomb(height) + [1]
    values += [Int](repeating: 0, count: -values.count & 7)
    var unit: [UInt8] = [33 << 1, 1]
    for start in stride(from: 0, to: values.count, by: 8) {
      let byte = UInt8(values[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      // Emulation prevention: the data must not contain a start code.
      if unit.suffix(2) == [0, 0] && byte <= 3 { unit.append(3) }
      unit.append(byte)
    }
    return bigEndian(unit.count) + unit
  }

  /// Timing information of a sequence.
  enum Steps {
    /// Equal intervals between frames.
    case even
    /// Presentation times in the frame headers.
    case uneven
  }

  /// Makes OBUs of AV1: a sequence header with a size and, unless `frameHasSize` is nil, a frame header with
  /// or without its own size.
  ///
  /// A sequence header that is not reduced may have timing information (`steps`).
  static func av1(
    _ width: Int, _ height: Int, isReduced: Bool = true, frameHasSize: Bool? = nil, steps: Steps? = nil,
    isExtended: Bool = false
  ) -> [UInt8] {
    func bits(_ value: Int, _ count: Int) -> [Int] { (0..<count).map { value >> (count - 1 - $0) & 1 } }
    func unit(_ kind: Int, _ values: [Int]) -> [UInt8] {
      let padded = values + [1] + [Int](repeating: 0, count: (-values.count - 1) & 7)
      let data = stride(from: 0, to: padded.count, by: 8).map { start in
        UInt8(padded[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      }
      // An OBU may have an extension byte after its header.
      return [UInt8(kind << 3 | (isExtended ? 6 : 2))] + (isExtended ? [0x28] : []) + [UInt8(data.count)]
        + data
    }
    // The profile, `still_picture` and `reduced_still_picture_header`.
    var sequence = bits(0, 3) + [1, isReduced ? 1 : 0]
    if isReduced {
      sequence += bits(8, 5)
    } else {
      sequence.append(steps == nil ? 0 : 1)
      if let steps {
        // The tick, the time scale, and ticks per picture if equal; then decoder delays of 7 bits and
        // presentation times of 9.
        sequence += bits(0x5aa5_5aa5, 32) + bits(0x3c3c_3c3c, 32)
        sequence += steps == .even ? [1, 0, 1, 1] : [0]
        sequence += [1] + bits(6, 5) + bits(0x0ff0_0ff0, 32) + bits(3, 5) + bits(8, 5)
      }
      // No initial display delay; one operating point of level 8 with a tier, and its decoder delays.
      sequence += [0] + bits(0, 5) + bits(0, 12) + bits(8, 5) + [0]
      if steps != nil { sequence += [1] + bits(0x55, 7) + bits(0x2a, 7) + [1] }
    }
    sequence += bits(15, 4) + bits(15, 4) + bits(width - 1, 16) + bits(height - 1, 16)
    // Frame numbers of 2 + 1 + 1 bits, no coding tools; frame headers choose screen content tools and integer
    // motion vectors.
    if !isReduced { sequence += [1] + bits(0, 4) + bits(1, 3) + bits(0, 3) + bits(0, 4) + [0, 1, 1] }
    let frame = frameHasSize.map { hasSize in
      let head: [Int] = [0, 0, 0, 1] + (steps == .uneven ? bits(0x155, 9) : []) + [0, 1, 0]
      return unit(6, head + bits(9, 4) + [hasSize ? 1 : 0] + bits(width - 1, 16))
    }
    return unit(1, sequence) + (frame ?? [])
  }

  private static func full(_ name: String, _ version: UInt8, _ body: [UInt8]) -> [UInt8] {
    box(name, [version, 0, 0, 0] + body)
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    bigEndian(8 + body.count) + Array(name.utf8) + body
  }

  private func short(_ value: Int) -> [UInt8] { Array(bigEndian(value).suffix(2)) }
}
