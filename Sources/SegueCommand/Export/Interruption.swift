import SeguePlatform
import SegueFiles
import SeguePixels
import Synchronization

/// Converts termination signals to a flag that workers check between frames.
///
/// Before the first frame, a signal ends the process at once. Later, workers finish their frames. Calls that
/// are still blocked three seconds after the signal are made to fail; with `canBlock`, the process ends
/// instead. If no thread can be started to wait for signals, signal handlers set the flag, and a second
/// signal ends the process.
final class Interruption: Sendable {
  private let flag = Atomic<Int32>(0)
  private let hasBegun = Mutex(false)
  /// The message for a signal that arrives while no frame is rendered.
  private let idle = Mutex("interrupted before the first frame")

  /// Starts waiting for termination signals.
  ///
  /// - Parameters:
  ///   - canBlock: Whether a write may block forever because its reader has stopped; if so, the process
  ///     ends at the latest three seconds after a signal.
  ///   - interrupt: Makes blocked calls fail three seconds after a signal; called only if `canBlock` is
  ///     false.
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
        // Ignores signals after this object was released, since no work is then in progress.
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
    // Before `begin`, ends the process while holding the lock, so that `begin` cannot return and no frame is
    // started.
    hasBegun.withLock { hasBegun in
      if !hasBegun { Failure(interruptedBy: number, idle.withLock { $0 }).exit() }
    }
    flag.store(number, ordering: .relaxed)
  }

  private func help(_ canBlock: Bool, _ interrupt: () -> Void) {
    guard canBlock else { return interrupt() }
    Failure(interruptedBy: number, "interrupted while the output was not being read").exit()
  }

  /// Marks the start of writing; from now on, frames in progress are finished after a signal.
  func begin() {
    if notedSignal != 0 { take(notedSignal) }
    hasBegun.withLock { $0 = true }
  }

  /// Marks the end of rendering; from now on, a signal ends the process at once, with a message.
  func end(_ message: String) {
    idle.withLock { $0 = message }
    hasBegun.withLock { $0 = false }
  }

  var hasCome: Bool { number != 0 }

  /// The number of the signal received; 0 for none.
  private var number: Int32 {
    let number = flag.load(ordering: .relaxed)
    return number != 0 ? number : notedSignal
  }

  /// Makes the failure with which the command ends after the signal.
  func failure(_ message: String) -> Failure { Failure(interruptedBy: number, message) }
}
