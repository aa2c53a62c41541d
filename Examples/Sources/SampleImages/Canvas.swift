import Segue

/// Red, green, blue and opacity, each 0…1.
typealias Color = SIMD4<Float>

extension Color {
  init(_ hex: UInt32, _ opacity: Float = 1) {
    self.init(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255, opacity)
  }

  func mixed(with other: Color, _ amount: Float) -> Color { self + (other - self) * amount }
}

/// A single color, or a gradient of evenly spaced colors along a line.
struct Paint: ExpressibleByIntegerLiteral {
  private let stops: [Color]
  private let start: Point
  private let along: Point

  init(_ stops: [Color], from start: Point, to end: Point) {
    self.stops = stops
    self.start = start
    along = (end - start) / (end - start).dot(end - start)
  }

  init(_ hex: UInt32, _ opacity: Float = 1) { self.init(down: [Color(hex, opacity)], 0, 1) }
  init(integerLiteral hex: UInt32) { self.init(hex) }
  init(down stops: [Color], _ top: Float, _ bottom: Float) {
    self.init(stops, from: Point(0, top), to: Point(0, bottom))
  }

  func color(at p: Point) -> Color {
    let place = max(0, min(1, (p - start).dot(along))) * Float(stops.count - 1)
    let index = min(Int(place), max(stops.count - 2, 0))
    return stops[index].mixed(with: stops[min(index + 1, stops.count - 1)], place - Float(index))
  }
}

/// An opaque picture in floating point, so that many thin layers are composited without rounding errors.
struct Canvas {
  static let size = PixelSize(width: 1280, height: 720)
  static let bounds = Rect(0, 0, Float(size.width), Float(size.height))

  /// The shape to which drawing is clipped.
  var clip = Shape.rect(bounds)
  private var pixels = [Color](repeating: Color(0xffffff), count: size.width * size.height)

  /// Fills a shape with a paint; `blur` is the width of its edge in pixels, for soft shadows and glows.
  mutating func fill(_ shape: Shape, _ paint: Paint, blur: Float = 1) {
    for (x, y) in Self.pixels(in: shape.bounds.inset(by: -blur)) {
      let p = Point(Float(x) + 0.5, Float(y) + 0.5)
      let inside = max(0, min(1, 0.5 - shape.distance(p) / blur))
      guard inside > 0 else { continue }
      let eased = blur > 1 ? inside * inside * (3 - 2 * inside) : inside
      let color = paint.color(at: p)
      let coverage = eased * color.w * max(0, min(1, 0.5 - clip.distance(p)))
      let index = y * Self.size.width + x
      pixels[index] = pixels[index].mixed(with: color, coverage)
    }
  }

  mutating func stroke(_ lines: [Point]..., width: Float, _ paint: Paint) {
    fill(.strokes(lines, width: width), paint)
  }

  mutating func hairline(_ x: Float, _ y: Float, width: Float = 1, height: Float = 1, _ paint: Paint) {
    fill(.rect(Rect(x, y, width, height)), paint)
  }

  /// Draws the mirror image of the area above `rect`, as in rippled water; waves are wider toward the viewer.
  mutating func reflect(into rect: Rect, tint: Color) {
    for (x, y) in Self.pixels(in: rect) {
      let depth = Float(y) - rect.y
      let wave = noise(depth / (1.5 + depth / 40) + noise(Float(x) / 90, seed: 5) * 2, seed: 9) - 0.5
      let sourceX = max(rect.x, min(rect.right - 1, Float(x) + wave * (4 + depth / 7)))
      let sourceY = max(0, rect.y - 1 - depth - abs(wave) * depth / 4)
      let mirrored = pixels[Int(sourceY) * Self.size.width + Int(sourceX)]
      let amount = tint.w * (0.35 + 0.65 * depth / rect.height)
      let coverage = max(0, min(1, 0.5 - clip.distance(Point(Float(x) + 0.5, Float(y) + 0.5))))
      let index = y * Self.size.width + x
      pixels[index] = pixels[index].mixed(with: mirrored.mixed(with: tint, amount), coverage)
    }
  }

  func bitmap() throws(RenderError) -> Bitmap {
    var bitmap = try Bitmap(Self.size, filledWith: .black)
    for y in 0..<Self.size.height {
      bitmap.withMutableRow(y) { row in
        for x in 0..<Self.size.width {
          let c = SIMD4<UInt8>(pixels[y * Self.size.width + x] * 255, rounding: .toNearestOrAwayFromZero)
          row[x] = Pixel(red: c.x, green: c.y, blue: c.z)
        }
      }
    }
    return bitmap
  }

  private static func pixels(in rect: Rect) -> some Sequence<(Int, Int)> {
    let columns = max(0, Int(rect.x))..<max(0, min(size.width, Int(rect.right + 1)))
    let rows = max(0, Int(rect.y))..<max(0, min(size.height, Int(rect.bottom + 1)))
    return rows.lazy.flatMap { y in columns.lazy.map { x in (x, y) } }
  }
}
