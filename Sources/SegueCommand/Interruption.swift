import Dispatch
import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into a question that workers ask between frames.
final class Interruption: Sendable {
  private let flag = Atomic(false)
  // Held so that they stay armed; written in the initialiser only.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  /// - Parameter canBlock: Whether a write may wait for ever for its reader. The process then ends by itself
  ///   three seconds after the signal.
  init(canBlock: Bool) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        self?.flag.store(true, ordering: .relaxed)
        guard canBlock else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
          Failure(.interrupted, "interrupted while the output was not being read").exit()
        }
      }
      source.resume()
      sources.append(source)
    }
  }

  var hasCome: Bool { flag.load(ordering: .relaxed) }
}
