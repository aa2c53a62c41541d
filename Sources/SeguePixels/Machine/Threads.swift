import CSegueKernels
package import Dispatch
import Synchronization

/// Starts a thread.
///
/// Unlike Dispatch's queues, this function does not block forever if the system refuses to start threads.
///
/// - Parameters:
///   - group: A group that the thread enters; it leaves the group after releasing the body and all captured
///     values.
///   - body: The function to run.
/// - Returns: Whether the thread was started.
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
  // `nonisolated(unsafe)` is safe here, since only the started thread accesses the body after `init`.
  private nonisolated(unsafe) var body: (@Sendable () -> Void)?
  private let group: DispatchGroup?

  init(_ body: @escaping @Sendable () -> Void, _ group: DispatchGroup?) {
    (self.body, self.group) = (body, group)
  }

  func run() {
    call()
    group?.leave()
  }

  /// Calls the body and then releases it, so that captured values are released before the thread leaves the
  /// group.
  @inline(never) private func call() {
    let body = self.body
    self.body = nil
    body?()
  }
}

/// Whether the system can run `count` more threads at once.
///
/// Swift's tasks and Dispatch block forever if the system refuses to start their threads.
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

/// Calls `body` once on each of `count` threads, one of which is the caller's; returns when all calls are
/// done.
///
/// Meant for long work, such as an export.
///
/// If the system refuses to start some threads, only the caller's thread and the started threads call `body`.
/// Each call starts new threads: threads of `DispatchQueue.global()` also run Swift tasks, which an export of
/// several seconds must not block.
package func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 1..<max(1, count) where !startThread(in: group, body) { break }
  body()
  group.wait()
}

/// The number of threads started by `onHelpers` that are running in this process.
private let helpers = Atomic(0)

/// Calls `body` for each index below `count`, on this thread and on new threads; returns when all calls are
/// done.
///
/// All calls in the process together start fewer threads than there are cores.
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
