import SeguePixels
import SegueRendering

/// A decoder of PNM files: the header, then the samples row by row.
///
/// - Source: the man pages pbm(5), pgm(5), ppm(5), pam(5) and pfm(5) of Netpbm. PHM is PFM with
///   half-precision floats, as in ffmpeg.
struct PNMReader {
  /// The encoding of samples.
  private enum Coding: Equatable {
    case numbers, zerosAndOnes, bits, bytes, pairsOfBytes
    /// Floats, multiplied by `scale`.
    ///
    /// PFM rows are read bottom-up, as Netpbm, ImageMagick and GIMP do; rows of PHM, which only ffmpeg
    /// writes, are read top-down. ffmpeg reads both formats top-down.
    case floats(areHalves: Bool, isLittle: Bool, scale: Float)
  }

  /// Width and height in pixels.
  let size: PixelSize
  /// The number of samples in a pixel: 1 or 3, plus 1 with alpha.
  let channels: Int
  /// The sample value that stands for white, 1…65535.
  let largest: Int
  private let coding: Coding
  private var text: PNMText
  private var row = 0

  /// Returns whether a file begins with P1…P7, Pf, PF, Ph or PH, followed by white space.
  static func matches(_ start: Span<UInt8>) -> Bool {
    guard start.count > 2, start[0] == UInt8(ascii: "P") else { return false }
    switch start[1] {
    case UInt8(ascii: "1")...UInt8(ascii: "6"):
      return PNMText.isSpace(start[2]) || start[2] == UInt8(ascii: "#")
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "h"), UInt8(ascii: "H"):
      return PNMText.isSpace(start[2])
    // Requires a line end, since P7 and a space begin a thumbnail file of the program xv.
    case UInt8(ascii: "7"): return start[2] == UInt8(ascii: "\n")
    default: return false
    }
  }

  /// Reads the header of a file.
  ///
  /// - Throws: `ImageError` for an invalid header, a picture above the limit, or a file too short for its
  ///   samples.
  init(_ bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    text = PNMText(bytes: bytes, name: name)
    switch bytes.count > 1 ? bytes[1] : 0 {
    case UInt8(ascii: "7"):
      let header = try PAMHeader(&text)
      (size, channels, largest) = (header.size, header.channels, header.largest)
      coding = Self.coding(largest)
    case let letter where letter > UInt8(ascii: "9"):
      size = PixelSize(width: try text.number("the width"), height: try text.number("the height"))
      channels = letter < UInt8(ascii: "a") ? 3 : 1
      let scale = try text.decimal("the scale")
      // Divides by the scale, as ffmpeg and OpenCV do; ImageMagick multiplies.
      coding = .floats(
        areHalves: letter | 0x20 == UInt8(ascii: "h"), isLittle: scale < 0, scale: 1 / abs(scale))
      largest = 65535
    case let digit:
      let kind = Int(digit) - 48
      let isOfBits = kind % 3 == 1
      size = PixelSize(width: try text.number("the width"), height: try text.number("the height"))
      largest = isOfBits ? 1 : try text.number("the largest value")
      channels = kind % 3 == 0 ? 3 : 1
      coding =
        switch kind {
        case 1: .zerosAndOnes
        case 2, 3: .numbers
        case 4: .bits
        default: Self.coding(largest)
        }
    }
    guard (1...65535).contains(largest) else {
      throw .damaged(file: name, detail: "the largest value is \(largest), not 1…65535")
    }
    try size.checkDecodable(named: name, options)
    let least = leastRowBytes
    // The white space after the last number may be missing.
    guard (text.left + (coding == .numbers ? 1 : 0)) / least >= size.height else {
      throw .truncated(
        file: name,
        detail: "\(size) pixels are \(counted(least, "byte")) a row or more, and \(there(text.left))")
    }
  }

  /// The number of bits of a sample.
  var sampleDepth: Int {
    if case .floats(let areHalves, _, _) = coding { return areHalves ? 16 : 32 }
    return Int.bitWidth - largest.leadingZeroBitCount
  }

  /// Returns the encoding of binary samples: one byte a sample if the sample value of white is below 256,
  /// otherwise two bytes.
  private static func coding(_ largest: Int) -> Coding { largest < 256 ? .bytes : .pairsOfBytes }

  /// Reads all pixels from the top, and passes red, green, blue and alpha to `body`, each 0…`largest`.
  mutating func readPixels(_ body: (UInt16, UInt16, UInt16, UInt16) -> Void) throws(ImageError) {
    var samples = [UInt16](repeating: 0, count: size.width * channels)
    let opaque = UInt16(largest)
    for _ in 0..<size.height {
      try readRow(into: &samples)
      for first in stride(from: 0, to: samples.count, by: channels) {
        let red = samples[first]
        switch channels {
        case 1: body(red, red, red, opaque)
        case 2: body(red, red, red, samples[first + 1])
        case 3: body(red, samples[first + 1], samples[first + 2], opaque)
        default: body(red, samples[first + 1], samples[first + 2], samples[first + 3])
        }
      }
    }
  }

  /// The minimum number of bytes in a row.
  private var leastRowBytes: Int {
    switch coding {
    case .zerosAndOnes: size.width
    case .bits: (size.width + 7) / 8
    case .bytes: size.width * channels
    case .numbers, .pairsOfBytes: 2 * size.width * channels
    case .floats(let areHalves, _, _): (areHalves ? 2 : 4) * size.width * channels
    }
  }

  /// Reads the next row from the top, with samples 0…`largest`.
  private mutating func readRow(into samples: inout [UInt16]) throws(ImageError) {
    switch coding {
    case .numbers:
      for index in samples.indices {
        let value = try text.number("a value")
        guard let sample = UInt16(exactly: value) else { throw aboveLargest(value) }
        samples[index] = sample
      }
    case .zerosAndOnes:
      // In PBM, 1 is black.
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
    case .floats(let areHalves, let isLittle, let scale):
      for index in samples.indices {
        let value = float(index, ofRow: row, areHalves, isLittle) * scale
        // Negative values and NaN become black.
        samples[index] = value > 0 ? UInt16((min(value, 1) * 65535).rounded()) : 0
      }
    }
    let most = UInt16(largest)
    if most < .max, let wrong = samples.first(where: { $0 > most }) { throw aboveLargest(Int(wrong)) }
    row += 1
  }

  /// Returns the float at an index of a row, before scaling; rows are counted from the top.
  private func float(_ index: Int, ofRow row: Int, _ areHalves: Bool, _ isLittle: Bool) -> Float {
    let bytes = text.rest
    let length = areHalves ? 2 : 4
    let start =
      bytes.startIndex + (areHalves ? row : size.height - 1 - row) * leastRowBytes + length * index
    var bits: UInt32 = 0
    for offset in 0..<length {
      bits = bits << 8 | UInt32(bytes[start + (isLittle ? length - 1 - offset : offset)])
    }
    return areHalves ? Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits))) : Float(bitPattern: bits)
  }

  /// Whether samples are floats.
  var hasFloats: Bool { if case .floats = coding { true } else { false } }

  /// Reads floats as opaque pixels; NaN becomes 0.
  func readFloats(named name: String) throws(ImageError) -> DeepStorage {
    let storage = try DeepStorage(size, .float, named: name)
    guard case .floats(let areHalves, let isLittle, let scale) = coding else { return storage }
    for y in 0..<size.height {
      let row = storage.row(y).bindMemory(to: Float.self)
      for x in 0..<size.width {
        for channel in 0..<3 {
          let place = channels == 1 ? x : 3 * x + channel
          let value = float(place, ofRow: y, areHalves, isLittle) * scale
          row[4 * x + channel] = value.isNaN ? 0 : value
        }
        row[4 * x + 3] = 1
      }
    }
    return storage
  }

  private func aboveLargest(_ value: Int) -> ImageError {
    .damaged(
      file: text.name, detail: "row \(row + 1) has the value \(value), where \(largest) is the largest")
  }
}

/// The bytes of a PNM file after the 2-byte signature, with the position of the next byte.
private struct PNMText {
  let bytes: [UInt8]
  let name: String
  private var next = 2

  init(bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  /// The number of bytes not yet read.
  var left: Int { bytes.count - next }

  /// The bytes not yet read.
  var rest: ArraySlice<UInt8> { bytes[next...] }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Reads a character; a comment is read as the line end that follows it.
  private mutating func character() throws(ImageError) -> UInt8 {
    guard next < bytes.count else { throw .truncated(file: name, detail: "the file ends too early") }
    if bytes[next] == UInt8(ascii: "#") {
      while next < bytes.count, bytes[next] != 10, bytes[next] != 13 { next += 1 }
      return try character()
    }
    next += 1
    return bytes[next - 1]
  }

  /// Reads the next character that is not white space.
  private mutating func word() throws(ImageError) -> UInt8 {
    var found = try character()
    while Self.isSpace(found) { found = try character() }
    return found
  }

  /// Reads an integer and one white-space character, which may be missing at the end of the file.
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

  /// Reads a nonzero decimal number and one white-space character.
  mutating func decimal(_ what: String) throws(ImageError) -> Float {
    var letters = [try word()]
    while letters.count < 32, case let letter = try character(), !Self.isSpace(letter) {
      letters.append(letter)
    }
    guard let value = Float(String(decoding: letters, as: UTF8.self)), value.isFinite, value != 0 else {
      throw .damaged(file: name, detail: "\(what) is no number other than 0, at byte \(next)")
    }
    return value
  }

  /// Reads the rest of a line, and skips the line end.
  mutating func line() throws(ImageError) -> String {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      throw .truncated(file: name, detail: "the file ends too early")
    }
    defer { next = end + 1 }
    return String(decoding: bytes[next..<end], as: UTF8.self)
  }

  /// Reads a digit 0 or 1; digits need not be separated.
  mutating func bit() throws(ImageError) -> Bool {
    let letter = try word()
    guard letter == 48 || letter == 49 else {
      throw .damaged(file: name, detail: "a value is neither 0 nor 1, at byte \(next)")
    }
    return letter == 49
  }

  /// Passes the next `count` bytes to `body`; the caller must have checked that the bytes exist.
  mutating func bytes(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    body(bytes[next..<next + count])
    next += count
  }
}

/// The header of a PAM file, which consists of lines with a keyword and a value.
private struct PAMHeader {
  let size: PixelSize
  let channels: Int
  let largest: Int

  /// Reads the header after the 2-byte signature.
  init(_ text: inout PNMText) throws(ImageError) {
    let name = text.name
    var numbers: [String: Int] = [:]
    var kinds: [Substring] = []
    while true {
      let line = try text.line()
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let key = words.first, !key.hasPrefix("#") else { continue }
      if key == "ENDHDR" { break }
      if key == "TUPLTYPE" {
        kinds += words.dropFirst()
        continue
      }
      guard ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(key) else {
        throw .damaged(file: name, detail: "its header has the line \"\(line.prefix(40))\"")
      }
      guard words.count == 2, let number = Int(words[1]), (0...Int(Int32.max)).contains(number) else {
        throw .damaged(file: name, detail: "\(key) is no number in its header")
      }
      numbers[String(key)] = number
    }
    func number(_ key: String) throws(ImageError) -> Int {
      guard let number = numbers[key] else { throw .damaged(file: name, detail: "its header has no \(key)") }
      return number
    }
    size = PixelSize(width: try number("WIDTH"), height: try number("HEIGHT"))
    channels = try number("DEPTH")
    largest = try number("MAXVAL")
    let kind = kinds.joined(separator: " ")
    let depths = [
      "BLACKANDWHITE": 1, "GRAYSCALE": 1, "BLACKANDWHITE_ALPHA": 2, "GRAYSCALE_ALPHA": 2, "RGB": 3,
      "RGB_ALPHA": 4,
    ]
    guard kind.isEmpty || depths[kind] != nil, (1...4).contains(channels) else {
      throw .unsupported(
        file: name,
        detail: "a PAM of depth \(channels)" + (kind.isEmpty ? "" : " and type \(kind.prefix(40))"))
    }
    guard depths[kind, default: channels] == channels else {
      throw .damaged(file: name, detail: "its type is \(kind), and its depth \(channels)")
    }
  }
}
