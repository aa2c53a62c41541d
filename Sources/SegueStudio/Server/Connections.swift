import NIOCore
import Synchronization

/// The open connections: the WebSockets of pages, and all other connections in the order of their arrival.
///
/// At the limit, a new connection replaces the oldest connection that is not a page's WebSocket, so a flood
/// of new connections mostly closes other connections of the same flood. Requests are answered within
/// milliseconds; a browser's connection is closed only if the limit is exceeded in that time.
final class Connections: Sendable {
  private struct State {
    var waiting: [any Channel] = []
    var pages: [any Channel] = []
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(_ limits: ServerLimits) { self.limits = limits }

  /// Whether the limit of pages allows another page.
  var hasRoomForPage: Bool { state.withLock { $0.pages.count < limits.pages } }

  /// Adds a connection; above the limit, closes the oldest connection that is not a page's WebSocket.
  func add(_ channel: any Channel) {
    let oldest = state.withLock { state in
      state.waiting.append(channel)
      return state.waiting.count > limits.connections ? state.waiting.removeFirst() : nil
    }
    oldest?.close(promise: nil)
  }

  /// Moves a connection from the pages to the other connections, after the page has ended.
  func leftPage(_ channel: any Channel) {
    state.withLock { state in
      state.pages.removeAll { $0 === channel }
      state.waiting.append(channel)
    }
  }

  /// Moves a connection that has become a page's WebSocket to the pages.
  func becamePage(_ channel: any Channel) {
    state.withLock { state in
      state.waiting.removeAll { $0 === channel }
      state.pages.append(channel)
    }
  }

  /// Removes a closed connection.
  func remove(_ channel: any Channel) {
    state.withLock { state in
      state.waiting.removeAll { $0 === channel }
      state.pages.removeAll { $0 === channel }
    }
  }

  /// Closes all connections.
  func closeAll() {
    for channel in state.withLock({ $0.waiting + $0.pages }) { channel.close(promise: nil) }
  }
}
