private let white: Paint = 0xffffff
private let pale = Paint(0xffffff, 0.72)
private let faint = Paint(0xffffff, 0.16)
private let accent: Paint = 0xff7a59

/// Draws a dark screen about one sight: a lake at sunset behind panels of tinted glass.
func detailScreen() -> Canvas {
  var canvas = Canvas()
  Landscape.blueLake.draw(on: &canvas, in: Canvas.bounds)
  let shade = [Color(0x0b0722, 0.55), Color(0x0b0722, 0)]
  canvas.fill(.rect(Rect(0, 0, 1280, 120)), Paint(down: shade, 0, 120))
  drawBar(on: &canvas)
  drawFacts(on: &canvas, in: Rect(48, 88, 376, 584))
  drawProfile(on: &canvas, in: Rect(448, 500, 784, 172))
  return canvas
}

extension Canvas {
  fileprivate mutating func glass(_ rect: Rect) {
    let shape = Shape.rect(rect, radius: 18)
    fill(shape, Paint(0x0b0722, 0.35), blur: 30)
    fill(shape, Paint(down: [Color(0x2a1a5e, 0.80), Color(0x130b35, 0.90)], rect.y, rect.bottom))
    fill(Shape.rect(rect.inset(by: 0.5), radius: 17.5).outline(width: 1), Paint(0xffffff, 0.22))
  }
}

private func drawBar(on canvas: inout Canvas) {
  canvas.stroke([Point(62, 36), Point(54, 44), Point(62, 52)], width: 2.2, white)
  canvas.text("Places", 78, 49, size: 10.5, pale)
  canvas.text("/", 132, 49, size: 10.5, pale)
  canvas.text("Lakes", 146, 49, size: 10.5, white)
  let weather = Rect(1012, 26, 120, 36)
  canvas.fill(.rect(weather, radius: 18), Paint(0x0b0722, 0.45))
  let middle = Point(1034, 44)
  canvas.fill(.circle(middle.x, middle.y, radius: 5), 0xffd98a)
  for ray in [Point(1, 0), Point(0.7, 0.7), Point(0, 1), Point(-0.7, 0.7)] {
    canvas.stroke(
      [middle + ray * 7.5, middle + ray * 10], [middle - ray * 7.5, middle - ray * 10], width: 1.3, 0xffd98a)
  }
  canvas.text("18° clear", 1052, 49, size: 10, white)
  for x in [Float(1166), 1214] { canvas.fill(.circle(x, 44, radius: 18), Paint(0x0b0722, 0.45)) }
  canvas.stroke(
    [Point(1166, 48), Point(1160, 53), Point(1160, 36), Point(1172, 36), Point(1172, 53), Point(1166, 48)],
    width: 1.7, white)
  canvas.stroke(
    [Point(1214, 47), Point(1214, 34), Point(1209, 39)], [Point(1214, 34), Point(1219, 39)],
    [Point(1206, 46), Point(1206, 53), Point(1222, 53), Point(1222, 46)], width: 1.7, white)
}

private func drawFacts(on canvas: inout Canvas, in panel: Rect) {
  canvas.glass(panel)
  let (left, right) = (panel.x + 28, panel.right - 28)
  canvas.text("Lake · North Ridge", left, 128, size: 9.5, weight: 0.14, 0xffb38a)
  canvas.text("Blue Lake", left, 172, size: 29, weight: 0.14, white)
  let facts = [("12", "km loop"), ("640", "m ascent"), ("4:20", "hours")]
  for (index, (value, unit)) in facts.enumerated() {
    let x = left + 108 * Float(index)
    if index > 0 { canvas.hairline(x - 18, 198, height: 44, faint) }
    canvas.text(value, x, 218, size: 17, weight: 0.14, white)
    canvas.text(unit, x, 241, size: 9, pale)
  }
  drawMap(on: &canvas, in: Rect(left, 264, right - left, 158))
  let story = [
    "A path of gravel and roots circles the",
    "water, climbs to a saddle at 1480 m and",
    "drops through pines to the north shore.",
    "Morning fog lifts around nine.",
  ]
  for (index, line) in story.enumerated() {
    canvas.text(line, left, 456 + 24 * Float(index), size: 10, pale)
  }
  canvas.hairline(left, 556, width: right - left, faint)
  canvas.text("Huts open", left, 582, size: 9.5, pale)
  canvas.text("May - October", right, 582, size: 9.5, white, .right)
  let start = Rect(left, 602, 204, 46)
  let glow = Paint([Color(0xff5f6d), Color(0xffa45b)], from: Point(start.x, 0), to: Point(start.right, 0))
  canvas.fill(.rect(start, radius: 23), glow)
  canvas.text("Start route", start.center.x, 630.5, size: 11, weight: 0.16, white, .center)
  let save = Rect(left + 218, 602, right - left - 218, 46)
  canvas.fill(Shape.rect(save.inset(by: 0.75), radius: 22).outline(width: 1.5), pale)
  canvas.text("Save", save.center.x, 630.5, size: 11, weight: 0.14, white, .center)
}

/// Draws a map with contour lines: round hills whose height is divided into steps.
private func drawMap(on canvas: inout Canvas, in rect: Rect) {
  let frame = Shape.rect(rect, radius: 12)
  canvas.fill(frame, Paint(0x0d0829, 0.75))
  canvas.clip = frame
  for step in stride(from: Float(20), to: rect.width, by: 20) {
    canvas.hairline(rect.x + step, rect.y, height: rect.height, Paint(0xffffff, 0.06))
    canvas.hairline(rect.x, rect.y + step, width: rect.width, Paint(0xffffff, 0.06))
  }
  let origin = Point(rect.x, rect.y)
  let hills = [
    (Point(70, 55), Float(51)), (Point(230, 35), 64), (Point(282, 142), 58), (Point(128, 166), 45),
  ]
  func height(_ p: Point) -> Float {
    hills.reduce(0) { sum, hill in
      let d = (p - origin - hill.0).length / hill.1
      return sum + 10 / (1 + d * d)
    }
  }
  let contours = Shape(bounds: rect) { p in
    let value = height(p)
    let slope = Point(height(p + Point(1, 0)) - value, height(p + Point(0, 1)) - value).length
    return abs(value - value.rounded()) / max(slope, 1e-4) - 0.5
  }
  canvas.fill(contours, Paint(0x9f8cff, 0.55))
  let corners = [
    Point(40, 96), Point(84, 20), Point(150, 62), Point(206, 8), Point(292, 70), Point(236, 128),
    Point(176, 92), Point(112, 146), Point(40, 96),
  ]
  let route = curve(through: corners.map { $0 + origin })
  canvas.stroke(route, width: 2.4, accent)
  if let start = route.first {
    canvas.fill(.circle(start.x, start.y, radius: 6), white)
    canvas.fill(.circle(start.x, start.y, radius: 3.2), accent)
  }
  canvas.text("N", rect.right - 17, rect.y + 36, size: 8, pale, .center)
  let arrow = [Point(5, 6), Point(0, -4), Point(-5, 6)].map { $0 + Point(rect.right - 17, rect.y + 17) }
  canvas.stroke(arrow, width: 1.4, pale)
  canvas.clip = .rect(Canvas.bounds)
  canvas.fill(frame.outline(width: 1), faint)
}

private func drawProfile(on canvas: inout Canvas, in panel: Rect) {
  canvas.glass(panel)
  canvas.text("Elevation", panel.x + 28, 532, size: 11.5, weight: 0.15, white)
  canvas.text("840 m to 1480 m", panel.right - 28, 532, size: 9.5, pale, .right)
  let plot = Rect(panel.x + 68, 552, panel.width - 96, 88)
  for (index, label) in ["1500", "1250", "1000", "750"].enumerated() {
    let y = plot.y + Float(index) * 29
    canvas.hairline(plot.x, y, width: plot.width, faint)
    canvas.text(label, plot.x - 12, y + 4, size: 7.5, pale, .right)
  }
  for kilometre in 0...12 {
    let x = plot.x + plot.width * Float(kilometre) / 12
    canvas.hairline(x, plot.y, height: plot.height, Paint(0xffffff, 0.08))
    canvas.text("\(kilometre)", x, 660, size: 7.5, pale, .center)
  }
  let ground = Ridge(left: plot.x - 30, base: 0, rise: 0.5, scale: 44, seed: 140, octaves: 5)
  // Tilts the ground so that the round trip ends at the height at which it begins.
  let climb = ground.y(at: plot.right) - ground.y(at: plot.x)
  let shape = (0...172).map { step in
    let place = Float(step) / 172
    return ground.y(at: plot.x + plot.width * place) - climb * place - 2.4 * place * (1 - place)
  }
  let (top, foot) = (shape.min() ?? 0, shape.max() ?? 1)
  // Maps heights of 840 m to 1480 m to a scale from 750 m to 1500 m over 87 pixels.
  let heights = shape.map { plot.y + 87 * (1500 - 1480 + 640 * ($0 - top) / (foot - top)) / 750 }
  let points = heights.enumerated().map { Point(plot.x + plot.width * Float($0) / 172, $1) }
  let area = Shape.below(in: plot) { x in
    let place = max(0, min(171.99, (x - plot.x) / plot.width * 172))
    let index = Int(place)
    return heights[index] + (heights[index + 1] - heights[index]) * (place - Float(index))
  }
  canvas.fill(area, Paint(down: [Color(0xff7a59, 0.65), Color(0xff7a59, 0.04)], plot.y, plot.bottom))
  let ink = [Color(0xffd98a), Color(0xff6f7d)]
  canvas.fill(
    .strokes([points], width: 2), Paint(ink, from: Point(plot.x, 0), to: Point(plot.right, 0)))
  if let saddle = points.min(by: { $0.y < $1.y }) {
    for y in stride(from: saddle.y + 8, to: plot.bottom, by: 5) {
      canvas.hairline(saddle.x - 0.5, y, height: 2, pale)
    }
    canvas.fill(.circle(saddle.x, saddle.y, radius: 5), white)
    canvas.fill(.circle(saddle.x, saddle.y, radius: 2.6), accent)
    canvas.text("Saddle", saddle.x, saddle.y - 14, size: 8.5, white, .center)
  }
}
