import Synchronization

/// A fact about a clip that another program finds, shared with the clip's parts and found on first use.
final class ClipFact<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)

  /// Returns the fact; calls `find` on first use.
  func value(_ find: () -> Value) -> Value {
    found.withLock { found in
      if let found { return found }
      let value = find()
      found = value
      return value
    }
  }
}
