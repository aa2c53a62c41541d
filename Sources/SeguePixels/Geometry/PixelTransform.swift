import SeguePlatform

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
///     let center = PixelPoint(x: 320, y: 180)
///     let transform = PixelTransform.scale(0.5, about: center).translated(y: 15)
public struct PixelTransform: Hashable, Sendable {
  package var a = 1.0
  package var b = 0.0
  package var c = 0.0
  package var d = 1.0
  package var tx = 0.0
  package var ty = 0.0

  /// The identity transform, which leaves every point in place.
  public static let identity = PixelTransform()

  /// Makes a translation by pixels.
  public static func translation(x: Double = 0, y: Double = 0) -> PixelTransform {
    PixelTransform(tx: x, ty: y)
  }

  /// Makes a uniform scale about a fixed point.
  public static func scale(_ factor: Double, about point: PixelPoint) -> PixelTransform {
    PixelTransform(a: factor, d: factor, tx: point.x * (1 - factor), ty: point.y * (1 - factor))
  }

  /// Makes a scale with separate factors about a fixed point.
  public static func scale(x: Double, y: Double, about point: PixelPoint) -> PixelTransform {
    PixelTransform(a: x, d: y, tx: point.x * (1 - x), ty: point.y * (1 - y))
  }

  /// Makes a clockwise rotation about a fixed point.
  public static func rotation(_ angle: Angle, about point: PixelPoint) -> PixelTransform {
    let (sine, cosine) = (sin(angle.radians), cos(angle.radians))
    return PixelTransform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: point.x - cosine * point.x + sine * point.y,
      ty: point.y - sine * point.x - cosine * point.y)
  }

  /// Returns this transform followed by a translation.
  public func translated(x: Double = 0, y: Double = 0) -> PixelTransform {
    var moved = self
    moved.tx += x
    moved.ty += y
    return moved
  }

  /// Returns this transform followed by another transform.
  public func followed(by next: PixelTransform) -> PixelTransform {
    PixelTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The inverse transform; nil if this transform is singular.
  package var inverse: PixelTransform? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    return PixelTransform(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }
}
