import Glibc
import SeguePixels
import Synchronization
import Testing

@Suite struct BandsTests {
  private struct Broken: Error, Equatable { let at: Int }

  /// An error of one band is thrown to the caller.
  @Test(arguments: [1, 2, 7]) func anErrorOfAnyBandIsThrown(threads: Int) {
    for at in 0..<7 {
      #expect(throws: Broken(at: at)) {
        try inBands(of: 7, threads: threads) { band throws(Broken) in
          if band.contains(at) { throw Broken(at: at) }
        }
      }
    }
  }

  /// Shaders are compiled on a large stack, since deep blocks would overflow a stack of 8 MB.
  @Test func theLargeStackHoldsDeepRecursion() {
    func depth(_ left: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { memory in
        memory.initializeMemory(as: UInt8.self, repeating: UInt8(left & 255))
        return left == 0 ? 0 : depth(left - 1) + (memory[4095] == left & 255 ? 1 : 0)
      }
    }
    #expect(onLargeStack { depth(8000) } == 8000)
  }

  /// A thread that released a body after the call's return would end the process.
  @Test func bodiesAreReleasedBeforeTheCallReturns() {
    let sum = Atomic(0)
    onThreads(4) {
      for _ in 0..<500 { inBands(of: 4, threads: 4) { band in sum.add(band.count, ordering: .relaxed) } }
    }
    #expect(sum.load(ordering: .relaxed) == 4 * 500 * 4)
  }

  @Test("allCores is the number of cores that this process may use")
  func cores() {
    #expect(Execution.allCores == Execution(threads: usableCores))
    #expect((1...max(1, sysconf(Int32(_SC_NPROCESSORS_CONF)))).contains(usableCores))
  }

  @Test(
    "Each worker runs the work once, before the call returns",
    arguments: [(0, 1), (1, 1), (2, 2), (5, 5)])
  func workers(count: Int, calls: Int) {
    let done = Mutex((calls: 0, sum: 0))
    let caller = pthread_self()
    onThreads(count) {
      // All threads but the caller take a while.
      let steps = pthread_self() == caller ? 0 : 1_000_000
      let sum = (0..<steps).reduce(1) { $0 &* 31 &+ $1 }
      done.withLock { $0 = ($0.calls + 1, $0.sum &+ sum) }
    }
    #expect(done.withLock { $0.calls } == calls)
  }

  @Test func bandsCoverEverythingOnce() {
    for count in [1, 2, 7, 100] {
      for threads in [1, 2, 3, 8, 200] {
        let seen = SeenRows(count)
        inBands(of: count, threads: threads) { seen.add($0) }
        #expect(seen.areOneEach)
      }
    }
  }

  /// One caller has the threads of the team, all others use threads of Dispatch; nested bands get the
  /// remaining ones.
  @Test func manyCallersCoverEverythingOnce() {
    let callers = 4
    let seen = (0..<callers).map { _ in SeenRows(60) }
    let next = Mutex(0)
    onThreads(callers) {
      let caller = next.withLock { next in
        defer { next += 1 }
        return next
      }
      for _ in 0..<200 {
        inBands(of: 6, threads: 3) { bands in
          for band in bands {
            inBands(of: 10, threads: 2) { rows in
              seen[caller].add(10 * band + rows.lowerBound..<10 * band + rows.upperBound)
            }
          }
        }
      }
    }
    for seen in seen { #expect(seen.areOneEach(times: 200)) }
  }

  /// Threads spin for 50 µs before they sleep.
  ///
  /// After these pauses, a thread or a waiting caller is awake, asleep or about to sleep.
  @Test(arguments: [0, 20, 45, 50, 55, 80, 300] as [UInt32])
  func otherThreadsJoinAfterAnyPause(microseconds: UInt32) {
    let seen = SeenRows(4)
    for round in 0..<100 {
      usleep(microseconds)
      inBands(of: 4, threads: 4) { rows in
        if rows.contains(round % 4) { usleep(microseconds) }
        seen.add(rows)
      }
    }
    #expect(seen.areOneEach(times: 100))
  }

  /// Calls `body` on both of two bands, and returns whether they ran at the same time.
  ///
  /// Threads are shared by the process: while other tests have all of them, one thread runs both bands. A band
  /// that waited without a limit for the other would then wait forever.
  private func meet(_ body: @Sendable () -> Void = {}) -> Bool {
    let begun = Mutex(0)
    let met = Mutex(true)
    inBands(of: 2, threads: 2) { _ in
      begun.withLock { $0 += 1 }
      let end = ContinuousClock.now + .milliseconds(100)
      while begun.withLock({ $0 }) < 2 && ContinuousClock.now < end { sched_yield() }
      if begun.withLock({ $0 }) < 2 { met.withLock { $0 = false } }
      body()
    }
    return met.withLock { $0 }
  }

  @Test(.enabled(if: usableCores > 1)) func twoBandsRunAtOnce() {
    for pause in [0, 1000] as [UInt32] {
      let haveMet = (0..<100).contains { _ in
        usleep(pause)
        return meet()
      }
      #expect(haveMet)
    }
  }

  /// Programs expect signals on their own threads.
  @Test(.enabled(if: usableCores > 1)) func signalsAreForOtherThreads() {
    let caller = pthread_self()
    let blocked = Mutex<[Bool]>([])
    let haveMet = (0..<100).contains { _ in
      meet {
        guard pthread_equal(pthread_self(), caller) == 0 else { return }
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        blocked.withLock { $0.append(sigismember(&mask, SIGINT) == 1) }
      }
    }
    #expect(haveMet)
    let all = blocked.withLock { $0 }
    #expect(!all.isEmpty && !all.contains(false))
  }

  /// Many rows, with parts that are multiples of 32, and few rows.
  @Test func partsCoverEverythingOnce() {
    for count in [1, 2, 7, 100, 128, 333, 1080] {
      for threads in [1, 2, 3, 8, 200] {
        let seen = SeenRows(count)
        inParts(of: count, threads: threads) { parts in
          while let rows = parts.next() { seen.add(rows) }
        }
        #expect(seen.areOneEach, "\(count) rows, \(threads) threads")
      }
    }
  }

  @Test func oneThreadHasOnePart() {
    let seen = Mutex<[Range<Int>]>([])
    inParts(of: 1080, threads: 1) { parts in
      while let rows = parts.next() { seen.withLock { $0.append(rows) } }
    }
    #expect(seen.withLock { $0 } == [0..<1080])
  }

  /// Threads that start after the first one has finished find no work.
  @Test(arguments: [(640, 2), (1000, 3), (7, 2), (64, 64)])
  func idleThreadsTakeRemainingParts(count: Int, threads: Int) {
    let seen = SeenRows(count)
    let first = Mutex((hasBegun: false, isDone: false))
    let late = Mutex(0)
    inParts(of: count, threads: threads) { parts in
      let isFirst = first.withLock { first in
        defer { first.hasBegun = true }
        return !first.hasBegun
      }
      while !isFirst && !first.withLock({ $0.isDone }) { sched_yield() }
      while let rows = parts.next() {
        seen.add(rows)
        if !isFirst { late.withLock { $0 += 1 } }
      }
      if isFirst { first.withLock { $0.isDone = true } }
    }
    #expect(seen.areOneEach)
    #expect(late.withLock { $0 } == 0)
  }

  @Test func anErrorOfAnyPartIsThrown() {
    for at in [0, 500, 1079] {
      #expect(throws: Broken(at: at)) {
        try inParts(of: 1080, threads: 3) { parts throws(Broken) in
          while let rows = parts.next() { if rows.contains(at) { throw Broken(at: at) } }
        }
      }
    }
  }
}

private final class SeenRows: Sendable {
  private let counts: Mutex<[Int]>
  init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }
  func add(_ rows: Range<Int>) { counts.withLock { for row in rows { $0[row] += 1 } } }
  var areOneEach: Bool { areOneEach(times: 1) }
  func areOneEach(times: Int) -> Bool { counts.withLock { $0.allSatisfy { $0 == times } } }
}
