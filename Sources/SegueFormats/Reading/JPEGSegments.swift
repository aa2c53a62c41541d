/// The marker segments of a JPEG file before its first scan, each with its marker and payload.
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var at = 2

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (kind: UInt8, payload: ArraySlice<UInt8>)? {
    // A segment is 0xff (possibly repeated as padding), the marker, a length, and the payload. The length
    // includes its own two bytes.
    while at + 4 <= bytes.count, bytes[at] == 0xff {
      let kind = bytes[at + 1]
      if kind == 0xff {
        at += 1
        continue
      }
      guard kind != 0xda, kind != 0xd9 else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2, at + 2 + length <= bytes.count else { return nil }
      defer { at += 2 + length }
      return (kind, bytes[at + 4..<at + 2 + length])
    }
    return nil
  }
}

extension FileColors {
  /// Reads the ICC profile of a JPEG file, which may be split into several APP2 segments.
  ///
  /// - Source: ICC.1:2022, annex B.4.
  init(jpeg bytes: [UInt8]) {
    let name = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var count: UInt8?
    self = .unsaid
    for segment in JPEGSegments(bytes) where segment.kind == 0xe2 && segment.payload.starts(with: name) {
      let rest = segment.payload.dropFirst(name.count)
      guard let number = rest.first, let of = rest.dropFirst().first, count ?? of == of, parts[number] == nil
      else {
        self = .broken("its color profile")
        return
      }
      count = of
      parts[number] = rest.dropFirst(2)
    }
    guard let count else { return }
    guard count > 0, parts.count == Int(count), (1...count).allSatisfy({ parts[$0] != nil }) else {
      self = .broken("its color profile")
      return
    }
    self = .profile((1...count).flatMap { parts[$0] ?? [] })
  }
}
