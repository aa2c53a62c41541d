import Foundation
import SegueTransitions
import Testing

@Suite struct PanGestureTests {
  @Test func gesturesBeginAndProgressByTheirRule() {
    #expect(PanRule.push.begins(atX: 200, width: 320, screens: 1))
    #expect(!PanRule.push.begins(atX: 100, width: 320, screens: 1))
    #expect(PanRule.pop.begins(atX: 100, width: 320, screens: 2))
    #expect(!PanRule.pop.begins(atX: 100, width: 320, screens: 1))
    #expect(PanRule.push.progress(translation: -80, width: 320) == 0.25)
    #expect(PanRule.push.progress(translation: 80, width: 320) == 0)
    #expect(PanRule.pop.progress(translation: 80, width: 320) == 0.25)
    // A pop accepts both directions.
    #expect(PanRule.pop.progress(translation: -80, width: 320) == 0.25)
    #expect(PanRule.push.finishes(velocity: -1) && !PanRule.push.finishes(velocity: 0))
    #expect(PanRule.pop.finishes(velocity: 1) && !PanRule.pop.finishes(velocity: -1))
  }

  /// Times and translations of a recording are relative to its first sample.
  @Test func recordingsAreRelativeToTheirFirstSample() {
    let pan = PanRecording(
      rule: .push, width: 100, places: [(time: 5, x: 90), (time: 5.5, x: 70), (time: 6, x: 20)])
    #expect(
      pan.samples == [
        PanSample(time: 0, translation: 0, velocity: 0),
        PanSample(time: 0.5, translation: -20, velocity: -40),
        PanSample(time: 1, translation: -70, velocity: -100),
      ])
    #expect(PanRecording(rule: .pop, width: 100, places: []).samples.isEmpty)
  }

  @Test(arguments: [-300.0, 300]) func recordingsAreReplayed(velocity: Double) throws {
    let samples = (0...10).map {
      PanSample(time: Double($0) / 60, translation: -16 * Double($0), velocity: velocity)
    }
    let recording = PanRecording(rule: .push, width: 320, samples: samples)
    let again = try JSONDecoder().decode(PanRecording.self, from: JSONEncoder().encode(recording))
    #expect(again == recording)
    let (frames, completed) = again.replay(InteractiveTransition(duration: 1, completionCurve: .linear))
    // The finger moves half of the way in 10 frames; the rest takes 0.5 s.
    #expect(Array(frames[0...10]) == (0...10).map { Double($0) / 20 })
    let isForward = velocity < 0
    #expect(frames.count == 41 && completed == isForward)
    #expect(frames.last == (isForward ? 1.0 : 0.0))
  }

  /// A finger that is never lifted holds the transition up to the last frame of a replay.
  @Test func replaysHaveALimitedNumberOfFrames() {
    let samples = [
      PanSample(time: 0, translation: -80, velocity: 0),
      PanSample(time: 1e9, translation: -320, velocity: -1),
    ]
    let recording = PanRecording(rule: .push, width: 320, samples: samples)
    let (frames, completed) = recording.replay(InteractiveTransition(duration: 1))
    #expect(frames.count == 1_000_000 && frames.count == PanRecording.maxFrames)
    #expect(frames.allSatisfy { $0 == 0.25 } && !completed)
  }

  @Test(
    "An interaction which has begun or ended cannot be replayed", arguments: InteractiveTransitionTests.states
  )
  func onlyNewInteractionsAreReplayed(state: InteractiveTransition.State) throws {
    let pan = PanRecording(rule: .push, width: 100, places: [(time: 0, x: 90), (time: 0.1, x: 40)])
    let (frames, completed) = pan.replay(try InteractiveTransitionTests.interaction(in: state))
    #expect(frames.isEmpty == (state != .idle) && completed == (state == .idle))
  }
}
