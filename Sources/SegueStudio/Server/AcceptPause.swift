import NIOCore

/// Stops accepting for a moment where an accept fails, as it does when no descriptors are left.
///
/// swift-nio 2.101 waits as well, but keeps polling the listening socket: half a core for as long as
/// connections wait.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let time = TimeAmount.milliseconds(200)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is IOError else { return context.fireErrorCaught(error) }
    let listener = context.channel
    _ = listener.setOption(.autoRead, value: false)
    listener.eventLoop.scheduleTask(in: Self.time) { _ = listener.setOption(.autoRead, value: true) }
  }
}
