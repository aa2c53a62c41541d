import Foundation
import SeguePixels
import Testing

@Suite struct PixelTransformTests {
  private func apply(_ transform: PixelTransform, to point: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: transform.a * point.x + transform.c * point.y + transform.tx,
      y: transform.b * point.x + transform.d * point.y + transform.ty)
  }

  private func distance(_ a: PixelPoint, _ b: PixelPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }

  static let points = [PixelPoint(x: 0, y: 0), PixelPoint(x: 30, y: 20), PixelPoint(x: -7.5, y: 1e3)]

  /// A rotation keeps its center.
  ///
  /// A point to the right of the center is rotated by the angle, clockwise since y points down.
  @Test(arguments: points, [0.0, 30, 90, -77, 180, 400]) func rotation(
    about point: PixelPoint, degrees: Double
  ) {
    let rotation = PixelTransform.rotation(.degrees(degrees), about: point)
    #expect(distance(apply(rotation, to: point), point) < 1e-9)
    let angle = degrees * .pi / 180
    let right = apply(rotation, to: PixelPoint(x: point.x + 5, y: point.y))
    #expect(
      distance(right, PixelPoint(x: point.x + 5 * cos(angle), y: point.y + 5 * sin(angle))) < 1e-9)
    let below = apply(rotation, to: PixelPoint(x: point.x, y: point.y + 5))
    #expect(
      distance(below, PixelPoint(x: point.x - 5 * sin(angle), y: point.y + 5 * cos(angle))) < 1e-9)
  }

  @Test(arguments: points, [0.5, 1, -1, 3]) func scale(about point: PixelPoint, factor: Double) {
    let scale = PixelTransform.scale(factor, about: point)
    let other = PixelPoint(x: point.x + 3, y: point.y - 4)
    #expect(distance(apply(scale, to: point), point) < 1e-9)
    #expect(
      distance(
        apply(scale, to: other), PixelPoint(x: point.x + 3 * factor, y: point.y - 4 * factor)) < 1e-9)
  }

  /// Each axis has its own factor, and the point stays.
  @Test(arguments: points, [(0.5, 3.0), (2, 1), (1, -1), (-2, 0.25)])
  func scaleOfEachAxis(about point: PixelPoint, factors: (x: Double, y: Double)) {
    let scale = PixelTransform.scale(x: factors.x, y: factors.y, about: point)
    let other = PixelPoint(x: point.x + 3, y: point.y - 4)
    #expect(distance(apply(scale, to: point), point) < 1e-9)
    let expected = PixelPoint(x: point.x + 3 * factors.x, y: point.y - 4 * factors.y)
    #expect(distance(apply(scale, to: other), expected) < 1e-9)
  }

  /// A composition applies the following transform to the result of the first one.
  @Test func followedByAppliesTheOtherTransformSecond() {
    let (first, next) = (
      PixelTransform.rotation(.degrees(25), about: Self.points[1]).translated(x: 3, y: -8),
      PixelTransform.scale(x: 2, y: -0.5, about: Self.points[2])
    )
    for point in Self.points {
      let place = apply(first.followed(by: next), to: point)
      #expect(distance(place, apply(next, to: apply(first, to: point))) < 1e-9)
    }
  }

  @Test func theCenterIsHalfwayAlongEachSide() {
    let center = PixelRectangle(x: 1, y: 2, width: 30, height: 8).center
    #expect(center == PixelPoint(x: 16, y: 6))
  }

  /// Translations add up along both axes.
  @Test func translationsAddUp() {
    let moved = PixelTransform.scale(2, about: Self.points[1]).translated(x: 3, y: 5).translated(
      x: -1, y: 0.5)
    for point in Self.points {
      let before = apply(.scale(2, about: Self.points[1]), to: point)
      #expect(distance(apply(moved, to: point), PixelPoint(x: before.x + 2, y: before.y + 5.5)) < 1e-9)
    }
    #expect(PixelTransform.identity.translated(x: 4, y: -3) == .translation(x: 4, y: -3))
  }

  @Test(arguments: [
    PixelTransform.rotation(.degrees(25), about: points[1]).translated(x: 3, y: -8),
    .scale(0.001, about: points[1]), .translation(x: 9, y: 4),
  ]) func theInverseUndoes(transform: PixelTransform) throws {
    let inverse = try #require(transform.inverse)
    for point in Self.points {
      #expect(distance(apply(inverse, to: apply(transform, to: point)), point) < 1e-6)
    }
  }
}
