package import SeguePixels

// Transfer functions of sRGB, PQ and HLG, for shaders that mix in linear light. A color is red, green, blue and
// alpha.
extension Graph {
  /// Decodes a color with straight alpha to linear light; alpha stays as it is.
  package mutating func light(of color: [SSAValue], _ light: Light) -> [SSAValue] {
    color[..<3].map { number in
      switch light {
      case .gamma: return number
      case .linear:
        let line = emit(.mul, number, float(1 / 12.92))
        let base = emit(.mul, emit(.add, number, float(0.055)), float(1 / 1.055))
        let isLine = emit(.lt, number, float(0.04045))
        return emit(.select, isLine, line, emit(.pow, base, float(2.4)))
      case .linearPQ:
        // Clamps to 1.5, since the curve has a pole near 2.
        let bounded = emit(.min, emit(.max, number, float(0)), float(1.5))
        let root = emit(.pow, bounded, float(1 / PQ.m2))
        let rest = emit(.max, emit(.sub, root, float(PQ.c1)), float(0))
        let divisor = emit(.sub, float(PQ.c2), emit(.mul, root, float(PQ.c3)))
        return emit(.pow, emit(.div, rest, divisor), float(1 / PQ.m1))
      case .linearHLG:
        let number = emit(.max, number, float(0))
        let dark = emit(.mul, emit(.mul, number, number), float(1 / 3))
        let power = emit(.exp, emit(.mul, emit(.sub, number, float(HLG.c)), float(1 / HLG.a)))
        let bright = emit(.mul, emit(.add, power, float(HLG.b)), float(1 / 12))
        return emit(.select, emit(.le, number, float(0.5)), dark, bright)
      }
    } + [color[3]]
  }

  /// Encodes linear light, which must be clamped to 0…1, as a color with straight alpha; alpha stays as it
  /// is.
  package mutating func color(of color: [SSAValue], _ light: Light) -> [SSAValue] {
    color[..<3].map { number in
      switch light {
      case .gamma: return number
      case .linear:
        let line = emit(.mul, number, float(12.92))
        let curve = emit(.mul, emit(.pow, number, float(1 / 2.4)), float(1.055))
        let isLine = emit(.lt, number, float(0.0031308))
        return emit(.select, isLine, line, emit(.sub, curve, float(0.055)))
      case .linearPQ:
        let root = emit(.pow, number, float(PQ.m1))
        let numerator = emit(.add, emit(.mul, root, float(PQ.c2)), float(PQ.c1))
        let divisor = emit(.add, emit(.mul, root, float(PQ.c3)), float(1))
        return emit(.pow, emit(.div, numerator, divisor), float(PQ.m2))
      case .linearHLG:
        let dark = emit(.sqrt, emit(.mul, number, float(3)))
        let rest = emit(.max, emit(.sub, emit(.mul, number, float(12)), float(HLG.b)), float(HLG.b))
        let bright = emit(.add, emit(.mul, emit(.log, rest), float(HLG.a)), float(HLG.c))
        return emit(.select, emit(.le, number, float(1 / 12)), dark, bright)
      }
    } + [color[3]]
  }

  /// Decodes a premultiplied color to premultiplied linear light.
  package mutating func premultipliedLight(of color: [SSAValue], _ light: Light) -> [SSAValue] {
    let decoded = self.light(of: straight(color), light)
    return decoded[3] == float(1) ? decoded : premultiplied(decoded)
  }

  /// Encodes premultiplied linear light as a premultiplied color, clamped to 0…1.
  package mutating func premultipliedColor(of color: [SSAValue], _ light: Light) -> [SSAValue] {
    let bounded = bounded(color)
    return premultiplied(self.color(of: self.bounded(straight(bounded)), light))
  }
}

/// The constants of PQ (SMPTE ST 2084).
private enum PQ {
  static let (m1, m2): (Float, Float) = (0.1593017578125, 78.84375)
  static let (c1, c2, c3): (Float, Float, Float) = (0.8359375, 18.8515625, 18.6875)
}

/// The constants of HLG (ITU-R BT.2100).
private enum HLG {
  static let (a, b, c): (Float, Float, Float) = (0.17883277, 0.28466892, 0.55991073)
}
