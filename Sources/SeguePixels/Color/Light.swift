/// In which numbers pixels are fitted to a frame and mixed with one another.
///
///     let framing = Framing(light: .linear)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), framing: framing)
///     let half = try renderer.frame(at: 0.5)
public enum Light: String, CaseIterable, Sendable {
  /// The numbers that images store, as most programs and browsers do: half of white and black is the gray 128.
  case gamma
  /// The light that these numbers stand for, by sRGB's curve, as eyes and lenses do: half of white and black is the gray 188.
  case linear
}
