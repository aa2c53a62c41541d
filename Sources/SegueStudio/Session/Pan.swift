package import SegueTransitions

/// A gesture on the stage: it drives an `InteractiveTransition`, and can be made again.
package struct Pan: Sendable {
  /// What it means, by where it began.
  package let rule: PanRule
  /// Where the finger was, as shares of the width.
  package private(set) var places: [(time: Double, x: Double)]
  /// What it drives.
  package private(set) var interaction: InteractiveTransition

  /// The most readings; a minute of a mouse.
  package static let mostPlaces = 10_000

  /// Begins where the finger went down: left of the middle it pulls back, right of it pushes.
  package init(time: Double, x: Double, duration: Double, curve: TimingCurve?) throws {
    rule = PanRule.push.begins(atX: x, width: 1, screens: 2) ? .push : .pop
    // In the very middle no gesture of the article begins; a hair to the left one does.
    places = [(time, rule == .pop ? min(x, 0.4999) : x)]
    interaction = InteractiveTransition(duration: duration, completionCurve: curve ?? .easeInOut)
    try interaction.begin()
  }

  /// The gesture so far, to be made again.
  package var recording: PanRecording {
    let start = places.first?.time ?? 0
    return PanRecording(rule: rule, width: 1, places: places.map { ($0.time - start, $0.x) })
  }

  /// Follows the finger.
  package mutating func move(time: Double, x: Double) throws {
    guard let first = places.first, let last = places.last, places.count < Self.mostPlaces else { return }
    // Two readings of one moment have no speed between them: the later one counts.
    if time <= last.time {
      guard places.count > 1 else { return }
      places[places.count - 1].x = x
    } else {
      places.append((time, x))
    }
    try interaction.update(rule.progress(translation: x - first.x, width: 1))
  }

  /// Whether the finger is lifted where it just was: what lifts it says the place once more, and is no pause.
  package func isLift(time: Double, x: Double) -> Bool {
    places.last.map { $0.x == x && time - $0.time < Self.longestLift } ?? false
  }

  /// Seconds between the last way of a finger and its lifting, where it does not stand still; UIKit's velocity is that of
  /// about as long.
  private static let longestLift = 0.1

  /// Lets go: it finishes or is cancelled, by the speed of the last way.
  package mutating func end(at now: Double) throws {
    let velocity = recording.samples.last?.velocity ?? 0
    if rule.finishes(velocity: velocity) {
      try interaction.finish(at: now)
    } else {
      try interaction.cancel(at: now)
    }
  }

  /// Moves on to the present time; whether it completed, once it is over.
  package mutating func tick(at now: Double) -> Bool? { interaction.tick(at: now) }
}
