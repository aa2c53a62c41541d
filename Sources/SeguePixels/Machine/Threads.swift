import CSegueKernels
package import Dispatch
import Synchronization

/// Starts a thread for a body; Dispatch's queues would block for ever where the system refuses threads.
///
/// - Parameters:
///   - group: A group that the thread enters; it leaves after the body is released with all that it captures.
///   - body: The work of the thread.
/// - Returns: Whether the system gave a thread.
package func startThread(in group: DispatchGroup? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
  group?.enter()
  let work = Unmanaged.passRetained(ThreadWork(body, group))
  let isStarted = segue_start_thread(
    { context in
      guard let context else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, work.toOpaque())
  if !isStarted {
    work.release()
    group?.leave()
  }
  return isStarted
}

private final class ThreadWork: Sendable {
  // Read and cleared by one thread.
  private nonisolated(unsafe) var body: (@Sendable () -> Void)?
  private let group: DispatchGroup?

  init(_ body: @escaping @Sendable () -> Void, _ group: DispatchGroup?) {
    (self.body, self.group) = (body, group)
  }

  func run() {
    call()
    group?.leave()
  }

  /// Calls the body and releases it: its captures may live no longer than the wait for the group.
  @inline(never) private func call() {
    let body = self.body
    self.body = nil
    body?()
  }
}

/// Returns whether the system can run `count` new threads at once; Swift's tasks and Dispatch would block
/// forever if it cannot.
package func canStartThreads(_ count: Int) -> Bool {
  let (isOver, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  var started = 0
  while started < count,
    startThread({
      isOver.wait()
      hasEnded.signal()
    })
  {
    started += 1
  }
  for _ in 0..<started { isOver.signal() }
  for _ in 0..<started { hasEnded.wait() }
  return started == count
}

/// Calls `body` once on each of `count` threads, the caller's included, for long work; returns when all are done.
///
/// If the system gives fewer threads, those call it alone. Threads are new: those of `DispatchQueue.global()` also run
/// tasks, which an export of seconds must not block.
package func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 1..<max(1, count) where !startThread(in: group, body) { break }
  body()
  group.wait()
}

/// The threads of `onHelpers` that run now in this process.
private let helpers = Atomic(0)

/// Calls `body` for each index below a count, on this thread and new ones; returns when all are done.
///
/// All callers together start no more threads than there are cores.
func onHelpers(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let next = Atomic(0)
  var taken = 0
  let cores = usableCores
  while taken + 1 < min(count, cores) {
    guard helpers.add(1, ordering: .relaxed).newValue < cores else {
      helpers.subtract(1, ordering: .relaxed)
      break
    }
    taken += 1
  }
  defer { helpers.subtract(taken, ordering: .relaxed) }
  onThreads(1 + taken) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }
}
