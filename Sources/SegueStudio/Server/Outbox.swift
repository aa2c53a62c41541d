import FlyingFox
import FoundationEssentials
import Synchronization

/// What waits to be sent to a page: of frames of the stage the newest alone, all else in its order.
final class Outbox: Sendable {
  enum Item: Sendable {
    case text(String)
    case bytes(Data)
    /// A frame of the stage, or of the other side of its divider, which takes the place of one that was not sent yet.
    case stage(Data, isBefore: Bool)
    case control(WSFrame)

    var frame: WSFrame {
      switch self {
      case .text(let text): WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
      case .bytes(let data), .stage(let data, _):
        WSFrame(fin: true, opcode: .binary, mask: nil, payload: data)
      case .control(let frame): frame
      }
    }

    /// Whether a newer one takes its place.
    fileprivate func givesWay(to item: Item) -> Bool {
      if case .stage(_, let side) = self, case .stage(_, side) = item { true } else { false }
    }
  }

  private struct State {
    var items: [Item] = []
    var waiting: CheckedContinuation<Item?, Never>?
    var isFinished = false
  }

  private let state = Mutex(State())

  /// How many wait; who makes much asks before making more.
  var count: Int { state.withLock { $0.items.count } }

  func put(_ item: Item) {
    let waiting = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      guard !state.isFinished else { return nil }
      if let waiting = state.waiting {
        state.waiting = nil
        return waiting
      }
      state.items.removeAll { $0.givesWay(to: item) }
      state.items.append(item)
      return nil
    }
    waiting?.resume(returning: item)
  }

  /// Nothing more is sent than what waits.
  func finish() {
    let waiting = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  /// The next one, when it is there; nil: there is no more.
  func next() async -> Item? {
    await withCheckedContinuation { continuation in
      let item: Item?? = state.withLock { state in
        if !state.items.isEmpty { return state.items.removeFirst() }
        if state.isFinished { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let item { continuation.resume(returning: item) }
    }
  }
}
