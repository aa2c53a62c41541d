import Foundation

/// Result of a catalog shader in Double, derived independently.
struct TransitionReference: Sendable {
  let name: String
  let defaults: [String: [Double]]
  /// Further values to try.
  var others: [[String: [Double]]] = []
  /// Number of pixels that may differ at hard edges.
  var edges = 0
  let formula: @Sendable (TransitionPlace) -> SIMD4<Double>

  init(
    _ name: String, _ defaults: [String: [Double]], others: [[String: [Double]]], edges: Int = 0,
    _ formula: @escaping @Sendable (TransitionPlace) -> SIMD4<Double>
  ) {
    self.name = name
    self.defaults = defaults
    self.others = others
    self.edges = edges
    self.formula = formula
  }

  static let all = fades + wipes + distortions + moves + patterns + coreImage
}

/// Inputs of a formula at one position.
struct TransitionPlace: Sendable {
  let uv: SIMD2<Double>
  let progress: Double
  /// Width divided by height.
  let ratio: Double
  let from: SmoothPicture
  let to: SmoothPicture
  let values: [String: [Double]]

  subscript(_ name: String) -> Double { values[name]?.first ?? .nan }
  func point(_ name: String) -> SIMD2<Double> { SIMD2(values[name] ?? []) }
  func color(_ name: String) -> SIMD4<Double> { SIMD4(values[name] ?? []) }
  func tint(_ name: String) -> SIMD3<Double> { SIMD3(values[name] ?? []) }

  /// Size of the frame in units of its height.
  var shape: SIMD2<Double> { [ratio, 1] }
  func away(from point: SIMD2<Double>) -> SIMD2<Double> { (uv - point) * shape }

  /// Distance from a point to the farthest corner, in units of the height.
  func reach(from point: SIMD2<Double>) -> Double {
    [[0, 0], [0, 1], [1, 0], [1, 1]].map { (corner: SIMD2<Double>) in norm((corner - point) * shape) }.max()
      ?? 0
  }

  /// Weight of the second picture at `place`, behind a soft front that moves from 0 to 1.
  func share(of place: Double, at time: Double? = nil) -> Double {
    let width = max(self["softness"], 0.001)
    return eased(0, width, (time ?? progress) * (1 + width) - place)
  }

  /// Mixes both pictures in place.
  func plain(_ share: Double) -> SIMD4<Double> { mixed(from(uv), to(uv), share) }
}

func mixed<Vector: SIMD<Double>>(_ a: Vector, _ b: Vector, _ share: Double) -> Vector { a + (b - a) * share }

func norm(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }

/// Smoothstep: 0 up to `low`, 1 from `high` on.
func eased(_ low: Double, _ high: Double, _ x: Double) -> Double {
  let t = min(max((x - low) / (high - low), 0), 1)
  return t * t * (3 - 2 * t)
}

private func fraction(_ x: Double) -> Double { x - x.rounded(.down) }

private func way(_ degrees: Double) -> SIMD2<Double> { [cos(degrees * .pi / 180), sin(degrees * .pi / 180)] }

/// Pseudo-random numbers from the last digits of a sine.
///
/// The argument is a Float, since a Double would give other numbers.
private func hash(_ x: Float, _ factor: Double) -> Double { fraction(Double(Float(sin(Double(x)))) * factor) }

/// Coverage of a point by a card, which is the unit square with a soft edge of 1/500.
private func cover(_ point: SIMD2<Double>) -> Double {
  let outside = max(abs(point.x - 0.5), abs(point.y - 0.5)) - 0.5
  return 1 - min(max(outside, 0) * 500, 1)
}

/// Opacity of a card's reflection in the floor below, which fades out within half a height.
private func mirrored(_ point: SIMD2<Double>) -> Double {
  cover([point.x, -point.y]) * min(max(1 + 2 * point.y, 0), 1)
}

// MARK: Wipes

extension TransitionReference {
  fileprivate static let fades: [TransitionReference] = [
    .init(
      "distance-fade", ["softness": [0.6], "spread": [0.03]],
      others: [["softness": [0], "spread": [0]], ["softness": [1.5], "spread": [0.2]]], edges: 20
    ) { at in
      let (a, b) = (at.from(at.uv), at.to(at.uv))
      if at["softness"] > 0 {
        // The point itself and twelve others, spaced by the golden angle; the number in each ring is
        // proportional to the ring's area.
        let places =
          [at.uv]
          + (1...12).map { (number: Int) in
            let angle = Double(number - 1) * Double.pi * (3 - 5.0.squareRoot())
            let radius = at["spread"] * (Double(number) / 12).squareRoot()
            return at.uv + SIMD2(cos(angle), sin(angle)) * radius / at.shape
          }
        var sum = SIMD4<Double>.zero
        for place in places {
          let apart = at.from(place) - at.to(place)
          sum += SIMD4(abs(apart.x), abs(apart.y), abs(apart.z), 0) / 13
        }
        return at.plain(at.share(of: 1 - min((sum * sum).sum().squareRoot(), 1)))
      }
      let apart = (a - b) * [1, 1, 1, 0]
      return mixed((apart * apart).sum().squareRoot() <= 1 - at.progress ? a : b, b, at.progress)
    },
    .init("fade-through-gray", [:], others: []) { at in
      func gray(_ color: SIMD4<Double>) -> SIMD4<Double> {
        // The mean is an integer, rounded down by a third of a level on average.
        let level = (color.x + color.y + color.z) / 3 - 1 / 765
        return [level, level, level, color.w]
      }
      let (a, b, left) = (at.from(at.uv), at.to(at.uv), 1 - at.progress)
      return mixed(
        mixed(gray(a), a, eased(0.8, 1, left)), mixed(b, gray(b), eased(0.2, 1, left)), at.progress)
    },
  ]
}

extension TransitionReference {
  fileprivate static let wipes: [TransitionReference] = [
    .init(
      "wipe", ["angle": [0], "softness": [0.15]],
      others: [["angle": [30]], ["angle": [-110], "softness": [0.6]]]
    ) { at in
      let way = way(at["angle"])
      // Position as a fraction of the way from the first corner to the opposite one.
      let along = (at.away(from: [0.5, 0.5]) * way).sum()
      let whole = abs(at.ratio * way.x) + abs(way.y)
      return at.plain(at.share(of: along / whole + 0.5))
    },
    .init(
      "circle-open", ["center": [0.5, 0.5], "softness": [0.1]],
      others: [["center": [0.2, 0.7], "softness": [0.4]]]
    ) { at in
      let center = at.point("center")
      return at.plain(at.share(of: norm(at.away(from: center)) / at.reach(from: center)))
    },
    .init(
      "radial", ["center": [0.5, 0.5], "start": [0], "softness": [0.05]],
      others: [["start": [75], "softness": [0.3]], ["center": [0.3, 0.6], "start": [-200]]], edges: 2
    ) { at in
      let point = at.away(from: at.point("center"))
      // Clockwise from the top.
      let turns = 0.25 - atan2(point.y, point.x) / (2 * .pi)
      return at.plain(at.share(of: fraction(turns - at["start"] / 360)))
    },
    .init(
      "wind", ["streaks": [90], "size": [0.35], "softness": [0.25], "drag": [0.08]],
      others: [["streaks": [20], "size": [0.9]], ["softness": [0.6], "drag": [0.3]]]
    ) { at in
      func noise(_ y: Double) -> Double {
        let row = y.rounded(.down)
        let (a, b) = (hash(Float(row) * 12.7, 1571.37), hash(Float(row + 1) * 12.7, 1571.37))
        return a + (b - a) * eased(0, 1, y - row)
      }
      let y = at.uv.y * at["streaks"]
      let gust = 0.65 * noise(y) + 0.35 * noise(0.13 * y + 7)
      let share = at.share(of: (at.uv.x + at["size"] * gust) / (1 + at["size"]))
      return mixed(at.from(at.uv - [at["drag"] * share, 0]), at.to(at.uv), share)
    },
  ]
}

// MARK: Distortions and lights

extension TransitionReference {
  fileprivate static let distortions: [TransitionReference] = [
    .init(
      "directional-warp", ["angle": [0], "softness": [0.5], "warp": [0.3]],
      others: [["angle": [50], "warp": [0.7]], ["angle": [180], "softness": [1.4]]]
    ) { at in
      let way = way(at["angle"])
      let whole = abs(at.ratio * way.x) + abs(way.y)
      let share = at.share(of: (at.away(from: [0.5, 0.5]) * way).sum() / whole + 0.5)
      let push = way * whole * at["warp"] / at.shape
      return mixed(at.from(at.uv - push * share), at.to(at.uv + push * (1 - share)), share)
    },
    .init(
      "dreamy", ["waves": [1.5], "amplitude": [0.06], "blur": [0.02], "mirrored": [1], "samples": [22]],
      others: [
        ["waves": [4], "amplitude": [0.2]], ["blur": [0.1]],
        ["samples": [13], "mirrored": [0], "blur": [0.012]],
        ["samples": [20], "mirrored": [0]],
      ]
    ) { at in
      func sway(_ much: Double) -> SIMD2<Double> {
        let x = sin(2 * .pi * (at["waves"] * at.uv.y + at.progress)) * 0.3 / at.ratio
        let y = sin(2 * .pi * (at["waves"] * at.uv.x - at.progress))
        return at.uv + SIMD2(x, y) * (at["amplitude"] * much)
      }
      let reach = SIMD2(1 / at.ratio, 1) * (at["blur"] * 4 * at.progress * (1 - at.progress))
      // The point itself and either a spiral with the golden angle or two hexagons; the inner hexagon has
      // half the size and is rotated.
      var offsets = [SIMD2<Double>.zero]
      let count = at["samples"]
      for number in 1..<Int(count) where count > 13 {
        let angle = Double(number) * Double.pi * (3 - 5.0.squareRoot())
        offsets.append(SIMD2(cos(angle), sin(angle)) * reach * (Double(number) / count))
      }
      for corner in 0..<6 where count <= 13 {
        let angle = Double(corner) * .pi / 3
        offsets += [SIMD2(cos(angle), sin(angle)) * reach, SIMD2(sin(angle), cos(angle)) * reach / 2]
      }
      func inside(_ x: Double) -> Double { at["mirrored"] > 0.5 ? 1 - abs(1 - abs(x)) : x }
      func mean(_ picture: SmoothPicture, _ place: SIMD2<Double>) -> SIMD4<Double> {
        offsets.reduce(.zero) { sum, offset in
          let point = place + offset
          return sum + picture([inside(point.x), inside(point.y)])
        } / Double(offsets.count)
      }
      return mixed(
        mean(at.from, sway(at.progress)), mean(at.to, sway(1 - at.progress)), eased(0, 1, at.progress))
    },
    .init(
      "ripple",
      ["center": [0.5, 0.5], "width": [0.4], "waves": [3], "amplitude": [0.04], "light": [0.25]],
      others: [["center": [0.2, 0.7], "waves": [5], "light": [0.9]], ["width": [1.2], "amplitude": [0.2]]]
    ) { at in
      let center = at.point("center")
      let point = at.away(from: center)
      let (radius, width) = (norm(point), at["width"])
      // The middle of the ring moves from one width before the center to one width beyond the farthest
      // corner.
      let middle = at.progress * (at.reach(from: center) + 2 * width) - width
      let place = (radius - middle) / width
      let height = pow(min(max(1 - place * place, 0), 1), 2)
      let phase = .pi * at["waves"] * place
      let push = point / max(radius, 0.0001) * at["amplitude"] * height * sin(phase)
      let source = at.uv + push / at.shape
      let color = mixed(at.to(source), at.from(source), eased(-0.5, 0.5, place))
      let lit = color * (1 + at["light"] * height * cos(phase))
      return SIMD4(min(lit.x, color.w), min(lit.y, color.w), min(lit.z, color.w), color.w)
    },
    .init(
      "film-burn",
      [
        "tint": [1, 0.72, 0.38], "strength": [1], "size": [0.7], "cover": [0.2], "exposure": [0.7],
        "glow": [1],
        "flicker": [0], "grain": [0], "seed": [0],
      ],
      others: [
        ["cover": [1], "exposure": [0.97], "glow": [0]],
        ["tint": [0.4, 0.8, 1], "strength": [0.6]], ["size": [0.3], "seed": [7]],
        ["flicker": [1], "strength": [0.8]], ["grain": [0.6], "seed": [3]],
      ]
    ) { at in
      func random(_ cell: SIMD2<Double>) -> Double {
        hash(Float(cell.y) * 41.3 + Float(cell.x) * 12.7 + Float(at["seed"]), 1571.37)
      }
      func noise(_ point: SIMD2<Double>) -> Double {
        let cell = point.rounded(.down)
        let (x, y) = (eased(0, 1, point.x - cell.x), eased(0, 1, point.y - cell.y))
        let below = random(cell) * (1 - x) + random(cell + [1, 0]) * x
        let above = random(cell + [0, 1]) * (1 - x) + random(cell + [1, 1]) * x
        return below * (1 - y) + above * y
      }
      let point = at.uv * at.shape / at["size"]
      let drift = 1.5 * at.progress
      let patches = 0.75 * noise(point + [drift, 0.3 * drift]) + 0.25 * noise(2.3 * point - [0, drift])
      let peak = 1 - abs(2 * at.progress - 1)
      let whole = 0.3 + patches + 0.5 * peak
      let spread = at["cover"] * whole + (1 - at["cover"]) * (2 * patches - 0.5)
      let calm = 1 - at["flicker"] * noise([24 * at.progress, 7])
      let burn = at["strength"] * eased(0, 1, calm * peak * spread)
      let color = at.plain(eased(0.35, 0.65, at.progress))
      let exposed = color / (1 - at["exposure"] * burn)
      let tint = at.tint("tint")
      let light = mixed(tint * tint, .one, eased(0.3, 0.9, patches))
      let picture = (24 * at.progress).rounded(.down)
      let speck = random((at.uv * at.shape * 431).rounded(.down) + SIMD2(37, 53) * picture)
      let rough = 1 + at["grain"] * eased(0, 0.2, peak) * (speck - 0.5)
      let shade = mixed(SIMD3.one, light, burn) * rough
      func bounded(_ value: Double, _ shade: Double) -> Double { min(min(value, color.w) * shade, color.w) }
      let lit = SIMD3(bounded(exposed.x, shade.x), bounded(exposed.y, shade.y), bounded(exposed.z, shade.z))
      let rim = tint * tint * tint * tint
      let flame = (rim + (mixed(tint, .one, 0.6 * burn) - rim) * burn) * burn * at["glow"]
      let shown = lit + flame * (SIMD3(repeating: color.w) - lit)
      return SIMD4(shown, color.w)
    },
  ]
}

// MARK: Moves

extension TransitionReference {
  fileprivate static let moves: [TransitionReference] = [
    .init(
      "cross-zoom", ["center": [0.5, 0.5], "strength": [0.35]],
      others: [["center": [0.3, 0.8], "strength": [0.8]]], edges: 8
    ) { at in
      let reach = at["strength"] * eased(0, 1, 1 - abs(2 * at.progress - 1))
      let start = hash(Float(at.uv.y) * 311.7 + Float(at.uv.x) * 127.1, 4375.85)
      let share = eased(0.3, 0.7, at.progress)
      var (sum, weights) = (SIMD4<Double>.zero, 0.0)
      for sample in 0..<20 {
        let place = (Double(sample) + start) / 20
        let source = at.uv + (at.point("center") - at.uv) * reach * place
        sum += mixed(at.from(source), at.to(source), share) * place * (1 - place)
        weights += place * (1 - place)
      }
      return sum / weights
    },
    .init(
      "cube",
      ["eye": [1.5], "pull": [0.5], "shade": [0.6], "reflection": [0.3], "background": [0, 0, 0, 1]],
      others: [
        ["eye": [3], "shade": [1], "reflection": [0.9]],
        ["pull": [2], "background": [0.2, 0.4, 0.1, 0.5]],
      ], edges: 40
    ) { at in
      let eye = SIMD2(0, -(at["eye"] + 0.5 + 4 * at["pull"] * at.progress * (1 - at.progress)))
      let ray = SIMD2(at.uv.x - 0.5, at["eye"])
      func side(_ behind: SIMD4<Double>, _ picture: SmoothPicture, _ angle: Double) -> SIMD4<Double> {
        // Seen from above: intersects the ray with a plane half a width before the center, rotated by the
        // angle.
        let (right, back) = (SIMD2(cos(angle), -sin(angle)), SIMD2(sin(angle), cos(angle)))
        let (far, speed) = (-0.5 - (eye * back).sum(), (ray * back).sum())
        guard far > 0, speed > 0 else { return behind }
        let hit = eye + ray * (far / speed)
        let place = SIMD2((hit * right).sum() + 0.5, far / speed * (at.uv.y - 0.5) + 0.5)
        let light = 1 + (max(cos(angle), 0) - 1) * at["shade"]
        func lit(_ color: SIMD4<Double>) -> SIMD4<Double> {
          SIMD4(color.x * light, color.y * light, color.z * light, color.w)
        }
        let floor = mixed(behind, lit(picture([place.x, -place.y])), at["reflection"] * mirrored(place))
        return mixed(floor, lit(picture(place)), cover(place))
      }
      let turned = .pi / 2 * at.progress
      return side(side(at.color("background"), at.from, turned), at.to, turned - .pi / 2)
    },
    .init(
      "flip",
      ["angle": [180], "perspective": [0.4], "shade": [0.4], "background": [0, 0, 0, 1]],
      others: [
        ["angle": [0], "perspective": [1.5]], ["angle": [-90], "shade": [1]],
        ["angle": [50], "background": [0.2, 0.4, 0.1, 0.5]],
      ], edges: 70
    ) { at in
      let way = way(at["angle"])
      let half = (at.ratio * abs(way.x) + abs(way.y)) / 2
      let (sine, cosine) = (sin(.pi * at.progress), cos(.pi * at.progress))
      // The eye is in front of the middle; the card's axis is as far behind the frame as the card's near side
      // would otherwise be in front of it.
      let eye = half / at["perspective"]
      let q = at.away(from: [0.5, 0.5])
      let along = (q * way).sum()
      let stretch = cosine * (eye + half * sine) / (cosine * eye - sine * along)
      // Intersection of the ray with the card: distance from the axis, and position along it.
      let (from, beside) = (along * stretch / cosine, (q * [-way.y, way.x]).sum() * stretch)
      let shown = way * (cosine < 0 ? -from : from) + [-way.y * beside, way.x * beside]
      let place = shown / at.shape + 0.5
      let outside = SIMD2(max(abs(place.x - 0.5) - 0.5, 0) * at.ratio, max(abs(place.y - 0.5) - 0.5, 0))
      let away = hypot((outside * way).sum() * max(abs(cosine), 0.1), (outside * [-way.y, way.x]).sum())
      let color = cosine < 0 ? at.to(place) : at.from(place)
      let light = 1 - at["shade"] * (1 - abs(cosine))
      return mixed(
        at.color("background"), color * [light, light, light, 1], min(max(1 - away / 0.003, 0), 1))
    },
    .init(
      "page-curl", ["angle": [125], "radius": [0.12], "paleness": [0.75], "shadow": [0.5]],
      others: [["angle": [90], "radius": [0.4]], ["angle": [-20], "paleness": [0.2], "shadow": [1]]],
      edges: 70
    ) { at in
      let (way, radius) = (way(at["angle"]), at["radius"])
      let reach = (at.ratio * abs(way.x) + abs(way.y)) / 2
      let front = -reach + at.progress * (2 * reach + radius + 0.004)
      let place = (at.away(from: [0.5, 0.5]) * way).sum()
      // Point of the page at a distance along the direction of the curl, and its distance outside the page.
      func page(_ along: Double) -> (at: SIMD2<Double>, away: Double) {
        let point = at.uv + way * (along - place) / at.shape
        let outside = SIMD2(max(abs(point.x - 0.5) - 0.5, 0) * at.ratio, max(abs(point.y - 0.5) - 0.5, 0))
        return (point, norm(outside))
      }
      // Angle around the cylinder at this position, on the rising side.
      let round = asin(min(max((front - place) / radius, 0), 1))
      let below = page(place > front ? place : front - radius * round)
      let above = page(place > front ? 2 * front - .pi * radius - place : front - radius * (.pi - round))
      let behind = max(front - radius - place, 0)
      let left = min(max((reach + radius - front) / radius, 0), 1)
      let light = 1 - at["shadow"] * left * eased(0, 1, 1 - (above.away + behind) / radius)
      func lit(_ color: SIMD4<Double>, _ light: Double) -> SIMD4<Double> { color * [light, light, light, 1] }
      func share(_ away: Double) -> Double {
        min(max(1 - behind / 0.002, 0), 1) * min(max(1 - away / 0.002, 0), 1)
      }
      let bent = 1 - cos(round)
      let first = lit(at.from(below.at), light * (1 - at["shadow"] * bent))
      let under = mixed(lit(at.to(at.uv), light), first, share(below.away))
      let back = at.from(above.at)
      let pale = mixed(back, SIMD4(repeating: back.w), at["paleness"])
      return mixed(under, lit(pale, 1 - 0.6 * at["shadow"] * bent), share(above.away))
    },
    .init(
      "pinwheel", ["blades": [6], "twist": [0.12], "spin": [0.1], "softness": [0.15]],
      others: [["blades": [3], "twist": [-0.5]], ["spin": [1.2], "softness": [0.7]]], edges: 8
    ) { at in
      let point = at.away(from: [0.5, 0.5])
      let turns = 0.25 - atan2(point.y, point.x) / (2 * .pi)
      let bent = turns - at["spin"] * at.progress + at["twist"] * norm(point)
      let blade = fraction(bent * at["blades"].rounded())
      // Rises over 97 % of a blade and falls over the rest.
      return at.plain(at.share(of: min(blade / 0.97, (1 - blade) / 0.03)))
    },
    .init(
      "swap",
      ["depth": [1.2], "pull": [1], "gap": [0.06], "reflection": [0.4], "background": [0, 0, 0, 1]],
      others: [
        ["depth": [0.7], "gap": [0.5]], ["depth": [2], "pull": [0]],
        ["reflection": [1], "background": [0.3, 0.1, 0.2, 0.6]],
      ],
      edges: 40
    ) { at in
      // Half a turn of a carousel with this depth.
      let turned = sin(.pi * at.progress)
      let x = (0.5 + at["gap"] / 2) * turned * (1 - min(at["pull"], 1) * (1 - turned))
      let z = at["depth"] / 2 * (1 - cos(.pi * at.progress))
      let back = at["pull"] * turned * turned
      func card(_ x: Double, _ z: Double) -> SIMD2<Double> { (at.uv - 0.5) * (1 + z + back) + 0.5 - [x, 0] }
      let (a, b) = (card(-x, z), card(x, at["depth"] - z))
      var color = at.color("background")
      for (picture, place) in [(at.from, a), (at.to, b)] {
        color = mixed(color, picture([place.x, -place.y]), at["reflection"] * mirrored(place))
      }
      let cards = [(at.from(a), cover(a)), (at.to(b), cover(b))]
      // Draws the nearer card last.
      for (picture, share) in at.progress < 0.5 ? cards.reversed() : cards {
        color = mixed(color, picture, share)
      }
      return color
    },
  ]
}

// MARK: Patterns

extension TransitionReference {
  fileprivate static let patterns: [TransitionReference] = [
    .init(
      "hexagonalize", ["size": [0.12], "mean": [0], "margin": [0.25], "softness": [0]],
      others: [
        ["margin": [0]], ["margin": [0.5], "size": [0.4], "mean": [0.5]],
        ["size": [0.4]], ["size": [0]], ["mean": [1], "size": [0.5]], ["mean": [0.5], "softness": [0.3]],
        ["softness": [1]],
      ], edges: 60
    ) { at in
      let width = at["size"] * (1 - abs(2 * at.progress - 1))
      func picture(_ place: SIMD2<Double>) -> SIMD4<Double> {
        mixed(at.from(place), at.to(place), eased(0.2, 0.8, at.progress))
      }
      guard width > 0 else { return picture(at.uv) }
      // Nearest centers of hexagons, in rows that are shifted by half a hexagon.
      let point = at.away(from: [0.5, 0.5]) / width
      let height = 3.0.squareRoot() / 2
      let row = (point.y / height).rounded()
      let middles = (Int(row) - 1...Int(row) + 1).flatMap { row in
        let shift = row % 2 == 0 ? 0.0 : 0.5
        let near = (point.x - shift).rounded() + shift
        return [-1.0, 0, 1].map { SIMD2(near + $0, Double(row) * height) }
      }.sorted { norm($0 - point) < norm($1 - point) }
      // Samples of a hexagon: its center and three rings, each a step larger in six directions.
      var parts = [SIMD2<Double>.zero]
      for ring in 1...3 {
        for side in 0..<6 {
          let (a, b) = (way(Double(60 * side + 30)), way(Double(60 * side + 90)))
          for step in 0..<ring { parts.append(a * Double(ring - step) + b * Double(step)) }
        }
      }
      let step = at["mean"] * 2 / 7 / 3.0.squareRoot()
      func hexagon(_ middle: SIMD2<Double>) -> SIMD4<Double> {
        var center = middle * width / at.shape + 0.5
        if at["margin"] > 0 {
          let border = at["margin"] * width / at.shape
          for axis in 0...1 {
            let low = min(border[axis], 0.5)
            center[axis] = min(max(center[axis], low), 1 - low)
          }
        }
        return parts.reduce(.zero) { $0 + picture(center + $1 * step * width / at.shape) } / 37
      }
      // Distance inside the border, from the squared distances to the two nearest centers.
      let squares = middles.prefix(2).map { ($0 - point) * ($0 - point) }.map { $0.sum() }
      let inside = (squares[1] - squares[0]) / 2
      let share = at["softness"] > 0 ? min(0.5 + inside / at["softness"], 1) : 1
      return mixed(hexagon(middles[1]), hexagon(middles[0]), share)
    },
    .init(
      "polka-dots-curtain", ["dots": [12], "center": [0, 0], "spread": [1.5], "softness": [0.15]],
      others: [["dots": [5], "center": [0.3, 0.8]], ["spread": [4], "softness": [0.6]]], edges: 8
    ) { at in
      let cell = (at.away(from: [0.5, 0.5]) * at["dots"] + 0.5).rounded(.down) / at["dots"]
      let center = at.point("center")
      let middle = cell / at.shape + 0.5
      let delay = min(norm((middle - center) * at.shape) / at.reach(from: center), 1)
      let grown = min(max(at.progress * (1 + at["spread"]) - at["spread"] * delay, 0), 1)
      // Distance from the center, 1 in the corners of the cell.
      let place = norm(at.away(from: middle)) * at["dots"] * 2.0.squareRoot()
      return at.plain(at.share(of: place, at: grown))
    },
  ]
}

// MARK: Names of Core Image

extension TransitionReference {
  fileprivate static let coreImage: [TransitionReference] = [
    .init(
      "accordion-fold", ["folds": [3], "shadow": [0.3]], others: [["folds": [7], "shadow": [1]]], edges: 100
    ) { at in
      guard at.uv.y >= at.progress else { return at.to(at.uv) }
      let place = (at.uv.y - at.progress) / (1 - at.progress)
      let zigzag = abs(2 * fraction(place * at["folds"]) - 1)
      let color = at.from([at.uv.x, place])
      return color * SIMD4(SIMD3(repeating: 1 - at["shadow"] * min(4 * at.progress, 1) * zigzag), 1)
    },
    .init(
      "bars-swipe", ["angle": [180], "width": [0.06], "barOffset": [0.3]],
      others: [["angle": [40], "width": [0.2], "barOffset": [1]]], edges: 200
    ) { at in
      let way = way(at["angle"])
      let point = at.away(from: [0.5, 0.5])
      // Bars are numbered from the middle one.
      let bar = Int(((point.y * way.x - point.x * way.y) / at["width"] + 0.5).rounded(.down))
      let whole = abs(at.ratio * way.x) + abs(way.y) + at["barOffset"]
      let moved = max(whole * at.progress - (bar % 2 == 0 ? 0 : at["barOffset"]), 0)
      let source = at.uv - way * moved / at.shape
      let isInside = min(source.x, source.y) >= 0 && max(source.x, source.y) <= 1
      return isInside ? at.from(source) : at.to(at.uv)
    },
    .init(
      "copy-machine", ["angle": [0], "width": [0.25], "color": [0.6, 1, 0.8], "opacity": [1]],
      others: [["angle": [70], "width": [0.6]], ["color": [1, 0.2, 0], "opacity": [0.5]]]
    ) { at in
      let way = way(at["angle"])
      let along = (at.away(from: [0.5, 0.5]) * way).sum() / (abs(at.ratio * way.x) + abs(way.y)) + 0.5
      let lamp = at.progress * (1 + 2 * at["width"]) - at["width"]
      let ahead = (along - lamp) / at["width"]
      let color = at.plain(1 - eased(-0.1, 0.1, ahead))
      let light = (1 - eased(0, 1, abs(ahead))) * at["opacity"] * color.w
      let lit = SIMD3(color.x, color.y, color.z) + at.tint("color") * light
      return SIMD4(min(lit.x, color.w), min(lit.y, color.w), min(lit.z, color.w), color.w)
    },
    .init(
      "flash", ["center": [0.5, 0.5], "color": [1, 0.8, 0.6], "rays": [0.5]],
      others: [["center": [0.2, 0.9], "rays": [1]], ["color": [0.3, 0.5, 1], "rays": [0]]]
    ) { at in
      let point = at.away(from: at.point("center"))
      let angle = atan2(point.y, point.x)
      let ray = sin(7 * angle + 1) * sin(12 * angle + 3) * sin(19 * angle)
      let strength = 1 - abs(2 * at.progress - 1)
      let light = eased(0, 1, 1.6 * strength - (1 - strength) * norm(point) * (1 - at["rays"] * ray))
      let color = at.plain(eased(0.35, 0.65, at.progress))
      let lamp = mixed(at.tint("color"), .one, light)
      return mixed(color, SIMD4(lamp, 1) * color.w, light)
    },
    .init(
      "mod", ["center": [0.5, 0.5], "angle": [115], "radius": [0.08], "softness": [0.15]],
      others: [["center": [0.1, 0.3], "angle": [-30]], ["radius": [0.4], "softness": [0.8]]]
    ) { at in
      let center = at.point("center")
      let (point, way) = (at.away(from: center), way(at["angle"]))
      let turned = SIMD2((point * way).sum(), point.y * way.x - point.x * way.y) / at["radius"]
      let bent = SIMD2(turned.x + 0.8 * sin(0.7 * turned.y), turned.y + 0.8 * sin(0.7 * turned.x))
      let hole = 0.5 + (sin(1.57 * bent.x) + sin(1.57 * bent.y)) / 4
      let place = 0.6 * hole + 0.4 * norm(point) / at.reach(from: center)
      return at.plain(at.share(of: min(max(place, 0), 1)))
    },
  ]
}
