import Synchronization

/// Counts the open pages, and performs actions some time after the last page was closed.
final class OpenPages: Sendable {
  /// An action with its delay after the last page was closed.
  struct Action: Sendable {
    let time: Duration
    let body: @Sendable () -> Void
  }

  private let count = Mutex((open: 0, changes: 0))
  private let actions: [Action]

  /// Makes a counter with actions, in the order of their delays.
  init(_ actions: [Action]) { self.actions = actions }

  func opened() { count.withLock { $0 = ($0.open + 1, $0.changes + 1) } }

  /// Counts a closed page; after the last page, performs each action after its delay.
  ///
  /// A page that is opened in the meantime cancels the actions: a page that reloads closes its socket and opens
  /// another socket at once.
  func closed() {
    let changes = count.withLock { count in
      count = (count.open - 1, count.changes + 1)
      return count.changes
    }
    Task {
      var waited = Duration.zero
      for action in actions {
        try? await Task.sleep(for: action.time - waited)
        waited = action.time
        guard count.withLock({ $0.open == 0 && $0.changes == changes }) else { return }
        action.body()
      }
    }
  }
}
