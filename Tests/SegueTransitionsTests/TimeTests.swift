import Foundation
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Synchronization
import Testing

@Suite struct TimingCurveTests {
  static let curves =
    TimingCurve.named.map(\.curve)
    + [
      .cubicBezier(0.3, -0.5, 0.7, 1.5), .cubicBezier(0.95, 0, 0.05, 1), .steps(4),
      .spring(damping: 0.8, velocity: 0.8), .spring(damping: 1, velocity: 0),
      .bouncingSpring(duration: 0.5, bounce: 0.3),
    ]

  @Test(arguments: curves) func endsAreExact(curve: TimingCurve) {
    #expect(curve(at: 0) == 0 && curve(at: -1) == 0 && curve(at: 1) == 1 && curve(at: 2) == 1)
  }

  /// Solved here from the other side: for many parameters u, the curve at x(u) is y(u).
  @Test(arguments: curves) func liesOnItsBezier(curve: TimingCurve) {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = curve else { return }
    for step in 1..<1000 {
      let u = Double(step) / 1000
      let (b1, b2, b3) = (3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u), u * u * u)
      #expect(abs(curve(at: b1 * x1 + b2 * x2 + b3) - (b1 * y1 + b2 * y2 + b3)) < 1e-9)
    }
  }

  @Test func knownValues() {
    // From the definition of the curves in CSS, as browsers compute them.
    #expect(abs(TimingCurve.ease(at: 0.5) - 0.80240) < 1e-5)
    #expect(abs(TimingCurve.easeInOut(at: 0.25) - 0.12916) < 1e-5)
    #expect(abs(TimingCurve.easeIn(at: 0.5) - 0.31536) < 1e-5)
    #expect(TimingCurve.steps(4)(at: 0.26) == 0.25 && TimingCurve.steps(4)(at: 0.99) == 0.75)
  }

  @Test func namesAndFormsAreRead() {
    for (name, curve) in TimingCurve.named { #expect(TimingCurve(name) == curve && "\(curve)" == name) }
    #expect(TimingCurve("cubic-bezier(0.1, 2,0.3,-1)") == .cubicBezier(0.1, 2, 0.3, -1))
    #expect(TimingCurve("steps(3)") == .steps(3))
    for curve in Self.curves { #expect(TimingCurve("\(curve)") == curve) }
    for text in [
      "", "fast", "steps(0)", "steps(1.5)", "steps()", "steps(3", "cubic-bezier(0,0,1)",
      "cubic-bezier(2,0,1,1)",
      "cubic-bezier(0,0,nan,1)", "steps(1,2)", "cubic-bezier(0,,1,1)", "spring(",
    ] { #expect(TimingCurve(text) == nil, "\(text)") }
  }
}

/// Golden values of UIKit's springs.
@Suite struct SpringTests {
  @Test func underdamped() {
    let spring = Spring(damping: 0.8, velocity: 0.8, settlingIn: 0.5)
    #expect(abs(spring.frequency - 17.844415) < 1e-6)
    #expect(abs(spring.frequency * spring.frequency - 318.4231) < 1e-4)
    #expect(abs(2 * spring.damping * spring.frequency - 28.55106) < 1e-5)
    let golden = [
      0, 0.26426, 0.62001, 0.85634, 0.97012, 1.00929, 1.01499, 1.01040, 1.00517, 1.00186, 1,
    ]
    let curve = TimingCurve.spring(damping: 0.8, velocity: 0.8)
    for (step, value) in golden.enumerated() {
      #expect(abs(curve(at: Double(step) / 10, duration: 0.5) - value) < 5.1e-6, "step \(step)")
    }
    let peak = (0...100_000).map { (Double($0) / 100_000, spring.position(at: Double($0) / 200_000)) }
      .max { $0.1 < $1.1 }
    #expect(abs((peak?.1 ?? 0) - 1.015181) < 1e-6 && abs((peak?.0 ?? 0) - 0.58164) < 1e-5)
  }

  @Test func criticallyDamped() {
    let spring = Spring(damping: 1, velocity: 0, settlingIn: 0.5)
    #expect(abs(spring.frequency - 18.466827) < 1e-6)
    for (step, value) in [0, 0.23607, 0.55091, 0.76377, 0.88319, 0.94448].enumerated() {
      #expect(abs(spring.position(at: Double(step) / 20) - value) < 5.1e-6)
    }
  }

  /// The equation that defines the frequency, for others than the golden ones.
  @Test func theEnvelopeIsAThousandthAtTheEnd() {
    for damping in [0.2, 0.5, 0.8, 0.95, 1] {
      for (duration, velocity) in [(0.2, 0.0), (0.5, 0.8), (1, 0), (3, 0.5)] {
        let spring = Spring(damping: damping, velocity: velocity, settlingIn: duration)
        let decay = exp(-damping * spring.frequency * duration)
        let side = (1 - damping * damping).squareRoot()
        let envelope =
          damping < 1
          ? abs((damping * spring.frequency - velocity) / (spring.frequency * side)) * decay
          : ((spring.frequency - velocity) * duration + 1) * decay
        #expect(abs(envelope - 0.001) < 1e-9, "\(damping) \(duration)")
      }
    }
  }

  /// The equation of motion itself: x″ = ω²(1 − x) − 2ζω x′, by differences.
  @Test(arguments: [-0.5, -0.1, 0, 0.3, 0.7]) func swiftUISpringsObeyTheirEquation(bounce: Double) {
    let spring = Spring(duration: 0.6, bounce: bounce)
    let (stiffness, step) = ((2 * Double.pi / 0.6) * (2 * Double.pi / 0.6), 1e-4)
    for index in 1..<60 {
      let time = Double(index) / 50
      let (a, b, c) = (
        spring.position(at: time - step), spring.position(at: time), spring.position(at: time + step)
      )
      let acceleration = (a - 2 * b + c) / (step * step)
      let force = stiffness * (1 - b) - 2 * spring.damping * spring.frequency * (c - a) / (2 * step)
      #expect(abs(acceleration - force) < 0.01)
    }
  }
}

@Suite struct ClockTests {
  @Test func framesOfADuration() {
    let times = FrameTimes(duration: 1, framesPerSecond: 60)
    #expect(times.count == 61 && times[0] == 0 && times[30] == 0.5 && times[60] == 1)
    #expect(FrameTimes(duration: 0.35, framesPerSecond: 60).last == 1)
    let odd = FrameTimes(duration: 0.36, framesPerSecond: 10)
    #expect(odd.count == 5 && odd.last == 1 && abs(odd[1] - 0.1 / 0.36) < 1e-12)
    #expect(FrameTimes(duration: 0, framesPerSecond: 60).map { $0 } == [0])
  }

  @Test func framesOfACount() {
    #expect(FrameTimes(frames: 5).map { $0 } == [0, 0.25, 0.5, 0.75, 1])
    #expect(FrameTimes(frames: 1).map { $0 } == [0])
    #expect(FrameTimes(frames: 0).count == 1)
  }

  @Test func theFirstTickStarts() {
    var clock = ProgressClock(duration: 0.5)
    #expect(clock.start == nil)
    #expect(clock.tick(at: 12) == 0 && clock.tick(at: 12.25) == 0.5 && clock.tick(at: 99) == 1)
    #expect(clock.tick(at: 11) == 0 && clock.start == 12)
    #expect(ProgressClock(duration: 1).frameTimes.count == 61)
  }

  @Test func ticksInFakeTime() async {
    let clock = FakeClock()
    var times: [Double] = []
    for await time in ProgressClock(duration: 0.5, framesPerSecond: 10).ticks(on: clock) {
      times.append(time)
      // The third frame takes too long: the ticks it ran over are skipped.
      if times.count == 3 { clock.advance(by: .milliseconds(150)) }
    }
    #expect(times.map { ($0 * 1000).rounded() / 1000 } == [0, 0.2, 0.4, 0.8, 1])
  }

  @Test func framesInFakeTime() async throws {
    let renderer = try TransitionRenderer(
      from: .noise(16, 12, seed: 1), to: .noise(16, 12, seed: 2), Transitions.CrossDissolve(), duration: 0.5)
    let clock = FakeClock()
    var frames: [Bitmap] = []
    for try await frame in renderer.frames(framesPerSecond: 10, on: clock) {
      frames.append(frame)
      if frames.count == 3 { clock.advance(by: .milliseconds(150)) }
    }
    #expect(frames.count == 5 && frames.first == renderer.from && frames.last == renderer.to)
    #expect(try frames[1] == renderer.frame(atTime: 0.2))
  }

  /// A gesture that is let go half way, in a loop over the ticks of a clock.
  @Test func aGestureInFakeTime() async throws {
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
}

/// A clock that stands still but for sleeping and `advance`.
private final class FakeClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Mutex(Instant())
  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }
  func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}
