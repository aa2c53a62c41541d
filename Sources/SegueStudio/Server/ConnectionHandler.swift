import NIOCore

/// Limits the duration of a connection, and closes the connection without losing its last response.
///
/// `ConnectionHandler` must be the first handler in the pipeline. Later handlers report the state of the
/// connection by events.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Event: Sendable {
    /// The connection has become a page's WebSocket, which has no time limit.
    case becamePage
    /// The page's WebSocket session has ended; queued items must be sent within the time limit of a request.
    case leftPage
    /// All items are sent, and the connection can be closed.
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
    // Drops input after the last response, but still reads it: closing a socket with unread input would reset
    // the connection, and the response would be lost.
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
