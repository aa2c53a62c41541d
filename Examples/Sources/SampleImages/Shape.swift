typealias Point = SIMD2<Float>

extension Point {
  func dot(_ other: Point) -> Float { (self * other).sum() }
  var length: Float { dot(self).squareRoot() }
}

struct Rect {
  var x, y, width, height: Float

  init(_ x: Float, _ y: Float, _ width: Float, _ height: Float) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  var right: Float { x + width }
  var bottom: Float { y + height }
  var center: Point { Point(x + width / 2, y + height / 2) }

  func inset(by d: Float) -> Rect { Rect(x + d, y + d, width - 2 * d, height - 2 * d) }
}

/// A region as a signed distance field in pixels, negative inside.
///
/// The distance from the edge gives the coverage of a pixel, which antialiases all edges. Nothing is drawn
/// outside `bounds`.
struct Shape {
  var bounds: Rect
  let distance: (Point) -> Float

  static func rect(_ rect: Rect, radius: Float = 0) -> Shape {
    let half = Point(rect.width, rect.height) / 2
    return Shape(bounds: rect) { p in
      let d = p - rect.center
      let q = Point(abs(d.x), abs(d.y)) - half + radius
      return Point(max(q.x, 0), max(q.y, 0)).length + min(q.max(), 0) - radius
    }
  }

  static func circle(_ x: Float, _ y: Float, radius: Float) -> Shape {
    rect(Rect(x - radius, y - radius, 2 * radius, 2 * radius), radius: radius)
  }

  /// Polylines with round caps as a single region, so that crossings do not show with a translucent paint.
  static func strokes(_ lines: [[Point]], width: Float) -> Shape { strokes(PenStrokes(lines, width: width)) }

  static func strokes(_ strokes: PenStrokes) -> Shape {
    let (low, high) = strokes.corners
    let box = Rect(low.x, low.y, high.x - low.x, high.y - low.y)
    return Shape(bounds: box.inset(by: -strokes.width / 2), distance: strokes.distance)
  }

  /// A convex polygon with its corners in clockwise order.
  static func convex(_ corners: [Point]) -> Shape {
    let bounds = strokes([corners], width: 0).bounds
    let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map { a, b in
      (a, Point(b.y - a.y, a.x - b.x) / (b - a).length)
    }
    return Shape(bounds: bounds) { p in edges.map { (p - $0).dot($1) }.max() ?? .infinity }
  }

  /// The region below a curve.
  static func below(in rect: Rect, _ curve: @escaping (Float) -> Float) -> Shape {
    Shape(bounds: rect) { p in
      // Divides the vertical distance by the length of the slope, since a steep curve is nearer than that.
      let slope = curve(p.x + 0.5) - curve(p.x - 0.5)
      return (curve(p.x) - p.y) / (1 + slope * slope).squareRoot()
    }
  }

  func intersection(_ other: Shape) -> Shape {
    Shape(bounds: bounds) { max(distance($0), other.distance($0)) }
  }

  func outline(width: Float) -> Shape {
    Shape(bounds: bounds.inset(by: -width)) { abs(distance($0)) - width / 2 }
  }
}
