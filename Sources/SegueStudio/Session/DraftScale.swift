/// How much smaller frames are while something moves, where a whole one takes longer than somebody who drags should wait.
///
/// The frame at rest has its own size all the same.
package struct DraftScale: Sendable {
  /// Milliseconds of rendering that a frame may take.
  package static let budget = 14.0
  /// The shares of the sides, one after another.
  package static let steps = [1, 0.7, 0.5, 0.35]
  /// How many frames in a row must be too slow: one may have been compiled, or have waited for another program.
  private static let patience = 3

  private var known: [String: (step: Int, slow: Int)] = [:]

  /// Begins with whole frames of everything.
  package init() {}

  /// The share of the sides of a frame of something that has a name.
  package func factor(of name: String) -> Double { Self.steps[known[name]?.step ?? 0] }

  /// Takes note of how long a frame took.
  package mutating func measured(_ milliseconds: Double, of name: String) {
    var (step, slow) = known[name] ?? (0, 0)
    slow = milliseconds > Self.budget ? slow + 1 : 0
    if slow == Self.patience { (step, slow) = (min(step + 1, Self.steps.count - 1), 0) }
    if known.count > 500 { known = [:] }
    known[name] = (step, slow)
  }
}
