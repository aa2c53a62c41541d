import Synchronization

/// A flag that can be taken once, by any thread.
package final class Once: Sendable {
  private let isTaken = Atomic(false)

  package init() {}

  /// Takes the flag; true only for the first caller.
  package func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}
