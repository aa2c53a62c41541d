/// A TIFF structure, as in EXIF: directories of entries, and values at any offset.
///
/// Read access is bounds-checked.
///
/// - Source: TIFF 6.0, section 2.
struct TIFFStructure {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  /// An entry of a directory.
  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// The offset of the entry.
    let place: Int
    /// The byte range of the value; a value of up to 4 bytes is within the entry.
    ///
    /// Nil for an unknown type.
    let value: Range<Int>?
  }

  /// The types of values, by number.
  enum Kind {
    static let (text, short, long, rational) = (2, 3, 4, 5)
    /// The size of a value in bytes, by type number; type 0 is unused.
    static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    /// The types BYTE, SHORT, LONG, SBYTE, SSHORT, SLONG and IFD.
    static let integers: Set = [1, 3, 4, 6, 8, 9, 13]
  }

  /// Parses a structure, optionally preceded by the identifier `Exif\0\0`; nil if there is no TIFF header.
  init?(_ bytes: ArraySlice<UInt8>) {
    let name: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    self.bytes = Array(bytes.starts(with: name) ? bytes.dropFirst(6) : bytes)
    switch self.bytes.prefix(4) {
    case [0x4d, 0x4d, 0, 42]: isBigEndian = true
    case [0x49, 0x49, 42, 0]: isBigEndian = false
    default: return nil
    }
  }

  /// The offset of the first directory.
  var first: Int? { integer(at: 4, bytes: 4) }

  /// Returns the number of entries in the directory at an offset.
  func count(at directory: Int) -> Int? { integer(at: directory, bytes: 2) }

  /// Returns the entry with an index in the directory at an offset; nil if the entry is truncated.
  func entry(_ index: Int, at directory: Int) -> Entry? {
    let place = directory + 2 + 12 * index
    guard let tag = integer(at: place, bytes: 2), let type = integer(at: place + 2, bytes: 2),
      let count = integer(at: place + 4, bytes: 4), let offset = integer(at: place + 8, bytes: 4)
    else { return nil }
    let size = Kind.sizes.indices.contains(type) ? Kind.sizes[type] : 0
    let start = size * count <= 4 ? place + 8 : offset
    return Entry(
      tag: tag, type: type, count: count, place: place, value: size == 0 ? nil : start..<start + size * count)
  }

  /// Returns the entry with a tag in the directory at an offset; nil if there is no such entry.
  func entry(tagged tag: Int, at directory: Int) -> Entry? {
    guard let count = count(at: directory) else { return nil }
    for index in 0..<count {
      guard let found = integer(at: directory + 2 + 12 * index, bytes: 2) else { return nil }
      if found == tag { return entry(index, at: directory) }
    }
    return nil
  }

  /// Returns the first integer of the entry at an offset, of any integer type; nil if the value has another
  /// type or does not fit into the entry.
  ///
  /// The bytes of the entry after this integer may be missing.
  func firstInteger(ofEntryAt place: Int) -> Int? {
    guard let type = integer(at: place + 2, bytes: 2), Kind.integers.contains(type),
      let count = integer(at: place + 4, bytes: 4), (1...4).contains(count * Kind.sizes[type])
    else { return nil }
    return integer(at: place + 8, bytes: Kind.sizes[type])
  }

  func integer(at place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place + count <= bytes.count else { return nil }
    var value = 0
    for index in 0..<count {
      value = value << 8 | Int(bytes[isBigEndian ? place + index : place + count - 1 - index])
    }
    return value
  }

  /// Overwrites bytes with an integer; the caller must have checked that the bytes exist.
  mutating func set(_ value: Int, at place: Int, bytes count: Int) {
    for index in 0..<count {
      let shift = 8 * (isBigEndian ? count - 1 - index : index)
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Copies bytes to another offset; the caller must have checked both ranges.
  mutating func copy(_ range: Range<Int>, to place: Int) {
    bytes.replaceSubrange(place..<place + range.count, with: Array(bytes[range]))
  }

  /// Sets bytes to 0; the caller must have checked that the bytes exist.
  mutating func clear(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }

  /// Shortens the structure to `count` bytes.
  mutating func cut(at count: Int) { bytes.removeLast(bytes.count - count) }
}
