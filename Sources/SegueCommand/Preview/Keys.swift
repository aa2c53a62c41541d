/// A key's action in a preview.
package enum Key: Equatable, Sendable {
  case pause
  case back
  case forward
  case start
  case end
  case quit
  /// Control-C, which raises no signal in this mode.
  case interrupt
}

/// Decodes a terminal's bytes to keys; a sequence may arrive in pieces.
package struct KeyReader {
  private var pending: [UInt8] = []

  /// Starts without pending bytes.
  package init() {}

  /// The keys that these bytes complete.
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
        // The final byte of a sequence is the first from @ on.
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
