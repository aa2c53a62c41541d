import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

@Suite struct AnimatedTests {
  @Test func animatedNumbersFollowProgress() {
    let value: Animated = 0.1 * (1 - .progress)
    #expect(value(at: 0) == 0.1 && value(at: 1) == 0)
    #expect((0.5 + Animated.progress)(at: 0.25) == 0.75)
    #expect(Animated.progress { $0 * $0 }(at: 0.5) == 0.25)
    #expect((3 as Animated)(at: 0.7) == 3)
  }

  /// Moments before the first frame have its values, both progress and time.
  @Test func momentsBeforeTheFirstFrameHaveItsValues() throws {
    let picture = try Bitmap(width: 1, height: 1)
    let asked = Mutex<[FrameMoment]>([])
    let moment = FrameMoment(progress: 0.5, time: 0.25)
    let frames = InputFrames(of: LowPass(), at: moment) { moment in
      asked.withLock { $0.append(moment) }
      return [picture]
    }
    _ = try frames.present()
    for distance in [0.125, 0.375, 1] { _ = try frames.past(distance) }
    #expect(asked.withLock { $0.map(\.progress) } == [0.5, 0.375, 0.125, 0])
    #expect(asked.withLock { $0.map(\.time) } == [0.25, 0.125, 0, 0])
  }

  @Test("Past moments have the duration of the present one")
  func thePastHasTheSameDuration() throws {
    let asked = Mutex<[Double]>([])
    let picture = try Bitmap(width: 1, height: 1)
    let frames = InputFrames(of: LowPass(), at: FrameMoment(progress: 0.5, duration: 4)) { moment in
      asked.withLock { $0.append(moment.duration) }
      return [picture]
    }
    _ = (try frames.present(), try frames.past(0.25), try frames.past(2))
    #expect(asked.withLock { $0 } == [4, 4, 4])
  }

  /// All forms of operations at 0.25, with constants, variables and animated numbers on both sides.
  @Test func operatorsEqualThoseOfNumbers() {
    let (half, third, two) = (0.5, 3.0, 2 as Int)
    let eighth: Animated = 0.125
    let cases: [(Animated, Double)] = [
      (0.1 * .progress, 0.1 * 0.25), (.progress * 0.1, 0.25 * 0.1), (half * .progress, 0.125),
      (.progress * half, 0.125), (.progress * .progress, 0.0625), (2 * .progress, 0.5), (.progress * 2, 0.5),
      (1 - .progress, 0.75), (.progress - 1, -0.75), (half - .progress, 0.25), (.progress - half, -0.25),
      (.progress - eighth, 0.125), (eighth - .progress, -0.125), (0.5 + .progress, 0.75),
      (.progress + 0.5, 0.75), (half + .progress, 0.75), (.progress + half, 0.75),
      (.progress + eighth, 0.375),
      (two * .progress, 0.5), (.progress * two, 0.5), (two + .progress, 2.25), (.progress + two, 2.25),
      (two - .progress, 1.75), (.progress - two, -1.75), (two / .progress, 8), (.progress / two, 0.125),
      (1 / .progress, 4), (.progress / 2, 0.125), (third / .progress, 12), (.progress / third, 0.25 / 3),
      (.progress / eighth, 2), (-.progress, -0.25), (-eighth, -0.125),
      (0.1 * (1 - .progress), 0.1 * 0.75), (0.1 * (1 - .progress) + 0.02, 0.1 * 0.75 + 0.02),
      ((1 - .progress) * (1 - .progress), 0.5625), (1 - 0.5 * .progress - 0.25, 0.625),
      (2 * (.progress * half - eighth), 0), (.progress { $0 * $0 }, 0.0625), (Animated { 1 - $0 }, 0.75),
      (.min(.progress, 0.1), 0.1), (.min(0.1, .progress), 0.1), (.max(.progress, 0.5), 0.5),
      (.max(half * .progress, eighth * 3), 0.375), (.min(eighth, .progress), 0.125),
      (.progress.clamped(to: 0...0.2), 0.2), ((1 - .progress).clamped(to: 0.8...1), 0.8),
      (Animated.progress.clamped(to: 0...1), 0.25),
    ]
    for (index, (value, expected)) in cases.enumerated() {
      #expect(value(at: 0.25) == expected, "case \(index)")
    }
  }

  @Test func expressionsOfLiteralsAreNumbers() {
    // If literals could also be animated, these would not compile or would not be numbers.
    let t = min(max((0.75 - 0.5) / 0.5, 0), 1)
    let smooth = t * t * (3 - 2 * t)
    let whole = 7 - 2 * 3
    let (rate, sum, gap, area) = (1000.0 / 60, 1000.0 + 60, 1000.0 - 60, 1000.0 * 60)
    #expect(rate < sum && gap < area && -(60) < 0)
    #expect(smooth == 0.5 && whole.isMultiple(of: 1) && (1 - 0.5).squareRoot() > 0.7 && -2 * t == -1)
  }

  @Test func divisionByZeroIsLeftToTheFilter() throws {
    let value: Animated = 1 / .progress
    #expect(value(at: 0) == .infinity && (0 / Animated.progress)(at: 0).isNaN)
    let picture = try Bitmap.noise(9, 9, seed: 1)
    #expect(try (picture --> Pixellate(fraction: 0 / .progress)).frame(at: 0) == picture)
  }
}
