/// How much smaller frames are while something moves, where a whole one takes longer than somebody who drags should wait.
///
/// The frame at rest has its own size all the same.
package struct DraftScale: Sendable {
  /// Milliseconds of rendering that a frame may take.
  package static let rendering = 14.0
  /// Milliseconds that it may take from being asked for to being drawn, apart from rendering: to be encoded, sent, decoded
  /// and painted.
  package static let showing = 12.0
  /// The shares of the sides, one after another: each has about 0.7 of the pixels of the one before.
  package static let steps = [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35]

  /// What one measure has come to.
  private struct Pace {
    /// How many frames in a row must be too slow: one may have been compiled, or have waited for another program.
    static let patience = 5
    /// How many in a row must be so quick that larger ones would not be too slow.
    static let calm = 60
    static let quick = 0.6

    var step = 0
    var slow = 0
    var quick = 0

    mutating func measured(_ milliseconds: Double, budget: Double) {
      slow = milliseconds > budget ? slow + 1 : 0
      quick = milliseconds < Self.quick * budget ? quick + 1 : 0
      if slow == Self.patience { self = Pace(step: min(step + 1, steps.count - 1)) }
      if quick == Self.calm { self = Pace(step: max(step - 1, 0)) }
    }
  }

  private var rendering: [String: Pace] = [:]
  /// Of all that is shown, for it is as long for one work as for another.
  private var showing = Pace()

  /// Begins with whole frames of everything.
  package init() {}

  /// The share of the sides of a frame of something that has a name.
  package func factor(of name: String) -> Double {
    Self.steps[max(rendering[name]?.step ?? 0, showing.step)]
  }

  /// Takes note of how long a frame was rendered.
  package mutating func rendered(_ milliseconds: Double, of name: String) {
    if rendering.count > 500 { rendering = [:] }
    rendering[name, default: Pace()].measured(milliseconds, budget: Self.rendering)
  }

  /// Takes note of how long the rest took.
  package mutating func shown(_ milliseconds: Double) {
    showing.measured(milliseconds, budget: Self.showing)
  }
}
