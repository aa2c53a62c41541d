import Glibc
import Segue
import Testing

@Suite struct FrameSamplingTests {
  static let springs: [Timing] = [
    Transitions.SlideDown().timing, Timing(duration: 2, curve: .spring(damping: 0.2, velocity: 5)),
    Timing(duration: 1, curve: .bouncingSpring(duration: 0.3, bounce: 0.4)),
    Timing(curve: .cubicBezier(0.3, -0.6, 0.7, 1.8)), Timing(curve: .easeInOut),
  ]

  /// By definition, frame i of n is taken at i/(n−1) of the path's length, which is summed in small steps
  /// here.
  @Test(arguments: springs, [2, 3, 6, 17])
  func motionTimesDivideThePathEvenly(_ timing: Timing, _ frames: Int) throws {
    let steps = 100_000
    var lengths = [0.0]
    lengths.reserveCapacity(steps + 1)
    var last = 0.0
    for step in 1...steps {
      let progress = timing.progress(at: Double(step) / Double(steps))
      lengths.append(lengths[step - 1] + abs(progress - last))
      last = progress
    }
    let times = FrameSampling.motion.times(frames: frames, of: timing)
    #expect(times.first == 0 && times.last == 1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // Frames may be omitted; the others still have equal steps.
    let shares = times.map {
      lengths[Int(($0 * Double(steps)).rounded())] / lengths[steps] * Double(frames - 1)
    }
    for share in shares { #expect(abs(share - share.rounded()) < 0.002 * Double(frames), "\(shares)") }
    #expect(Set(shares.map { Int($0.rounded()) }).count == times.count)
    #expect(times.count > frames * 3 / 4, "\(times)")
  }

  @Test func linearCurvesHaveEqualTimes() {
    for frames in [1, 2, 3, 12, 100] {
      let plain = Array(FrameTimes(frames: frames))
      #expect(FrameSampling.motion.times(frames: frames, of: Timing(duration: 3)) == plain)
      #expect(FrameSampling.time.times(frames: frames, of: Transitions.SlideDown().timing) == plain)
    }
    // A cubic curve that is a straight line is linear, too.
    let line = Timing(curve: .cubicBezier(0.25, 0.25, 0.75, 0.75))
    for (time, plain) in zip(FrameSampling.motion.times(frames: 12, of: line), FrameTimes(frames: 12)) {
      #expect(abs(time - plain) < 1e-9)
    }
  }

  /// A spring arrives early: at equal times, one of six frames of slide-down shows movement; at equal steps,
  /// four.
  @Test func motionTimesShowMoreOfASpringsMovement() {
    let timing = Transitions.SlideDown().timing
    func moving(_ sampling: FrameSampling) -> Int {
      sampling.times(frames: 6, of: timing).count { (0.03...0.97).contains(timing.progress(at: $0)) }
    }
    #expect(moving(.time) == 1)
    #expect(moving(.motion) == 4)
  }

  @Test func motionTimesOmitEqualFrames() {
    let steps = FrameSampling.motion.times(frames: 12, of: Timing(curve: .steps(3)))
    #expect(steps.count == 4)
    let curve = TimingCurve.steps(3)
    let thirds: [Double] = [0, 1.0 / 3, 2.0 / 3, 1]
    #expect(steps.map { curve(at: $0) } == thirds)
    // A transition that ends before its spring settles jumps to the end.
    let cut = Timing(duration: 0.1, curve: .bouncingSpring(duration: 2, bounce: 0))
    let shown = FrameSampling.motion.times(frames: 12, of: cut).map(cut.progress)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 > 0.005 }, "\(shown)")
    // Springs pass the same positions on their way there and back.
    for damping in [0.1, 0.3, 0.5, 0.8] {
      let timing = Timing(curve: .spring(damping: damping, velocity: 0))
      for frames in 3...30 {
        let shown = FrameSampling.motion.times(frames: frames, of: timing).map(timing.progress)
        let least = zip(shown, shown.dropFirst()).map { abs($1 - $0) }.min() ?? 0
        // The path has a length of at least 1.
        #expect(least >= 0.1 / Double(frames - 1), "\(damping), \(frames): \(shown)")
      }
    }
    #expect(FrameSampling.motion.times(frames: 1, of: cut) == [0])
    #expect(FrameSampling.motion.times(frames: 2, of: cut) == [0, 1])
  }
}
