import SeguePlatform
import Synchronization

/// Returns the signals that ask this process to end.
///
/// SIGHUP and SIGQUIT are left out while the process ignores them, as under `nohup`.
package func endSignals() -> [Int32] {
  [SIGINT, SIGTERM] + [SIGHUP, SIGQUIT].filter { !isIgnored($0) }
}

/// Returns whether the process ignores a signal.
package func isIgnored(_ number: Int32) -> Bool {
  // Reads the action by `sigaction`; calling `signal` would change the action, and lose a pending signal.
  var action = sigaction()
  sigaction(number, nil, &action)
  let handler = action.__sigaction_handler.sa_handler
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Blocks signals in the calling thread and in threads that it starts later, as `waitForSignal` requires.
package func holdSignals(_ signals: [Int32]) {
  var set = signalSet(signals)
  pthread_sigmask(SIG_BLOCK, &set, nil)
}

/// Unblocks signals in the calling thread.
package func letSignalsThrough(_ signals: [Int32]) {
  var set = signalSet(signals)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// Waits until one of the given signals arrives, and returns its number; nil after the timeout.
///
/// All threads must block these signals.
package func waitForSignal(_ signals: [Int32], seconds: Int? = nil) -> Int32? {
  var set = signalSet(signals)
  while true {
    var number: Int32 = 0
    if let seconds {
      var time = timespec(tv_sec: seconds, tv_nsec: 0)
      number = sigtimedwait(&set, nil, &time)
    } else if sigwait(&set, &number) != 0 {
      number = -1
    }
    if number > 0 { return number }
    if errno != EINTR || seconds != nil { return nil }
  }
}

private func signalSet(_ signals: [Int32]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for number in signals { sigaddset(&set, number) }
  return set
}

private let noted = Atomic<Int32>(0)

/// Records the first of the given signals that arrives, for a process without a thread that waits for
/// signals.
///
/// A second signal ends the process.
package func noteSignals(_ signals: [Int32]) {
  // Accesses the global variable, which is initialized on first access, before a signal handler can run.
  noted.store(0, ordering: .relaxed)
  for number in signals {
    signal(number) { number in
      guard noted.exchange(number, ordering: .relaxed) != 0 else { return }
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}

/// The recorded signal; 0 if there was none.
package var notedSignal: Int32 { noted.load(ordering: .relaxed) }
