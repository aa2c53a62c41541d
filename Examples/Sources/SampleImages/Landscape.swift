/// One-dimensional value noise 0…1, interpolated linearly so that it looks like rock rather than rolling
/// hills.
func noise(_ x: Float, seed: UInt32) -> Float {
  func value(_ i: Int32) -> Float {
    var h = UInt32(bitPattern: i) &* 0x9e37_79b1 ^ seed &* 0x85eb_ca6b
    h = (h ^ h >> 15) &* 0x2c1b_3c6d
    h = (h ^ h >> 12) &* 0x297a_2d39
    return Float((h ^ h >> 15) >> 8) / 16_777_216
  }
  let cell = x.rounded(.down)
  let left = value(Int32(cell))
  return left + (value(Int32(cell) + 1) - left) * (x - cell)
}

/// The skyline of a mountain range, which rises up to `rise` above `base`.
struct Ridge {
  var left, base, rise, scale: Float
  var seed: UInt32
  var octaves = 5

  func y(at x: Float) -> Float {
    var (weight, place): (Float, Float) = (0.28, (x - left) / scale)
    // A zigzag of peaks and valleys; octaves of noise make each peak different.
    var sum = weight * abs(place - 2 * (place / 2).rounded(.down) - 1)
    for octave in 0..<octaves {
      sum += weight * noise(place, seed: seed &+ UInt32(octave))
      weight *= octave == 0 ? 0.85 : 0.46
      place *= 2.13
    }
    return base - rise * sum
  }

  /// The slopes in shadow for light from the right: each runs down at an angle from a part of the skyline
  /// that falls to the left.
  func shadow(in rect: Rect) -> Shape {
    var coarse = self
    coarse.octaves = 3
    let reach = max(1, scale / 60)
    return Shape(bounds: rect) { [coarse] p in
      let top = p.x + (p.y - coarse.y(at: p.x)) * 0.35
      return (coarse.y(at: top + reach) - coarse.y(at: top - reach)) / reach * 4
    }
  }

  /// The area above a ragged snow line across the slopes.
  func snow(in rect: Rect) -> Shape {
    let edge = Ridge(
      left: left, base: base - rise * 0.38, rise: rise * 0.3, scale: scale / 5, seed: seed &+ 7)
    return Shape(bounds: rect) { p in p.y - edge.y(at: p.x) }
  }
}

/// A landscape: sky, sun, mountains one behind the other and, if `lake` is above 0, water that mirrors them.
struct Landscape {
  var sky: [UInt32]
  var sun: (x: Float, y: Float, radius: Float, color: UInt32)
  /// The colors of the mountain ranges, from far to near.
  var ridges: [UInt32]
  var rise: Float = 0.6
  var snow = false
  var pines: UInt32?
  var lake: Float = 0
  var water: UInt32 = 0
  var seed: UInt32

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let land = Rect(rect.x, rect.y, rect.width, (rect.height * (1 - lake)).rounded())
    let outside = canvas.clip
    let frame = outside.intersection(.rect(rect))
    canvas.clip = outside.intersection(.rect(land))
    let colors = sky.map { Color($0) }
    canvas.fill(.rect(land), Paint(down: colors, land.y, land.bottom - land.height * rise * 0.4))

    let (x, y, radius) = (rect.x + rect.width * sun.x, land.y + land.height * sun.y, rect.height * sun.radius)
    let glow = sky[sky.count - 2]
    for (size, strength) in [(Float(5), Float(0.25)), (2.6, 0.3), (1.5, 0.4)] {
      canvas.fill(.circle(x, y, radius: radius * size), Paint(glow, strength), blur: radius * size * 2)
    }
    canvas.fill(.circle(x, y, radius: radius), Paint(sun.color))
    for index in ridges.indices { drawRidge(index, on: &canvas, in: land) }
    canvas.clip = frame
    if lake > 0 {
      let surface = Rect(rect.x, land.bottom, rect.width, rect.bottom - land.bottom)
      canvas.reflect(into: surface, tint: Color(water, 0.6))
      drawGlitter(on: &canvas, in: surface, below: x)
    }
    if let pines { drawPines(pines, on: &canvas, in: rect) }
    canvas.clip = outside
  }

  private func drawRidge(_ index: Int, on canvas: inout Canvas, in land: Rect) {
    let near = Float(index) / Float(max(ridges.count - 1, 1))
    let height = land.height * rise
    let ridge = Ridge(
      left: land.x, base: land.bottom - height * 0.45 * (1 - near), rise: height * (0.75 - 0.25 * near),
      scale: land.width * (0.11 + 0.05 * near), seed: seed &+ UInt32(index) * 17)
    let range = Shape.below(in: land) { ridge.y(at: $0) }
    let mist = Color(sky.last ?? 0)
    let rock = Color(ridges[index])
    let foot = rock.mixed(with: mist, 0.5 - 0.4 * near)
    let (top, bottom) = (ridge.base - ridge.rise, min(land.bottom, ridge.base + ridge.rise * 0.5))
    canvas.fill(range, Paint(down: [rock, foot], top, bottom))
    if snow && index < 2 { canvas.fill(range.intersection(ridge.snow(in: land)), Paint(0xffffff, 0.92)) }
    let shade = rock * Color(0.5, 0.5, 0.6, 0.5)
    let shadow = Paint(down: [shade, shade * Color(1, 1, 1, 0)], top, bottom)
    canvas.fill(range.intersection(ridge.shadow(in: land)), shadow)
  }

  /// Draws reflections of the sun on small waves, which are spread wider toward the viewer.
  private func drawGlitter(on canvas: inout Canvas, in surface: Rect, below x: Float) {
    let unit = surface.height / 300
    canvas.hairline(surface.x, surface.y, width: surface.width, height: max(0.5, unit), Paint(0xffffff, 0.3))
    for index in 0..<70 {
      let depth = Float(index) / 70
      let spread = (noise(Float(index) * 3, seed: seed) - 0.5) * (60 + 220 * depth) * unit
      let half = (4 + 16 * noise(Float(index) * 5, seed: seed)) * (0.5 + depth) * unit
      let y = surface.y + (4 + 290 * depth) * unit
      let wave = [Point(x + spread - half, y), Point(x + spread + half, y)]
      canvas.stroke(wave, width: (1 + depth) * unit, Paint(sun.color, 0.55 - 0.3 * depth))
    }
  }

  private func drawPines(_ color: UInt32, on canvas: inout Canvas, in rect: Rect) {
    let ground = Ridge(
      left: rect.x, base: rect.bottom, rise: rect.height * 0.17, scale: rect.width / 9, seed: seed)
    canvas.fill(.below(in: rect) { ground.y(at: $0) }, Paint(color))
    for index in 0..<46 {
      let place = Float(index)
      let x = rect.x + rect.width * (place + noise(place, seed: seed)) / 46
      // Makes the trees taller at both sides, so that the middle is open.
      let side = abs(place / 22.5 - 1)
      let height = rect.height * (0.05 + 0.16 * side + 0.10 * noise(place * 1.7, seed: seed &+ 3))
      let top = rect.bottom - height
      for tier in 0..<4 {
        let (from, to) = (height * Float(tier) * 0.2, height * (Float(tier) * 0.24 + 0.3))
        let half = height * (0.08 + 0.045 * Float(tier))
        let corners = [Point(x, top + from), Point(x + half, top + to), Point(x - half, top + to)]
        canvas.fill(.convex(corners), Paint(color))
      }
    }
  }
}

extension Landscape {
  static let blueLake = Landscape(
    sky: [0x1b1446, 0x4b2480, 0xa8357f, 0xf0646a, 0xffa862, 0xffd98a],
    sun: (0.748, 0.46, 0.062, 0xfff0c0), ridges: [0xb0568c, 0x7d3f86, 0x53307a, 0x30205c], rise: 0.55,
    pines: 0x120b2c, lake: 0.42, water: 0x2a1458, seed: 11)
}
