import NIOCore

/// Stops accepting connections for 200 ms after `accept` has failed, for example because no file descriptors
/// are left.
///
/// swift-nio 2.101 also waits, but polls the listening socket meanwhile, which uses half a core while
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
