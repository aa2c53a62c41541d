import NIOCore
import NIOWebSocket

/// The WebSocket of one page: passes messages to the session, and sends the items of the outbox, one at a
/// time.
///
/// Reads no input while a message is in progress or the outbox is full. A page that sends too much, or does
/// not read, therefore fills buffers of the kernel, but uses no memory of the studio.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let service: StudioService
  private let limits: ServerLimits
  private let outbox = Outbox()
  private var session: Session?
  private var assembly = MessageAssembly()
  private var messages = CircularBuffer<Session.Message>()
  private var pinging: RepeatedTask?
  private var unansweredPings = 0
  private var isTaking = false
  private var isSending = false
  private var isOver = false

  init(_ service: StudioService, _ limits: ServerLimits) { (self.service, self.limits) = (service, limits) }

  func handlerAdded(context: ChannelHandlerContext) {
    context.triggerUserOutboundEvent(ConnectionHandler.Event.becamePage, promise: nil)
    _ = context.channel.setOption(.autoRead, value: false)
    service.pages.opened()
    session = Session(service.studio, outbox)
    let page = OnLoop(self, context)
    outbox.open { page.execute { $0.send($1) } }
    pinging = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.ping, delay: limits.ping) { _ in
      page.execute { $0.ping($1) }
    }
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    do throws(SocketRefusal) {
      switch try assembly.add(Self.unwrapInboundIn(data)) {
      case .text(let text): messages.append(.text(text))
      case .bytes(let bytes): messages.append(.bytes(bytes))
      case .answer(let frame): outbox.put(.control(frame))
      case .end: end(.normalClosure, context)
      case nil: break
      }
    } catch {
      end(error.code, context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    unansweredPings = 0
    take(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let refusal = error as? SocketRefusal {
      end(refusal.code, context)
    } else {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    pinging?.cancel()
    isOver = true
    session?.close()
    session = nil
    messages = []
    outbox.finish()
    service.pages.closed()
    context.fireChannelInactive()
  }

  /// Passes the next message to the session; without a message, reads more input.
  private func take(_ context: ChannelHandlerContext) {
    guard !isTaking, !isOver, let session else { return }
    guard let message = messages.popFirst() else { return context.read() }
    isTaking = true
    let page = OnLoop(self, context)
    session.take(message) { [outbox] in
      outbox.whenRoom {
        page.execute { handler, context in
          handler.isTaking = false
          handler.take(context)
        }
      }
    }
  }

  /// Sends the next item, and continues until the outbox is empty.
  private func send(_ context: ChannelHandlerContext) {
    guard !isSending, context.channel.isActive else { return }
    guard let item = outbox.take() else {
      if outbox.isFinished { context.triggerUserOutboundEvent(ConnectionHandler.Event.end, promise: nil) }
      return
    }
    isSending = true
    context.writeAndFlush(Self.wrapOutboundOut(item.frame)).assumeIsolated().whenComplete { _ in
      self.isSending = false
      self.send(context)
    }
  }

  /// Closes the WebSocket with a code, after the queued items are sent.
  private func end(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    isOver = true
    session?.close()
    // Limits the time for the queued items, since the page may not be reading.
    context.triggerUserOutboundEvent(ConnectionHandler.Event.leftPage, promise: nil)
    var payload = ByteBuffer()
    payload.write(webSocketErrorCode: code)
    outbox.put(.control(WebSocketFrame(fin: true, opcode: .connectionClose, data: payload)))
    outbox.finish()
  }

  private func ping(_ context: ChannelHandlerContext) {
    guard !isTaking || outbox.isFull else { return }
    guard unansweredPings < 2 else { return context.close(promise: nil) }
    unansweredPings += 1
    outbox.put(.control(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())))
  }
}

/// Executes code on the event loop of a page's handler, from any thread.
private struct OnLoop: Sendable {
  private let eventLoop: any EventLoop
  private let handler: NIOLoopBound<PageHandler>
  private let context: NIOLoopBound<ChannelHandlerContext>

  init(_ handler: PageHandler, _ context: ChannelHandlerContext) {
    eventLoop = context.eventLoop
    self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
    self.context = NIOLoopBound(context, eventLoop: eventLoop)
  }

  func execute(_ body: @escaping @Sendable (PageHandler, ChannelHandlerContext) -> Void) {
    eventLoop.execute { body(handler.value, context.value) }
  }
}
