import Foundation
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct InteractiveTransitionTests {
  typealias State = InteractiveTransition.State

  /// Makes an interaction in a state, at time 0.
  static func interaction(in state: State) throws -> InteractiveTransition {
    var made = InteractiveTransition(duration: 0.5)
    switch state {
    case .idle: break
    case .tracking: try made.begin()
    case .finishing: try made.start(at: 0)
    case .cancelling, .cancelled, .completed:
      try made.begin()
      try made.update(0.5)
      if state == .completed {
        try made.finish(at: -10)
      } else {
        try made.cancel(at: state == .cancelled ? -10 : 0)
      }
      _ = made.tick(at: 0)
    }
    #expect(made.state == state)
    return made
  }

  static let states: [State] = [.idle, .tracking, .finishing, .cancelling, .completed, .cancelled]

  @Test(arguments: states) func illegalCallsAreRefused(state: State) throws {
    typealias Call = (inout InteractiveTransition) throws -> Void
    let calls: [(name: String, legal: Set<State>, call: Call)] = [
      ("begin", [.idle], { try $0.begin() }), ("start", [.idle], { try $0.start(at: 0) }),
      ("update", [.tracking], { try $0.update(0.3) }), ("finish", [.tracking], { try $0.finish(at: 0) }),
      ("cancel", [.tracking], { try $0.cancel(at: 0) }),
      ("pause", [.finishing, .cancelling], { try $0.pause(at: 0) }),
    ]
    for (name, legal, call) in calls {
      var interaction = try Self.interaction(in: state)
      let before = interaction.progress
      if legal.contains(state) {
        try call(&interaction)
      } else {
        let error = #expect(throws: InteractiveTransition.IllegalCall.self) { try call(&interaction) }
        #expect(error?.call == name && error?.state == state)
        #expect(interaction.state == state && interaction.progress == before)
      }
    }
  }

  @Test("The localized description of an illegal call names the call")
  func illegalCallsAreLocalized() throws {
    var interaction = InteractiveTransition(duration: 1)
    let error = try #require(throws: InteractiveTransition.IllegalCall.self) { try interaction.pause(at: 0) }
    #expect(error.localizedDescription == "pause cannot be called while idle")
  }

  @Test func finishingTakesTheRemainingTime() throws {
    var interaction = InteractiveTransition(duration: 2, completionSpeed: 4, completionCurve: .linear)
    try interaction.begin()
    try interaction.update(0.2)
    try interaction.finish(at: 100)
    #expect(interaction.tick(at: 100.2) == nil && abs(interaction.progress - 0.6) < 1e-9)
    #expect(
      interaction.tick(at: 100.4) == true && interaction.progress == 1 && interaction.state == .completed)
    #expect(interaction.tick(at: 101) == nil)
  }

  @Test func cancellingTakesTheElapsedTime() throws {
    for speed in [1.0, 0.5, 4] {
      var interaction = InteractiveTransition(duration: 2, completionSpeed: speed, completionCurve: .linear)
      try interaction.begin()
      // Uses a progress other than 0.5, which is equally far from both ends.
      try interaction.update(0.25)
      try interaction.cancel(at: 0)
      #expect(interaction.tick(at: 0.25 / speed) == nil && abs(interaction.progress - 0.125) < 1e-9)
      #expect(
        interaction.tick(at: 0.5 / speed) == false && interaction.progress == 0
          && interaction.state == .cancelled)
    }
  }

  @Test(arguments: [0, -2, -.infinity, .nan] as [Double]) func invalidSpeedsAre1(speed: Double)
    throws
  {
    var interaction = InteractiveTransition(duration: 2, completionSpeed: speed, completionCurve: .linear)
    #expect(interaction.completionSpeed == 1)
    try interaction.begin()
    try interaction.update(0.5)
    try interaction.finish(at: 0)
    #expect(interaction.tick(at: 0.5) == nil && abs(interaction.progress - 0.75) < 1e-9)
    #expect(interaction.tick(at: 1) == true)
  }

  @Test func pausingContinuesTheTracking() throws {
    var interaction = InteractiveTransition(duration: 1, curve: .linear)
    try interaction.start(at: 5)
    _ = interaction.tick(at: 5.25)
    try interaction.pause(at: 5.5)
    #expect(interaction.state == .tracking && interaction.progress == 0.5)
    #expect(interaction.tick(at: 50) == nil && interaction.progress == 0.5)
    try interaction.cancel(at: 50)
    #expect(interaction.tick(at: 51) == false)
  }

  /// A pause during the overshoot of a spring sets the progress to the nearer end, 0 or 1.
  @Test(arguments: [true, false]) func pausingInAnOvershootClampsTheProgress(finishes: Bool) throws {
    var interaction = InteractiveTransition(
      duration: 1, completionCurve: .spring(damping: 0.2, velocity: 0))
    try interaction.begin()
    try interaction.update(0.5)
    if finishes { try interaction.finish(at: 0) } else { try interaction.cancel(at: 0) }
    let beyond = (1..<50).map { Double($0) / 100 }.first { now in
      _ = interaction.tick(at: now)
      return !(0...1).contains(interaction.progress)
    }
    try interaction.pause(at: try #require(beyond))
    #expect(interaction.progress == (finishes ? 1 : 0))
  }

  @Test func progressIsClampedAndNeverNaN() throws {
    var interaction = try Self.interaction(in: .tracking)
    for (given, expected) in [(-1.0, 0.0), (2, 1), (0.4, 0.4), (.nan, 0.4), (.infinity, 1)] {
      try interaction.update(given)
      #expect(interaction.progress == expected)
    }
  }

  /// Random calls cause at most one completion, which is followed by an exact end frame.
  @Test func randomGesturesEndOnceAndExactly() throws {
    let from = try Bitmap.noise(16, 12, seed: 1)
    let to = try Bitmap.noise(16, 12, seed: 2)
    let renderer = try TransitionRenderer(from: from, to: to, Transitions.SlideDown())
    var generator = SeededGenerator(4)
    for _ in 0..<10_000 {
      var interaction = InteractiveTransition(
        duration: .random(in: 0...2, using: &generator),
        completionSpeed: .random(in: -1...5, using: &generator),
        completionCurve: .spring(damping: 0.6, velocity: 0))
      var now = 0.0
      var completions: [Bool] = []
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        now += .random(in: 0...0.3, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: try? interaction.begin()
        case 1: try? interaction.start(at: now)
        case 2: try? interaction.update(.random(in: -0.5...1.5, using: &generator))
        case 3: try? interaction.finish(at: now)
        case 4: try? interaction.cancel(at: now)
        case 5: try? interaction.pause(at: now)
        default: interaction.tick(at: now).map { completions.append($0) }
        }
      }
      // Cancels a gesture that is still in progress; with a speed near 0, the rest of the transition takes
      // long.
      try? interaction.begin()
      try? interaction.cancel(at: now)
      for _ in 0..<3 { interaction.tick(at: now + 1e9).map { completions.append($0) } }
      #expect(completions.count == 1)
      #expect(interaction.progress == (completions.first == true ? 1 : 0))
      let frame = try renderer.frame(at: interaction.progress)
      #expect(frame == (completions.first == true ? to : from))
    }
  }
}
