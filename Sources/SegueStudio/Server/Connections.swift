import NIOCore
import Synchronization

/// The open connections: pages, and in the order of their accept the others.
///
/// Beyond the limit the oldest connection without a page is closed for a new one. So a flood of connections
/// displaces its own. A request is answered as soon as it is read: a browser's connection is displaced only by
/// a whole flood within those milliseconds.
final class Connections: Sendable {
  private struct State {
    var waiting: [any Channel] = []
    var pages: [any Channel] = []
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(_ limits: ServerLimits) { self.limits = limits }

  /// Whether one more page may open.
  var hasRoomForPage: Bool { state.withLock { $0.pages.count < limits.pages } }

  /// Adds a connection, and closes the oldest where there are too many.
  func add(_ channel: any Channel) {
    let oldest = state.withLock { state in
      state.waiting.append(channel)
      return state.waiting.count > limits.connections ? state.waiting.removeFirst() : nil
    }
    oldest?.close(promise: nil)
  }

  /// Counts a connection among those without a page again, whose oldest gives way.
  func leftPage(_ channel: any Channel) {
    state.withLock { state in
      state.pages.removeAll { $0 === channel }
      state.waiting.append(channel)
    }
  }

  /// Counts a connection among the pages.
  func becamePage(_ channel: any Channel) {
    state.withLock { state in
      state.waiting.removeAll { $0 === channel }
      state.pages.append(channel)
    }
  }

  /// Forgets a connection that is closed.
  func remove(_ channel: any Channel) {
    state.withLock { state in
      state.waiting.removeAll { $0 === channel }
      state.pages.removeAll { $0 === channel }
    }
  }

  /// Closes all of them.
  func closeAll() {
    for channel in state.withLock({ $0.waiting + $0.pages }) { channel.close(promise: nil) }
  }
}
