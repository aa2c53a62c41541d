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
}
