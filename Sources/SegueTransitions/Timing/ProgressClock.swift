/// The times of a transition's frames, as shares 0…1 of its duration.
///
///     let count = FrameTimes(duration: 1, framesPerSecond: 60).count    // 61, both ends included
///     let times = Array(FrameTimes(frames: 5))                          // 0, 0.25, 0.5, 0.75, 1
public struct FrameTimes: RandomAccessCollection, Sendable {
  /// The number of frames; at least 1.
  public let endIndex: Int
  /// The divisor of a frame's number: frame i is at time i / steps.
  private let steps: Double

  /// Makes `frames` equidistant times from 0 to 1, both included; a single frame is at 0.
  public init(frames: Int) {
    endIndex = Swift.max(1, frames)
    steps = Double(endIndex - 1)
  }

  /// Makes round(duration × rate) + 1 times; frame i is i / rate seconds after the start.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds, above 0.
  ///   - framesPerSecond: The frame rate, above 0.
  public init(duration: Double, framesPerSecond: Double) {
    steps = duration * framesPerSecond
    endIndex = Int(Swift.max(0, Swift.min(steps.rounded(), 1e9))) + 1
  }

  /// The index of the first frame.
  public var startIndex: Int { 0 }

  /// The time of a frame, 0…1.
  public subscript(frame: Int) -> Double {
    frame == 0 ? 0 : Swift.min(1, Double(frame) / steps)
  }
}

/// Converts seconds of a clock to the time of a transition: 0 at the first tick, 1 after the duration.
///
///     var clock = ProgressClock(duration: 0.5)
///     let start = clock.tick(at: 12.0)    // 0: the first tick starts it
///     let half = clock.tick(at: 12.25)    // 0.5
///
/// `frameTimes` has the exact times for exports. `ticks()` waits in real time.
public struct ProgressClock: Sendable {
  /// The duration in seconds, above 0.
  public let duration: Double
  /// The number of ticks per second, above 0.
  public let framesPerSecond: Double
  /// The clock's time at the first tick, in seconds; nil before the first tick.
  public private(set) var start: Double?

  /// Makes a clock that has not started.
  public init(duration: Double, framesPerSecond: Double = 60) {
    self.duration = duration
    self.framesPerSecond = framesPerSecond
  }

  /// The exact times of all frames.
  public var frameTimes: FrameTimes { FrameTimes(duration: duration, framesPerSecond: framesPerSecond) }

  /// Returns the time 0…1 of the transition, given the clock's time in seconds.
  ///
  /// The first call starts the transition and returns 0.
  public mutating func tick(at now: Double) -> Double {
    guard let start else {
      start = now
      return 0
    }
    return max(0, min(1, (now - start) / duration))
  }

  /// Returns an asynchronous sequence of the times 0…1 of a transition, in real time.
  ///
  ///     for await time in ProgressClock(duration: 0.5).ticks() {
  ///       let frame = try await renderer.frame(atTime: time)
  ///       print(frame.size)
  ///     }
  ///
  /// The sequence starts at its first tick, and does not depend on whether this clock has started. A late
  /// tick has its actual time, and missed ticks are skipped. Canceling the task ends the sequence.
  public func ticks<C: Clock>(on clock: C = ContinuousClock()) -> Ticks<C> where C.Duration == Duration {
    Ticks(clock: clock, progress: ProgressClock(duration: duration, framesPerSecond: framesPerSecond))
  }

  /// The asynchronous sequence of `ticks(on:)`.
  public struct Ticks<C: Clock>: AsyncSequence, AsyncIteratorProtocol where C.Duration == Duration {
    let clock: C
    var progress: ProgressClock
    private var origin: C.Instant?
    private var tick = 0
    private var last = -1.0

    init(clock: C, progress: ProgressClock) {
      self.clock = clock
      self.progress = progress
    }

    /// Returns the sequence, which is its own iterator.
    public func makeAsyncIterator() -> Ticks { self }

    /// Waits for the next tick; nil after time 1, or when the task is canceled.
    public mutating func next() async -> Double? {
      guard last < 1, !Task.isCancelled else { return nil }
      guard let origin else {
        origin = clock.now
        last = progress.tick(at: 0)
        return last
      }
      let elapsed = origin.duration(to: clock.now) / .seconds(1)
      // Clamps the rate to values whose intervals the clock can represent.
      let rate = Swift.max(1e-6, Swift.min(1e9, progress.framesPerSecond))
      tick = Swift.max(tick, Int(elapsed * rate)) + 1
      do {
        try await clock.sleep(
          until: origin.advanced(by: .seconds(Double(tick) / rate)), tolerance: nil)
      } catch {
        return nil
      }
      last = progress.tick(at: origin.duration(to: clock.now) / .seconds(1))
      return last
    }
  }
}
