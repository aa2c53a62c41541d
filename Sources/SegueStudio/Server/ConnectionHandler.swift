import NIOCore

/// Limits the time of a connection, and closes it without losing its last answer.
///
/// This is the first handler of a connection. Later handlers report the connection's state by events.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Event: Sendable {
    /// The connection is a page's WebSocket, without a time limit.
    case becamePage
    /// The page has ended: queued items are sent within the time of an exchange.
    case leftPage
    /// Everything is sent.
    case end
  }

  private let connections: Connections
  private let limits: ServerLimits
  private var deadline: Scheduled<Void>?
  private var isEnding = false

  init(_ connections: Connections, _ limits: ServerLimits) {
    (self.connections, self.limits) = (connections, limits)
  }

  func channelActive(context: ChannelHandlerContext) {
    connections.add(context.channel)
    close(context.channel, in: limits.exchange)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Input after the answer is read and dropped: closing a socket with unread input resets the connection
    // and loses the answer.
    if !isEnding { context.fireChannelRead(data) }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    switch event as? Event {
    case .becamePage:
      deadline?.cancel()
      connections.becamePage(context.channel)
    case .leftPage:
      connections.leftPage(context.channel)
      close(context.channel, in: limits.exchange)
    case .end where !isEnding:
      isEnding = true
      close(context.channel, in: limits.lingering)
      _ = context.channel.setOption(.autoRead, value: true)
      context.close(mode: .output, promise: nil)
    case .end: break
    case nil: return context.triggerUserOutboundEvent(event, promise: promise)
    }
    promise?.succeed()
  }

  private func close(_ channel: any Channel, in time: TimeAmount) {
    deadline?.cancel()
    deadline = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
