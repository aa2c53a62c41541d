import SeguePixels

/// Reads a PNM file: its header, then its samples row by row.
///
/// - Source: the man pages pbm(5), pgm(5) and ppm(5) of Netpbm.
struct PNMReader {
  /// How samples stand in the file.
  private enum Coding { case numbers, zerosAndOnes, bits, bytes, pairsOfBytes }

  /// Width and height in pixels.
  let size: PixelSize
  /// Samples of a pixel: 1 or 3.
  let channels: Int
  /// The sample of white, 1…65535.
  let largest: Int
  private let coding: Coding
  private var text: PNMText
  private var row = 0

  /// Whether a file begins with P1…P6, and not just a word that does.
  static func matches(_ start: Span<UInt8>) -> Bool {
    start.count > 2 && start[0] == UInt8(ascii: "P")
      && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(start[1])
      && (PNMText.isSpace(start[2]) || start[2] == UInt8(ascii: "#"))
  }

  /// Reads the header of a file that matches.
  ///
  /// - Throws: `ImageError` where it is wrong, the picture is above the limit, or the file is too short for its samples.
  init(_ bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    text = PNMText(bytes: bytes, name: name)
    let kind = bytes.count > 1 ? Int(bytes[1]) - 48 : 0
    let isOfBits = kind % 3 == 1
    size = PixelSize(width: try text.number("the width"), height: try text.number("the height"))
    largest = isOfBits ? 1 : try text.number("the largest value")
    channels = kind % 3 == 0 ? 3 : 1
    coding =
      switch kind {
      case 1: .zerosAndOnes
      case 2, 3: .numbers
      case 4: .bits
      default: largest < 256 ? .bytes : .pairsOfBytes
      }
    guard (1...65535).contains(largest) else {
      throw .damaged(file: name, detail: "the largest value is \(largest), not 1…65535")
    }
    try size.checkDecodable(named: name, options)
    let least = leastRowBytes
    // Behind the last number there need not be anything.
    guard (text.left + (coding == .numbers ? 1 : 0)) / least >= size.height else {
      throw .truncated(
        file: name, detail: "\(size) pixels are \(least) bytes a row or more, and there are \(text.left)")
    }
  }

  /// The fewest bytes that a row can be.
  private var leastRowBytes: Int {
    switch coding {
    case .zerosAndOnes: size.width
    case .bits: (size.width + 7) / 8
    case .bytes: size.width * channels
    case .numbers, .pairsOfBytes: 2 * size.width * channels
    }
  }

  /// Reads the samples of the next row, each 0…`largest`.
  mutating func readRow(into samples: inout [UInt16]) throws(ImageError) {
    switch coding {
    case .numbers:
      for index in samples.indices {
        let value = try text.number("a value")
        guard let sample = UInt16(exactly: value) else { throw aboveLargest(value) }
        samples[index] = sample
      }
    case .zerosAndOnes:
      // 1 is black.
      for index in samples.indices { samples[index] = try text.bit() ? 0 : 1 }
    case .bits:
      text.bytes(leastRowBytes) { bytes in
        for index in samples.indices {
          samples[index] = bytes[bytes.startIndex + index / 8] >> (7 - index % 8) & 1 == 1 ? 0 : 1
        }
      }
    case .bytes:
      text.bytes(leastRowBytes) { bytes in
        for (index, byte) in bytes.enumerated() { samples[index] = UInt16(byte) }
      }
    case .pairsOfBytes:
      text.bytes(leastRowBytes) { bytes in
        for index in samples.indices {
          let place = bytes.startIndex + 2 * index
          samples[index] = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
      }
    }
    let most = UInt16(largest)
    if most < .max, let wrong = samples.first(where: { $0 > most }) { throw aboveLargest(Int(wrong)) }
    row += 1
  }

  private func aboveLargest(_ value: Int) -> ImageError {
    .damaged(
      file: text.name, detail: "row \(row + 1) has the value \(value), where \(largest) is the largest")
  }
}

/// The bytes of a PNM file from behind its first two.
private struct PNMText {
  let bytes: [UInt8]
  let name: String
  private var next = 2

  init(bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  /// How many bytes are left.
  var left: Int { bytes.count - next }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// The next character; a comment is the end of its line.
  private mutating func character() throws(ImageError) -> UInt8 {
    guard next < bytes.count else { throw .truncated(file: name, detail: "the file ends too early") }
    if bytes[next] == UInt8(ascii: "#") {
      while next < bytes.count, bytes[next] != 10, bytes[next] != 13 { next += 1 }
      return try character()
    }
    next += 1
    return bytes[next - 1]
  }

  /// The next character that is no white space.
  private mutating func word() throws(ImageError) -> UInt8 {
    var found = try character()
    while Self.isSpace(found) { found = try character() }
    return found
  }

  /// Reads a number and the one character of white space behind it, which the end of the file may stand for.
  mutating func number(_ what: String) throws(ImageError) -> Int {
    var digit = try word()
    var value = 0
    while !Self.isSpace(digit) {
      guard (48...57).contains(digit) else {
        throw .damaged(file: name, detail: "\(what) is no number, at byte \(next)")
      }
      value = 10 * value + Int(digit) - 48
      guard value <= Int32.max else {
        throw .damaged(file: name, detail: "\(what) is too large a number, at byte \(next)")
      }
      if next == bytes.count { break }
      digit = try character()
    }
    return value
  }

  /// Reads a 0 or a 1, which need nothing between them.
  mutating func bit() throws(ImageError) -> Bool {
    let letter = try word()
    guard letter == 48 || letter == 49 else {
      throw .damaged(file: name, detail: "a value is neither 0 nor 1, at byte \(next)")
    }
    return letter == 49
  }

  /// Takes so many bytes, which are there.
  mutating func bytes(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    body(bytes[next..<next + count])
    next += count
  }
}
