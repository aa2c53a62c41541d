import NIOCore
import NIOHTTP1

/// Responds to the single request of a connection, and then ends the connection.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let service: StudioService
  private var isAnswered = false

  init(_ service: StudioService) { self.service = service }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Uses only the head of the request; a body is ignored.
    if case .head(let head) = Self.unwrapInboundIn(data) { send(service.reply(to: head), context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Ignores other errors, which come from refused WebSocket upgrades; such requests are then answered as
    // ordinary requests.
    guard let error = error as? HTTPParserError else { return }
    send(
      error == .headerOverflow
        ? .init(.requestHeaderFieldsTooLarge, "The request line or the headers are too long.")
        : .init(.badRequest, "This is no request of HTTP/1.1."), context)
  }

  private func send(_ reply: StudioService.Reply, _ context: ChannelHandlerContext) {
    guard !isAnswered else { return }
    isAnswered = true
    var headers = HTTPHeaders(PageFiles.headers.map { ($0, $1) })
    headers.add(name: "Content-Type", value: reply.type)
    headers.add(name: "Content-Length", value: "\(reply.body.count)")
    headers.add(name: "Connection", value: "close")
    let head = HTTPResponseHead(version: .http1_1, status: reply.status, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.triggerUserOutboundEvent(ConnectionHandler.Event.end, promise: nil)
    }
  }
}
