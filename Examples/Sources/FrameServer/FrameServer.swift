import Foundation
import Hummingbird
import HummingbirdCore
import Segue
import Synchronization

/// An HTTP server that renders transitions between two pictures, and filters uploads.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /cube?progress=0.4` | the frame, as PNG; other values are parameters of the transition |
/// | `GET /cube.apng` | the whole transition, as a stream |
/// | `POST /sepia` | the uploaded image, filtered, as PNG |
///
/// Frames are rendered on a `RenderPool`, so that all connections share as many threads as there are cores. If a
/// client closes its connection, its rendering ends.
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
      try await server(frames, port: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0).runService()
    } catch {
      print(error)
      exit(1)
    }
  }

  /// The largest upload in bytes.
  static let maxUpload = 20_000_000

  static func server(_ frames: Frames, port: Int) -> some ApplicationProtocol {
    let router = Router()
    router.addMiddleware { ErrorAnswers() }
    router.get(":name") { request, context in
      let name = try context.parameters.require("name")
      if name.hasSuffix(".apng") { return try frames.stream(String(name.dropLast(5))) }
      var values = Dictionary(
        request.uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 })
      let progress = values.removeValue(forKey: "progress").flatMap(Double.init) ?? 0.5
      let parameters = values
      // Ends rendering if the client closes the connection.
      return try await request.body.consumeWithCancellationOnInboundClose { _ in
        png(try await frames.frame(name, parameters, at: progress))
      }
    }
    router.post(":name") { request, context in
      let upload = try await request.body.collect(upTo: maxUpload)
      return png(try await frames.filtered(Array(buffer: upload), try context.parameters.require("name")))
    }
    return Application(
      router: router,
      server: .http1(configuration: .init(idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port), backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(1000)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { print("http://127.0.0.1:\(port)/cube") }
        fflush(nil)
      })
  }

  static func png(_ bytes: [UInt8]) -> Response {
    Response(
      status: .ok, headers: [.contentType: "image/png"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

/// Renders frames and streams of transitions between two pictures.
final class Frames: Sendable {
  /// Limits for each request: names, values and uploads come from clients.
  static let limits = Limits(
    maxPixels: 20_000_000, maxFramePixels: 20_000_000, maxFrames: 300, maxBytes: 100_000_000, maxSeconds: 60)
  private let from: Bitmap
  private let to: Bitmap
  private let pool = RenderPool(maxWaiting: 1000)
  private let streams = Atomic(0)
  private static let maxStreams = 16

  init(from: Bitmap, to: Bitmap) { (self.from, self.to) = (from, to) }

  /// Renders the frame of a transition as PNG.
  func frame(_ name: String, _ parameters: [String: String], at progress: Double) async throws -> [UInt8] {
    try await pool.run { [self] in
      try renderer(name, parameters).frame(at: max(0, min(1, progress))).encoded(as: .png)
    }
  }

  /// Applies a filter to an upload; the result is PNG.
  func filtered(_ upload: [UInt8], _ name: String) async throws -> [UInt8] {
    try await pool.run {
      let execution = Execution(limits: Self.limits)
      let photo = try Bitmap(decoding: upload, named: "upload", options: execution.decoding)
      return try Catalog.filters.make(name).apply(to: photo, at: 0).rendered(execution).encoded(as: .png)
    }
  }

  /// Makes the response with the animation of a transition, which is rendered as fast as the client reads it.
  func stream(_ name: String) throws -> Response {
    let renderer = try renderer(name, [:])
    let bytes = Exporter(renderer, framesPerSecond: 25, renderer.execution).bytes(as: .apng)
    // Limits the number of streams, since each stream has a separate thread.
    guard streams.load(ordering: .relaxed) < Self.maxStreams else { throw TooManyStreams() }
    let body = ResponseBody { [self] writer in
      defer { streams.subtract(1, ordering: .relaxed) }
      guard streams.add(1, ordering: .relaxed).newValue <= Self.maxStreams else { throw TooManyStreams() }
      // An error closes the connection without the end of the stream, so that the client sees it.
      for try await chunk in bytes { try await writer.write(ByteBuffer(bytes: chunk)) }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: bytes.mediaType ?? "image/apng"], body: body)
  }

  private func renderer(_ name: String, _ parameters: [String: String]) throws -> TransitionRenderer {
    try TransitionRenderer(from: from, to: to, name, parameters, Execution(limits: Self.limits))
  }
}

struct TooManyStreams: Error {}

/// Makes responses for errors of Segue: 404 for unknown names, 422 for other faults of the client, 503 if a
/// later request may succeed.
struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any SegueError where error.isCallersFault {
      return Response(
        status: error.code == .nameUnknown ? .notFound : .unprocessableContent,
        headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "\(error)\n")))
    } catch let error as any SegueError where error.code.mayPass {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "1"])
    } catch is TooManyStreams {
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "1"])
    }
  }
}
