import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The HTTP server of the studio, with the files of the page, and a WebSocket for each open page.
package struct StudioServer: Sendable {
  private let service: StudioService
  private let limits: ServerLimits
  private let port: UInt16
  private let token: String

  /// Makes a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - studio: The state that all pages share.
  ///   - port: The port on 127.0.0.1; 0 chooses a free port.
  ///   - token: The secret part of the address.
  ///   - limits: The limits for requests, connections and times.
  ///   - onLastPage: Called two seconds after the last page was closed.
  package init(
    _ studio: Studio, port: UInt16 = 0, token: String = Admission.randomToken(),
    limits: ServerLimits = ServerLimits(), onLastPage: @escaping @Sendable () -> Void = {}
  ) {
    (self.limits, self.port, self.token) = (limits, port, token)
    service = StudioService(studio, limits, onLastPage)
  }

  /// Serves requests until the task is canceled.
  ///
  /// - Parameter onAddress: Receives the address of the page, including the token.
  /// - Throws: An error if listening fails, for example because the port is in use.
  package func run(_ onAddress: @escaping @Sendable (Admission) -> Void) async throws {
    // A single thread is enough: it only parses requests and WebSocket frames of limited size, and renders
    // nothing.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      try await listen(group, onAddress)
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    try? await group.shutdownGracefully()
  }

  private func listen(
    _ group: MultiThreadedEventLoopGroup, _ onAddress: @Sendable (Admission) -> Void
  ) async throws {
    let (service, limits) = (service, limits)
    let listener = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, service, limits) }
      }
      .bind(host: "127.0.0.1", port: Int(port)).get()
    if let port = listener.localAddress?.port.flatMap(UInt16.init(exactly:)) {
      let admission = Admission(token: token, port: port)
      service.open(admission)
      onAddress(admission)
    }
    await withTaskCancellationHandler {
      try? await listener.closeFuture.get()
    } onCancel: {
      listener.close(promise: nil)
    }
    service.connections.closeAll()
  }

  /// Adds the HTTP handlers of a connection, which a WebSocket upgrade replaces.
  private static func prepare(_ channel: any Channel, _ service: StudioService, _ limits: ServerLimits) throws
  {
    let encoder = HTTPResponseEncoder()
    var parsing = NIOHTTPDecoderLimitConfiguration()
    (parsing.maxHeaderFieldSize, parsing.maxHeaderListSize) = (limits.line, limits.headers)
    parsing.maxHeaderFieldCount = limits.headerCount
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: parsing))
    let requests = RequestHandler(service)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: MessageAssembly.maxBytes, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(service.opensPage(head) ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          let frames = try pipeline.handler(type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
          try pipeline.addHandler(FrameGate(), position: .before(frames))
          try pipeline.addHandler(PageHandler(service, limits))
        }
      })
    try channel.pipeline.syncOperations.addHandlers(
      ConnectionHandler(service.connections, limits), encoder, decoder,
      HTTPServerUpgradeHandler(
        upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, requests],
        upgradeCompletionHandler: { _ in }),
      requests)
  }
}
