import Synchronization

/// Results of work done side by side, in the order of the work; the first error in that order wins.
final class Slots<Value: Sendable>: Sendable {
  private let slots: Mutex<[Result<Value, any Error>?]>

  init(count: Int) { slots = Mutex(Array(repeating: nil, count: count)) }

  func fill(_ index: Int, _ work: () throws -> Value) {
    let result = Result { try work() }
    slots.withLock { $0[index] = result }
  }

  func values() throws -> [Value] {
    try slots.withLock { try $0.compactMap { try $0?.get() } }
  }
}
