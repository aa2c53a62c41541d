// Straight alpha, for the shaders that are written for it. A color is red, green, blue and alpha.
extension Graph {
  /// A premultiplied color with straight alpha; transparent black where alpha is 0.
  mutating func straight(_ color: [SSAValue]) -> [SSAValue] {
    let (alpha, nothing, one) = (color[3], float(0), float(1))
    guard alpha != one else { return color }
    let divisor = emit(.select, emit(.lt, nothing, alpha), alpha, one)
    return color[..<3].map { emit(.div, $0, divisor) } + [alpha]
  }

  /// A color that was bounded, multiplied by its alpha.
  mutating func premultiplied(_ color: [SSAValue]) -> [SSAValue] {
    color[..<3].map { emit(.mul, $0, color[3]) } + [color[3]]
  }

  /// Components within 0…1, as 8 bits would keep them; 0 where they are no number.
  mutating func bounded(_ color: [SSAValue]) -> [SSAValue] {
    color.map { emit(.saturate, $0) }
  }

  /// A color that is the same once it is bounded, with less to compute where it can be.
  func unbounded(_ color: [SSAValue]) -> [SSAValue] {
    color.map { component in
      if let (opcode, inputs) = definition(component), opcode == .saturate { inputs[0] } else { component }
    }
  }

  /// What a blend of two straight colors makes of two pictures that may be transparent: it counts as far as both are
  /// there, and each picture as far as it is alone.
  ///
  /// - Source: W3C, Compositing and Blending Level 1, section 9.1.4, in the form that counts both alike.
  mutating func composited(_ mixed: [SSAValue], _ base: [SSAValue], _ overlay: [SSAValue]) -> [SSAValue] {
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
