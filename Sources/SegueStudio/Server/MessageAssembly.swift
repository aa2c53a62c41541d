import NIOCore
package import NIOWebSocket

/// Puts the frames of a socket together to messages.
///
/// `FrameHeads` has admitted their order and their lengths.
package struct MessageAssembly: Sendable {
  /// A message, or an event of the socket.
  package enum Message: Sendable {
    /// A message of text.
    case text(String)
    /// A message of bytes.
    case bytes([UInt8])
    /// A frame that is sent back at once.
    case answer(WebSocketFrame)
    /// The page goes.
    case end
  }

  /// The most bytes of a message of text: a shader's source and a description around it.
  package static let mostText = 1 << 20
  /// The most bytes of a message of bytes: a picture's file and what it is called.
  package static let mostBytes = 64 << 20

  private var isText = false
  private var payload: [UInt8] = []

  /// Begins with nothing.
  package init() {}

  /// Takes a frame; nil where the message goes on.
  ///
  /// - Throws: `SocketRefusal` where a message of text is no UTF-8.
  package mutating func add(_ frame: WebSocketFrame) throws(SocketRefusal) -> Message? {
    switch frame.opcode {
    case .ping: return .answer(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
    case .connectionClose: return .end
    case .text: isText = true
    case .binary: isText = false
    case .continuation: break
    default: return nil
    }
    payload += frame.unmaskedData.readableBytesView
    guard frame.fin else { return nil }
    defer { payload = [] }
    guard isText else { return .bytes(payload) }
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw SocketRefusal(code: .dataInconsistentWithMessage)
    }
    return .text(text)
  }
}
