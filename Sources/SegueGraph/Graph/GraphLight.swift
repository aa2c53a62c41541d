// sRGB's transfer curve, for shaders that mix in linear light. A color is red, green, blue and alpha.
extension Graph {
  /// Decodes a straight color to linear light.
  package mutating func light(of color: [SSAValue]) -> [SSAValue] {
    color[..<3].map { number in
      let line = emit(.mul, number, float(1 / 12.92))
      let base = emit(.mul, emit(.add, number, float(0.055)), float(1 / 1.055))
      let isLine = emit(.lt, number, float(0.04045))
      return emit(.select, isLine, line, emit(.pow, base, float(2.4)))
    } + [color[3]]
  }

  /// Encodes linear light, clamped, to a straight color.
  package mutating func color(of light: [SSAValue]) -> [SSAValue] {
    light[..<3].map { light in
      let line = emit(.mul, light, float(12.92))
      let curve = emit(.mul, emit(.pow, light, float(1 / 2.4)), float(1.055))
      let isLine = emit(.lt, light, float(0.0031308))
      return emit(.select, isLine, line, emit(.sub, curve, float(0.055)))
    } + [light[3]]
  }

  /// Decodes a premultiplied color to premultiplied light.
  package mutating func premultipliedLight(of color: [SSAValue]) -> [SSAValue] {
    let light = light(of: straight(color))
    return light[3] == float(1) ? light : premultiplied(light)
  }

  /// Encodes premultiplied light to a premultiplied color, clamped.
  package mutating func premultipliedColor(of light: [SSAValue]) -> [SSAValue] {
    let light = bounded(light)
    return premultiplied(color(of: bounded(straight(light))))
  }
}
