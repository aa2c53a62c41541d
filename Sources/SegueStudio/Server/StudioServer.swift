import FlyingFox
import FlyingSocks
import FoundationEssentials

/// The studio on its port: the page, and a socket for each page that is open.
package actor StudioServer {
  private let server: HTTPServer
  private let handler: StudioHandler
  private let token: String

  /// Makes a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - studio: What pages share.
  ///   - port: The port on 127.0.0.1; 0: a free one.
  ///   - token: What stands in the address.
  ///   - onLastPage: Is called when the last page has been closed for two seconds.
  /// - Throws: What is wrong with the address.
  package init(
    _ studio: Studio, port: UInt16 = 0, token: String = Admission.randomToken(),
    onLastPage: @escaping @Sendable () -> Void = {}
  ) throws {
    self.token = token
    handler = StudioHandler(studio, onLastPage)
    // A busy machine answers late; after 15 seconds it would say that the server failed.
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 600, pool: try SocketWatch(),
      logger: .disabled, handler: handler)
  }

  /// Listens until the task is cancelled.
  ///
  /// - Parameter onAddress: Is told the address of the page, token included.
  /// - Throws: What keeps it from listening, such as a port that is taken.
  package func run(_ onAddress: @escaping @Sendable (Admission) -> Void) async throws {
    let server = server
    let (handler, token) = (handler, token)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { return }
        let admission = Admission(token: token, port: port)
        handler.open(admission)
        onAddress(admission)
      }
      // The second ends when it has said where; the first ends when everything does.
      try await group.next()
      try await group.next()
    }
  }
}
