import Glibc

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
