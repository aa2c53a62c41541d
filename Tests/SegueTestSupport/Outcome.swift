import SeguePixels

extension Recorded {
  /// Adds a short text of numbers that are the same on every machine: nine digits are kept.
  package mutating func add(_ name: String, numbers: [Double]) {
    add(name, numbers.map(Recorded.digits).joined(separator: " "))
  }

  /// A number of nine digits.
  package static func digits(_ number: Double) -> String {
    // The sign of a result that is no number is the processor's.
    guard !number.isNaN else { return "nan" }
    guard number.isFinite, number != 0 else { return "\(number + 0)" }
    var scale = 1.0
    while abs(number) * scale < 1e8, scale < 1e12 { scale *= 10 }
    return "\((number * scale).rounded() / scale + 0)"
  }

  /// FNV-1a of 64 bits of a text; a short one is itself.
  package static func brief(_ text: String, most: Int = 32) -> String {
    guard text.utf8.count > most else { return text }
    let sum = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }
}

extension [UInt8] {
  /// The bytes in base 16.
  package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension Bitmap {
  /// The size and all pixels; of many, a checksum.
  package var outcome: String { "\(size) " + Recorded.brief(rgba(.premultiplied).hexadecimal, most: 64) }
}
