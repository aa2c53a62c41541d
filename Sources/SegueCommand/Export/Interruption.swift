import Dispatch
import Glibc
import SegueFiles
import Synchronization

/// Turns the signals that ask for an end into a question that workers ask between frames.
///
/// Before the first frame there is nothing to finish: the process ends at once. Who waits for somebody else is helped
/// three seconds after the signal.
final class Interruption: Sendable {
  private let flag = Atomic<Int32>(0)
  private let hasBegun = Mutex(false)
  // Held so that they stay armed; written in the initializer only.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  /// - Parameters:
  ///   - canBlock: Whether a write may wait for ever for its reader. The process then ends by itself.
  ///   - interrupt: Makes other calls that wait fail.
  init(canBlock: Bool, interrupt: @escaping @Sendable () -> Void) {
    for number in endSignals() {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        guard let self else { return }
        // The lock is kept to the end: no frame begins meanwhile.
        hasBegun.withLock { hasBegun in
          if !hasBegun { Failure(interruptedBy: number, "interrupted before the first frame").exit() }
        }
        flag.store(number, ordering: .relaxed)
        DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
          guard canBlock else { return interrupt() }
          Failure(interruptedBy: number, "interrupted while the output was not being read").exit()
        }
      }
      // Until it is armed, a signal ends the process by itself; there is nothing to leave behind yet.
      let isArmed = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isArmed.signal() }
      source.resume()
      isArmed.wait()
      sources.append(source)
    }
  }

  /// From now on frames are being written, and those begun are finished.
  func begin() { hasBegun.withLock { $0 = true } }

  var hasCome: Bool { flag.load(ordering: .relaxed) != 0 }

  /// What ends the command after the signal that has come.
  func failure(_ message: String) -> Failure {
    Failure(interruptedBy: flag.load(ordering: .relaxed), message)
  }
}
