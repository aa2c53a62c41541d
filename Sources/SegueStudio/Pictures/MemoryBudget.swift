import Synchronization

/// A memory limit for the pictures of all pages.
///
/// `keep` caches values that can be computed again, and evicts the least recently used values. `hold`
/// reserves memory for work in progress and for uploads, and throws if the reservation would exceed the
/// limit. Releasing the returned object ends the reservation.
package final class MemoryBudget: Sendable {
  private struct Entry {
    let bytes: Int
    var lastUse: Int
    let drop: @Sendable () -> Void
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var kept = 0
    var held = 0
    /// The number of bytes reserved for work in progress.
    var work = 0
    var time = 0
  }

  /// The limit in bytes.
  package let limit: Int
  private let state = Mutex(State())

  /// Makes a budget with a limit in bytes.
  package init(limit: Int = 1 << 30) { self.limit = limit }

  /// The number of bytes cached or reserved.
  package var used: Int { state.withLock { $0.kept + $0.held } }

  /// Caches a value until it is evicted; a value larger than the limit is dropped at once.
  package func keep<Value: Sendable>(_ value: Value, bytes: Int) -> Kept<Value> {
    let (id, time) = state.withLock { state in
      state.time += 1
      return (state.time, state.time)
    }
    let kept = Kept(value, self, id)
    state.withLock { state in
      state.entries[id] = Entry(bytes: bytes, lastUse: time) { [weak kept] in kept?.drop() }
      state.kept += bytes
    }
    makeRoom()
    return kept
  }

  /// Reserves memory; evicts cached values if necessary.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes.
  ///   - isWork: Whether the memory is for work in progress, not for an upload. If no other work is in
  ///     progress, a reservation for work always succeeds.
  /// - Returns: The reservation, which ends when the returned object is released.
  /// - Throws: `Refused` if all reservations together would exceed the limit.
  package func hold(_ bytes: Int, isWork: Bool = true) throws(Refused) -> Held {
    let isTaken = state.withLock { state in
      guard isWork && state.work == 0 || bytes <= limit - state.held else { return false }
      state.held += bytes
      if isWork { state.work += bytes }
      return true
    }
    guard isTaken else {
      throw Refused(
        "there is not enough memory for this beside other work; end an export, close a page, "
          + "or take smaller pictures"
      )
    }
    makeRoom()
    return Held(self, bytes, isWork)
  }

  fileprivate func release(_ bytes: Int, _ isWork: Bool) {
    state.withLock { state in
      state.held -= bytes
      if isWork { state.work -= bytes }
    }
  }

  fileprivate func used(_ id: Int) {
    state.withLock { state in
      state.time += 1
      state.entries[id]?.lastUse = state.time
    }
  }

  fileprivate func forget(_ id: Int) {
    state.withLock { state in
      if let entry = state.entries.removeValue(forKey: id) { state.kept -= entry.bytes }
    }
  }

  private func makeRoom() {
    let dropped = state.withLock { state in
      var dropped: [Entry] = []
      while state.kept + state.held > limit,
        let (id, entry) = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[id] = nil
        state.kept -= entry.bytes
        dropped.append(entry)
      }
      return dropped
    }
    for entry in dropped { entry.drop() }
  }
}

/// A cached value, which the budget may evict.
package final class Kept<Value: Sendable>: Sendable {
  private let budget: MemoryBudget
  private let id: Int
  private let value: Mutex<Value?>

  fileprivate init(_ value: Value, _ budget: MemoryBudget, _ id: Int) {
    (self.budget, self.id) = (budget, id)
    self.value = Mutex(value)
  }

  deinit { budget.forget(id) }

  /// The value, which becomes the most recently used value of the budget; nil if it was evicted.
  package var current: Value? {
    let value = value.withLock { $0 }
    if value != nil { budget.used(id) }
    return value
  }

  fileprivate func drop() { value.withLock { $0 = nil } }
}

/// A reservation of memory, which ends when this object is released.
package final class Held: Sendable {
  private let budget: MemoryBudget
  private let bytes: Int
  private let isWork: Bool

  fileprivate init(_ budget: MemoryBudget, _ bytes: Int, _ isWork: Bool) {
    (self.budget, self.bytes, self.isWork) = (budget, bytes, isWork)
  }

  deinit { budget.release(bytes, isWork) }
}
