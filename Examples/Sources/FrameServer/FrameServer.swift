import Dispatch
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Segue

/// An HTTP server that answers requests such as `GET /cube?progress=0.4` with this frame, as a PNG.
///
/// Usage: `FrameServer FROM TO [PORT]`
@main struct FrameServer {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("usage: FrameServer FROM TO [PORT]") }
    do {
      try await serve(arguments)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Serves requests until the process is ended.
  static func serve(_ arguments: [String]) async throws {
    let framing = Framing(size: PixelSize(width: 640, height: 360))
    let from = try Bitmap(contentsOf: arguments[0], fittedTo: framing)
    let to = try Bitmap(contentsOf: arguments[1], fittedTo: framing)
    let port = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0

    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(FrameHandler(from, to))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    if let port = server.localAddress?.port { print("http://127.0.0.1:\(port)/cube") }
    fflush(nil)
    try await server.closeFuture.get()
  }
}

/// Renders a frame for each request, on other threads than those that serve connections.
final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The status and the body of an answer.
  typealias Reply = (status: HTTPResponseStatus, body: [UInt8])

  private let from: Bitmap
  private let to: Bitmap

  init(_ from: Bitmap, _ to: Bitmap) { (self.from, self.to) = (from, to) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = Self.unwrapInboundIn(data) else { return }
    let url = URLComponents(string: head.uri)
    let name = String(url?.path.dropFirst() ?? "")
    let progress = url?.queryItems?.first { $0.name == "progress" }?.value.flatMap(Double.init) ?? 0.5
    let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let (from, to) = (from, to)
    DispatchQueue.global().async {
      let reply = Self.answer(from, to, name, progress)
      connection.eventLoop.execute { connection.value.handler.send(reply, connection.value.context) }
    }
  }

  private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
    var headers = HTTPHeaders([("Content-Length", "\(reply.body.count)"), ("Connection", "close")])
    if reply.status == .ok { headers.add(name: "Content-Type", value: "image/png") }
    let head = HTTPResponseHead(version: .http1_1, status: reply.status, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  /// Renders the frame, or answers with the error in the request.
  private static func answer(_ from: Bitmap, _ to: Bitmap, _ name: String, _ progress: Double) -> Reply {
    do {
      let transition = try Catalog.transitions.make(name)
      // Uses one thread for each request; as many requests as there are cores are answered at the same time.
      let renderer = try TransitionRenderer(from: from, to: to, transition, Execution(threads: 1))
      return (.ok, try renderer.frame(at: max(0, min(1, progress))).encoded(as: .png))
    } catch let error as any SegueError where error.isCallersFault {
      return (error.code == .nameUnknown ? .notFound : .unprocessableEntity, Array("\(error)\n".utf8))
    } catch {
      return (.internalServerError, [])
    }
  }
}
