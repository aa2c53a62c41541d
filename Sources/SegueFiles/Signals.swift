import Glibc
import Synchronization

/// The signals that ask this process for an end.
///
/// SIGHUP and SIGQUIT are not among them where the process was started without them, as `nohup` does.
package func endSignals() -> [Int32] {
  [SIGINT, SIGTERM] + [SIGHUP, SIGQUIT].filter { !isIgnored($0) }
}

/// Whether a signal does not reach the process: it was started so.
package func isIgnored(_ number: Int32) -> Bool {
  let before = signal(number, SIG_IGN)
  signal(number, before)
  return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Keeps signals from the calling thread, and from those that it starts: `waitForSignal` takes them.
package func holdSignals(_ signals: [Int32]) {
  var set = signalSet(signals)
  pthread_sigmask(SIG_BLOCK, &set, nil)
}

/// Lets signals through to the calling thread again.
package func letSignalsThrough(_ signals: [Int32]) {
  var set = signalSet(signals)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// Waits for one of some signals that all threads hold; nil where none came in so many seconds.
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

/// Notes signals that come from now on, for a process without a thread that could wait for them; the second one ends the process.
package func noteSignals(_ signals: [Int32]) {
  // Set up before a handler reads it.
  noted.store(0, ordering: .relaxed)
  for number in signals {
    signal(number) { number in
      guard noted.exchange(number, ordering: .relaxed) != 0 else { return }
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}

/// The signal that was noted; 0: none.
package var notedSignal: Int32 { noted.load(ordering: .relaxed) }
