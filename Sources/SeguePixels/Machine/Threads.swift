import CSegueKernels
import Dispatch
import Synchronization

/// Starts a thread of its own for a body; false where the system has none to give.
///
/// The queues of Dispatch wait for a thread for ever where none can be made.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = Unmanaged.passRetained(ThreadWork(body))
  let isStarted = segue_start_thread(
    { context in
      guard let context else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }, work.toOpaque())
  if !isStarted { work.release() }
  return isStarted
}

/// Whether so many threads can be had at once, for what would wait for ever without: the tasks of Swift, Dispatch.
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

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Calls `body` once on each of so many threads, the caller's among them, for work that lasts; returns when all are done.
///
/// Where fewer threads can be had, it is called on those alone. Each thread is of its own: those of `DispatchQueue.global()`, as
/// many as there are cores, are also those that tasks run on, which an export of seconds must not keep waiting.
package func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 1..<max(1, count) {
    group.enter()
    let isStarted = startThread {
      body()
      group.leave()
    }
    guard isStarted else {
      group.leave()
      break
    }
  }
  body()
  group.wait()
}

/// Threads that help with jobs of frames now, in the whole process.
private let helpers = Atomic(0)

/// Calls `body` for each index below a count, on this thread and new ones; returns when all are done.
///
/// No more threads than there are cores help at once, however many callers there are.
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
