import Glibc
import SegueFiles
import SeguePixels
import Synchronization

/// Turns termination signals into a flag that workers poll between frames.
///
/// Before the first frame the process ends at once. A blocked write is woken three seconds after the signal.
/// If no thread can wait for signals, handlers set the flag, and a second signal ends the process.
final class Interruption: Sendable {
  private let flag = Atomic<Int32>(0)
  private let hasBegun = Mutex(false)

  /// - Parameters:
  ///   - canBlock: Whether a write may wait for its reader without limit; the process then ends by itself.
  ///   - interrupt: Makes other blocked calls fail.
  init(canBlock: Bool, interrupt: @escaping @Sendable () -> Void) {
    let signals = endSignals()
    holdSignals(signals)
    let isWatched = startThread { [weak self] in
      var isHelpDue = false
      while true {
        guard let number = waitForSignal(signals, seconds: isHelpDue ? 3 : nil) else {
          guard isHelpDue, let self else { continue }
          isHelpDue = false
          help(canBlock, interrupt)
          continue
        }
        // After the last frame the command ends anyway.
        guard let self else { continue }
        take(number)
        isHelpDue = true
      }
    }
    guard !isWatched else { return }
    noteSignals(signals)
    letSignalsThrough(signals)
  }

  private func take(_ number: Int32) {
    // The lock is held to the end, so that no frame begins.
    hasBegun.withLock { hasBegun in
      if !hasBegun { Failure(interruptedBy: number, "interrupted before the first frame").exit() }
    }
    flag.store(number, ordering: .relaxed)
  }

  private func help(_ canBlock: Bool, _ interrupt: () -> Void) {
    guard canBlock else { return interrupt() }
    Failure(interruptedBy: number, "interrupted while the output was not being read").exit()
  }

  /// Marks the start of writing; started frames are finished from now on.
  func begin() {
    if notedSignal != 0 { take(notedSignal) }
    hasBegun.withLock { $0 = true }
  }

  var hasCome: Bool { number != 0 }

  /// The received signal; 0: none.
  private var number: Int32 {
    let number = flag.load(ordering: .relaxed)
    return number != 0 ? number : notedSignal
  }

  /// The failure that ends the command after the received signal.
  func failure(_ message: String) -> Failure { Failure(interruptedBy: number, message) }
}
