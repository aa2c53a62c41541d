// Conversions of colors for shaders that compute with straight alpha. A color is red, green, blue and alpha.
extension Graph {
  /// Converts a color from premultiplied to straight alpha, by a division; a color with alpha 0 stays
  /// transparent black.
  package mutating func straight(_ color: [SSAValue]) -> [SSAValue] {
    let (alpha, nothing, one) = (color[3], float(0), float(1))
    guard alpha != one else { return color }
    let divisor = emit(.select, emit(.lt, nothing, alpha), alpha, one)
    return color[..<3].map { emit(.div, $0, divisor) } + [alpha]
  }

  /// Multiplies red, green and blue by alpha; the color must already be clamped to 0…1.
  package mutating func premultiplied(_ color: [SSAValue]) -> [SSAValue] {
    color[..<3].map { emit(.mul, $0, color[3]) } + [color[3]]
  }

  /// Clamps components to 0…1, as storing in 8 bits would; NaN gives 0.
  package mutating func bounded(_ color: [SSAValue]) -> [SSAValue] {
    color.map { emit(.saturate, $0) }
  }

  /// Returns a color without its final clamps to 0…1; the result, clamped again, equals the given color.
  package func unbounded(_ color: [SSAValue]) -> [SSAValue] {
    color.map { component in
      if let (opcode, inputs) = definition(component), opcode == .saturate { inputs[0] } else { component }
    }
  }

  /// Composites a blend of two straight colors over transparent pictures: the blend is weighted by the
  /// product of both alphas, and each picture by the area that it covers alone.
  ///
  /// - Source: W3C, Compositing and Blending Level 1, section 9.1.4, in a form symmetric in both pictures.
  package mutating func composited(_ mixed: [SSAValue], _ base: [SSAValue], _ overlay: [SSAValue])
    -> [SSAValue]
  {
    let one = float(1)
    if base[3] == one && overlay[3] == one { return mixed + [one] }
    let both = emit(.mul, base[3], overlay[3])
    let (baseAlone, overlayAlone) = (emit(.sub, base[3], both), emit(.sub, overlay[3], both))
    let alpha = emit(.add, base[3], overlayAlone)
    let divisor = emit(.select, emit(.lt, float(0), alpha), alpha, one)
    let color = (0..<3).map { channel in
      let alone = emit(.add, emit(.mul, base[channel], baseAlone), emit(.mul, overlay[channel], overlayAlone))
      return emit(.div, emit(.add, emit(.mul, mixed[channel], both), alone), divisor)
    }
    return color + [alpha]
  }
}
