private let ink: Paint = 0x1c2733
private let gray: Paint = 0x6f7d8c
private let line: Paint = 0xdfe4ea
private let accent: Paint = 0x0f8b7f

private let meadow = Landscape(
  sky: [0x5fb4ee, 0xa9dcf7, 0xe9f7fb], sun: (0.78, 0.28, 0.09, 0xfff7d6),
  ridges: [0x7f9fbc, 0x5b829c, 0x6aa860, 0x3f8a4a], snow: true, seed: 3)
private let desert = Landscape(
  sky: [0xf7b267, 0xfbd9a0, 0xfff1d6], sun: (0.3, 0.4, 0.11, 0xfffbe8),
  ridges: [0xe2a06a, 0xcf7a4a, 0xa9522f], rise: 0.5, seed: 29)
private let coast = Landscape(
  sky: [0x3fa0e0, 0x9ad8f2, 0xf2fbf6], sun: (0.7, 0.45, 0.08, 0xffffff), ridges: [0x7fb5b0, 0x3f8f8a],
  rise: 0.35, lake: 0.45, water: 0x1186a8, seed: 41)
private let forest = Landscape(
  sky: [0xb9d8d0, 0xdcebdd, 0xf5f6e6], sun: (0.5, 0.35, 0.09, 0xffffff),
  ridges: [0x93b5a3, 0x5f9079, 0x396b56], pines: 0x1d4637, seed: 57)
private let ice = Landscape(
  sky: [0x7c9fd6, 0xb9cdec, 0xf3ecf5], sun: (0.24, 0.2, 0.07, 0xffffff),
  ridges: [0x8ea4c8, 0x6f88b4, 0xdfe9f6], rise: 0.72, snow: true, seed: 73)

/// Draws a light screen with places to visit: a gallery of cards and a list of routes.
func listScreen() -> Canvas {
  var canvas = Canvas()
  canvas.fill(.rect(Canvas.bounds), 0xf3f5f8)
  drawHeader(on: &canvas, tab: "Places")
  drawFilters(on: &canvas)
  let cards: [(Landscape, String, String, String)] = [
    (.blueLake, "Blue Lake", "Quiet water below North Ridge", "12 km"),
    (meadow, "High Meadow", "Wide grass, five old huts", "18 km"),
    (desert, "Red Canyon", "Sandstone, best at sunrise", "31 km"),
    (coast, "Long Coast", "Cliff path with two ferries", "26 km"),
    (forest, "Pine Valley", "Shade all day, soft ground", "9 km"),
    (ice, "White Pass", "Snow bridge open until June", "44 km"),
  ]
  for (index, card) in cards.enumerated() {
    let rect = Rect(40 + 276 * Float(index % 3), 204 + 252 * Float(index / 3), 256, 232)
    draw(card, liked: index % 4 == 0, on: &canvas, in: rect)
  }
  drawRoutes(on: &canvas, [desert, forest, .blueLake, ice, coast, meadow])
  return canvas
}

extension Canvas {
  fileprivate mutating func shadow(_ rect: Rect) {
    let lower = Rect(rect.x, rect.y + 4, rect.width, rect.height)
    fill(.rect(lower, radius: 14), Paint(0x2b3f55, 0.16), blur: 18)
  }
}

/// Draws the bar at the top of a screen, with the chosen tab highlighted.
func drawHeader(on canvas: inout Canvas, tab chosen: String) {
  canvas.fill(.rect(Rect(0, 0, 1280, 64)), 0xffffff)
  canvas.hairline(0, 64, width: 1280, line)
  canvas.fill(.rect(Rect(40, 16, 32, 32), radius: 9), accent)
  canvas.stroke(
    [Point(46, 40), Point(54, 27), Point(59, 34), Point(62, 30), Point(67, 40)], width: 2.2, 0xffffff)
  canvas.text("Journeys", 84, 39, size: 14, weight: 0.17, ink)
  var x: Float = 240
  for tab in ["Places", "Map", "Saved", "Trips"] {
    let width = canvas.text(tab, x, 37, size: 10, tab == chosen ? accent : gray)
    if tab == chosen { canvas.fill(.rect(Rect(x, 61, width, 3), radius: 1.5), accent) }
    x += width + 32
  }
  canvas.fill(.rect(Rect(880, 14, 308, 36), radius: 18), 0xeef1f5)
  canvas.fill(Shape.circle(902, 31, radius: 5.5).outline(width: 1.6), gray)
  canvas.stroke([Point(906, 35), Point(910, 39)], width: 1.8, gray)
  canvas.text("Search places", 922, 37, size: 10, gray)
  canvas.fill(.circle(1222, 32, radius: 18), accent)
  canvas.stroke(
    [Point(1215, 32), Point(1229, 32)], [Point(1222, 25), Point(1222, 39)], width: 2.2, 0xffffff)
}

private func drawFilters(on canvas: inout Canvas) {
  canvas.text("Where to next?", 40, 112, size: 19, weight: 0.16, ink)
  canvas.text("24 places within 60 km", 848, 112, size: 10, gray, .right)
  let filters: [(String, Float)] = [
    ("All", 58), ("Mountains", 112), ("Lakes", 80), ("Coast", 80), ("Forest", 84), ("Desert", 84),
    ("Snow", 76),
  ]
  var x: Float = 40
  for (name, width) in filters {
    let chip = Shape.rect(Rect(x, 140, width, 36), radius: 18)
    canvas.fill(chip, x == 40 ? ink : 0xffffff)
    if x > 40 { canvas.fill(chip.outline(width: 1), line) }
    canvas.text(name, x + width / 2, 163, size: 10, x == 40 ? 0xffffff : ink, .center)
    x += width + 10
  }
}

private func draw(
  _ card: (landscape: Landscape, title: String, text: String, distance: String), liked: Bool,
  on canvas: inout Canvas, in rect: Rect
) {
  let shape = Shape.rect(rect, radius: 14)
  canvas.shadow(rect)
  canvas.fill(shape, 0xffffff)
  canvas.clip = shape
  card.landscape.draw(on: &canvas, in: Rect(rect.x, rect.y, rect.width, 156))
  canvas.clip = .rect(Canvas.bounds)
  canvas.text(card.title, rect.x + 16, rect.y + 185, size: 13, weight: 0.15, ink)
  canvas.text(card.distance, rect.right - 16, rect.y + 185, size: 10, weight: 0.15, accent, .right)
  canvas.text(card.text, rect.x + 16, rect.y + 210, size: 9, gray)

  let (x, y) = (rect.right - 26, rect.y + 26)
  canvas.fill(.circle(x, y, radius: 14), Paint(0xffffff, 0.92))
  let heart = [
    Point(0, 6), Point(-6, -0.5), Point(-5.5, -4), Point(-3, -5), Point(0, -2.5), Point(3, -5),
    Point(5.5, -4), Point(6, -0.5), Point(0, 6),
  ].map { $0 + Point(x, y + 0.5) }
  canvas.stroke(heart, width: 1.7, liked ? 0xe5484d : gray)
}

private func drawRoutes(on canvas: inout Canvas, _ landscapes: [Landscape]) {
  let panel = Rect(880, 88, 360, 600)
  canvas.shadow(panel)
  canvas.fill(.rect(panel, radius: 14), 0xffffff)
  canvas.text("Nearby routes", 904, 126, size: 13, weight: 0.15, ink)
  canvas.text("See all", 1216, 126, size: 10, accent, .right)
  let routes = [
    ("Canyon rim", "Easy · 2 h 10", "6.4 km"), ("Seven bridges", "Easy · 1 h 45", "5.1 km"),
    ("Lake loop", "Medium · 4 h 20", "12 km"), ("Glacier view", "Hard · 6 h 30", "14 km"),
    ("Lighthouse", "Easy · 2 h 50", "8.7 km"), ("Five huts", "Medium · 5 h 05", "13 km"),
  ]
  for (index, (name, detail, distance)) in routes.enumerated() {
    let y = 146 + 64 * Float(index)
    if index > 0 { canvas.hairline(968, y, width: 248, line) }
    let thumbnail = Rect(904, y + 8, 48, 48)
    canvas.clip = .rect(thumbnail, radius: 10)
    landscapes[index].draw(on: &canvas, in: thumbnail)
    canvas.clip = .rect(Canvas.bounds)
    canvas.text(name, 968, y + 27, size: 10.5, weight: 0.14, ink)
    canvas.text(detail, 968, y + 47, size: 8.5, gray)
    let start = 1100 - 29 * Float(index)
    let profile = Ridge(left: start, base: y + 50, rise: 38, scale: 12, seed: UInt32(index) + 90, octaves: 3)
    let points = stride(from: Float(1100), through: 1156, by: 4).map { Point($0, profile.y(at: $0)) }
    canvas.stroke(points, width: 1.4, accent)
    canvas.text(distance, 1216, y + 36, size: 9.5, ink, .right)
  }
  canvas.hairline(904, 540, width: 312, line)
  canvas.text("Distance this week", 904, 567, size: 10.5, weight: 0.14, ink)
  canvas.text("38.2 km", 1216, 567, size: 10.5, weight: 0.15, accent, .right)
  let days: [(String, Float)] = [
    ("Mo", 22), ("Tu", 38), ("We", 12), ("Th", 54), ("Fr", 30), ("Sa", 70), ("Su", 46),
  ]
  for (index, (day, height)) in days.enumerated() {
    let x = 918 + 44 * Float(index)
    canvas.fill(.rect(Rect(x, 584, 20, 70), radius: 5), 0xeef1f5)
    canvas.fill(.rect(Rect(x, 654 - height, 20, height), radius: 5), height == 70 ? 0xf08a4b : accent)
    canvas.text(day, x + 10, 674, size: 8, gray, .center)
  }
}
