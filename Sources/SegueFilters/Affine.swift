import Glibc

/// A point in pixels; x to the right, y down.
public struct Point: Hashable, Sendable {
  /// Pixels from the left.
  public var x: Double
  /// Pixels from the top.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in pixels.
public struct Rectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// Pixels from left to right.
  public var width: Double
  /// Pixels from top to bottom.
  public var height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The point in the middle.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
///     Affine.scale(0.5, about: center).translated(x: 0, y: 15)
public struct Affine: Hashable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var tx = 0.0
  var ty = 0.0

  /// Moves nothing.
  public static let identity = Affine()

  /// Moves by so many pixels.
  public static func translation(x: Double = 0, y: Double = 0) -> Affine { Affine(tx: x, ty: y) }

  /// Scales about a point that stays.
  public static func scale(_ factor: Double, about point: Point) -> Affine {
    Affine(a: factor, d: factor, tx: point.x * (1 - factor), ty: point.y * (1 - factor))
  }

  /// Turns clockwise by degrees about a point that stays.
  public static func rotation(degrees: Double, about point: Point) -> Affine {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Affine(
      a: cosine, b: sine, c: -sine, d: cosine, tx: point.x - cosine * point.x + sine * point.y,
      ty: point.y - sine * point.x - cosine * point.y)
  }

  /// This transform, then a move.
  public func translated(x: Double = 0, y: Double = 0) -> Affine {
    var moved = self
    moved.tx += x
    moved.ty += y
    return moved
  }

  /// The way back; nil where the plane collapses.
  var inverse: Affine? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    return Affine(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }
}
