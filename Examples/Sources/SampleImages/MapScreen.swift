private let ink: Paint = 0x1c2733
private let gray: Paint = 0x6f7d8c
private let line: Paint = 0xdfe4ea
private let accent: Paint = 0x0f8b7f
private let trail: Paint = 0xe2543f

/// Draws a light screen with a map: colors for heights, a lake, and a route with its stops.
func mapScreen() -> Canvas {
  var canvas = Canvas()
  drawGround(on: &canvas, in: Rect(0, 65, 1280, 655))
  drawLake(on: &canvas)
  drawRoute(on: &canvas)
  drawHeader(on: &canvas, tab: "Map")
  drawStops(on: &canvas, in: Rect(40, 104, 304, 356))
  drawScale(on: &canvas)
  return canvas
}

extension Canvas {
  fileprivate mutating func panel(_ rect: Rect, radius: Float) {
    let lower = Rect(rect.x, rect.y + 4, rect.width, rect.height)
    fill(.rect(lower, radius: radius), Paint(0x2b3f55, 0.24), blur: 20)
    fill(.rect(rect, radius: radius), 0xffffff)
  }
}

private let hills: [(center: Point, width: Float, height: Float)] = [
  (Point(560, 190), 150, 9), (Point(1010, 230), 190, 11), (Point(1190, 560), 170, 9),
  (Point(420, 620), 210, 8), (Point(760, 690), 130, 6), (Point(120, 330), 200, 6),
]

private func height(_ p: Point) -> Float {
  hills.reduce(0) { sum, hill in
    let d = (p - hill.center).length / hill.width
    return sum + hill.height / (1 + d * d)
  }
}

/// Draws bands of height, lighter with rising height, each with a line at its edge.
private func drawGround(on canvas: inout Canvas, in rect: Rect) {
  let colors: [UInt32] = [
    0xcfe5c0, 0xd8e9c3, 0xe2edc8, 0xebefcf, 0xf1edd2, 0xf3e8d0, 0xf4e4d3, 0xf6ebe0, 0xfaf4ee, 0xffffff,
  ]
  canvas.fill(.rect(rect), Paint(colors[0]))
  for level in 4..<18 {
    let above = Shape(bounds: rect) { p in
      let slope = Point(height(p + Point(1, 0)) - height(p), height(p + Point(0, 1)) - height(p)).length
      return (Float(level) - height(p)) / max(slope, 1e-4)
    }
    canvas.fill(above, Paint(colors[min(colors.count - 1, level * 6 / 10)]))
    canvas.fill(above.outline(width: level % 4 == 0 ? 1.6 : 0.8), Paint(0x8a7a4e, 0.45))
  }
}

private func drawLake(on canvas: inout Canvas) {
  let shore = curve(
    through: [
      Point(690, 330), Point(800, 300), Point(900, 380), Point(930, 470), Point(820, 520), Point(740, 460),
      Point(650, 450), Point(620, 380), Point(690, 330),
    ])
  let middle = Point(775, 410)
  let water = Shape(bounds: Rect(600, 280, 360, 260)) { p in
    // A signed distance from the polygon of the shore, negative inside; the number of edges crossed by a ray
    // to the right decides the sign.
    var nearest = Float.infinity
    var crossings = 0
    for (a, b) in zip(shore, shore.dropFirst() + [shore[0]]) {
      let along = b - a
      let t = max(0, min(1, (p - a).dot(along) / max(along.dot(along), 1e-6)))
      nearest = min(nearest, (p - a - along * t).length)
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * along.x { crossings += 1 }
    }
    return crossings % 2 == 1 ? -nearest : nearest
  }
  canvas.fill(water, Paint(down: [Color(0x8fd0ea), Color(0x5fb2dc)], 300, 520))
  canvas.fill(water.outline(width: 2), Paint(0x3d8fbd))
  canvas.text("Blue Lake", middle.x, middle.y + 4, size: 12, weight: 0.14, 0x1f5f86, .center)
}

private func drawRoute(on canvas: inout Canvas) {
  let path = curve(
    through: [
      Point(470, 400), Point(560, 300), Point(660, 240), Point(800, 250), Point(960, 330), Point(1010, 450),
      Point(950, 580), Point(820, 590), Point(700, 540), Point(600, 500),
    ])
  canvas.stroke(path, width: 7, Paint(0xffffff, 0.9))
  canvas.stroke(path, width: 4, trail)
  let stops = [path.first, path[path.count / 3], path[path.count * 2 / 3], path.last].compactMap(\.self)
  for (index, stop) in stops.enumerated() {
    canvas.fill(.circle(stop.x, stop.y + 3, radius: 16), Paint(0x2b3f55, 0.3), blur: 10)
    canvas.fill(.circle(stop.x, stop.y, radius: 15), trail)
    canvas.text("\(index + 1)", stop.x, stop.y + 5, size: 11, weight: 0.17, 0xffffff, .center)
  }
  for (name, x, y) in [
    ("North Ridge", Float(1010), Float(215)), ("Old Pass", 560, 175), ("Saddle", 1190, 545),
    ("Pine Valley", 420, 605),
  ] {
    canvas.text(name, x, y, size: 11, weight: 0.15, ink, .center)
    canvas.fill(.strokes([[Point(x - 6, y + 16), Point(x, y + 7), Point(x + 6, y + 16)]], width: 2), ink)
  }
}

private func drawStops(on canvas: inout Canvas, in rect: Rect) {
  canvas.panel(rect, radius: 16)
  let (left, right) = (rect.x + 24, rect.right - 24)
  canvas.text("Lake path", left, rect.y + 42, size: 15, weight: 0.16, ink)
  canvas.text("12 km", right, rect.y + 42, size: 11, weight: 0.15, accent, .right)
  let stops = [
    ("Car park", "0:00"), ("Old Pass", "1:10"), ("North shore", "2:45"), ("Ferry", "4:20"),
  ]
  for (index, (name, time)) in stops.enumerated() {
    let y = rect.y + 92 + 54 * Float(index)
    if index > 0 { canvas.stroke([Point(left + 12, y - 40), Point(left + 12, y - 16)], width: 2, line) }
    canvas.fill(.circle(left + 12, y, radius: 12), trail)
    canvas.text("\(index + 1)", left + 12, y + 4, size: 9, weight: 0.17, 0xffffff, .center)
    canvas.text(name, left + 38, y + 5, size: 11, ink)
    canvas.text(time, right, y + 5, size: 10, gray, .right)
  }
  let button = Rect(left, rect.bottom - 66, right - left, 42)
  canvas.fill(.rect(button, radius: 21), accent)
  canvas.text("Follow", button.center.x, button.center.y + 5.5, size: 11.5, weight: 0.16, 0xffffff, .center)
}

private func drawScale(on canvas: inout Canvas) {
  for (index, sign) in ["+", "-"].enumerated() {
    let rect = Rect(1200, 104 + 48 * Float(index), 40, 40)
    canvas.panel(rect, radius: 10)
    canvas.text(sign, rect.center.x, rect.center.y + 7, size: 14, weight: 0.15, ink, .center)
  }
  canvas.panel(Rect(1076, 660, 164, 36), radius: 10)
  canvas.stroke(
    [Point(1092, 676), Point(1092, 682), Point(1172, 682), Point(1172, 676)], width: 2, ink)
  canvas.text("2 km", 1224, 683, size: 9.5, ink, .right)
}
