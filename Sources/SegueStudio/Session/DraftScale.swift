/// The reduced size of frames during a drag, for frames that are rendered or shown too slowly in full size.
///
/// A frame at rest always has its full size.
package struct DraftScale: Sendable {
  /// The time budget for rendering a frame, in milliseconds.
  package static let rendering = 14.0
  /// The time budget for showing a rendered frame, in milliseconds: encoding, sending, decoding and drawing.
  package static let showing = 12.0
  /// The possible scales of width and height; each step has about 0.7 times the pixels of the previous step.
  package static let steps = [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35]

  /// The state for one time budget: the current scale, and the number of consecutive slow or quick frames.
  private struct Pace {
    /// The number of consecutive slow frames before the scale is reduced.
    ///
    /// A single slow frame may be due to compiling or to other programs.
    static let patience = 5
    /// The number of consecutive quick frames before the scale is increased; a quick frame needs less than
    /// 0.6 of the budget.
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
  /// The state for the time of display, which does not depend on the job.
  private var showing = Pace()

  /// Makes an instance that begins with frames in full size.
  package init() {}

  /// Returns the scale of width and height for frames of a job, identified by its title.
  package func factor(of name: String) -> Double {
    Self.steps[max(rendering[name]?.step ?? 0, showing.step)]
  }

  /// Records the time for rendering a frame.
  package mutating func rendered(_ milliseconds: Double, of name: String) {
    if rendering.count > 500 { rendering = [:] }
    rendering[name, default: Pace()].measured(milliseconds, budget: Self.rendering)
  }

  /// Records the time for displaying a frame, without rendering.
  package mutating func shown(_ milliseconds: Double) {
    showing.measured(milliseconds, budget: Self.showing)
  }
}
