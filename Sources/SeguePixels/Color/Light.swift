/// The transfer function of the values in which pixels are resampled and mixed: sRGB or linear.
///
///     let framing = Framing(light: .linear)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), framing: framing)
///     let half = try renderer.frame(at: 0.5)
public enum Light: String, CaseIterable, Sendable {
  /// The stored sRGB values, as most programs and browsers mix them: half white and half black give the gray
  /// 128.
  case gamma
  /// Linear light, decoded by sRGB's transfer function, as in optics: half white and half black give the gray
  /// 188.
  case linear
}
