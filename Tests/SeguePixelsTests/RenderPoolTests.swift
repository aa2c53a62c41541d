import Dispatch
import Foundation
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RenderPoolTests {
  private struct Failure: Error, Equatable {}

  /// Counts the calls that run at the same time.
  private final class Counter: Sendable {
    private let state = Mutex((now: 0, most: 0, all: 0))

    func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }
    func leave() { state.withLock { $0.now -= 1 } }
    var most: Int { state.withLock { $0.most } }
    var all: Int { state.withLock { $0.all } }
  }

  /// The indices of the calls that have run, in their order.
  private final class Order: Sendable {
    private let indices = Mutex<[Int]>([])

    func note(_ index: Int) { indices.withLock { $0.append(index) } }
    var all: [Int] { indices.withLock { $0 } }
  }

  @Test func resultsAndErrorsArePassedOn() async throws {
    let pool = RenderPool(threads: 1)
    #expect(try await pool.run { 7 } == 7)
    await #expect(throws: Failure()) { try await pool.run { throw Failure() } }
    #expect(RenderPool(threads: 0).threads == 1 && RenderPool.shared.threads == usableCores)
  }

  /// The functions block; on the threads of Swift's tasks, they would stop all progress.
  @Test func waitingCallsBlockNoThreads() async throws {
    let pool = RenderPool(threads: 2)
    let counter = Counter()
    let gate = DispatchSemaphore(value: 0)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<200 {
        group.addTask {
          try await pool.run {
            counter.enter()
            defer { counter.leave() }
            gate.wait()
            return index
          }
        }
      }
      while counter.all < 2 { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(20))
      #expect(counter.all == 2 && pool.waitingCount == 198)
      for _ in 0..<200 { gate.signal() }
      return try await group.reduce(0, +)
    }
    #expect(sum == 199 * 200 / 2 && counter.most == 2 && counter.all == 200)
  }

  @Test func callsRunInTheirOrder() async throws {
    let pool = RenderPool(threads: 1)
    let order = Order()
    let gate = DispatchSemaphore(value: 0)
    let tasks = try await withBlocked(pool, gate) {
      var tasks: [Task<Void, any Error>] = []
      for index in 0..<5 {
        tasks.append(Task { try await pool.run { order.note(index) } })
        try await until { pool.share == 1 && pool.waitingCount == index + 1 }
      }
      return tasks
    }
    for task in tasks { try await task.value }
    #expect(order.all == [0, 1, 2, 3, 4])
  }

  /// Calls whose thread is about to start do not count as waiting.
  @Test(arguments: [0, 1, 5]) func callsAtOnceFillThreadsAndQueue(maxWaiting: Int) async throws {
    let pool = RenderPool(threads: 2, maxWaiting: maxWaiting)
    let gate = DispatchSemaphore(value: 0)
    let refused = Counter()
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do {
            return try await pool.run {
              gate.wait()
              return 1
            }
          } catch let error as RenderError where error.code == .renderBusy {
            #expect(error.message.contains("limit is \(maxWaiting) waiting"))
            refused.enter()
            return 0
          }
        }
      }
      try await until { refused.all == 10 - maxWaiting }
      for _ in 0..<12 { gate.signal() }
      return try await group.reduce(0, +)
    }
    #expect(done == 2 + maxWaiting && refused.all == 10 - maxWaiting)
  }

  @Test func oneMoreThanMayWaitIsAnError() async throws {
    let pool = RenderPool(threads: 1, maxWaiting: 1)
    let gate = DispatchSemaphore(value: 0)
    let waiting = try await withBlocked(pool, gate) {
      let waiting = Task { try await pool.run { 1 } }
      try await until { pool.waitingCount == 1 }
      let error = await #expect(throws: RenderError.self) { try await pool.run { 2 } }
      #expect(error?.code == .renderBusy && error?.code.mayPass == true && error?.isCallersFault == false)
      #expect(error?.message == "the pool has no room: its limit is 1 waiting calls")
      return waiting
    }
    #expect(try await waiting.value == 1)
    #expect(try await pool.run { 3 } == 3)
  }

  @Test func aCanceledCallDoesNotRun() async throws {
    let pool = RenderPool(threads: 1)
    let order = Order()
    let gate = DispatchSemaphore(value: 0)
    try await withBlocked(pool, gate) {
      let waiting = Task { try await pool.run { order.note(0) } }
      try await until { pool.waitingCount == 1 }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(pool.waitingCount == 0)
      let late = Task {
        while !Task.isCancelled { await Task.yield() }
        try await pool.run { order.note(0) }
      }
      late.cancel()
      await #expect(throws: CancellationError.self) { try await late.value }
    }
    #expect(try await pool.run { order.all }.isEmpty)
  }

  /// Blocks a pool of one thread while `body` runs.
  private func withBlocked<Value>(
    _ pool: RenderPool, _ gate: DispatchSemaphore, _ body: () async throws -> Value
  ) async throws -> Value {
    let order = Order()
    async let blocked: Void = pool.run {
      order.note(0)
      gate.wait()
    }
    while order.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    gate.signal()
    try await blocked
    return try result.get()
  }

  private func until(_ isTrue: () -> Bool) async throws {
    while !isTrue() { try await Task.sleep(for: .milliseconds(1)) }
  }
}
