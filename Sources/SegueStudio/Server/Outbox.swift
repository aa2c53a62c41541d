import FoundationEssentials
import NIOCore
import NIOWebSocket
import Synchronization

/// The queue of items to send to a page.
///
/// A new frame of the stage replaces an unsent frame for the same side of the stage's divider.
///
/// Sessions and exports wait for room in the queue (`whenRoom`), so that the queue stays small.
final class Outbox: Sendable {
  enum Item: Sendable {
    case text(String)
    case bytes(Data)
    /// A frame for one of the two sides of the stage's divider; replaces an unsent frame of that side.
    case stage(Data, isBefore: Bool)
    /// The progress of an export; replaces unsent progress of the same export.
    case progress(String, id: Int)
    case control(WebSocketFrame)

    var frame: WebSocketFrame {
      switch self {
      case .text(let text), .progress(let text, _):
        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
      case .bytes(let data), .stage(let data, _):
        WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: data))
      case .control(let frame): frame
      }
    }

    /// Returns whether a newer item replaces this item in the queue.
    fileprivate func givesWay(to item: Item) -> Bool {
      switch (self, item) {
      case (.stage(_, let side), .stage(_, let other)): side == other
      case (.progress(_, let id), .progress(_, let other)): id == other
      // By RFC 6455, 5.5.3, only the last ping has to be answered.
      case (.control(let frame), .control(let other)): frame.opcode == other.opcode
      default: false
      }
    }

    /// The number of bytes that count toward the limit `maxBytes`; 0 for replaceable items.
    fileprivate var size: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .bytes(let data): data.count
      case .stage, .progress, .control: 0
      }
    }
  }

  fileprivate struct State {
    var items: [Item] = []
    var size = 0
    var count = 0
    var rooms: [@Sendable () -> Void] = []
    var onItem: (@Sendable () -> Void)?
    var isFinished = false

    var isFull: Bool { !isFinished && (count >= Outbox.maxItems || size >= Outbox.maxBytes) }
  }

  /// The number of items, not counting replaceable items, at which the queue is full.
  static let maxItems = 8
  /// The number of bytes at which the queue is full.
  static let maxBytes = 8 << 20

  private let state = Mutex(State())

  /// The number of queued items.
  var count: Int { state.withLock { $0.items.count } }
  /// Whether the queue has ended and accepts no more items.
  var isFinished: Bool { state.withLock { $0.isFinished } }
  /// Whether the queue is full, so that producers must wait.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Sets the function that is called now, whenever an item is queued, and at the end of the queue.
  func open(_ onItem: @escaping @Sendable () -> Void) {
    state.withLock { $0.onItem = onItem }
    onItem()
  }

  func put(_ item: Item) {
    let onItem = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isFinished else { return nil }
      state.items.removeAll { $0.givesWay(to: item) }
      state.items.append(item)
      state.add(item, 1)
      return state.onItem
    }
    onItem?()
  }

  /// Removes and returns the next item; nil if the queue is empty.
  func take() -> Item? {
    let (item, rooms) = state.withLock { state -> (Item?, [@Sendable () -> Void]) in
      guard !state.items.isEmpty else { return (nil, []) }
      let item = state.items.removeFirst()
      state.add(item, -1)
      return (item, state.takeRooms())
    }
    for room in rooms { room() }
    return item
  }

  /// Calls `body` as soon as there is room in the queue, or the queue has ended.
  func whenRoom(_ body: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.isFull { state.rooms.append(body) }
      return !state.isFull
    }
    if isNow { body() }
  }

  /// Waits until there is room in the queue.
  func room() async { await withCheckedContinuation { waiting in whenRoom { waiting.resume() } } }

  /// Ends the queue: queued items are still sent, but no further items are accepted.
  func finish() {
    let (rooms, onItem) = state.withLock { state in
      state.isFinished = true
      defer { state.onItem = nil }
      return (state.takeRooms(), state.onItem)
    }
    for room in rooms { room() }
    onItem?()
  }
}

extension Outbox.State {
  fileprivate mutating func add(_ item: Outbox.Item, _ sign: Int) {
    size += sign * item.size
    if item.size > 0 { count += sign }
  }

  /// Removes and returns the functions of waiting producers, if there is room.
  fileprivate mutating func takeRooms() -> [@Sendable () -> Void] {
    guard !isFull else { return [] }
    defer { rooms = [] }
    return rooms
  }
}
