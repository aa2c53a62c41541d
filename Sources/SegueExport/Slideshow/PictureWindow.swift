import Dispatch
import SegueFormats
import SeguePixels
import Synchronization

/// The few pictures of a long row that are in use, each loaded by whoever needs it first.
final class PictureWindow: Sendable {
  /// The most pictures that are held.
  static let capacity = 4

  /// A picture that is there, or that somebody is loading.
  private final class Slot: Sendable {
    private let result = Mutex<Result<Bitmap, any Error>?>(nil)
    private let loading = DispatchGroup()

    init() { loading.enter() }

    func fill(_ picture: Result<Bitmap, any Error>) {
      result.withLock { $0 = picture }
      loading.leave()
    }

    /// Waits until it is loaded.
    func picture() throws -> Bitmap? {
      loading.wait()
      return try result.withLock { $0 }?.get()
    }
  }

  private struct State {
    var slots: [Int: Slot] = [:]
    /// Numbers of pictures, the one used last at the end.
    var order: [Int] = []
    /// The picture asked for last, and the one that waits to be loaded in the background.
    var latest = 0
    var waiting: Int?
    var loadCount = 0

    /// The slot of a picture, and whether it is new and the caller's to fill.
    mutating func slot(_ index: Int) -> (Slot, isNew: Bool) {
      order.removeAll { $0 == index }
      order.append(index)
      if let slot = slots[index] { return (slot, false) }
      if order.count > PictureWindow.capacity { slots[order.removeFirst()] = nil }
      let slot = Slot()
      slots[index] = slot
      loadCount += 1
      return (slot, true)
    }
  }

  private let count: Int
  private let load: @Sendable (Int) throws -> Bitmap
  private let state = Mutex(State())

  /// - Parameters:
  ///   - first: Picture 0.
  ///   - count: How many pictures there are.
  ///   - load: Makes the picture of a number.
  init(first: Bitmap, count: Int, load: @escaping @Sendable (Int) throws -> Bitmap) {
    self.count = count
    self.load = load
    state.withLock { $0.slot(0).0 }.fill(.success(first))
  }

  var loadCount: Int { state.withLock { $0.loadCount } }

  /// The picture of a number, loaded here where nobody has begun to.
  func picture(_ index: Int) throws -> Bitmap {
    let (slot, isNew) = state.withLock { state in
      state.latest = index
      return state.slot(index)
    }
    if isNew { fill(slot, index) }
    guard let picture = try slot.picture() else { return try load(index) }
    return picture
  }

  /// Loads a picture in the background; where there is none of this number, nothing happens.
  func prepare(_ index: Int) {
    let isWanted = state.withLock { state in
      guard index < count, state.slots[index] == nil, state.waiting != index else { return false }
      state.waiting = index
      return true
    }
    guard isWanted else { return }
    // A thread of its own runs even while every core renders. Without one the picture is loaded by who needs it.
    let isStarted = startThread { [self] in
      // Taken only now that a thread is at work: whoever needs it waits for one that is loading, never for a queue.
      let slot: Slot? = state.withLock { state in
        state.waiting = nil
        let isLate = index <= state.latest || index > state.latest + 2
        return isLate || state.slots[index] != nil ? nil : state.slot(index).0
      }
      if let slot { fill(slot, index) }
    }
    if !isStarted { state.withLock { $0.waiting = nil } }
  }

  private func fill(_ slot: Slot, _ index: Int) {
    do throws {
      slot.fill(.success(try load(index)))
    } catch {
      slot.fill(.failure(error))
    }
  }
}
