import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Segue
import Synchronization

/// An HTTP server that renders transitions between two pictures.
///
/// `GET /cube?progress=0.4` is answered with this frame as PNG, `GET /cube.apng` with the whole transition, as a
/// stream. Frames are rendered on a `RenderPool`, so that all connections share as many threads as there are
/// cores. If the client closes the connection, its rendering ends.
///
/// Usage: `FrameServer FROM TO [PORT]`
@main struct FrameServer {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("usage: FrameServer FROM TO [PORT]") }
    do {
      let framing = Framing(size: PixelSize(width: 640, height: 360))
      let frames = Frames(
        from: try Bitmap(contentsOf: arguments[0], fittedTo: framing),
        to: try Bitmap(contentsOf: arguments[1], fittedTo: framing))
      try await serve(frames, port: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0)
    } catch {
      print(error)
      exit(1)
    }
  }

  typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  /// Serves requests until the process is ended.
  static func serve(_ frames: Frames, port: Int) async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 1024)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
    if let port = server.channel.localAddress?.port { print("http://127.0.0.1:\(port)/cube") }
    fflush(nil)
    try await server.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          // An error of a connection ends this connection alone.
          group.addTask { try? await answer(connection, frames) }
        }
      }
    }
  }

  /// Answers the request of a connection, and closes it.
  static func answer(_ connection: Connection, _ frames: Frames) async throws {
    try await connection.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        // The parts end when the client closes the connection, even while a frame is rendered.
        for try await part in inbound {
          guard case .head(let head) = part else { continue }
          group.addTask {
            try await Answer(outbound: outbound).send(frames, head.uri)
            try await connection.channel.close()
          }
        }
        group.cancelAll()
      }
    }
  }
}

/// Renders frames and streams of transitions between two pictures.
final class Frames: Sendable {
  /// Limits for each request: names and times come from clients.
  static let limits = Limits(maxFramePixels: 1_000_000, maxFrames: 300, maxBytes: 100_000_000, maxSeconds: 60)
  private let from: Bitmap
  private let to: Bitmap
  private let pool = RenderPool(maxWaiting: 1000)
  private let streams = Atomic(0)
  private static let maxStreams = 16

  init(from: Bitmap, to: Bitmap) { (self.from, self.to) = (from, to) }

  /// Renders the frame of a transition as PNG.
  func frame(_ name: String, at progress: Double) async throws -> [UInt8] {
    try await pool.run { [self] in
      try renderer(name).frame(at: max(0, min(1, progress))).encoded(as: .png)
    }
  }

  /// Passes the bytes of an animation to `write`, as fast as this takes them.
  func stream(_ name: String, _ write: (EncodedBytes, [UInt8]) async throws -> Void) async throws {
    defer { streams.subtract(1, ordering: .relaxed) }
    // Each stream has a thread of its own.
    guard streams.add(1, ordering: .relaxed).newValue <= Self.maxStreams else { throw TooManyStreams() }
    let renderer = try renderer(name)
    let bytes = Exporter(renderer, framesPerSecond: 25, renderer.execution).bytes(as: .apng)
    for try await chunk in bytes { try await write(bytes, chunk) }
  }

  private func renderer(_ name: String) throws -> TransitionRenderer {
    try TransitionRenderer(from: from, to: to, name, [:], Execution(limits: Self.limits))
  }
}

struct TooManyStreams: Error {}

/// The answer to one request.
struct Answer {
  let outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  /// Answers with a frame or a stream, or with the error.
  func send(_ frames: Frames, _ uri: String) async throws {
    let url = URLComponents(string: uri)
    let name = String(url?.path.dropFirst() ?? "")
    var hasBegun = false
    do {
      if name.hasSuffix(".apng") {
        try await frames.stream(String(name.dropLast(5))) { bytes, chunk in
          if !hasBegun { try await begin(.ok, bytes.mediaType) }
          hasBegun = true
          try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: chunk))))
        }
        return try await outbound.write(.end(nil))
      }
      let progress = url?.queryItems?.first { $0.name == "progress" }?.value.flatMap(Double.init) ?? 0.5
      try await send(.ok, "image/png", try await frames.frame(name, at: progress))
    } catch  where hasBegun {
      // The connection is closed without the end of the stream, so that the client sees the error.
      throw error
    } catch let error as any SegueError where error.isCallersFault {
      try await send(
        error.code == .nameUnknown ? .notFound : .unprocessableEntity, "text/plain", Array("\(error)\n".utf8))
    } catch let error as any SegueError where error.code.mayPass {
      try await send(.serviceUnavailable)
    } catch is TooManyStreams {
      try await send(.serviceUnavailable)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try await send(.internalServerError)
    }
  }

  private func send(_ status: HTTPResponseStatus, _ type: String? = nil, _ body: [UInt8] = []) async throws {
    try await begin(status, type, length: body.count)
    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body))))
    try await outbound.write(.end(nil))
  }

  private func begin(_ status: HTTPResponseStatus, _ type: String?, length: Int? = nil) async throws {
    var headers = HTTPHeaders([("Connection", "close")])
    if let type { headers.add(name: "Content-Type", value: type) }
    if let length { headers.add(name: "Content-Length", value: "\(length)") }
    if status == .serviceUnavailable { headers.add(name: "Retry-After", value: "1") }
    try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
  }
}
