package import SegueTransitions
import SegueRendering

/// A drag on the stage that drives an `InteractiveTransition`, and that can be replayed.
package struct Pan: Sendable {
  /// The kind of gesture, push or pop, determined by the start of the drag.
  package let rule: PanRule
  /// The horizontal positions of the finger or mouse, as fractions of the width, with their times in seconds.
  package private(set) var places: [(time: Double, x: Double)]
  /// The transition that the gesture drives.
  package private(set) var interaction: InteractiveTransition

  /// The maximum number of positions (about a minute of mouse movement).
  package static let maxPlaces = 10_000

  /// Begins a gesture: a pop if the drag starts in the left half of the picture, a push if it starts in the
  /// right half.
  package init(time: Double, x: Double, duration: Double, curve: TimingCurve?) throws {
    rule = PanRule.push.begins(atX: x, width: 1, screens: 2) ? .push : .pop
    // A pop must begin left of the middle, so a start in the exact middle is moved a little to the left.
    places = [(time, rule == .pop ? min(x, 0.4999) : x)]
    interaction = InteractiveTransition(duration: duration, completionCurve: curve ?? .easeInOut)
    try interaction.begin()
  }

  /// The positions so far, as a recording for replay.
  package var recording: PanRecording {
    let start = places.first?.time ?? 0
    return PanRecording(rule: rule, width: 1, places: places.map { ($0.time - start, $0.x) })
  }

  /// Adds a position of the finger or mouse; the transition follows the position.
  package mutating func move(time: Double, x: Double) throws {
    guard let first = places.first, let last = places.last, places.count < Self.maxPlaces else { return }
    // Two positions at the same time have no velocity, so the later position replaces the earlier one.
    if time <= last.time {
      guard places.count > 1 else { return }
      places[places.count - 1].x = x
    } else {
      places.append((time, x))
    }
    try interaction.update(rule.progress(translation: x - first.x, width: 1))
  }

  /// Returns whether a release is at the last position and less than `longestLift` seconds after it; if so,
  /// the finger has not paused.
  package func isLift(time: Double, x: Double) -> Bool {
    places.last.map { $0.x == x && time - $0.time < Self.longestLift } ?? false
  }

  /// The maximum time in seconds between the last movement and a release without a pause.
  ///
  /// UIKit measures velocity over about this time.
  private static let longestLift = 0.1

  /// Ends the gesture; the velocity of the last movement decides whether the transition finishes or is
  /// canceled.
  package mutating func end(at now: Double) throws {
    let velocity = recording.samples.last?.velocity ?? 0
    if rule.finishes(velocity: velocity) {
      try interaction.finish(at: now)
    } else {
      try interaction.cancel(at: now)
    }
  }

  /// Advances to a time; returns true once when the transition has completed, false once when it was
  /// canceled, otherwise nil.
  package mutating func tick(at now: Double) -> Bool? { interaction.tick(at: now) }

  /// The gesture as lines of YAML for a step in a storyboard.
  package var storyboard: [String] {
    let samples = places.map { "[\(shortest(rounded($0.time))), \(shortest(rounded($0.x))), 0]" }
    return [
      "interactive:", "  rule: \(rule.rawValue)", "  samples: [\(samples.joined(separator: ", "))]",
    ]
  }

  /// Rounds a number to four decimals.
  private func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}
