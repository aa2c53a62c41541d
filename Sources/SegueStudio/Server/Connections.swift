import NIOCore
import Synchronization

/// The open connections: pages, and others in the order of accept.
///
/// Above the limit, the oldest connection without a page is closed for a new one, so that a flood of
/// connections displaces itself. Requests are answered within milliseconds: only a whole flood in that time
/// displaces a browser's connection.
final class Connections: Sendable {
  private struct State {
    var waiting: [any Channel] = []
    var pages: [any Channel] = []
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(_ limits: ServerLimits) { self.limits = limits }

  /// Whether another page may open.
  var hasRoomForPage: Bool { state.withLock { $0.pages.count < limits.pages } }

  /// Adds a connection; closes the oldest above the limit.
  func add(_ channel: any Channel) {
    let oldest = state.withLock { state in
      state.waiting.append(channel)
      return state.waiting.count > limits.connections ? state.waiting.removeFirst() : nil
    }
    oldest?.close(promise: nil)
  }

  /// Moves a connection from the pages to the others; closes the oldest above the limit.
  func leftPage(_ channel: any Channel) {
    state.withLock { state in
      state.pages.removeAll { $0 === channel }
      state.waiting.append(channel)
    }
  }

  /// Moves a connection to the pages.
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
