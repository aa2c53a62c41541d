import Synchronization

/// A flag that one caller takes: the first, on any thread.
package final class Once: Sendable {
  private let isTaken = Atomic(false)

  package init() {}

  /// Whether the caller is the first.
  package func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}
