import SeguePlatform

/// Robert Penner's easings, each given by a family of curves and the end at which the curve is bent.
///
///     let curve = TimingCurve.penner(.elastic, .out)
///     let value = curve(at: 0.3)
///
/// - Source: Robert Penner's Easing Functions, as collected at easings.net.
public enum PennerEasing {
  /// A family of curves.
  public enum Family: String, CaseIterable, Hashable, Sendable {
    /// A quarter of a sine wave.
    case sine
    /// The square of the time.
    case quad
    /// The third power of the time.
    case cubic
    /// The fourth power of the time.
    case quart
    /// The fifth power of the time.
    case quint
    /// An exponential function with base 2.
    case expo
    /// A quarter of a circle.
    case circ
    /// A curve that leaves the range 0…1; if bent at the start, it first moves backward.
    case back
    /// An oscillation with growing amplitude, which leaves 0…1.
    case elastic
    /// The motion of a ball that bounces.
    case bounce
  }

  /// The end at which a curve is bent.
  public enum Way: String, CaseIterable, Hashable, Sendable {
    /// Eases in: the curve is bent at the start.
    case `in`
    /// Eases out: the curve is bent at the end.
    case out
    /// Eases in and out: the curve is bent at both ends, and each half of the curve takes half the time.
    case inOut = "in-out"
  }

  /// Returns the value of a curve at a time in 0…1.
  static func value(_ family: Family, _ way: Way, at time: Double) -> Double {
    switch way {
    case .in: start(family, isHalf: false, at: time)
    case .out: 1 - start(family, isHalf: false, at: 1 - time)
    case .inOut:
      time < 0.5
        ? start(family, isHalf: true, at: 2 * time) / 2
        : 1 - start(family, isHalf: true, at: 2 - 2 * time) / 2
    }
  }

  /// Returns the value of a curve that is bent at the start; with `isHalf`, for curves bent at both ends,
  /// `back` and `elastic` have other constants.
  private static func start(_ family: Family, isHalf: Bool, at x: Double) -> Double {
    switch family {
    case .sine: return 1 - cos(x * .pi / 2)
    case .quad: return x * x
    case .cubic: return x * x * x
    case .quart: return x * x * x * x
    case .quint: return x * x * x * x * x
    case .expo: return x == 0 ? 0 : pow(2, 10 * x - 10)
    case .circ: return 1 - (1 - x * x).squareRoot()
    case .back:
      let overshoot = isHalf ? 1.70158 * 1.525 : 1.70158
      return x * x * ((overshoot + 1) * x - overshoot)
    case .elastic:
      if x == 0 || x == 1 { return x }
      let period = isHalf ? 4.5 : 3.0
      return -pow(2, 10 * x - 10) * sin((10 * x - 10 - period / 4) * 2 * .pi / period)
    case .bounce:
      // Each bounce is a parabola; the conditions test the last bounce first. `middle` is the time of the
      // apex, counted back from the end in units of duration / 2.75; `height` is the distance of the apex
      // from 1.
      let y = (1 - x) * 2.75
      let (middle, height): (Double, Double) =
        y < 1 ? (0, 0) : y < 2 ? (1.5, 0.75) : y < 2.5 ? (2.25, 0.9375) : (2.625, 0.984375)
      return 1 - ((y - middle) * (y - middle) + height)
    }
  }

  /// Returns the spellings of a curve, such as `elastic-out`, `easeOutElastic` and `out-elastic`.
  package static func spellings(_ family: Family, _ way: Way) -> [String] {
    func capitalized(_ word: some StringProtocol) -> String { word.prefix(1).uppercased() + word.dropFirst() }
    let ease = "ease" + way.rawValue.split(separator: "-").map { capitalized($0) }.joined()
    return [
      "\(family.rawValue)-\(way.rawValue)", ease + capitalized(family.rawValue),
      "\(way.rawValue)-\(family.rawValue)",
    ]
  }
}

extension TimingCurve {
  /// Penner's easings, each with the first spelling of its name, such as `elastic-out`.
  public static let penner: [(name: String, curve: TimingCurve)] = PennerEasing.Family.allCases.flatMap {
    family in
    PennerEasing.Way.allCases.map { way in
      (PennerEasing.spellings(family, way)[0], .penner(family, way))
    }
  }

  /// Penner's easings by all spellings, in lower case.
  static let pennerSpellings: [String: TimingCurve] = Dictionary(
    uniqueKeysWithValues: PennerEasing.Family.allCases.flatMap { family in
      PennerEasing.Way.allCases.flatMap { way in
        PennerEasing.spellings(family, way).map { ($0.lowercased(), TimingCurve.penner(family, way)) }
      }
    })
}
