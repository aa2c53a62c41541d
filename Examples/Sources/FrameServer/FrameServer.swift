import Dispatch
import FlyingFox
import Foundation
import Segue

/// Answers requests such as `GET /cube?progress=0.4` with that frame, as PNG.
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

  /// Answers until the process is ended.
  static func serve(_ arguments: [String]) async throws {
    let framing = Framing(size: PixelSize(width: 640, height: 360))
    let from = try Bitmap(contentsOf: arguments[0], fittedTo: framing)
    let to = try Bitmap(contentsOf: arguments[1], fittedTo: framing)
    let port = arguments.count > 2 ? UInt16(arguments[2]) ?? 0 : 0

    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    await server.appendRoute("GET /:transition") { request in
      let name = request.routeParameters["transition"] ?? ""
      let progress = request.query["progress"].flatMap(Double.init) ?? 0.5
      return await onProcessors { answer(from, to, name, progress) }
    }
    async let running: Void = server.run()
    try await server.waitUntilListening()
    if case .ip4(let address, let port)? = await server.listeningAddress {
      print("http://\(address):\(port)/cube")
    }
    fflush(nil)
    try await running
  }

  /// The frame; what is wrong with the request is said to whoever sent it.
  static func answer(_ from: Bitmap, _ to: Bitmap, _ name: String, _ progress: Double) -> HTTPResponse {
    do {
      let transition = try Catalog.transitions.make(name)
      // One thread a request: as many are answered at once as there are cores.
      let renderer = try TransitionRenderer(from: from, to: to, transition, Execution(threads: 1))
      let png = try renderer.frame(at: max(0, min(1, progress))).encoded(as: .png)
      return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/png"], body: Data(png))
    } catch let error as UnknownName {
      return HTTPResponse(statusCode: .notFound, body: Data("\(error)\n".utf8))
    } catch {
      return HTTPResponse(statusCode: .internalServerError)
    }
  }

  /// Runs work for the processor beside the threads that serve connections.
  static func onProcessors(_ work: @escaping @Sendable () -> HTTPResponse) async -> HTTPResponse {
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async { waiting.resume(returning: work()) }
    }
  }
}
