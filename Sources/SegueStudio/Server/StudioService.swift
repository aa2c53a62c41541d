import NIOHTTP1
import Synchronization

/// Determines the response to a request: a file of the page, a WebSocket, or an error.
final class StudioService: Sendable {
  /// The response to a request: its status, content type and body.
  struct Reply {
    let status: HTTPResponseStatus
    let type: String
    let body: [UInt8]

    init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8]) {
      (self.status, self.type, self.body) = (status, type, body)
    }

    init(_ status: HTTPResponseStatus, _ text: String) {
      self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
    }
  }

  let studio: Studio
  let pages: OpenPages
  let connections: Connections
  private let admission = Mutex<Admission?>(nil)

  init(_ studio: Studio, _ limits: ServerLimits, _ onLastPage: @escaping @Sendable () -> Void) {
    self.studio = studio
    pages = OpenPages([
      .init(time: .seconds(2)) {
        studio.shelf.rest()
        onLastPage()
      },
      .init(time: limits.memory) { studio.shelf.forgetUploads() },
    ])
    connections = Connections(limits)
  }

  /// Sets the checks of requests; requests before this call are refused.
  func open(_ admission: Admission) { self.admission.withLock { $0 = admission } }

  /// Returns whether a request to open a page's WebSocket is admitted.
  func opensPage(_ head: HTTPRequestHead) -> Bool {
    guard let admission = admission.withLock({ $0 }), head.method == .GET, connections.hasRoomForPage,
      let path = try? admission.admit(
        path: head.path, host: head.only("Host"), origin: head.only("Origin"), isUpgrade: true)
    else { return false }
    return path == "socket"
  }

  /// Returns the response to a request that does not open a WebSocket.
  func reply(to head: HTTPRequestHead) -> Reply {
    guard let admission = admission.withLock({ $0 }) else {
      return Reply(.serviceUnavailable, "Not ready yet.")
    }
    let (host, origin) = (head.only("Host"), head.only("Origin"))
    let path: String
    do throws(Admission.Refusal) {
      if let proof = try admission.proof(path: head.path, host: host, origin: origin) {
        return Reply(.ok, "text/plain; charset=utf-8", Array(proof.utf8))
      }
      path = try admission.admit(
        path: head.path, host: host, origin: origin, isUpgrade: head.headers.contains(name: "Upgrade"))
    } catch {
      return Reply(error == .token ? .notFound : .forbidden, error.reason)
    }
    guard head.method == .GET else { return Reply(.methodNotAllowed, "Only GET is answered.") }
    if path == "socket" {
      return connections.hasRoomForPage
        ? Reply(.badRequest, "Here is a WebSocket of version 13.")
        : Reply(.serviceUnavailable, "Too many pages of this studio are open; close one.")
    }
    guard let file = PageFiles.all[path] else { return Reply(.notFound, "There is no such file.") }
    return Reply(.ok, file.type, file.bytes)
  }
}

extension HTTPRequestHead {
  /// The path of the request, without its query.
  fileprivate var path: String { String(uri.prefix { $0 != "?" }) }

  /// Returns the value of a header that occurs once; returns nil for a missing header, and an empty text for
  /// a repeated header.
  fileprivate func only(_ name: String) -> String? {
    let values = headers[name]
    return values.count == 1 ? values[0] : values.isEmpty ? nil : ""
  }
}
