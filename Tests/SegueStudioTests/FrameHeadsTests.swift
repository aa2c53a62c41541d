import NIOWebSocket
import SegueStudio
import Testing

/// Frames of a page's socket are checked by their headers, as in RFC 6455.
@Suite struct FrameHeadsTests {
  /// A frame header: the opcode with its flags, the length in 0, 2 or 8 extra bytes, the masking key.
  private func head(_ kind: UInt8, _ length: UInt64, _ size: Int? = nil, masked: Bool = true) -> [UInt8] {
    let size = size ?? (length < 126 ? 0 : length < 65536 ? 2 : 8)
    let short = size == 0 ? UInt8(length) : size == 2 ? 126 : 127
    let long = (0..<size).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return [kind, short | (masked ? 0x80 : 0)] + long + (masked ? [1, 2, 3, 4] : [])
  }

  private func content(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xff, count: count) }

  /// Returns the close code for rejected bytes, fed in parts; nil if they are valid.
  private func code(_ bytes: [UInt8], in parts: Int = .max) -> WebSocketErrorCode? {
    var heads = FrameHeads()
    do throws(SocketRefusal) {
      for start in stride(from: 0, to: bytes.count, by: max(1, min(parts, bytes.count))) {
        try heads.look(at: bytes[start..<min(bytes.count, start + min(parts, bytes.count))])
      }
      return nil
    } catch {
      return error.code
    }
  }

  /// Frames follow one another, in any division of the bytes; content misread as a header would be invalid.
  @Test func framesFollowOneAnother() {
    var bytes: [UInt8] = []
    for length in [0, 1, 125, 126, 300, 65_535, 65_536] {
      bytes += head(0x82, UInt64(length)) + content(length) + head(0x89, 3) + content(3)
    }
    for parts in [1, 2, 3, 7, 1000, .max] { #expect(code(bytes, in: parts) == nil, "\(parts)") }
    #expect(code(bytes + head(0xc2, 0)) == .protocolError)
  }

  @Test func fragmentsOfMessagesMustBeInOrder() {
    let first = head(0x01, 2) + content(2)
    #expect(code(first + head(0x00, 0) + head(0x8a, 1) + content(1) + head(0x80, 0) + head(0x81, 0)) == nil)
    // A message within another, and a continuation without a start.
    #expect(code(first + head(0x81, 1)) == .protocolError)
    #expect(code(first + head(0x02, 1)) == .protocolError)
    #expect(code(head(0x80, 1)) == .protocolError)
    #expect(code(first + head(0x80, 0) + head(0x80, 0)) == .protocolError)
  }

  @Test("Frames without a mask, reserved bits, and undefined opcodes", arguments: UInt8.min...UInt8.max)
  func kinds(_ kind: UInt8) {
    let isRight =
      kind & 0x70 == 0 && [1, 2, 8, 9, 10].contains(kind & 15) && (kind & 8 == 0 || kind & 0x80 != 0)
    #expect(code(head(kind, 5)) == (isRight ? nil : .protocolError))
    #expect(code(head(kind, 5, masked: false)) == .protocolError)
  }

  @Test func controlFramesHaveAtMost125Bytes() {
    for kind: UInt8 in [0x88, 0x89, 0x8a] {
      #expect(code(head(kind, 125, 2)) == nil && code(head(kind, 126)) == .protocolError)
      #expect(code(head(kind, 1 << 40)) == .protocolError)
    }
  }

  /// The content has not arrived yet.
  @Test("A length is rejected as soon as it is announced", arguments: [(0x1, 1 << 20), (0x2, 64 << 20)])
  func lengths(_ kind: UInt8, _ most: UInt64) {
    #expect(code(head(0x80 | kind, most)) == nil)
    for length in [most + 1, 1 << 40, .max] {
      #expect(code(head(0x80 | kind, length, masked: true).dropLast(4)) == .messageTooLarge, "\(length)")
    }
    // All parts of a message count together, and a new message starts at zero.
    let part = head(kind, 1000) + content(1000)
    #expect(code(part + head(0x80, most - 1000)) == nil)
    #expect(code(part + head(0x80, most - 999)) == .messageTooLarge)
    #expect(code(part + head(0x80, 0) + head(0x80 | kind, most)) == nil)
  }

  private func code(_ bytes: ArraySlice<UInt8>) -> WebSocketErrorCode? { code(Array(bytes)) }
}
