import Foundation

extension EffectReference {
  static let color: [EffectReference] = [
    EffectReference(
      "brightness", ["brightness": 0], others: [["brightness": 0.3], ["brightness": -0.6]], identity: [:]
    ) { at in at.color.with(at.color.rgb + at["brightness"]) },
    EffectReference(
      "exposure", ["exposure": 0], others: [["exposure": 1.5], ["exposure": -2]], identity: [:]
    ) { at in
      at.color.with(at.color.rgb * pow(2, at["exposure"]))
    },
    EffectReference(
      "contrast", ["contrast": 1], others: [["contrast": 2.5], ["contrast": 0.3]], identity: [:]
    ) { at in
      at.color.with((at.color.rgb - 0.5) * at["contrast"] + 0.5)
    },
    EffectReference(
      "saturation", ["saturation": 1], others: [["saturation": 0], ["saturation": 1.8]], identity: [:]
    ) { at in
      at.color.with(mix(SIMD3(repeating: luminance(at.color.rgb)), at.color.rgb, at["saturation"]))
    },
    EffectReference("gamma", ["gamma": 1], others: [["gamma": 2.2], ["gamma": 0.45]], identity: [:]) { at in
      at.color.with(at.color.rgb.map { pow($0, at["gamma"]) })
    },
    EffectReference(
      "levels",
      [
        "minimum": [0, 0, 0], "middle": [1, 1, 1], "maximum": [1, 1, 1], "minOutput": [0, 0, 0],
        "maxOutput": [1, 1, 1],
      ],
      others: [
        ["minimum": [0.1, 0.2, 0], "maximum": [0.8, 0.9, 0.7]],
        ["middle": [0.5, 1.5, 2], "minOutput": [0.2, 0, 0.1], "maxOutput": [0.9, 0.8, 0]],
      ], identity: [:]
    ) { at in
      let (low, high) = (at.vector3("minimum"), at.vector3("maximum"))
      var result = at.color
      for i in 0..<3 {
        let place = min(max(at.color[i] - low[i], 0) / (high[i] - low[i]), 1)
        let bent = pow(place, 1 / at.vector3("middle")[i])
        result[i] = mix(at.vector3("minOutput")[i], at.vector3("maxOutput")[i], bent)
      }
      return result
    },
    EffectReference(
      "color-matrix",
      [
        "red": [1, 0, 0, 0], "green": [0, 1, 0, 0], "blue": [0, 0, 1, 0], "alpha": [0, 0, 0, 1],
        "intensity": 1,
      ],
      others: [
        ["red": [0.2, 0.5, -0.4, 0.1], "green": [1, 1, 1, -1], "intensity": 0.7],
        ["blue": [0, 3, 0, 0.2], "alpha": [0.5, 0, 0, 0.5]], ["red": [0, 5, 0, 0], "intensity": 0],
      ], identity: [:], changesAlpha: true
    ) { at in
      let sums = SIMD4(["red", "green", "blue", "alpha"].map { dot(at.vector4($0), at.color) })
      return sums * at["intensity"] + at.color * (1 - at["intensity"])
    },
    EffectReference(
      "hsb", ["hue": 0, "saturation": 1, "brightness": 1],
      others: [["hue": 75], ["hue": -140, "saturation": 1.5], ["saturation": 0.2, "brightness": 1.6]],
      identity: [:]
    ) { at in
      // Rotates gray onto the z axis, shears so that z is the luminance, rotates by the hue, and inverts
      // both.
      var c = at.color.rgb
      func light(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
      let (h, t) = (0.5.squareRoot(), (1.0 / 3).squareRoot())
      func aboutX(_ c: SIMD3<Double>, _ sine: Double) -> SIMD3<Double> {
        SIMD3(c.x, h * c.y - sine * c.z, sine * c.y + h * c.z)
      }
      func aboutY(_ c: SIMD3<Double>, _ sine: Double) -> SIMD3<Double> {
        let cosine = (2.0 / 3).squareRoot()
        return SIMD3(cosine * c.x + sine * c.z, c.y, -sine * c.x + cosine * c.z)
      }
      func up(_ c: SIMD3<Double>) -> SIMD3<Double> { aboutY(aboutX(c, h), -t) }
      func down(_ c: SIMD3<Double>) -> SIMD3<Double> { aboutX(aboutY(c, t), -h) }
      let weights = up(SIMD3(0.3, 0.59, 0.11))
      c = up(c)
      c.z += (weights.x * c.x + weights.y * c.y) / weights.z
      let angle = at["hue"] * .pi / 180
      c = SIMD3(c.x * cos(angle) - c.y * sin(angle), c.x * sin(angle) + c.y * cos(angle), c.z)
      c.z -= (weights.x * c.x + weights.y * c.y) / weights.z
      c = down(c)
      c = mix(SIMD3(repeating: light(c)), c, at["saturation"])
      return at.color.with(c * at["brightness"])
    },
    EffectReference(
      "rgb", ["red": 1, "green": 1, "blue": 1], others: [["red": 0.5, "green": 1.2, "blue": 3]], identity: [:]
    ) { at in at.color.with(at.color.rgb * SIMD3(at["red"], at["green"], at["blue"])) },
    EffectReference("hue", ["hue": 90], others: [["hue": 200], ["hue": -45]]) { at in
      let c = at.color
      let y = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
      let i = 0.595716 * c.x - 0.274453 * c.y - 0.321263 * c.z
      let q = 0.211456 * c.x - 0.522591 * c.y + 0.31135 * c.z
      let (angle, chroma) = (atan2(q, i) - at["hue"] * .pi / 180, (i * i + q * q).squareRoot())
      let (i2, q2) = (chroma * cos(angle), chroma * sin(angle))
      return c.with(
        SIMD3(
          y + 0.9563 * i2 + 0.6210 * q2, y - 0.2721 * i2 - 0.6474 * q2, y - 1.1070 * i2 + 1.7046 * q2))
    },
    EffectReference(
      "white-balance", ["temperature": 5000, "tint": 0],
      others: [["temperature": 3000], ["temperature": 9000, "tint": 120], ["tint": -200]]
    ) { at in
      let c = at.color.rgb
      let x = 0.299 * c.x + 0.596 * c.y + 0.212 * c.z
      let y = 0.587 * c.x - 0.274 * c.y - 0.523 * c.z
      let z = clamp(0.114 * c.x - 0.322 * c.y + 0.311 * c.z + at["tint"] / 100 * 0.05226, -0.5226, 0.5226)
      let rgb = SIMD3(x + y + z, 0.956 * x - 0.272 * y - 1.105 * z, 0.621 * x - 0.647 * y + 1.702 * z)
      var warmed = SIMD3<Double>()
      for (i, warm) in [0.93, 0.54, 0].enumerated() {
        warmed[i] = rgb[i] < 0.5 ? 2 * rgb[i] * warm : 1 - 2 * (1 - rgb[i]) * (1 - warm)
      }
      let off = at["temperature"] - 5000
      return at.color.with(mix(rgb, warmed, off < 0 ? off * 0.0004 : off * 0.00006))
    },
    EffectReference(
      "highlight-shadow", ["shadows": 0, "highlights": 1],
      others: [["shadows": 1], ["highlights": 0], ["shadows": 0.4, "highlights": 0.6]], identity: [:]
    ) { at in
      let light = 0.3 * (at.color.x + at.color.y + at.color.z)
      guard light > 0 else { return at.color }
      let (s, h) = (at["shadows"], at["highlights"])
      let shadow = clamp(pow(light, 1 / (s + 1)) - 0.76 * pow(light, 2 / (s + 1)) - light)
      let highlight = clamp(
        1 - (pow(1 - light, 1 / (2 - h)) - 0.8 * pow(1 - light, 2 / (2 - h))) - light, -1, 0)
      return at.color.with(at.color.rgb * ((light + shadow + highlight) / light))
    },
    EffectReference(
      "highlight-shadow-tint",
      [
        "shadowTintColor": [1, 0, 0], "shadowTintIntensity": 0, "highlightTintColor": [0, 0, 1],
        "highlightTintIntensity": 0,
      ],
      others: [
        ["shadowTintIntensity": 0.6, "highlightTintIntensity": 0.4],
        ["shadowTintColor": [0.2, 0.5, 0.3], "shadowTintIntensity": 1],
      ], identity: [:]
    ) { at in
      let c = at.color.rgb
      let y = luminance(c)
      func each(_ f: (Int) -> Double) -> SIMD3<Double> { SIMD3(f(0), f(1), f(2)) }
      let m = each { i in
        mix(c[i], max(c[i], mix(at.vector3("shadowTintColor")[i], c[i], y)), at["shadowTintIntensity"])
      }
      let n = each { i in
        mix(c[i], min(m[i], mix(m[i], at.vector3("highlightTintColor")[i], y)), at["highlightTintIntensity"])
      }
      return at.color.with(mix(m, n, y))
    },
    EffectReference(
      "vibrance", ["vibrance": 0], others: [["vibrance": 1], ["vibrance": -0.7]], identity: [:]
    ) { at in
      let c = at.color.rgb
      let (most, mean) = (c.max(), c.sum() / 3)
      return at.color.with(mix(c, SIMD3(repeating: most), -3 * at["vibrance"] * (most - mean)))
    },
    EffectReference(
      "skin-tone",
      [
        "skinToneAdjust": 0, "skinHue": 0.05, "skinHueThreshold": 40, "maxHueShift": 0.25,
        "maxSaturationShift": 0.4, "orange": 0,
      ],
      others: [
        ["skinToneAdjust": 0.8], ["skinToneAdjust": -1, "orange": 1], ["skinToneAdjust": 0.5, "orange": 1],
        ["skinToneAdjust": 0.6, "skinHue": 0.9, "skinHueThreshold": 5],
        ["skinToneAdjust": -0.7, "maxHueShift": 0.1],
        ["skinToneAdjust": 0.9, "maxSaturationShift": 0.9, "orange": 1],
      ]
    ) { at in
      let c = at.color.rgb
      let (high, low) = (c.max(), c.min())
      var hue = 0.0
      if high > low {
        // Hue is piecewise linear in six sectors, unlike the angle in the plane perpendicular to gray.
        if c.x == high {
          hue = (c.y - c.z) / (high - low)
        } else if c.y == high {
          hue = 2 + (c.z - c.x) / (high - low)
        } else {
          hue = 4 + (c.x - c.y) / (high - low)
        }
        hue = (hue < 0 ? hue + 6 : hue) / 6
      }
      var saturation = high > 0 ? (high - low) / high : 0
      var away = abs(hue - at["skinHue"])
      if away > 0.5 { away = 1 - away }
      let weight = exp(-pow(away / 0.5, 2) * at["skinHueThreshold"])
      if at.flag("orange") && at["skinToneAdjust"] > 0 {
        saturation += at["skinToneAdjust"] * weight * at["maxSaturationShift"]
      } else {
        hue += at["skinToneAdjust"] * weight * at["maxHueShift"]
      }
      let sixth = (hue - hue.rounded(.down)) * 6
      let part = sixth - sixth.rounded(.down)
      let (p, q, t) = (
        high * (1 - saturation), high * (1 - saturation * part), high * (1 - saturation * (1 - part))
      )
      let sectors = [
        SIMD3(high, t, p), SIMD3(q, high, p), SIMD3(p, high, t), SIMD3(p, q, high), SIMD3(t, p, high),
        SIMD3(high, p, q),
      ]
      return at.color.with(sectors[Int(sixth) % 6])
    },
    EffectReference("color-invert") { at in at.color.with(1 - at.color.rgb) },
    EffectReference("solarize", ["threshold": 0.5], others: [["threshold": 0.2], ["threshold": 0.8]]) { at in
      at.isLess(at["threshold"], luminance(at.color.rgb)) ? at.color : at.color.with(1 - at.color.rgb)
    },
    EffectReference("grayscale") { at in gray(luminance(at.color.rgb), at.color.w) },
    EffectReference(
      "false-color", ["firstColor": [0, 0, 0.5], "secondColor": [1, 0, 0]],
      others: [["firstColor": [0.2, 0.9, 0.1], "secondColor": [1, 0.7, 0.3]]]
    ) { at in
      at.color.with(mix(at.vector3("firstColor"), at.vector3("secondColor"), luminance(at.color.rgb)))
    },
    EffectReference(
      "monochrome", ["intensity": 1, "color": [0.6, 0.45, 0.3]],
      others: [["intensity": 0.4], ["color": [0.1, 0.8, 0.3]]], identity: ["intensity": 0]
    ) { at in
      let g = luminance(at.color.rgb)
      let shade = at.vector3("color").map { g < 0.5 ? 2 * g * $0 : 1 - 2 * (1 - g) * (1 - $0) }
      return at.color.with(mix(at.color.rgb, shade, at["intensity"]))
    },
    EffectReference("sepia", ["intensity": 1], others: [["intensity": 0.5]], identity: ["intensity": 0]) {
      at in
      let c = at.color.rgb
      let brown = SIMD3(
        dot(c, SIMD3(0.3588, 0.7044, 0.1368)), dot(c, SIMD3(0.2990, 0.5870, 0.1140)),
        dot(c, SIMD3(0.2392, 0.4696, 0.0912)))
      return at.color.with(mix(c, brown, at["intensity"]))
    },
    EffectReference("opacity", ["opacity": 1], others: [["opacity": 0.3]], identity: [:], changesAlpha: true)
    { at in
      SIMD4(at.color.rgb, at.color.w * at["opacity"])
    },
    EffectReference(
      "luminance-threshold", ["threshold": 0.5], others: [["threshold": 0.25], ["threshold": 0.8]]
    ) { at in gray(at.step(at["threshold"], luminance(at.color.rgb)), at.color.w) },
    EffectReference(
      "luminance-range", ["rangeReduction": 0.6], others: [["rangeReduction": 1]],
      identity: ["rangeReduction": 0]
    ) { at in
      at.color.with(at.color.rgb + (0.5 - luminance(at.color.rgb)) * at["rangeReduction"])
    },
    EffectReference(
      "haze", ["distance": 0.2, "slope": 0], others: [["distance": -0.3, "slope": 0.2], ["slope": -0.3]],
      identity: ["distance": 0]
    ) { at in
      let d = at.uv.y * at["slope"] + at["distance"]
      return at.color.with((at.color.rgb - d) / (1 - d))
    },
    EffectReference(
      "chroma-key", ["threshold": 0.4, "smoothing": 0.1, "color": [0, 1, 0]],
      others: [["threshold": 0.1, "smoothing": 0.4, "color": [0.9, 0.2, 0.1]]], changesAlpha: true
    ) { at in
      let away = chromaDistance(at.color.rgb, at.vector3("color"))
      let t = at["threshold"]
      return SIMD4(at.color.rgb, at.color.w * smoothstep(t, t + at["smoothing"], away))
    },
    EffectReference("posterize", ["colorLevels": 10], others: [["colorLevels": 3], ["colorLevels": 1]]) {
      at in
      at.color.with(at.color.rgb.map { at.floor($0 * at["colorLevels"] + 0.5) / at["colorLevels"] })
    },
    EffectReference(
      "vignette",
      [
        "vignetteCenter": [0.5, 0.5], "vignetteColor": [0, 0, 0], "vignetteStart": 0.3, "vignetteEnd": 0.75,
      ],
      others: [
        [
          "vignetteCenter": [0.2, 0.7], "vignetteColor": [0.9, 0.5, 0.1], "vignetteStart": 0.1,
          "vignetteEnd": 0.5,
        ]
      ], identity: ["vignetteStart": 1]
    ) { at in
      let away = length(at.uv - at.vector2("vignetteCenter"))
      let share = smoothstep(at["vignetteStart"], at["vignetteEnd"], away)
      return at.color.with(mix(at.color.rgb, at.vector3("vignetteColor"), share))
    },
    EffectReference(
      "solid-color", ["color": [0, 0, 0.5], "useExistingAlpha": 0],
      others: [["color": [0.9, 0.3, 0.1], "useExistingAlpha": 1]]
    ) { at in SIMD4(at.vector3("color"), at.flag("useExistingAlpha") ? at.color.w : 1) },
    EffectReference("color-swizzling") { at in SIMD4(at.color.z, at.color.y, at.color.x, at.color.w) },
    EffectReference(
      "alpha-test", ["threshold": 0.5], others: [["threshold": 0.9]], identity: ["threshold": 0]
    ) { at in
      at.isLess(at.color.w, at["threshold"]) ? .zero : at.color
    },
  ]
}

/// Distance of two colors in the red and blue chroma, without luminance.
func chromaDistance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  func chroma(_ c: SIMD3<Double>) -> SIMD2<Double> {
    let y = 0.2989 * c.x + 0.5866 * c.y + 0.1145 * c.z
    return SIMD2(0.7132 * (c.x - y), 0.5647 * (c.z - y))
  }
  return length(chroma(a) - chroma(b))
}
