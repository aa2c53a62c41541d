import Dispatch
import SeguePixels
import Synchronization

/// A cache for the few images of a slideshow that are in use.
///
/// The first thread that needs an image loads it.
final class PictureWindow: Sendable {
  /// The maximum number of cached images.
  static let capacity = 4

  /// An image that is loaded, or that a thread is loading.
  private final class Slot: Sendable {
    private let result = Mutex<Result<ShownPicture, any Error>?>(nil)
    private let loading = DispatchGroup()

    init() { loading.enter() }

    func fill(_ picture: Result<ShownPicture, any Error>) {
      result.withLock { $0 = picture }
      loading.leave()
    }

    /// Waits until the image is loaded, and returns it.
    func picture() throws -> ShownPicture? {
      loading.wait()
      return try result.withLock { $0 }?.get()
    }
  }

  private struct State {
    var slots: [Int: Slot] = [:]
    /// The indices of cached images, the least recently used first.
    var order: [Int] = []
    /// The index of the most recently requested image; and the index of the image that waits to be loaded in
    /// the background, or nil.
    var latest = 0
    var waiting: Int?
    var loadCount = 0

    /// Returns the slot of an image.
    ///
    /// If the slot is new, the caller must load the image.
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
  private let load: @Sendable (Int) throws -> ShownPicture
  private let state = Mutex(State())

  /// - Parameters:
  ///   - first: Image 0, already loaded.
  ///   - count: The number of images.
  ///   - load: Loads the image with the given index.
  init(first: ShownPicture, count: Int, load: @escaping @Sendable (Int) throws -> ShownPicture) {
    self.count = count
    self.load = load
    state.withLock { $0.slot(0).0 }.fill(.success(first))
  }

  var loadCount: Int { state.withLock { $0.loadCount } }

  /// Returns an image; loads it on this thread unless another thread is loading it.
  func picture(_ index: Int) throws -> ShownPicture {
    let (slot, isNew) = state.withLock { state in
      state.latest = index
      return state.slot(index)
    }
    if isNew { fill(slot, index) }
    guard let picture = try slot.picture() else { return try load(index) }
    return picture
  }

  /// Loads an image in the background; ignores an index out of range.
  func prepare(_ index: Int) {
    let isWanted = state.withLock { state in
      guard index < count, state.slots[index] == nil, state.waiting != index else { return false }
      state.waiting = index
      return true
    }
    guard isWanted else { return }
    // Starts a thread, which makes progress even while all cores are rendering. If no thread can be started,
    // the first thread that needs the image loads it.
    let isStarted = startThread { [self] in
      // Takes the slot when the thread runs, so that other threads wait only for loads in progress.
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
