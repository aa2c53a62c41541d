import Foundation

extension EffectReference {
  static let edges: [EffectReference] = [
    EffectReference(
      "3x3-convolution", ["top": [0, 0, 0], "middle": [0, 1, 0], "bottom": [0, 0, 0]],
      others: [["top": [0.1, 0.2, -0.3], "middle": [0.5, -0.1, 0.2], "bottom": [-0.4, 0.6, 0.3]]],
      identity: [:]
    ) { at in
      at.convolved([at.vector3("top"), at.vector3("middle"), at.vector3("bottom")])
    },
    EffectReference("emboss", ["intensity": 1], others: [["intensity": 3]], identity: ["intensity": 0]) {
      at in
      let k = at["intensity"]
      return at.convolved([SIMD3(-2 * k, -k, 0), SIMD3(-k, 1, k), SIMD3(0, k, 2 * k)])
    },
    EffectReference("laplacian") { at in
      let color = at.convolved([SIMD3(0.5, 1, 0.5), SIMD3(1, -6, 1), SIMD3(0.5, 1, 0.5)])
      return color.with(color.rgb + 0.5)
    },
    EffectReference(
      "sharpen", ["sharpness": 0], others: [["sharpness": 2], ["sharpness": -0.2]], identity: [:]
    ) { at in
      let s = at["sharpness"]
      return at.convolved([SIMD3(0, -s, 0), SIMD3(-s, 1 + 4 * s, -s), SIMD3(0, -s, 0)])
    },
    EffectReference("sobel-edge-detection", ["edgeStrength": 1], others: [["edgeStrength": 0.3]]) { at in
      gray(length(at.slope(2)) * at["edgeStrength"], at.color.w)
    },
    EffectReference("prewitt-edge-detection", ["edgeStrength": 1], others: [["edgeStrength": 0.4]]) { at in
      gray(length(at.slope(1)) * at["edgeStrength"], at.color.w)
    },
    EffectReference("sketch", ["edgeStrength": 1], others: [["edgeStrength": 0.3]]) { at in
      gray(1 - length(at.slope(2)) * at["edgeStrength"], at.color.w)
    },
    EffectReference(
      "threshold-sketch", ["threshold": 0.25, "edgeStrength": 1],
      others: [["threshold": 0.5, "edgeStrength": 2]]
    ) { at in gray(1 - at.step(at["threshold"], length(at.slope(2)) * at["edgeStrength"]), at.color.w) },
    EffectReference(
      "threshold-edge-detection", ["threshold": 0.25, "edgeStrength": 1],
      others: [["threshold": 0.1, "edgeStrength": 0.7]]
    ) { at in
      func light(_ x: Int, _ y: Int) -> Double { luminance(at.neighbor(x, y).rgb) }
      let steepness = length(SIMD2(light(0, 1) - light(0, -1), light(1, 0) - light(-1, 0)))
      return gray(at.step(at["threshold"], steepness * at["edgeStrength"]), at.color.w)
    },
    EffectReference("xy-derivative", ["edgeStrength": 1], others: [["edgeStrength": 0.5]]) { at in
      let slope = at.slope(1) * at["edgeStrength"]
      return SIMD4(slope.y * slope.y, slope.x * slope.x, (slope.x * slope.y + 1) / 2, at.color.w)
    },
    EffectReference(
      "toon", ["threshold": 0.2, "quantizationLevels": 10],
      others: [["threshold": 0.8, "quantizationLevels": 4]]
    ) { at in
      let n = at["quantizationLevels"]
      let line = at.step(at["threshold"], length(at.slope(2) { $0.x }))
      return at.color.with(at.color.rgb.map { at.floor($0 * n + 0.5) / n } * (1 - line))
    },
    EffectReference("directional-sobel-edge-detection") { at in
      let slope = at.slope(2) { $0.x }
      let steepness = length(slope)
      func eighth(_ x: Double) -> Double {
        guard steepness > 1e-4 else { return 0 }
        let share = at.floor(abs(x) / steepness + 0.617316)
        return x < 0 ? -share : share
      }
      return SIMD4(steepness, (eighth(slope.y) + 1) / 2, (eighth(slope.x) + 1) / 2, at.color.w)
    },
    EffectReference(
      "directional-non-maximum-suppression", ["upperThreshold": 0.5, "lowerThreshold": 0.1],
      others: [["upperThreshold": 0.9, "lowerThreshold": 0.4]]
    ) { at in
      let way = SIMD2(2 * at.color.y - 1, 2 * at.color.z - 1) / at.size
      let highest = max(at.read(at.uv + way).x, at.read(at.uv - way).x)
      let strength = smoothstep(at["lowerThreshold"], at["upperThreshold"], at.color.x)
      return gray(at.step(highest - halfStep, at.color.x) * strength, at.color.w)
    },
    EffectReference("non-maximum-suppression") { at in at.isHighest ? at.color : at.color.with(.zero) },
    EffectReference(
      "thresholded-non-maximum-suppression", ["threshold": 0.9], others: [["threshold": 0.3]]
    ) { at in gray(at.isHighest ? at.step(at["threshold"], at.color.x) : 0, at.color.w) },
    EffectReference("weak-pixel-inclusion") { at in
      let sum = [-1, 0, 1].reduce(0) { sum, y in sum + [-1, 0, 1].reduce(0) { $0 + at.neighbor($1, y).x } }
      return gray(at.step(1.5, sum) * at.step(0.01, at.color.x), at.color.w)
    },
    EffectReference("local-binary-pattern") { at in gray(at.bits { $0.x }, at.color.w) },
    EffectReference("color-local-binary-pattern") { at in
      SIMD4(at.bits { $0.x }, at.bits { $0.y }, at.bits { $0.z }, at.color.w)
    },
  ]

  static let blur: [EffectReference] = [
    EffectReference(
      "zoom-blur", ["blurCenter": [0.5, 0.5], "blurSize": 1],
      others: [["blurCenter": [0.2, 0.7], "blurSize": 6]], identity: ["blurSize": 0]
    ) { at in at.along((at.vector2("blurCenter") - at.uv) * at["blurSize"] / 100) },
    EffectReference(
      "motion-blur", ["blurSize": 2.5, "blurAngle": 0], others: [["blurSize": 4, "blurAngle": 130]],
      identity: ["blurSize": 0]
    ) { at in
      let angle = at["blurAngle"] * .pi / 180
      return at.along(
        SIMD2(cos(angle) * at.aspect / at.size.x, sin(angle) / at.size.x) * at["blurSize"])
    },
    EffectReference(
      "bilateral", ["distanceNormalizationFactor": 8],
      others: [["distanceNormalizationFactor": 0], ["distanceNormalizationFactor": 2]]
    ) { at in
      let factor = at["distanceNormalizationFactor"]
      func pass(_ pixel: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
        let weights = [0.18, 0.15, 0.12, 0.09, 0.05]
        var (sum, count) = (SIMD4<Double>.zero, 0.0)
        for i in -4...4 {
          let weight = weights[abs(i)] * (1 - min(length(pixel(i) - pixel(0)) * factor, 1))
          sum += weight * pixel(i)
          count += weight
        }
        return sum / count
      }
      func premultiplied(_ x: Int, _ y: Int) -> SIMD4<Double> {
        let color = at.neighbor(x, y)
        return color.with(color.rgb * color.w)
      }
      // The vertical pass is first; its result is rounded to channels of 8 bits.
      let columns = (-4...4).map { x -> SIMD4<Double> in
        let shift = at.clampedShift(4 * x)
        let bytes = pass { premultiplied(shift, 4 * $0) } * 255
        // A value halfway between two bytes may round to either.
        var color = SIMD4<Double>()
        for index in 0..<4 { color[index] = at.floor(bytes[index] + 0.5) / 255 }
        return color
      }
      return straight(pass { columns[$0 + 4] })
    },
    EffectReference(
      "kuwahara", ["radius": 3], others: [["radius": 1], ["radius": 8]], identity: ["radius": 0]
    ) { at in
      let radius = Int(at["radius"])
      var best = (variance: Double.infinity, mean: SIMD4<Double>.zero)
      for (right, down) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
        var (sum, squares, count) = (SIMD4<Double>.zero, SIMD3<Double>.zero, 0.0)
        for y in 0...radius {
          for x in 0...radius {
            let color = at.neighbor(x * right, y * down)
            let premultiplied = color.with(color.rgb * color.w)
            sum += premultiplied
            squares += premultiplied.rgb * premultiplied.rgb
            count += 1
          }
        }
        let mean = sum / count
        let variance = (squares / count - mean.rgb * mean.rgb).sum()
        // Floats resolve a variance only to 1e-6.
        if at.isLess(variance * 100, best.variance * 100) { best = (variance, mean) }
      }
      return straight(best.mean)
    },
  ]
}

/// Half of an 8-bit step, a margin for comparisons that include equality.
private let halfStep = 0.5 / 255

extension Probe {
  fileprivate func convolved(_ rows: [SIMD3<Double>]) -> SIMD4<Double> {
    var sum = SIMD3<Double>.zero
    for (y, row) in rows.enumerated() {
      for x in 0..<3 { sum += row[x] * neighbor(x - 1, y - 1).rgb }
    }
    return color.with(sum)
  }

  /// Vertical and horizontal gradient; pixels in the middle of a side have the weight `middle`.
  fileprivate func slope(
    _ middle: Double, _ value: (SIMD4<Double>) -> Double = { luminance($0.rgb) }
  ) -> SIMD2<Double> {
    var slope = SIMD2<Double>.zero
    for i in -1...1 {
      let weight = i == 0 ? middle : 1
      slope.x += weight * (value(neighbor(i, 1)) - value(neighbor(i, -1)))
      slope.y += weight * (value(neighbor(1, i)) - value(neighbor(-1, i)))
    }
    return slope
  }

  fileprivate var isHighest: Bool {
    let red = color.x
    for (x, y) in [(0, -1), (-1, -1), (-1, 0), (-1, 1)] where !isLess(neighbor(x, y).x + halfStep, red) {
      return false
    }
    for (x, y) in [(0, 1), (1, 1), (1, 0), (1, -1)] where !isLess(neighbor(x, y).x - halfStep, red) {
      return false
    }
    return true
  }

  fileprivate func bits(_ channel: (SIMD4<Double>) -> Double) -> Double {
    let around = [(1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0)]
    let sum = around.enumerated().reduce(0) { sum, bit in
      let isSet = !isLess(channel(neighbor(bit.element.0, bit.element.1)), channel(color) - halfStep)
      return sum + (isSet ? 1 << bit.offset : 0)
    }
    return Double(sum) / 255
  }

  /// Weighted mean of nine samples along a line.
  fileprivate func along(_ way: SIMD2<Double>) -> SIMD4<Double> {
    let weights = [0.18, 0.15, 0.12, 0.09, 0.05]
    var sum = SIMD4<Double>.zero
    for i in -4...4 { sum += weights[abs(i)] * premultiplied(uv + Double(i) * way) }
    return straight(sum)
  }
}
