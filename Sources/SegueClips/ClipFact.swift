import Synchronization

/// A value about a clip that another program computes on first use; all copies and parts of the clip share
/// the value.
final class ClipFact<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)

  /// Returns the value; calls `find` on first use.
  func value(_ find: () -> Value) -> Value {
    found.withLock { found in
      if let found { return found }
      let value = find()
      found = value
      return value
    }
  }
}
