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

  /// Makes a table; traps if the number of points is not size³.
  package init(size: Int, points: [Float], scale: SIMD3<Float>, offset: SIMD3<Float>) {
    precondition((2...256).contains(size) && points.count == 4 * size * size * size)
    self.size = size
    self.points = points
    self.scale = scale
    self.offset = offset
  }
}

extension Kernels {
  /// Maps straight colors through a 3D lookup table, mixed with the original by `intensity` 0…1; alpha is
  /// kept.
  package func mapColors(
    _ row: Span<Pixel>, _ grid: ColorGrid, intensity: Float, tetrahedral: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(row.count >= out.count)
    grid.points.withUnsafeBufferPointer { points in
      let (scale, offset) = (grid.scale, grid.offset)
      var grid = segue_color_grid(
        points: points.baseAddress, size: UInt32(grid.size), scale: (scale.x, scale.y, scale.z),
        offset: (offset.x, offset.y, offset.z), intensity: intensity, tetrahedral: tetrahedral)
      out.withBytes { out, count in row.withBytes { table.pointee.map_colors(out, $0, &grid, count) } }
    }
  }
}
