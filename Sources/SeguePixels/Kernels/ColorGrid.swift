import CSegueKernels

/// A 3D color lookup table (3D LUT) in the form that kernels read.
package struct ColorGrid: Sendable {
  /// The number of points along each side, 2…256.
  let size: Int
  /// The points: red, green, blue and an unused float each; red varies fastest.
  let points: [Float]
  /// The scale and offset from a channel value 0…1 to a position on its axis: value·scale + offset.
  let scale: SIMD3<Float>
  let offset: SIMD3<Float>

  /// Makes a table; traps if the size is outside 2…256, or if the number of points is not size³.
  package init(size: Int, points: [Float], scale: SIMD3<Float>, offset: SIMD3<Float>) {
    precondition((2...256).contains(size) && points.count == 4 * size * size * size)
    self.size = size
    self.points = points
    self.scale = scale
    self.offset = offset
  }

  /// Calls `body` with the table as the struct that C kernels read.
  fileprivate func withPoints(
    _ intensity: Float, _ isTetrahedral: Bool, _ body: (UnsafePointer<segue_color_grid>) -> Void
  ) {
    points.withUnsafeBufferPointer { points in
      let grid = segue_color_grid(
        points: points.baseAddress, size: UInt32(size), scale: (scale.x, scale.y, scale.z),
        offset: (offset.x, offset.y, offset.z), intensity: intensity, tetrahedral: isTetrahedral)
      withUnsafePointer(to: grid, body)
    }
  }
}

extension Kernels {
  /// Maps straight colors through a 3D lookup table, mixed with the original by `intensity` 0…1; alpha is
  /// unchanged.
  package func mapColors(
    _ row: Span<Pixel>, _ grid: ColorGrid, intensity: Float, tetrahedral: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(row.count >= out.count)
    grid.withPoints(intensity, tetrahedral) { grid in
      out.withBytes { out, count in row.withBytes { table.pointee.map_colors(out, $0, grid, count) } }
    }
  }
}

extension FloatKernels {
  /// Maps straight colors through a 3D lookup table, as `Kernels.mapColors` does.
  package func mapColors(
    _ row: Span<Pixel>, _ grid: ColorGrid, intensity: Float, tetrahedral: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(row.count >= out.count)
    let count = out.count / 4
    grid.withPoints(intensity, tetrahedral) { grid in
      out.withFloats { out in row.withFloats { table.pointee.map_colors(out, $0, grid, count) } }
    }
  }
}
