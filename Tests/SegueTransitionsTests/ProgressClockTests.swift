import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct ProgressClockTests {
  @Test func framesOfADuration() {
    let times = FrameTimes(duration: 1, framesPerSecond: 60)
    #expect(times.count == 61 && times[0] == 0 && times[30] == 0.5 && times[60] == 1)
    #expect(FrameTimes(duration: 0.35, framesPerSecond: 60).last == 1)
    let odd = FrameTimes(duration: 0.36, framesPerSecond: 10)
    #expect(odd.count == 5 && odd.last == 1 && abs(odd[1] - 0.1 / 0.36) < 1e-12)
    #expect(FrameTimes(duration: 0, framesPerSecond: 60).map { $0 } == [0])
    // A last frame past the end is at the end.
    #expect(FrameTimes(duration: 0.36, framesPerSecond: 10).allSatisfy { (0...1).contains($0) })
  }

  @Test func framesOfACount() {
    #expect(FrameTimes(frames: 5).map { $0 } == [0, 0.25, 0.5, 0.75, 1])
    #expect(FrameTimes(frames: 1).map { $0 } == [0])
    #expect(FrameTimes(frames: 0).count == 1)
  }

  @Test("There are at least one and at most 1,000,000,001 frames")
  func framesHaveBounds() {
    let many = FrameTimes(duration: 1e9, framesPerSecond: 1000)
    #expect(many.count == 1_000_000_001 && many[1] == 1e-12)
    #expect(FrameTimes(duration: -3, framesPerSecond: 10).count == 1)
  }

  @Test func theFirstTickStarts() {
    var clock = ProgressClock(duration: 0.5)
    #expect(clock.start == nil)
    #expect(clock.tick(at: 12) == 0 && clock.tick(at: 12.25) == 0.5 && clock.tick(at: 99) == 1)
    #expect(clock.tick(at: 11) == 0 && clock.start == 12)
    #expect(ProgressClock(duration: 1).frameTimes.count == 61)
  }

  @Test func ticksFollowAClock() async {
    let clock = FakeClock()
    var times: [Double] = []
    for await time in ProgressClock(duration: 0.5, framesPerSecond: 10).ticks(on: clock) {
      times.append(time)
      // The third frame takes too long, so the ticks during that time are skipped.
      if times.count == 3 { clock.advance(by: .milliseconds(150)) }
    }
    #expect(times.map { ($0 * 1000).rounded() / 1000 } == [0, 0.2, 0.4, 0.8, 1])
  }

  @Test("A clock with an invalid rate still ticks", arguments: [0, -1, .infinity, .nan, 1e300])
  func rates(rate: Double) async {
    var last = -1.0
    for await time in ProgressClock(duration: 0.5, framesPerSecond: rate).ticks(on: FakeClock()) {
      last = time
      if time > 0 { break }
    }
    #expect(last > 0)
  }

  @Test("Ticks begin at 0, even if the clock has ticked before")
  func ticksHaveAFirstTickOfTheirOwn() async {
    var clock = ProgressClock(duration: 0.5, framesPerSecond: 10)
    _ = clock.tick(at: 12)
    var times: [Double] = []
    for await time in clock.ticks(on: FakeClock()) { times.append(time) }
    #expect(times.map { ($0 * 1000).rounded() / 1000 } == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(clock.start == 12)
  }

  @Test func framesFollowAClock() async throws {
    let renderer = try TransitionRenderer(
      from: .noise(16, 12, seed: 1), to: .noise(16, 12, seed: 2), Transitions.CrossDissolve(),
      timing: Timing(duration: 0.5, curve: .easeIn))
    let clock = FakeClock()
    var frames: [Bitmap] = []
    for try await frame in renderer.frames(framesPerSecond: 10, on: clock) {
      frames.append(frame)
      if frames.count == 3 { clock.advance(by: .milliseconds(150)) }
    }
    #expect(frames.count == 5 && frames.first == renderer.from && frames.last == renderer.to)
    #expect(try await frames[1] == renderer.frame(atTime: 0.2))
    #expect(try await frames[1] != renderer.frame(at: 0.2))
  }

  /// A gesture is released half way, in a loop over the ticks of a clock.
  @Test func aGestureFollowsAClock() async throws {
    let clock = FakeClock()
    let start = clock.now
    var interaction = InteractiveTransition(duration: 0.4, completionCurve: .linear)
    try interaction.begin()
    var progress: [Double] = []
    for await _ in ProgressClock(duration: 10, framesPerSecond: 10).ticks(on: clock) {
      let now = start.duration(to: clock.now) / .seconds(1)
      if interaction.state == .tracking {
        try interaction.update(now * 2)
        if interaction.progress >= 0.5 { try interaction.finish(at: now) }
      }
      let outcome = interaction.tick(at: now)
      progress.append((interaction.progress * 1000).rounded() / 1000)
      if let outcome {
        #expect(outcome)
        break
      }
    }
    #expect(progress == [0, 0.2, 0.4, 0.6, 0.85, 1])
  }

  @Test func ticksInRealTime() async {
    var times: [Double] = []
    for await time in ProgressClock(duration: 0.05, framesPerSecond: 100).ticks() { times.append(time) }
    #expect(times.first == 0 && times.last == 1)
    #expect(times == times.sorted())
  }

  @Test func cancellingEndsTheTicks() async {
    let task = Task {
      var count = 0
      for await _ in ProgressClock(duration: 1000, framesPerSecond: 50).ticks() { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value < 1000)
  }

  /// A clock whose sleeps always fail.
  private struct StoppedClock: Clock {
    var now: FakeClock.Instant { FakeClock.Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: FakeClock.Instant, tolerance: Duration?) async throws {
      throw CancellationError()
    }
  }

  /// If a sleep fails, as in a canceled task, the ticks end.
  @Test func ticksEndIfASleepFails() async {
    var times: [Double] = []
    for await time in ProgressClock(duration: 1).ticks(on: StoppedClock()) { times.append(time) }
    #expect(times == [0])
  }

  /// Durations are exact binary fractions; four ticks follow the first one.
  @Test(
    "Ticks come at their rate, from one in two seconds to thousands a second",
    arguments: [(8, 0.5), (0.0009765625, 4096)])
  func ticksComeAtTheirRate(duration: Double, rate: Double) async {
    var times: [Double] = []
    for await time in ProgressClock(duration: duration, framesPerSecond: rate).ticks(on: FakeClock()) {
      times.append(time)
    }
    #expect(times == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test("A canceled task gets no more ticks, although its clock goes on")
  func cancelledTasksGetNoTicks() async {
    let task = Task {
      var count = 0
      for await _ in ProgressClock(duration: 1, framesPerSecond: 10).ticks(on: FakeClock()) {
        count += 1
        if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    #expect(await task.value == 2)
  }
}
