import SeguePixels

/// An EXIF structure whose directories and values have been checked to be within its bytes.
///
/// - Source: Exif 2.32, 4.6.
struct Exif {
  private var structure: TIFFStructure
  /// The entries of the main directory (IFD0) and of the Exif, GPS and interoperability directories.
  private var entries: [TIFFStructure.Entry] = []
  /// The byte ranges of the header, of the directories in `entries`, and of their values.
  private var known: [Range<Int>] = [0..<8]
  /// The offsets of the directories in `entries`.
  private var directories: [Int] = []
  /// The offset of the link from IFD0 to the thumbnail's directory (IFD1).
  private var link: Int?

  private enum Tag {
    static let (width, height, orientation) = (0x100, 0x101, 0x112)
    static let (across, down, unit) = (0x11a, 0x11b, 0x128)
    static let (exposure, position, compatibility) = (0x8769, 0x8825, 0xa005)
    static let (pixelsAcross, pixelsDown) = (0xa002, 0xa003)
    static let (colorSpace, colorRules) = (0xa001, 1)
    /// The tags TransferFunction, WhitePoint, PrimaryChromaticities, ICC profile and Gamma.
    static let colors: Set = [0x12d, 0x13e, 0x13f, 0x8773, 0xa500]
    /// The tags for offset and length of a thumbnail, stored as one JPEG or as strips.
    static let smallPictures = [(place: 0x201, length: 0x202), (place: 0x111, length: 0x117)]
  }

  /// The maximum number of entries in a directory, and of strips in a thumbnail (cameras write about fifty
  /// entries).
  private static let most = 512

  /// The bytes of the structure.
  var bytes: [UInt8] { structure.bytes }

  /// Parses EXIF; nil if the structure is damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let structure = TIFFStructure(bytes), let first = structure.first else { return nil }
    self.structure = structure
    guard let picture = add(directoryAt: first) else { return nil }
    link = picture.link
    for tag in [Tag.exposure, Tag.position, Tag.compatibility] {
      guard let place = number(tag) else { continue }
      guard add(directoryAt: place) != nil else { return nil }
    }
  }

  /// Returns the entries of a directory, and the offset of its link to the next directory.
  ///
  /// Nil if an entry is incomplete, or if a value is out of bounds and `isWhole` is true.
  private func directory(at place: Int, isWhole: Bool = true) -> (entries: [TIFFStructure.Entry], link: Int?)?
  {
    guard let count = structure.count(at: place), count <= Self.most else { return nil }
    var entries: [TIFFStructure.Entry] = []
    for index in 0..<count {
      guard let entry = structure.entry(index, at: place),
        !isWhole || (entry.value?.upperBound ?? 0) <= bytes.count
      else {
        return nil
      }
      entries.append(entry)
    }
    let end = place + 2 + 12 * count
    return (entries, end + 4 <= bytes.count ? end : nil)
  }

  private mutating func add(directoryAt place: Int) -> (entries: [TIFFStructure.Entry], link: Int?)? {
    guard let directory = directory(at: place) else { return nil }
    entries += directory.entries
    directories.append(place)
    known.append(place..<place + 2 + 12 * directory.entries.count)
    known += directory.entries.compactMap(\.value)
    return directory
  }

  /// Returns the integers in the value of an entry.
  private func numbers(_ entry: TIFFStructure.Entry) -> [Int] {
    guard TIFFStructure.Kind.integers.contains(entry.type), let value = entry.value, entry.count <= Self.most
    else { return [] }
    let size = TIFFStructure.Kind.sizes[entry.type]
    return stride(from: value.lowerBound, to: value.upperBound, by: size).compactMap {
      structure.integer(at: $0, bytes: size)
    }
  }

  /// Returns whether an entry has more than `most` values, all within the bytes.
  private func hasTooMany(_ entry: TIFFStructure.Entry) -> Bool {
    entry.count > Self.most && entry.value.map { $0.upperBound <= bytes.count } ?? false
  }

  private func entry(_ tag: Int) -> TIFFStructure.Entry? { entries.first { $0.tag == tag } }

  private func number(_ tag: Int) -> Int? { entry(tag).flatMap { numbers($0).first } }

  /// The resolution in pixels per inch; nil if it is missing or invalid.
  var resolution: Metadata.Resolution? {
    func ratio(_ tag: Int) -> Double? {
      guard let entry = entry(tag), entry.type == TIFFStructure.Kind.rational, let value = entry.value,
        let upper = structure.integer(at: value.lowerBound, bytes: 4),
        let lower = structure.integer(at: value.lowerBound + 4, bytes: 4), entry.count > 0
      else { return nil }
      return Double(upper) / Double(lower)
    }
    guard let across = ratio(Tag.across), let down = ratio(Tag.down) else { return nil }
    switch number(Tag.unit) ?? 2 {
    case 2: return Metadata.Resolution(across, down)
    case 3: return Metadata.Resolution(across, down, inches: Metadata.Resolution.centimeter)
    default: return nil
    }
  }

  /// Returns the EXIF of the picture after its orientation was applied, without the thumbnail.
  ///
  /// Nil if the thumbnail shares bytes with other values, or has more than `most` strips or more bytes than
  /// the EXIF data.
  ///
  /// An unknown or undefined orientation is left unchanged.
  func upright(from orientation: Int?) -> Exif? {
    var upright = self
    for entry in entries where entry.tag == Tag.orientation && orientation != nil {
      if case .turned = StoredOrientation(structure.firstInteger(ofEntryAt: entry.place)) {
        upright.set(entry, to: 1)
      }
    }
    if let orientation, orientation > 4, let across = entry(Tag.across), let down = entry(Tag.down),
      across.value?.count == 8, down.value?.count == 8
    {
      for (from, to) in [(across, down), (down, across)] {
        guard let offset = structure.integer(at: from.place + 8, bytes: 4) else { continue }
        upright.structure.set(offset, at: to.place + 8, bytes: 4)
      }
    }
    return upright.withoutSmallPicture().flatMap { Exif($0.bytes[...]) }
  }

  /// Returns the EXIF of the picture after its conversion to sRGB: with interoperability index R98, and
  /// without primaries and tone curves.
  ///
  /// Nil if directories overlap, and removing entries from one of them has damaged another.
  ///
  /// - Source: DCF 2.0, 3.2; Exif 2.32, 4.6.5 B and 4.6.8 A.
  func inSRGB() -> Exif? {
    var said = self
    for entry in entries where entry.tag == Tag.colorSpace { said.set(entry, to: 1) }
    for entry in entries where entry.tag == Tag.colorRules && entry.type == TIFFStructure.Kind.text {
      guard let value = entry.value, bytes[value].starts(with: Array("R03".utf8)) else { continue }
      for (index, letter) in "R98".utf8.enumerated() {
        said.structure.set(Int(letter), at: value.lowerBound + index, bytes: 1)
      }
    }
    for directory in directories { said.remove(Tag.colors, at: directory) }
    return Exif(said.bytes[...])
  }

  /// Removes entries from a directory; the entries after them and the link move forward.
  private mutating func remove(_ tags: Set<Int>, at directory: Int) {
    // Checks again, since removing entries from an overlapping directory may have changed this directory.
    guard let count = structure.count(at: directory), directory + 2 + 12 * count <= bytes.count else {
      return
    }
    let kept = (0..<count).filter { index in
      structure.integer(at: directory + 2 + 12 * index, bytes: 2).map { !tags.contains($0) } ?? true
    }
    guard kept.count < count else { return }
    for (to, from) in kept.enumerated() {
      let place = directory + 2 + 12 * from
      structure.copy(place..<place + 12, to: directory + 2 + 12 * to)
    }
    let (end, newEnd) = (directory + 2 + 12 * count, directory + 2 + 12 * kept.count)
    let link = min(4, bytes.count - end)
    structure.copy(end..<end + link, to: newEnd)
    structure.clear(newEnd + link..<end + link)
    structure.set(kept.count, at: directory, bytes: 2)
  }

  /// Returns the EXIF with its tags for width and height set to a size.
  func sized(_ size: PixelSize) -> Exif {
    var sized = self
    for entry in entries {
      switch entry.tag {
      case Tag.width, Tag.pixelsAcross: sized.set(entry, to: size.width)
      case Tag.height, Tag.pixelsDown: sized.set(entry, to: size.height)
      default: break
      }
    }
    return sized
  }

  /// Replaces the value of an entry by a single integer.
  private mutating func set(_ entry: TIFFStructure.Entry, to value: Int) {
    let kind = value < 65536 ? TIFFStructure.Kind.short : TIFFStructure.Kind.long
    structure.set(kind, at: entry.place + 2, bytes: 2)
    structure.set(1, at: entry.place + 4, bytes: 4)
    structure.set(0, at: entry.place + 8, bytes: 4)
    structure.set(value, at: entry.place + 8, bytes: kind == TIFFStructure.Kind.short ? 2 : 4)
  }

  private func withoutSmallPicture() -> Exif? {
    guard let link, let place = structure.integer(at: link, bytes: 4), place != 0 else { return self }
    var cleared = self
    cleared.structure.set(0, at: link, bytes: 4)
    cleared.link = nil
    // Leaves the bytes of an invalid directory in place, since no link refers to them any more.
    guard let directory = directory(at: place, isWhole: false) else { return cleared }
    var ranges: [Range<Int>] = []
    for tags in Tag.smallPictures {
      guard let starts = directory.entries.first(where: { $0.tag == tags.place }),
        let lengths = directory.entries.first(where: { $0.tag == tags.length })
      else { continue }
      // Gives up on more than `most` strips: their positions are not read, so they would remain in the file.
      guard !hasTooMany(starts), !hasTooMany(lengths) else { return nil }
      for (start, length) in zip(numbers(starts), numbers(lengths)) where start < bytes.count {
        ranges.append(start..<min(start + length, bytes.count))
      }
    }
    // Gives up if the strips of a thumbnail have more bytes in total than the EXIF data: they overlap, and
    // clearing the same bytes many times would take long.
    guard ranges.reduce(0, { $0 + $1.count }) <= bytes.count else { return nil }
    // Cuts off a thumbnail at the end of the data, its usual position; overwrites a thumbnail elsewhere with
    // zeros.
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      guard !known.contains(where: { $0.overlaps(range) }) else { return nil }
      let within = range.clamped(to: 0..<cleared.bytes.count)
      cleared.structure.clear(within)
      if within.upperBound == cleared.bytes.count { cleared.structure.cut(at: within.lowerBound) }
    }
    return cleared
  }
}
