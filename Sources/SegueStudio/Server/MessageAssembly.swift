import NIOCore
package import NIOWebSocket

/// Assembles WebSocket frames into messages.
///
/// `FrameHeads` has checked their order and lengths.
package struct MessageAssembly: Sendable {
  /// A message, or an event of the socket.
  package enum Message: Sendable {
    /// A text message.
    case text(String)
    /// A binary message.
    case bytes([UInt8])
    /// A control frame to send back immediately.
    case answer(WebSocketFrame)
    /// The page closes the socket.
    case end
  }

  /// Maximum bytes of a text message: a shader's source and the work around it.
  package static let maxText = 1 << 20
  /// Maximum bytes of a binary message: a picture's file and its name.
  package static let maxBytes = 64 << 20

  private var isText = false
  private var payload: [UInt8] = []

  /// Makes an empty assembly.
  package init() {}

  /// Adds a frame; returns the message that it completes, or nil.
  ///
  /// - Throws: `SocketRefusal` for a text message that is not UTF-8.
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
