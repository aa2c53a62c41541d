import Synchronization

/// A fixed number of threads that render for Swift's tasks.
///
///     let half = try await renderer.frame(at: 0.5)
///     let answer = try await RenderPool.shared.run {
///       try Bitmap(decoding: bytes).filtered(.sepia).encoded(as: .png)
///     }
///
/// Rendering is long work for a processor, which must not block the threads of Swift's tasks. At most
/// `threads` calls run at the same time; all others wait, suspended, in the order of the calls. A thread
/// starts when a call needs it, and ends when no call is left. So 200 requests on 2 cores need two threads,
/// and memory for two frames.
public final class RenderPool: Sendable {
  /// The pool of the process, with a thread for each core that this process may use.
  public static let shared = RenderPool()

  /// The maximum number of calls that run at the same time.
  public let threads: Int
  /// The number of calls that may wait; a further call throws an error.
  public let maxWaiting: Int

  private struct State {
    var waiting: [Call] = []
    /// The number of threads that are starting or running.
    var running = 0
    /// The number of started threads that have not taken their first call yet.
    ///
    /// Up to this many calls in `waiting` do not count against `maxWaiting`.
    var starting = 0
  }

  private let state = Mutex(State())

  /// A call that waits for a thread.
  private struct Call {
    let cancellation: Cancellation
    /// Runs the call; if an error is given, resumes the call's task with this error instead.
    let run: @Sendable ((any Error)?) -> Void
  }

  /// Makes a pool.
  ///
  ///     let pool = RenderPool(threads: 2, maxWaiting: 100)
  ///     let half = try await renderer.frame(at: 0.5, on: pool)
  ///
  /// - Parameters:
  ///   - threads: The maximum number of calls that run at the same time, at least 1; nil for one call for
  ///     each core.
  ///   - maxWaiting: The number of calls that may wait.
  public init(threads: Int? = nil, maxWaiting: Int = .max) {
    self.threads = max(1, threads ?? usableCores)
    self.maxWaiting = max(0, maxWaiting)
  }

  /// Runs a function on a thread of the pool, while the task is suspended.
  ///
  /// Canceling the task ends the wait at once. If the function already runs, its rendering ends within 32 rows;
  /// decoding and encoding run to their end.
  ///
  /// - Parameter work: The function; frames that it renders should use one thread, the default of `Execution`.
  /// - Returns: The result of the function.
  /// - Throws: `CancellationError` if the task was canceled before the function returned; `RenderError` with
  ///   the code `render.busy` if too many calls are waiting or no thread can be started; otherwise the error
  ///   of the function.
  public func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(
          Call(cancellation: cancellation) { error in
            if let error { return continuation.resume(throwing: error) }
            let result = Cancellation.$current.withValue(cancellation) { Result { try work() } }
            if case .failure = result, cancellation.isSet {
              return continuation.resume(throwing: CancellationError())
            }
            continuation.resume(with: result)
          })
      }
    } onCancel: {
      cancel(cancellation)
    }
  }

  /// The number of calls that wait for a thread.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The number of threads that each current call may use: `threads` divided by the number of running and
  /// waiting calls, rounded down, but at least 1.
  package var share: Int {
    let calls = state.withLock { $0.running + $0.waiting.count - $0.starting }
    return max(1, threads / max(1, calls))
  }

  private func enqueue(_ call: Call) {
    let (starts, error) = state.withLock { state -> (Bool, (any Error)?) in
      if call.cancellation.isSet { return (false, CancellationError()) }
      if state.running < threads {
        state.running += 1
        state.starting += 1
        state.waiting.append(call)
        return (true, nil)
      }
      guard state.waiting.count - state.starting < maxWaiting else {
        return (false, RenderError.busy(waiting: maxWaiting))
      }
      state.waiting.append(call)
      return (false, nil)
    }
    if let error { return call.run(error) }
    if starts, !startThread({ self.runCalls() }) { loseThread() }
  }

  /// Takes and runs waiting calls until no call is left; the body of a thread.
  private func runCalls() {
    var isFirst = true
    while let call = next(isFirst) {
      isFirst = false
      call.run(nil)
    }
  }

  private func next(_ isFirst: Bool) -> Call? {
    state.withLock { state in
      if isFirst { state.starting -= 1 }
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Removes from the counts a thread that the system refused to start; if no other thread is left, fails the
  /// waiting calls.
  private func loseThread() {
    let lost = state.withLock { state -> [Call] in
      state.running -= 1
      state.starting -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for call in lost { call.run(RenderError.noThread()) }
  }

  private func cancel(_ cancellation: Cancellation) {
    let call = state.withLock { state -> Call? in
      cancellation.set()
      guard let index = state.waiting.firstIndex(where: { $0.cancellation === cancellation }) else {
        return nil
      }
      return state.waiting.remove(at: index)
    }
    call?.run(CancellationError())
  }
}
