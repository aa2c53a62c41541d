/// The encoding in which pixels are resampled and mixed.
///
///     let framing = Framing(light: .linear)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), framing: framing)
///     let half = try renderer.frame(at: 0.5)
public enum Light: String, CaseIterable, Sendable {
  /// The stored sRGB values, as most programs and browsers use them: half of white and black is the gray 128.
  case gamma
  /// Linear light, decoded by sRGB's curve, as in lenses: half of white and black is the gray 188.
  case linear
}
