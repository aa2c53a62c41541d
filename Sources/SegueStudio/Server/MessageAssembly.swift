import NIOCore
package import NIOWebSocket

/// Assembles messages from WebSocket frames.
///
/// `FrameHeads` has already checked the order and the lengths of the frames.
package struct MessageAssembly: Sendable {
  /// A message, or an event of the WebSocket.
  package enum Message: Sendable {
    /// A text message.
    case text(String)
    /// A binary message.
    case bytes([UInt8])
    /// A control frame to send at once, in response to a frame of the page.
    case answer(WebSocketFrame)
    /// The page has closed the WebSocket.
    case end
  }

  /// The maximum size of a text message in bytes: a job with the source of a shader.
  package static let maxText = 1 << 20
  /// The maximum size of a binary message in bytes: a picture file and its name.
  package static let maxBytes = 64 << 20

  private var isText = false
  private var payload: [UInt8] = []

  /// Makes an instance that expects the first frame of a message.
  package init() {}

  /// Adds a frame; returns the message if this frame completes a message, else nil.
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
