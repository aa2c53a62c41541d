import NIOCore
package import NIOWebSocket

/// A reason to close the socket of a page.
package struct SocketRefusal: Error, Sendable {
  /// The code that the page is told.
  package let code: WebSocketErrorCode
}

/// The rules of RFC 6455 for the first bytes of a page's frames, and the limits of a message.
///
/// A frame is refused by what it claims, before any of its content is kept.
package struct FrameHeads: Sendable {
  private var head: [UInt8] = []
  /// Bytes of the present frame that are still to come: its masking key and its content.
  private var rest = 0
  /// The message under way: its kind and its bytes so far.
  private var message: (kind: UInt8, count: Int)?

  /// Begins before the first frame.
  package init() {}

  /// Looks at the next bytes of the stream.
  ///
  /// - Throws: `SocketRefusal` for the first frame that may not be.
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

  /// The length of the content where the head is whole; nil where more of the head is needed.
  private mutating func length() throws(SocketRefusal) -> Int? {
    let (isLast, kind) = (head[0] & 0x80 != 0, head[0] & 0x0f)
    let isControl = kind & 8 != 0
    guard head[0] & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(kind),
      isControl || (kind == 0) == (message != nil),
      !isControl || isLast
    else { throw SocketRefusal(code: .protocolError) }
    guard head.count > 1 else { return nil }
    // Pages mask their frames.
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
    let most = begun == 1 ? MessageAssembly.mostText : MessageAssembly.mostBytes
    guard length <= most - count else { throw SocketRefusal(code: .messageTooLarge) }
    message = isLast ? nil : (begun, count + length)
    return length
  }
}

/// Lets frames through whose first bytes may be, and nothing behind one that may not.
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
