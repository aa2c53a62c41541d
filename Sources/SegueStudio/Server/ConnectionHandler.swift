import NIOCore

/// Bounds the time of one connection, and closes it so that its last answer arrives.
///
/// This is the first handler of a connection. Handlers behind it report the state of the connection by an
/// event.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Event: Sendable {
    /// The connection is the socket of a page; its time is not limited any more.
    case becamePage
    /// The page is over: what waits is sent, within the time of an exchange.
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
    // Input behind the answer is read and dropped: closing a socket with unread input resets the connection,
    // and the answer would be lost.
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
