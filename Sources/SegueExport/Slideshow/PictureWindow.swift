import Dispatch
import SegueFormats
import SeguePixels
import Synchronization

/// A cache of the few pictures of a sequence that are in use, each loaded by the first thread that needs it.
final class PictureWindow: Sendable {
  /// The largest number of cached pictures.
  static let capacity = 4

  /// A loaded picture, or one that a thread is loading.
  private final class Slot: Sendable {
    private let result = Mutex<Result<Bitmap, any Error>?>(nil)
    private let loading = DispatchGroup()

    init() { loading.enter() }

    func fill(_ picture: Result<Bitmap, any Error>) {
      result.withLock { $0 = picture }
      loading.leave()
    }

    /// Waits for the picture.
    func picture() throws -> Bitmap? {
      loading.wait()
      return try result.withLock { $0 }?.get()
    }
  }

  private struct State {
    var slots: [Int: Slot] = [:]
    /// The indices of pictures, in order of use.
    var order: [Int] = []
    /// The picture requested last, and the one queued for loading in the background.
    var latest = 0
    var waiting: Int?
    var loadCount = 0

    /// The slot of a picture, and whether it is new, so that the caller has to fill it.
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
  ///   - count: The number of pictures.
  ///   - load: Loads the picture at an index.
  init(first: Bitmap, count: Int, load: @escaping @Sendable (Int) throws -> Bitmap) {
    self.count = count
    self.load = load
    state.withLock { $0.slot(0).0 }.fill(.success(first))
  }

  var loadCount: Int { state.withLock { $0.loadCount } }

  /// The picture at an index, loaded here unless another thread has begun.
  func picture(_ index: Int) throws -> Bitmap {
    let (slot, isNew) = state.withLock { state in
      state.latest = index
      return state.slot(index)
    }
    if isNew { fill(slot, index) }
    guard let picture = try slot.picture() else { return try load(index) }
    return picture
  }

  /// Loads a picture in the background; ignores indices out of range.
  func prepare(_ index: Int) {
    let isWanted = state.withLock { state in
      guard index < count, state.slots[index] == nil, state.waiting != index else { return false }
      state.waiting = index
      return true
    }
    guard isWanted else { return }
    // A separate thread runs even while every core renders. Without one, the first reader loads the picture.
    let isStarted = startThread { [self] in
      // The slot is taken once the thread runs, so that others wait for a load in progress, never for a queue.
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
