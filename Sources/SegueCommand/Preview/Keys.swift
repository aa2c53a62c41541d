/// An action in the preview that a key triggers.
package enum Key: Equatable, Sendable {
  case pause
  case back
  case forward
  case start
  case end
  case quit
  /// Control-C, for which a terminal in raw mode does not send a signal.
  case interrupt
}

/// Decodes bytes from a terminal to keys; an escape sequence may arrive in several pieces.
package struct KeyReader {
  private var pending: [UInt8] = []

  /// Makes a reader without pending bytes.
  package init() {}

  /// Adds bytes, and returns the keys that they complete.
  package mutating func read(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let first = pending.first {
      if first == 0x1b {
        guard pending.count > 1 else { break }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
          pending.removeFirst()
          continue
        }
        // The first byte of 0x40 (@) or more ends an escape sequence.
        guard let end = pending.dropFirst(2).firstIndex(where: { $0 >= 0x40 }) else { break }
        let parameters = pending[2..<end].prefix { $0 != UInt8(ascii: ";") }
        if let key = Self.key(String(decoding: parameters, as: UTF8.self), pending[end]) { keys.append(key) }
        pending.removeFirst(end + 1)
      } else {
        switch first {
        case UInt8(ascii: " "): keys.append(.pause)
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): keys.append(.quit)
        case 3: keys.append(.interrupt)
        default: break
        }
        pending.removeFirst()
      }
    }
    return keys
  }

  private static func key(_ parameters: String, _ end: UInt8) -> Key? {
    switch (Character(UnicodeScalar(end)), parameters) {
    case ("D", _): .back
    case ("C", _): .forward
    case ("H", _), ("~", "1"), ("~", "7"): .start
    case ("F", _), ("~", "4"), ("~", "8"): .end
    default: nil
    }
  }
}
