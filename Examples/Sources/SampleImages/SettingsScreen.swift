private let ink: Paint = 0x2b1d4a
private let gray: Paint = 0x7d7293
private let line: Paint = 0xe8e2f2
private let accent: Paint = 0x7a4fd0

/// Draws a screen with switches, sliders and choices, in violet to distinguish it from the other screens.
func settingsScreen() -> Canvas {
  var canvas = Canvas()
  canvas.fill(
    .rect(Canvas.bounds), Paint([Color(0xd9c8f5), Color(0xf4dfe8)], from: Point(0, 0), to: Point(1280, 720)))
  canvas.text("Settings", 64, 92, size: 24, weight: 0.16, ink)
  canvas.fill(.rect(Rect(1104, 56, 112, 44), radius: 22), accent)
  canvas.text("Done", 1160, 84, size: 12, weight: 0.16, 0xffffff, .center)
  drawProfile(on: &canvas, in: Rect(64, 136, 360, 520))
  drawSwitches(on: &canvas, in: Rect(456, 136, 376, 520))
  drawSliders(on: &canvas, in: Rect(864, 136, 352, 248))
  drawColors(on: &canvas, in: Rect(864, 408, 352, 248))
  return canvas
}

extension Canvas {
  fileprivate mutating func card(_ rect: Rect, _ title: String) {
    let lower = Rect(rect.x, rect.y + 6, rect.width, rect.height)
    fill(.rect(lower, radius: 20), Paint(0x5a3f8a, 0.20), blur: 26)
    fill(.rect(rect, radius: 20), 0xffffff)
    text(title, rect.x + 28, rect.y + 46, size: 13, weight: 0.16, ink)
  }
}

private func drawProfile(on canvas: inout Canvas, in rect: Rect) {
  canvas.card(rect, "Profile")
  let (x, y) = (rect.center.x, rect.y + 160)
  let face = Shape.circle(x, y, radius: 70)
  canvas.fill(face, Paint(down: [Color(0xa985ee), Color(0x7a4fd0)], y - 70, y + 70))
  canvas.clip = face
  canvas.fill(.circle(x, y - 16, radius: 27), 0xf7ecff)
  canvas.fill(.circle(x, y + 72, radius: 54), 0xf7ecff)
  canvas.clip = .rect(Canvas.bounds)
  canvas.text("Member since May", x, rect.y + 268, size: 10.5, gray, .center)
  for (index, (name, value)) in [
    ("Routes", "128"), ("Distance", "1460 km"), ("Ascent", "52 km"), ("Nights out", "31"),
  ].enumerated() {
    let row = rect.y + 322 + 48 * Float(index)
    canvas.hairline(rect.x + 28, row - 28, width: rect.width - 56, line)
    canvas.text(name, rect.x + 28, row + 4, size: 11, ink)
    canvas.text(value, rect.right - 28, row + 4, size: 11, weight: 0.15, accent, .right)
  }
}

private func drawSwitches(on canvas: inout Canvas, in rect: Rect) {
  canvas.card(rect, "While you walk")
  for (index, (name, detail, isOn)) in [
    ("Voice", "Turns and huts are read out", true), ("Weather", "A word before rain", true),
    ("Maps on the way", "Kept for 30 days", true), ("Night colors", "After sunset", false),
    ("Share place", "With those you chose", false), ("Save power", "Below 20 %", true),
  ].enumerated() {
    let y = rect.y + 92 + 71 * Float(index)
    if index > 0 { canvas.hairline(rect.x + 28, y - 20, width: rect.width - 56, line) }
    canvas.text(name, rect.x + 28, y + 9, size: 11.5, weight: 0.14, ink)
    canvas.text(detail, rect.x + 28, y + 32, size: 9.5, gray)
    let track = Rect(rect.right - 84, y - 2, 56, 32)
    canvas.fill(.rect(track, radius: 16), isOn ? accent : 0xd8d0e4)
    let knob = isOn ? track.right - 16 : track.x + 16
    canvas.fill(.circle(knob, track.center.y + 2, radius: 13), Paint(0x2b1d4a, 0.3), blur: 6)
    canvas.fill(.circle(knob, track.center.y, radius: 13), 0xffffff)
  }
}

private func drawSliders(on canvas: inout Canvas, in rect: Rect) {
  canvas.card(rect, "Sound and light")
  for (index, (name, value)) in [("Volume", Float(0.7)), ("Brightness", 0.45), ("Text size", 0.3)]
    .enumerated()
  {
    let y = rect.y + 86 + 54 * Float(index)
    canvas.text(name, rect.x + 28, y, size: 10.5, gray)
    let track = Rect(rect.x + 28, y + 14, rect.width - 56, 6)
    canvas.fill(.rect(track, radius: 3), 0xe3daf2)
    canvas.fill(.rect(Rect(track.x, track.y, track.width * value, 6), radius: 3), accent)
    let knob = track.x + track.width * value
    canvas.fill(.circle(knob, track.center.y + 2, radius: 10), Paint(0x2b1d4a, 0.3), blur: 6)
    canvas.fill(.circle(knob, track.center.y, radius: 10), 0xffffff)
    canvas.fill(Shape.circle(knob, track.center.y, radius: 10).outline(width: 2), accent)
  }
}

private func drawColors(on canvas: inout Canvas, in rect: Rect) {
  canvas.card(rect, "Color of routes")
  let colors: [UInt32] = [
    0xe2543f, 0xf08a4b, 0xf2c14e, 0x5fb36a, 0x0f8b7f, 0x3d8fbd, 0x5a6fd8, 0x7a4fd0, 0xc451a8, 0x2b1d4a,
  ]
  for (index, color) in colors.enumerated() {
    let x = rect.x + 54 + 61 * Float(index % 5)
    let y = rect.y + 104 + 76 * Float(index / 5)
    canvas.fill(.circle(x, y, radius: 22), Paint(color))
    guard index == 0 else { continue }
    canvas.fill(Shape.circle(x, y, radius: 28).outline(width: 3), Paint(color))
    canvas.stroke([Point(x - 8, y), Point(x - 2, y + 7), Point(x + 9, y - 7)], width: 3, 0xffffff)
  }
}
