import SeguePlatform

/// The curve of a crossfade of sound; the names are those of ffmpeg's filter `acrossfade`.
///
/// - Source: the table of curves in the documentation of ffmpeg's filter `afade`.
package enum FadeCurve: String, CaseIterable, Sendable {
  case nofade, tri, qsin, hsin, esin, log, ipar, qua, cub, squ, cbr, par, exp, iqsin, ihsin, dese, desi, losi
  case sinc, isinc, quat, quatr, qsin2, hsin2

  /// Returns the gain of a fade-in after the elapsed share 0…1 of its duration.
  func gain(_ share: Double) -> Double {
    let x = max(0, min(1, share))
    let sine = sin(x * .pi / 2)
    let half = (1 - cos(x * .pi)) / 2
    switch self {
    case .nofade: return 1
    case .tri: return x
    case .qsin: return sine
    case .iqsin: return 2 / .pi * asin(x)
    case .qsin2: return sine * sine
    case .esin:
      let cube = (2 * x - 1) * (2 * x - 1) * (2 * x - 1)
      return 1 - cos(.pi / 4 * (cube + 1))
    case .hsin: return half
    case .ihsin: return acos(1 - 2 * x) / .pi
    case .hsin2: return half * half
    case .exp: return Glibc.exp(-11.512925464970227 * (1 - x))
    case .log: return max(0, min(1, 1 + 0.2 * log10(x)))
    case .par: return 1 - (1 - x).squareRoot()
    case .ipar: return 1 - (1 - x) * (1 - x)
    case .qua: return x * x
    case .cub: return x * x * x
    case .quat: return x * x * x * x
    case .squ: return x.squareRoot()
    case .cbr: return cbrt(x)
    case .quatr: return x.squareRoot().squareRoot()
    case .dese: return x <= 0.5 ? cbrt(2 * x) / 2 : 1 - cbrt(2 * (1 - x)) / 2
    case .desi:
      let near = x <= 0.5 ? 2 * x : 2 * (1 - x)
      return x <= 0.5 ? near * near * near / 2 : 1 - near * near * near / 2
    case .losi:
      let slope = 1 / (1 - 0.787) - 1
      func logistic(_ t: Double) -> Double { 1 / (1 + Glibc.exp(-t)) }
      return (logistic((x - 0.5) * slope * 2) - logistic(-slope)) / (logistic(slope) - logistic(-slope))
    case .sinc: return x >= 1 ? 1 : sin(.pi * (1 - x)) / (.pi * (1 - x))
    case .isinc: return x <= 0 ? 0 : 1 - sin(.pi * x) / (.pi * x)
    }
  }
}

/// The treatment of sound at a joint.
package enum SoundJoint: String, CaseIterable, Sendable {
  /// The sound of one clip fades into the sound of the next.
  case fade
  /// The sound switches from one clip to the next in the middle of the joint.
  case cut
  /// No clip is heard during the joint.
  case none
}
