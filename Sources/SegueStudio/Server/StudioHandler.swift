import FlyingFox
import FoundationEssentials
import Synchronization

/// Answers requests: the files of the page, and the socket.
final class StudioHandler: HTTPHandler {
  private let studio: Studio
  private let pages: OpenPages
  private let admission = Mutex<Admission?>(nil)

  init(_ studio: Studio, _ onLastPage: @escaping @Sendable () -> Void) {
    self.studio = studio
    pages = OpenPages(onLastPage)
  }

  /// Says who may be answered; before that, nobody is.
  func open(_ admission: Admission) { self.admission.withLock { $0 = admission } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let admission = admission.withLock({ $0 }) else {
      return plain(.serviceUnavailable, "Not ready yet.")
    }
    let isUpgrade = request.headers[.upgrade] != nil
    let path: String
    do throws(Admission.Refusal) {
      if let proof = try admission.proof(
        path: request.target.path(), host: request.headers[.host],
        origin: request.headers[HTTPHeader("Origin")])
      {
        return response(.ok, "text/plain; charset=utf-8", Data(proof.utf8))
      }
      path = try admission.admit(
        path: request.target.path(), host: request.headers[.host],
        origin: request.headers[HTTPHeader("Origin")], isUpgrade: isUpgrade)
    } catch {
      return plain(error == .token ? .notFound : .forbidden, error.reason)
    }
    guard request.method == .GET else { return plain(.methodNotAllowed, "Only GET is answered.") }
    if path == "socket" {
      return try await WebSocketHTTPHandler(handler: StudioSocket(studio, pages)).handleRequest(request)
    }
    guard let file = PageFiles.all[path] else { return plain(.notFound, "There is no such file.") }
    return response(.ok, file.type, Data(file.bytes))
  }

  private func plain(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, "text/plain; charset=utf-8", Data((text + "\n").utf8))
  }

  private func response(_ status: HTTPStatusCode, _ type: String, _ body: Data) -> HTTPResponse {
    var headers = HTTPHeaders()
    for (name, value) in PageFiles.headers { headers[HTTPHeader(name)] = value }
    headers[.contentType] = type
    // Header and body are two writes: on a connection that is used again the second would wait for an acknowledgement.
    headers[.connection] = "close"
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }
}

/// How many pages are open, and what happens when there is none any more.
final class OpenPages: Sendable {
  private let count = Mutex((open: 0, changes: 0))
  private let onLast: @Sendable () -> Void

  init(_ onLast: @escaping @Sendable () -> Void) { self.onLast = onLast }

  func opened() { count.withLock { $0 = ($0.open + 1, $0.changes + 1) } }

  /// A page that is loaded again closes its socket and opens another one at once, so some time is waited.
  func closed() {
    let changes = count.withLock { count in
      count = (count.open - 1, count.changes + 1)
      return count.changes
    }
    Task {
      try? await Task.sleep(for: .seconds(2))
      if count.withLock({ $0.open == 0 && $0.changes == changes }) { onLast() }
    }
  }
}
