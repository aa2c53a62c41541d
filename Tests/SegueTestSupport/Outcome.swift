import SeguePixels

extension Recorded {
  /// Adds numbers as text of about nine significant digits, which is equal on all machines.
  package mutating func add(_ name: String, numbers: [Double]) {
    add(name, numbers.map(Recorded.digits).joined(separator: " "))
  }

  /// Formats a number with about nine significant digits.
  package static func digits(_ number: Double) -> String {
    // The sign of NaN depends on the processor.
    guard !number.isNaN else { return "nan" }
    guard number.isFinite, number != 0 else { return "\(number + 0)" }
    var scale = 1.0
    while abs(number) * scale < 1e8, scale < 1e12 { scale *= 10 }
    return "\((number * scale).rounded() / scale + 0)"
  }

  /// Returns a short text unchanged, and the 64-bit FNV-1a hash of a long one.
  package static func brief(_ text: String, most: Int = 32) -> String {
    guard text.utf8.count > most else { return text }
    let sum = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }
}

extension [UInt8] {
  /// Lowercase hexadecimal digits of the bytes.
  package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension Bitmap {
  /// The size and all pixels in hexadecimal, or their hash if there are many.
  package var outcome: String { "\(size) " + Recorded.brief(rgba(.premultiplied).hexadecimal, most: 64) }
}
