/// The transfer function of the values in which pixels are resampled and mixed: sRGB or linear.
///
///     let framing = Framing(light: .linear)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), framing: framing)
///     let half = try renderer.frame(at: 0.5)
public enum Light: String, CaseIterable, Sendable {
  /// The cases that apply to pictures in sRGB.
  public static let allCases = [gamma, linear]

  /// The stored sRGB values, as most programs and browsers mix them: half white and half black give the gray
  /// 128.
  case gamma
  /// Linear light, decoded by sRGB's transfer function, as in optics: half white and half black give the gray
  /// 188.
  case linear
  /// Linear light, decoded by the transfer function of PQ, for floats; kernels of 8 bits use stored values.
  case linearPQ
  /// Linear light of the scene, decoded by the transfer function of HLG, for floats; kernels of 8 bits use
  /// stored values.
  case linearHLG

  /// Makes `gamma` or `linear`; nil for other names, since `linearPQ` and `linearHLG` follow from the
  /// transfer function of HDR frames.
  public init?(rawValue: String) {
    guard let light = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = light
  }

  /// Returns the case for frames with the given transfer function, named as in ffmpeg: for PQ and HLG,
  /// `linear` becomes `linearPQ` or `linearHLG`.
  package func decoded(by transfer: String?) -> Light {
    guard self != .gamma else { return self }
    switch transfer {
    case "smpte2084": return .linearPQ
    case "arib-std-b67": return .linearHLG
    default: return self
    }
  }
}
