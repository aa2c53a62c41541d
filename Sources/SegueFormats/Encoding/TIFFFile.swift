/// A TIFF file with one picture in one strip, without compression.
///
/// - Source: Adobe, "TIFF Revision 6.0", sections 3 to 7 and 18 to 20.
struct TIFFFile {
  /// The bytes of the file.
  let bytes: [UInt8]

  /// Makes the file of a frame, with samples of 8 or 16 bits, or floats of 32 bits.
  init(_ frame: DeepFrame, bits: Int) {
    let (size, channels) = (frame.size, frame.isOpaque ? 3 : 4)
    let count = size.width * size.height * channels * bits / 8
    var entries: [(tag: UInt16, type: UInt16, values: [Int])] = []
    func add(_ tag: UInt16, _ type: UInt16, _ values: Int...) { entries.append((tag, type, values)) }
    let (short, long, rational): (UInt16, UInt16, UInt16) = (3, 4, 5)
    add(256, long, size.width)
    add(257, long, size.height)
    entries.append((258, short, Array(repeating: bits, count: channels)))
    add(259, short, 1)
    add(262, short, 2)
    add(273, long, 8)
    add(274, short, 1)
    add(277, short, channels)
    add(278, long, size.height)
    add(279, long, count)
    add(282, rational, 72, 1)
    add(283, rational, 72, 1)
    add(284, short, 1)
    add(296, short, 2)
    // ExtraSamples: 2 is straight alpha, 1 premultiplied alpha.
    if channels == 4 { add(338, short, bits == 32 ? 1 : 2) }
    if bits == 32 { entries.append((339, short, Array(repeating: 3, count: channels))) }

    let directory = (8 + count + 1) & ~1
    var start: [UInt8] = Array("II".utf8)
    start.append(little: UInt16(42))
    start.append(little: UInt32(truncatingIfNeeded: directory))
    var file = frame.rows(from: start) { bytes, y in
      for pixel in 0..<size.width {
        for channel in 0..<channels {
          switch bits {
          case 8: bytes.append(UInt8((UInt32(frame.words(y)[4 * pixel + channel]) * 255 + 32895) >> 16))
          case 16: bytes.append(little: frame.words(y)[4 * pixel + channel])
          default: bytes.append(little: frame.floats(y)[4 * pixel + channel].bitPattern)
          }
        }
      }
    }
    if file.count < directory { file.append(0) }
    file.append(little: UInt16(entries.count))
    var further: [UInt8] = []
    let place = directory + 2 + 12 * entries.count + 4
    for entry in entries {
      var values: [UInt8] = []
      for value in entry.values {
        if entry.type == short {
          values.append(little: UInt16(value))
        } else {
          values.append(little: UInt32(value))
        }
      }
      file.append(little: entry.tag)
      file.append(little: entry.type)
      file.append(little: UInt32(entry.type == rational ? 1 : entry.values.count))
      if values.count <= 4 {
        file += values + Array(repeating: 0, count: 4 - values.count)
      } else {
        file.append(little: UInt32(truncatingIfNeeded: place + further.count))
        further += values
      }
    }
    file.append(little: UInt32(0))
    bytes = file + further
  }

  /// Returns a file that this type has made, with XMP and the resolution of the metadata.
  ///
  /// The new directory follows the file, whose own directory is no longer used.
  static func adding(_ metadata: Metadata, to file: [UInt8]) -> [UInt8] {
    guard let structure = TIFFStructure(file[...]), let first = structure.first,
      let count = structure.count(at: first), metadata.xmp != nil || metadata.resolution != nil
    else { return file }
    var entries = (0..<count).compactMap { index -> (tag: Int, bytes: [UInt8])? in
      guard let entry = structure.entry(index, at: first) else { return nil }
      return (entry.tag, Array(file[entry.place..<entry.place + 12]))
    }
    var made = file
    func add(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) {
      entries.removeAll { $0.tag == tag }
      var bytes: [UInt8] = []
      bytes.append(little: UInt16(tag))
      bytes.append(little: UInt16(type))
      bytes.append(little: UInt32(truncatingIfNeeded: count))
      bytes.append(little: UInt32(truncatingIfNeeded: made.count))
      entries.append((tag, bytes))
      made += value + Array(repeating: 0, count: value.count % 2)
    }
    // Leaves out resolutions that the type of the field does not hold.
    if let resolution = metadata.resolution,
      [resolution.across, resolution.down].allSatisfy((0.01...1e7).contains)
    {
      for (tag, value) in [(282, resolution.across), (283, resolution.down)] {
        // A fraction of 100 keeps two decimals of any resolution that fits.
        var fraction: [UInt8] = []
        fraction.append(little: UInt32((value * 100).rounded()))
        fraction.append(little: UInt32(100))
        add(tag, TIFFStructure.Kind.rational, 1, fraction)
      }
    }
    if let xmp = metadata.xmp { add(700, 1, xmp.utf8.count, Array(xmp.utf8)) }
    var place: [UInt8] = []
    place.append(little: UInt32(truncatingIfNeeded: made.count))
    made.replaceSubrange(4..<8, with: place)
    made.append(little: UInt16(entries.count))
    for entry in entries.sorted(by: { $0.tag < $1.tag }) { made += entry.bytes }
    made.append(little: UInt32(0))
    return made
  }
}
