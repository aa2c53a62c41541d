import SeguePixels

/// EXIF whose directories, and all that they name, lie within it.
///
/// - Source: Exif 2.32, 4.6.
struct Exif {
  private var structure: TIFFStructure
  /// What the directory of the picture holds, and those of the exposure, of the place and of compatibility, which it names.
  private var entries: [TIFFStructure.Entry] = []
  /// Where these directories and their values lie.
  private var known: [Range<Int>] = [0..<8]
  /// Where these directories begin.
  private var directories: [Int] = []
  /// Where it stands that another directory follows, which is of a small picture.
  private var link: Int?

  private enum Tag {
    static let (width, height, orientation) = (0x100, 0x101, 0x112)
    static let (across, down, unit) = (0x11a, 0x11b, 0x128)
    static let (exposure, position, compatibility) = (0x8769, 0x8825, 0xa005)
    static let (pixelsAcross, pixelsDown) = (0xa002, 0xa003)
    static let (colorSpace, colorRules) = (0xa001, 1)
    /// Curves, white, lights, a profile and an exponent of the file's colors.
    static let colors: Set = [0x12d, 0x13e, 0x13f, 0x8773, 0xa500]
    /// Where a small picture is and how long it is: one JPEG, or strips.
    static let smallPictures = [(place: 0x201, length: 0x202), (place: 0x111, length: 0x117)]
  }

  /// The most entries of a directory, and strips of a small picture: cameras write some fifty.
  private static let most = 512

  /// The bytes of the structure.
  var bytes: [UInt8] { structure.bytes }

  /// Takes EXIF; nil where it is damaged.
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

  /// The entries of a directory, each with a value within the bytes unless it may be elsewhere, and where the number of the next
  /// directory stands.
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

  /// The numbers that an entry has.
  private func numbers(_ entry: TIFFStructure.Entry) -> [Int] {
    guard TIFFStructure.Kind.integers.contains(entry.type), let value = entry.value, entry.count <= Self.most
    else { return [] }
    let size = TIFFStructure.Kind.sizes[entry.type]
    return stride(from: value.lowerBound, to: value.upperBound, by: size).compactMap {
      structure.integer(at: $0, bytes: size)
    }
  }

  /// Whether an entry has more numbers than are read, all of them within the bytes.
  private func hasTooMany(_ entry: TIFFStructure.Entry) -> Bool {
    entry.count > Self.most && entry.value.map { $0.upperBound <= bytes.count } ?? false
  }

  private func entry(_ tag: Int) -> TIFFStructure.Entry? { entries.first { $0.tag == tag } }

  private func number(_ tag: Int) -> Int? { entry(tag).flatMap { numbers($0).first } }

  /// Pixels an inch, where that is said.
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

  /// The same of the picture turned upright, without small pictures of it; nil where these are other values' bytes
  /// too, or in too many strips.
  ///
  /// Where nobody saw an orientation, and where a value means nothing, it stays.
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

  /// The same of the picture in sRGB: by the rules of R98, without the file's own lights and curves; nil where directories lie in
  /// one another.
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

  /// Takes entries out of a directory; those behind move up, and so does the link.
  private mutating func remove(_ tags: Set<Int>, at directory: Int) {
    // One that lies within another may have become anything.
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

  /// The same of a picture of a size.
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

  /// Makes an entry one integer.
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
    // A directory that is none is not followed by anybody from here on.
    guard let directory = directory(at: place, isWhole: false) else { return cleared }
    var ranges: [Range<Int>] = []
    for tags in Tag.smallPictures {
      guard let starts = directory.entries.first(where: { $0.tag == tags.place }),
        let lengths = directory.entries.first(where: { $0.tag == tags.length })
      else { continue }
      // Bytes that nobody takes out would stay.
      guard !hasTooMany(starts), !hasTooMany(lengths) else { return nil }
      for (start, length) in zip(numbers(starts), numbers(lengths)) where start < bytes.count {
        ranges.append(start..<min(start + length, bytes.count))
      }
    }
    // More than all bytes: some would be cleared many times, which takes its time.
    guard ranges.reduce(0, { $0 + $1.count }) <= bytes.count else { return nil }
    // Mostly they are the last that there is, which need not be kept as zeros.
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      guard !known.contains(where: { $0.overlaps(range) }) else { return nil }
      let within = range.clamped(to: 0..<cleared.bytes.count)
      cleared.structure.clear(within)
      if within.upperBound == cleared.bytes.count { cleared.structure.cut(at: within.lowerBound) }
    }
    return cleared
  }
}
