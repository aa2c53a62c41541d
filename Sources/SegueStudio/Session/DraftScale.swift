/// The reduction of frames in motion, if whole frames are too slow to follow a drag.
///
/// The frame at rest has its full size.
package struct DraftScale: Sendable {
  /// Milliseconds that rendering may take.
  package static let rendering = 14.0
  /// Milliseconds from a request to its display, without rendering: encoding, sending, decoding and drawing.
  package static let showing = 12.0
  /// Successive scales of the sides; each step has about 0.7 of the previous pixels.
  package static let steps = [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35]

  /// The state of one measure: its step, and the current run of slow or quick frames.
  private struct Pace {
    /// Slow frames in a row before a smaller step: a single one may be due to compiling or to other programs.
    static let patience = 5
    /// Quick frames in a row before a larger step; quick is 0.6 of the budget.
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
  /// The display time, which does not depend on the work.
  private var showing = Pace()

  /// Begins with whole frames.
  package init() {}

  /// The scale of the sides for the work with a title.
  package func factor(of name: String) -> Double {
    Self.steps[max(rendering[name]?.step ?? 0, showing.step)]
  }

  /// Records the rendering time of a frame.
  package mutating func rendered(_ milliseconds: Double, of name: String) {
    if rendering.count > 500 { rendering = [:] }
    rendering[name, default: Pace()].measured(milliseconds, budget: Self.rendering)
  }

  /// Records the display time of a frame.
  package mutating func shown(_ milliseconds: Double) {
    showing.measured(milliseconds, budget: Self.showing)
  }
}
