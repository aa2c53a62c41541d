import NIOCore
package import NIOWebSocket

/// The reason for closing the WebSocket of a page.
package struct SocketRefusal: Error, Sendable {
  /// The close code that is sent to the page.
  package let code: WebSocketErrorCode
}

/// Checks the headers of a page's WebSocket frames, by RFC 6455 and by the limits for messages.
///
/// A frame with an invalid header is refused before any of its content is stored.
package struct FrameHeads: Sendable {
  private var head: [UInt8] = []
  /// The number of bytes of the current frame that have not arrived: of its masking key and content.
  private var rest = 0
  /// The kind of the incomplete message, and the number of its bytes so far.
  private var message: (kind: UInt8, count: Int)?

  /// Makes a checker that expects the start of a stream.
  package init() {}

  /// Checks the next bytes of the stream.
  ///
  /// - Throws: `SocketRefusal` for the first invalid frame.
  package mutating func look(at bytes: ArraySlice<UInt8>) throws(SocketRefusal) {
    var bytes = bytes
    while let byte = bytes.first {
      if rest > 0 {
        let count = min(rest, bytes.count)
        bytes.removeFirst(count)
        rest -= count
      } else {
        head.append(byte)
        bytes.removeFirst()
        guard let length = try length() else { continue }
        rest = 4 + length
        head = []
      }
    }
  }

  /// Returns the length of the frame's content; nil until the header is complete.
  private mutating func length() throws(SocketRefusal) -> Int? {
    let (isLast, kind) = (head[0] & 0x80 != 0, head[0] & 0x0f)
    let isControl = kind & 8 != 0
    guard head[0] & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(kind),
      isControl || (kind == 0) == (message != nil),
      !isControl || isLast
    else { throw SocketRefusal(code: .protocolError) }
    guard head.count > 1 else { return nil }
    // RFC 6455 requires that clients mask all frames.
    guard head[1] & 0x80 != 0 else { throw SocketRefusal(code: .protocolError) }
    let short = Int(head[1] & 0x7f)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard head.count == 2 + extra else { return nil }
    let long = head.dropFirst(2).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let length = extra == 0 ? short : Int(clamping: long)
    if isControl {
      guard length <= 125 else { throw SocketRefusal(code: .protocolError) }
      return length
    }
    let (begun, count) = message ?? (kind, 0)
    let most = begun == 1 ? MessageAssembly.maxText : MessageAssembly.maxBytes
    guard length <= most - count else { throw SocketRefusal(code: .messageTooLarge) }
    message = isLast ? nil : (begun, count + length)
    return length
  }
}

/// Passes on bytes of valid frames; after an invalid frame header, drops all input.
final class FrameGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var heads = FrameHeads()
  private var isClosed = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosed else { return }
    do throws(SocketRefusal) {
      try heads.look(at: Array(buffer: Self.unwrapInboundIn(data))[...])
      context.fireChannelRead(data)
    } catch {
      isClosed = true
      context.fireErrorCaught(error)
    }
  }
}
