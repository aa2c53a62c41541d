import FoundationEssentials
import NIOCore
import NIOWebSocket
import Synchronization

/// What waits to be sent to a page: of frames of the stage the newest alone, all else in its order.
///
/// Sessions and exports wait for room before they make more (`whenRoom`), which bounds its size.
final class Outbox: Sendable {
  enum Item: Sendable {
    case text(String)
    case bytes(Data)
    /// A frame of the stage, or of the other side of its divider, which takes the place of one that was not sent yet.
    case stage(Data, isBefore: Bool)
    /// How far an export is, which takes the place of its own before.
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

    /// Whether a newer one takes its place.
    fileprivate func givesWay(to item: Item) -> Bool {
      switch (self, item) {
      case (.stage(_, let side), .stage(_, let other)): side == other
      case (.progress(_, let id), .progress(_, let other)): id == other
      // The last ping alone is answered (RFC 6455, 5.5.3).
      case (.control(let frame), .control(let other)): frame.opcode == other.opcode
      default: false
      }
    }

    /// The bytes that fill the outbox: none of what newer ones replace.
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

    var isFull: Bool { !isFinished && (count >= Outbox.mostItems || size >= Outbox.mostBytes) }
  }

  /// Items with which there is no room for more.
  static let mostItems = 8
  /// Bytes with which there is no room for more.
  static let mostBytes = 8 << 20

  private let state = Mutex(State())

  /// The number of items that wait.
  var count: Int { state.withLock { $0.items.count } }
  /// Whether nothing comes behind what waits.
  var isFinished: Bool { state.withLock { $0.isFinished } }
  /// Whether who makes more has to wait.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Says what is called when there is something to take.
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

  /// Takes the next one; nil: there is none yet.
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

  /// Calls `body` when there is room: at once, or when enough was taken; also when nothing is sent any more.
  func whenRoom(_ body: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.isFull { state.rooms.append(body) }
      return !state.isFull
    }
    if isNow { body() }
  }

  /// Waits for room.
  func room() async { await withCheckedContinuation { waiting in whenRoom { waiting.resume() } } }

  /// Nothing more is sent than what waits.
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

  /// Who waits for room, where there is any.
  fileprivate mutating func takeRooms() -> [@Sendable () -> Void] {
    guard !isFull else { return [] }
    defer { rooms = [] }
    return rooms
  }
}
