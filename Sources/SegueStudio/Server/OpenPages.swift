import Synchronization

/// How many pages are open, and what happens when there is none any more.
final class OpenPages: Sendable {
  /// What is called when there has been no page for some time.
  struct Action: Sendable {
    let time: Duration
    let body: @Sendable () -> Void
  }

  private let count = Mutex((open: 0, changes: 0))
  private let actions: [Action]

  /// Takes actions in the order of their times.
  init(_ actions: [Action]) { self.actions = actions }

  func opened() { count.withLock { $0 = ($0.open + 1, $0.changes + 1) } }

  /// A page that is loaded again closes its socket and opens another one at once, so some time is waited.
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
