import Dispatch
import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into a question that workers ask between frames.
///
/// Before the first frame there is nothing to finish: the process ends at once. Who waits for somebody else is helped
/// three seconds after the signal.
final class Interruption: Sendable {
  private let flag = Atomic(false)
  private let hasBegun = Mutex(false)
  // Held so that they stay armed; written in the initializer only.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  /// - Parameters:
  ///   - canBlock: Whether a write may wait for ever for its reader. The process then ends by itself.
  ///   - interrupt: Makes other calls that wait fail.
  init(canBlock: Bool, interrupt: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        guard let self else { return }
        // The lock is kept to the end: no frame begins meanwhile.
        hasBegun.withLock { hasBegun in
          if !hasBegun { Failure(.interrupted, "interrupted before the first frame").exit() }
        }
        flag.store(true, ordering: .relaxed)
        DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
          guard canBlock else { return interrupt() }
          Failure(.interrupted, "interrupted while the output was not being read").exit()
        }
      }
      source.resume()
      sources.append(source)
    }
  }

  /// From now on frames are being written, and those begun are finished.
  func begin() { hasBegun.withLock { $0 = true } }

  var hasCome: Bool { flag.load(ordering: .relaxed) }
}
