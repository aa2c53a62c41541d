import Glibc
import SegueFiles
import SeguePixels
import Synchronization

/// Turns the signals that ask for an end into a question that workers ask between frames.
///
/// Before the first frame there is nothing to finish: the process ends at once. A write that waits for somebody else is helped
/// three seconds after the signal. Where the system has no thread to wait for signals, they are noted, and a second one ends the
/// process.
final class Interruption: Sendable {
  private let flag = Atomic<Int32>(0)
  private let hasBegun = Mutex(false)

  /// - Parameters:
  ///   - canBlock: Whether a write may wait for ever for its reader. The process then ends by itself.
  ///   - interrupt: Makes other calls that wait fail.
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
        // Behind the last frame the command is about to end.
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
    // The lock is kept to the end: no frame begins meanwhile.
    hasBegun.withLock { hasBegun in
      if !hasBegun { Failure(interruptedBy: number, "interrupted before the first frame").exit() }
    }
    flag.store(number, ordering: .relaxed)
  }

  private func help(_ canBlock: Bool, _ interrupt: () -> Void) {
    guard canBlock else { return interrupt() }
    Failure(interruptedBy: number, "interrupted while the output was not being read").exit()
  }

  /// From now on frames are being written, and those begun are finished.
  func begin() {
    if notedSignal != 0 { take(notedSignal) }
    hasBegun.withLock { $0 = true }
  }

  var hasCome: Bool { number != 0 }

  /// The signal that has come; 0: none.
  private var number: Int32 {
    let number = flag.load(ordering: .relaxed)
    return number != 0 ? number : notedSignal
  }

  /// What ends the command after the signal that has come.
  func failure(_ message: String) -> Failure { Failure(interruptedBy: number, message) }
}
