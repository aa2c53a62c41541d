import SegueStudio
import SegueTransitions
import Testing

/// Finger positions of a drag gesture, as a page sends them.
@Suite struct PanTests {
  @Test func theLaterOfTwoPositionsAtATimeCounts() throws {
    var pan = try Pan(time: 3, x: 0.9, duration: 0.4, curve: nil)
    for (time, x) in [(3.1, 0.6), (3.1, 0.5), (3.2, 0.3), (3.2, 0.4)] { try pan.move(time: time, x: x) }
    #expect(pan.places.map(\.time) == [3, 3.1, 3.2])
    #expect(pan.places.map(\.x) == [0.9, 0.5, 0.4])
    let times = pan.recording.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "times must increase, as in a storyboard")
  }

  /// Progress is a fraction of the width: to the left for a push, in either direction for a pop.
  @Test func theProgressIsTheDistanceFromTheStart() throws {
    for (start, places, progress) in [
      (0.9, [0.5, 0.7], [0.4, 0.2]), (0.9, [0.95, -0.3], [0, 1]), (0.3, [0.5, 0.1], [0.2, 0.2]),
      (0.51, [0.01, 0.5], [0.5, 0.01]),
    ] {
      var pan = try Pan(time: 1, x: start, duration: 0.4, curve: nil)
      #expect(pan.rule == (start > 0.5 ? .push : .pop) && pan.interaction.progress == 0)
      for (index, x) in places.enumerated() {
        try pan.move(time: 1.1 + 0.1 * Double(index), x: x)
        #expect(abs(pan.interaction.progress - progress[index]) < 1e-9, "\(start), \(x)")
      }
      let recording = pan.recording
      #expect(recording.rule == pan.rule && recording.width == 1)
      for (sample, expected) in zip(
        recording.samples, [(0, 0), (0.1, places[0] - start), (0.2, places[1] - start)])
      {
        #expect(abs(sample.time - expected.0) < 1e-9 && abs(sample.translation - expected.1) < 1e-9)
      }
    }
  }

  @Test func theFirstPositionCannotBeReplaced() throws {
    var pan = try Pan(time: 3, x: 0.9, duration: 0.4, curve: nil)
    for time in [3, 2.9] { try pan.move(time: time, x: 0.2) }
    #expect(pan.places.map(\.time) == [3] && pan.places.map(\.x) == [0.9] && pan.interaction.progress == 0)
  }

  @Test("A pan that starts in the middle is a pop, and starts slightly left of it")
  func middles() throws {
    for (x, rule, start) in [(0.5, PanRule.pop, 0.4999), (0.50001, .push, 0.50001), (0.49, .pop, 0.49)] {
      let pan = try Pan(time: 0, x: x, duration: 1, curve: nil)
      #expect(pan.rule == rule && pan.places[0].x == start)
    }
  }

  @Test("A released pan follows the work's curve or ease-in-out", arguments: [nil, TimingCurve.linear])
  func curves(curve: TimingCurve?) throws {
    var pan = try Pan(time: 0, x: 0.9, duration: 2, curve: curve)
    try pan.move(time: 0.1, x: 0.4)
    try pan.end(at: 5)
    // Half of the transition remains, which takes one second.
    #expect(pan.tick(at: 5.25) == nil)
    #expect(abs(pan.interaction.progress - (0.5 + 0.5 * (curve ?? .easeInOut)(at: 0.25))) < 1e-9)
    #expect(pan.tick(at: 6.01) == true && pan.interaction.progress == 1)
  }

  @Test func aReleaseFollowsTheLastPositionSoon() throws {
    var pan = try Pan(time: 0, x: 0.9, duration: 1, curve: nil)
    try pan.move(time: 1, x: 0.4)
    #expect(pan.isLift(time: 1.09, x: 0.4) && !pan.isLift(time: 1.11, x: 0.4))
    #expect(!pan.isLift(time: 1.01, x: 0.9) && !pan.isLift(time: 1.01, x: 0.41))
  }

  @Test func theNumberOfPositionsIsLimited() throws {
    var pan = try Pan(time: 0, x: 0.9, duration: 1, curve: nil)
    for reading in 1..<10_000 { try pan.move(time: Double(reading), x: 0.5) }
    #expect(pan.places.count == 10_000)
    try pan.move(time: 10_000, x: 0.2)
    #expect(pan.places.count == 10_000 && abs(pan.interaction.progress - 0.4) < 1e-9)
  }
}
