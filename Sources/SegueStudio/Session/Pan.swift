package import SegueTransitions

/// A drag gesture on the stage, which drives an `InteractiveTransition` and can be replayed.
package struct Pan: Sendable {
  /// Push or pop, by the start of the drag.
  package let rule: PanRule
  /// Positions of the finger as fractions of the width.
  package private(set) var places: [(time: Double, x: Double)]
  /// The transition driven by the gesture.
  package private(set) var interaction: InteractiveTransition

  /// Maximum number of readings (a minute of a mouse).
  package static let maxPlaces = 10_000

  /// Begins a gesture: pop left of the middle, push right of it.
  package init(time: Double, x: Double, duration: Double, curve: TimingCurve?) throws {
    rule = PanRule.push.begins(atX: x, width: 1, screens: 2) ? .push : .pop
    // In the exact middle no gesture begins, but just left of it one does.
    places = [(time, rule == .pop ? min(x, 0.4999) : x)]
    interaction = InteractiveTransition(duration: duration, completionCurve: curve ?? .easeInOut)
    try interaction.begin()
  }

  /// The readings so far, for a replay.
  package var recording: PanRecording {
    let start = places.first?.time ?? 0
    return PanRecording(rule: rule, width: 1, places: places.map { ($0.time - start, $0.x) })
  }

  /// Adds a reading.
  package mutating func move(time: Double, x: Double) throws {
    guard let first = places.first, let last = places.last, places.count < Self.maxPlaces else { return }
    // Two readings at one instant have no velocity between them: the later replaces the earlier.
    if time <= last.time {
      guard places.count > 1 else { return }
      places[places.count - 1].x = x
    } else {
      places.append((time, x))
    }
    try interaction.update(rule.progress(translation: x - first.x, width: 1))
  }

  /// Whether a release only repeats the last position shortly after it, and so is no pause.
  package func isLift(time: Double, x: Double) -> Bool {
    places.last.map { $0.x == x && time - $0.time < Self.longestLift } ?? false
  }

  /// Maximum seconds from the last movement to a release without a pause; UIKit's velocity covers about this
  /// time.
  private static let longestLift = 0.1

  /// Ends the gesture: finishes or cancels it, by the velocity of the last movement.
  package mutating func end(at now: Double) throws {
    let velocity = recording.samples.last?.velocity ?? 0
    if rule.finishes(velocity: velocity) {
      try interaction.finish(at: now)
    } else {
      try interaction.cancel(at: now)
    }
  }

  /// Advances to a time; returns whether the transition completed, once it has ended.
  package mutating func tick(at now: Double) -> Bool? { interaction.tick(at: now) }
}
