/// The region covered by a round pen that draws polylines.
package struct PenStrokes: Sendable {
  /// The bounding box of the polylines, without the pen's width: the corners with the smallest and the
  /// largest coordinates, in pixels.
  package let corners: (SIMD2<Float>, SIMD2<Float>)
  /// The pen's width in pixels.
  package let width: Float
  private let segments: [(SIMD2<Float>, SIMD2<Float>)]

  /// Makes a single region from nonempty polylines, so that their crossings are not visible in a translucent
  /// fill.
  package init(_ lines: [[SIMD2<Float>]], width: Float) {
    self.width = width
    segments = lines.flatMap { line in
      line.count == 1 ? [(line[0], line[0])] : Array(zip(line, line.dropFirst()))
    }
    let first = lines.joined().first ?? .zero
    corners = lines.joined().reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }

  /// Returns the signed distance of a point from the edge of the region, in pixels; negative inside.
  package func distance(_ p: SIMD2<Float>) -> Float {
    var nearest = Float.infinity
    for (a, b) in segments {
      let along = b - a
      let t = ((p - a) * along).sum() / max((along * along).sum(), 1e-6)
      let d = p - a - along * max(0, min(1, t))
      nearest = min(nearest, (d * d).sum().squareRoot())
    }
    return nearest - width / 2
  }
}
