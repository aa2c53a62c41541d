import Dispatch
import Synchronization

/// The thread on which tasks run that something waits for.
///
/// Tasks have as many threads as there are cores, and take turns. Who is on one of these and waits would have those that it waits
/// for come behind all others: an export in a suite of tests waited for minutes, with a core idle. Here they run at once.
final class TaskThread: TaskExecutor {
  private static let shared = TaskThread()

  // A queue of its own kind gets a thread beside those of tasks, which a concurrent one would share.
  private let queue = DispatchQueue(label: "segue.tasks")

  /// Begins a task there, which must not block.
  static func task<Value: Sendable>(
    _ body: sending @escaping () async -> Value
  ) -> Task<Value, Never> {
    Task.detached(executorPreference: shared, operation: body)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Waits for a task of `TaskThread` where nothing is asynchronous.
func wait<Value: Sendable>(for task: Task<Value, Never>) -> Value {
  let done = DispatchSemaphore(value: 0)
  let value = Mutex<Value?>(nil)
  _ = TaskThread.task {
    let result = await task.value
    value.withLock { $0 = result }
    done.signal()
  }
  while true {
    done.wait()
    if let value = value.withLock({ $0 }) { return value }
  }
}
