import Foundation

extension EffectReference {
  static let distort: [EffectReference] = [
    EffectReference(
      "transform", ["rotation": 0, "scale": [1, 1], "translation": [0, 0], "anchorTopLeft": 0],
      others: [
        ["rotation": 30], ["rotation": -110, "scale": [0.6, -1.7], "translation": [0.1, -0.2]],
        ["rotation": 5, "scale": [1.3, 0.8], "anchorTopLeft": 1],
      ], identity: [:], changesAlpha: true
    ) { at in
      // Lengths in picture widths, relative to the anchor.
      let shape = SIMD2(1, at.aspect)
      let anchor = SIMD2(repeating: at.flag("anchorTopLeft") ? 0 : 0.5) * shape
      let angle = at["rotation"] * .pi / 180
      let offset = at.uv * shape - anchor - at.vector2("translation")
      let right = SIMD2(cos(angle), sin(angle)) * at.vector2("scale").x
      let down = SIMD2(-sin(angle), cos(angle)) * at.vector2("scale").y
      // Coordinates along the sides of the transformed picture.
      let source =
        (SIMD2(dot(offset, right) / dot(right, right), dot(offset, down) / dot(down, down)) + anchor) / shape
      let isOutside = [source.x, source.y].contains { at.isLess($0, 0) || at.isLess(1, $0) }
      return isOutside ? .zero : at.read(source)
    },
    EffectReference(
      "swirl", ["center": [0.5, 0.5], "radius": 0.5, "angle": 1],
      others: [["center": [0.3, 0.6], "radius": 0.35, "angle": -0.4]], identity: ["angle": 0]
    ) { at in
      let (center, radius) = (at.vector2("center"), at["radius"])
      let offset = at.uv - center
      let distance = length(offset)
      guard distance < radius else { return at.color }
      let turn = pow((radius - distance) / radius, 2) * at["angle"] * 8
      return at.read(
        center + distance
          * SIMD2(cos(atan2(offset.y, offset.x) + turn), sin(atan2(offset.y, offset.x) + turn)))
    },
    EffectReference(
      "bulge-distortion", ["center": [0.5, 0.5], "radius": 0.25, "scale": 0.5],
      others: [["center": [0.4, 0.3], "radius": 0.6, "scale": -0.8]], identity: ["scale": 0]
    ) { at in
      let (center, radius) = (at.vector2("center"), at["radius"])
      let distance = length(SIMD2(at.uv.x, (at.uv.y - center.y) * at.aspect + center.y) - center)
      guard distance < radius else { return at.color }
      return at.read(center + (at.uv - center) * pow(1 - (radius - distance) / radius * at["scale"], 2))
    },
    EffectReference(
      "pinch-distortion", ["center": [0.5, 0.5], "radius": 1, "scale": 0.5],
      others: [["center": [0.4, 0.3], "radius": 0.3, "scale": -1.2]], identity: ["scale": 0]
    ) { at in
      let center = at.vector2("center")
      let distance = length(at.adjusted - center)
      guard at.isLess(distance, at["radius"]) else { return at.color }
      return at.read(center + (at.uv - center) * (1 + (0.5 - distance) / 0.5 * at["scale"]))
    },
    EffectReference(
      "stretch-distortion", ["center": [0.5, 0.5]], others: [["center": [0.3, 0.8]]]
    ) { at in
      let offset = (at.uv - at.vector2("center")) * 2
      func stretched(_ x: Double) -> Double {
        let away = abs(x)
        return (x < 0 ? -1 : 1) * (away / 2 + smoothstep(0.25, 0.5, away) / 2 * away)
      }
      return at.read(at.vector2("center") + SIMD2(stretched(offset.x), stretched(offset.y)) / 2)
    },
    EffectReference(
      "sphere-refraction", ["center": [0.5, 0.5], "radius": 0.25, "refractiveIndex": 0.71],
      others: [["center": [0.4, 0.6], "radius": 0.7, "refractiveIndex": 0.4]], changesAlpha: true
    ) { at in
      guard let (_, ray) = at.sphere() else { return .zero }
      return at.read((SIMD2(ray.x, ray.y) + 1) / 2)
    },
    EffectReference(
      "glass-sphere", ["center": [0.5, 0.5], "radius": 0.25, "refractiveIndex": 0.71],
      others: [["center": [0.4, 0.6], "radius": 0.7, "refractiveIndex": 0.4]], changesAlpha: true
    ) { at in
      guard let (normal, ray) = at.sphere() else { return .zero }
      let color = at.read((SIMD2(-2 * ray.x, -2 * ray.y) + 1) / 2)
      let light = SIMD3(-0.5, 0.5, 1) / 1.5.squareRoot()
      return color.with(
        color.rgb + 2.5 * (1 - pow(clamp(normal.z), 0.25)) + 0.8 * pow(clamp(dot(normal, light)), 15))
    },
    EffectReference(
      "pixellate-position", ["fraction": 0.05, "center": [0.5, 0.5], "radius": 0.25],
      others: [["fraction": 0.13, "center": [0.3, 0.4], "radius": 0.4], ["fraction": 0]],
      identity: ["radius": 0]
    ) { at in
      guard at.isLess(length(at.adjusted - at.vector2("center")), at["radius"]) else { return at.color }
      return at.read(at.cellMiddle())
    },
    EffectReference(
      "polar-pixellate", ["center": [0.5, 0.5], "pixelSize": [0.05, 0.05]],
      others: [["center": [0.3, 0.6], "pixelSize": [0.2, 0.4]]]
    ) { at in
      let offset = (at.uv - at.vector2("center")) * 2
      let sizes = at.vector2("pixelSize")
      let (radius, angle) = (length(offset), atan2(offset.y, offset.x))
      let (r, phi) = (radius - at.mod(radius, sizes.x) + 0.03, angle - at.mod(angle, sizes.y))
      return at.read(at.vector2("center") + SIMD2(r * cos(phi), r * sin(phi)) / 2)
    },
  ]

  static let pattern: [EffectReference] = [
    EffectReference(
      "polka-dot", ["fraction": 0.05, "dotScaling": 0.9], others: [["fraction": 0.15, "dotScaling": 0.5]]
    ) { at in
      let middle = at.cellMiddle()
      let away = length((at.uv - middle) * SIMD2(1, at.aspect))
      let color = at.read(middle)
      return at.isLess(at.side / 2 * at["dotScaling"], away) ? color.with(.zero) : color
    },
    EffectReference(
      "halftone", ["fraction": 0.01, "softness": 0],
      others: [["fraction": 0.07], ["fraction": 0.21], ["fraction": 0.07, "softness": 0.3]]
    ) { at in
      let middle = at.cellMiddle()
      let away = length((at.uv - middle) * SIMD2(1, at.aspect))
      let color = at.read(middle)
      let radius = at.side / 2 * (1 - luminance(color.rgb))
      guard at["softness"] > 0 else { return gray(at.isLess(radius, away) ? 1 : 0, color.w) }
      return gray(1 - max(0, min(1, (radius - away) / (at["softness"] * at.side) + 0.5)), color.w)
    },
    EffectReference(
      "crosshatch", ["crossHatchSpacing": 0.03, "lineWidth": 0.003, "softness": 0],
      others: [
        ["crossHatchSpacing": 0.1, "lineWidth": 0.02],
        ["crossHatchSpacing": 0.1, "lineWidth": 0.02, "softness": 0.8],
      ]
    ) { at in
      let light = luminance(at.color.rgb)
      let spacing = max(at["crossHatchSpacing"], 1 / at.size.x)
      let (u, v) = (at.uv.x, at.uv.y)
      let lines = [(1, u + v), (0.75, u - v), (0.5, u + v - spacing / 2), (0.3, u - v - spacing / 2)]
      var ink = 0.0
      for (limit, place) in lines where at.isLess(light, limit) {
        let width = at["lineWidth"]
        if at["softness"] <= 0 {
          if !at.isLess(width, at.mod(place, spacing)) { ink = 1 }
        } else {
          // The distance to the middle of the nearest line.
          let off = place - width / 2
          let away = abs(off - spacing * (off / spacing).rounded())
          ink = max(ink, min(1, (width / 2 - away) / (at["softness"] * width) + 0.5))
        }
      }
      return gray(1 - ink, at.color.w)
    },
    EffectReference("cga-colorspace") { at in
      let color = at.read(at.uv - SIMD2(at.mod(at.uv.x, 1.0 / 200), at.mod(at.uv.y, 1.0 / 320)))
      let low = 85.0 / 255
      var (least, nearest) = (Double.infinity, SIMD3<Double>.zero)
      for shade in [SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(low, 1, 1), SIMD3(1, low, 1)] {
        let distance = length(color.rgb - shade)
        if at.isLess(distance, least) { (least, nearest) = (distance, shade) }
      }
      return color.with(nearest)
    },
    EffectReference(
      "mosaic",
      ["inputTileSize": [0.125, 0.125], "displayTileSize": [0.025, 0.025], "numTiles": 64, "colorOn": 1],
      others: [
        ["inputTileSize": [0.25, 0.5], "displayTileSize": [0.17, 0.3], "numTiles": 8, "colorOn": 0],
        ["displayTileSize": [0.2, 0.2]],
      ]
    ) { at in
      // Without a sheet, the picture itself is the sheet.
      let (sheet, shown) = (at.vector2("inputTileSize"), at.vector2("displayTileSize"))
      let inside = SIMD2(at.mod(at.uv.x, shown.x), at.mod(at.uv.y, shown.y))
      let block = at.read(at.uv - inside)
      let dark = 1 - dot(block.rgb, SIMD3(0.299, 0.587, 0.114))
      let index = min(at.floor(dark * at["numTiles"]), at["numTiles"] - 1)
      let columns = Int(1 / sheet.x)
      let (column, row) = (Int(index) % columns, Int(index) / columns)
      let tile = at.read(SIMD2(Double(column), Double(row)) * sheet + inside / shown * sheet)
      return SIMD4(at.flag("colorOn") ? tile.rgb * block.rgb : tile.rgb, tile.w * block.w)
    },
    EffectReference(
      "perlin-noise", ["scale": 8, "colorStart": [0, 0, 0, 1], "colorFinish": [1, 1, 1, 1]],
      others: [["scale": 23.4, "colorStart": [0.1, 0.4, 0.9, 0.5]]]
    ) { at in
      let place = at.uv * at["scale"]
      func rise(_ x: Int, _ y: Int) -> Double {
        func permuted(_ n: Int) -> Int { (34 * n + 1) * n % 289 }
        let number = permuted(permuted(x % 289) + y % 289)
        let a = 2 * Double(number % 41) / 41 - 1
        let slope = SIMD2(a - (a + 0.5).rounded(.down), abs(a) - 0.5)
        let longer = 1.79284291400159 - 0.85373472095314 * dot(slope, slope)
        return longer * dot(slope, place - SIMD2(Double(x), Double(y)))
      }
      let (x, y) = (Int(place.x), Int(place.y))
      func fade(_ t: Double) -> Double { 6 * pow(t, 5) - 15 * pow(t, 4) + 10 * pow(t, 3) }
      let (s, t) = (fade(place.x - Double(x)), fade(place.y - Double(y)))
      let noise =
        2.3 * mix(mix(rise(x, y), rise(x + 1, y), s), mix(rise(x, y + 1), rise(x + 1, y + 1), s), t)
      return mix(at.vector4("colorStart"), at.vector4("colorFinish"), (noise + 1) / 2)
    },
    EffectReference(
      "circle",
      [
        "center": [0.5, 0.5], "radius": 0.25, "circleColor": [1, 1, 1, 1], "backgroundColor": [0, 0, 0, 1],
      ],
      others: [["center": [0.3, 0.4], "radius": 0.4, "circleColor": [0.9, 0.1, 0.4, 0.6]]]
    ) { at in
      let away = length((at.uv - at.vector2("center")) * SIMD2(1, at.aspect))
      return at.vector4(at.isLess(away, at["radius"]) ? "circleColor" : "backgroundColor")
    },
  ]
}

extension Probe {
  /// Position with v in picture widths, too, relative to the middle.
  fileprivate var adjusted: SIMD2<Double> { SIMD2(uv.x, uv.y * aspect + 0.5 - 0.5 * aspect) }
  /// Side of a block in picture widths.
  fileprivate var side: Double { max(self["fraction"], 1 / size.x) }

  fileprivate func cellMiddle() -> SIMD2<Double> {
    let cell = SIMD2(side, side / aspect)
    return SIMD2((floor(uv.x / cell.x) + 0.5) * cell.x, (floor(uv.y / cell.y) + 0.5) * cell.y)
  }

  /// Surface normal and refracted ray of a ball; nil outside the ball.
  fileprivate func sphere() -> (normal: SIMD3<Double>, ray: SIMD3<Double>)? {
    let offset = adjusted - vector2("center")
    let (away, radius) = (length(offset), self["radius"])
    guard !isLess(radius, away) else { return nil }
    let depth = radius * max(0, 1 - pow(away / radius, 2)).squareRoot()
    let vector = SIMD3(offset.x, offset.y, depth)
    let normal = vector / length(vector)
    // Snell's law for a ray along −z.
    let (index, cosine) = (self["refractiveIndex"], normal.z)
    let k = 1 - index * index * (1 - cosine * cosine)
    return (normal, SIMD3(0, 0, -index) + (index * cosine - k.squareRoot()) * normal)
  }
}
