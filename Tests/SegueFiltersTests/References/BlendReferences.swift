extension EffectReference {
  /// Blends of straight colors, for each channel separately unless noted.
  static let blends: [EffectReference] = [
    channels("add-blend") { a, b in a + b },
    EffectReference(
      "alpha-blend", ["mixturePercent": 0.5], others: [["mixturePercent": 1]], identity: ["mixturePercent": 0]
    ) { at in
      let overlay = at.overlay.with(at.overlay.rgb)
      return composited(
        overlay.rgb, at.color, SIMD4(overlay.rgb, overlay.w * at["mixturePercent"]))
    },
    EffectReference(
      "chroma-key-blend", ["threshold": 0.4, "smoothing": 0.1, "color": [0, 1, 0]],
      others: [["threshold": 0.1, "smoothing": 0.3, "color": [0.9, 0.2, 0.1]]], changesAlpha: true
    ) { at in
      let away = chromaDistance(at.color.rgb, at.vector3("color"))
      let share = 1 - smoothstep(at["threshold"], at["threshold"] + at["smoothing"], away)
      func premultiplied(_ c: SIMD4<Double>) -> SIMD4<Double> { c.with(c.rgb * c.w) }
      return straight(mix(premultiplied(at.color), premultiplied(at.overlay), share))
    },
    channels("color-burn-blend") { a, b in a >= 1 ? 1 : b <= 0 ? 0 : 1 - min(1, (1 - a) / b) },
    channels("color-dodge-blend") { a, b in a <= 0 ? 0 : b >= 1 ? 1 : min(1, a / (1 - b)) },
    channels("darken-blend") { a, b in a < b ? a : b },
    channels("lighten-blend") { a, b in a < b ? b : a },
    channels("difference-blend") { a, b in a < b ? b - a : a - b },
    channels("subtract-blend") { a, b in a - b },
    channels("linear-burn-blend") { a, b in a + b - 1 },
    channels("divide-blend") { a, b in a <= 0 ? 0 : b <= 0 ? 1 : a / b },
    channels("exclusion-blend") { a, b in a + b - 2 * a * b },
    channels("hard-light-blend") { a, b in b < 0.5 ? 2 * a * b : 1 - 2 * (1 - a) * (1 - b) },
    channels("overlay-blend") { a, b in a < 0.5 ? 2 * a * b : 1 - 2 * (1 - a) * (1 - b) },
    channels("multiply-blend") { a, b in a * b },
    channels("screen-blend") { a, b in a + b - a * b },
    channels("soft-light-blend") { a, b in a * a + 2 * a * b * (1 - a) },
    channels("normal-blend") { _, b in b },
    .blend("color-blend") { a, b in setLight(b, light(a)) },
    .blend("luminosity-blend") { a, b in setLight(a, light(b)) },
    .blend("hue-blend") { a, b in setLight(setStrength(b, strength(a)), light(a)) },
    .blend("saturation-blend") { a, b in setLight(setStrength(a, strength(b)), light(a)) },
    EffectReference("mask", changesAlpha: true) { at in
      SIMD4(at.color.rgb, at.color.w * at.overlay.w * at.overlay.rgb.sum() / 3)
    },
  ]

  private static func channels(
    _ name: String, _ mix: @escaping @Sendable (Double, Double) -> Double
  ) -> EffectReference {
    .blend(name) { a, b in SIMD3(mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)) }
  }
}

// W3C, Compositing and Blending Level 1, section 10.2.
private func light(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
private func strength(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

private func setLight(_ c: SIMD3<Double>, _ target: Double) -> SIMD3<Double> {
  var result = c + (target - light(c))
  let (middle, least, most) = (light(result), result.min(), result.max())
  if least < 0 { result = middle + (result - middle) * middle / (middle - least) }
  if most > 1 { result = middle + (result - middle) * (1 - middle) / (most - middle) }
  return result
}

private func setStrength(_ c: SIMD3<Double>, _ target: Double) -> SIMD3<Double> {
  let order = [0, 1, 2].sorted { c[$0] < c[$1] }
  guard c[order[2]] > c[order[0]] else { return .zero }
  var result = SIMD3<Double>.zero
  result[order[1]] = (c[order[1]] - c[order[0]]) * target / (c[order[2]] - c[order[0]])
  result[order[2]] = target
  return result
}
