import CSegueKernels

/// Colors at the points of a grid, as a kernel takes them.
package struct ColorGrid: Sendable {
  /// Points along each side, 2…256.
  let size: Int
  /// Four numbers a point, of which the fourth means nothing; red goes fastest.
  let points: [Float]
  /// A channel of 0…1 lies at channel·scale + offset along its axis.
  let scale: SIMD3<Float>
  let offset: SIMD3<Float>

  /// Makes a grid; traps where there are more or fewer points than the sides say.
  package init(size: Int, points: [Float], scale: SIMD3<Float>, offset: SIMD3<Float>) {
    precondition((2...256).contains(size) && points.count == 4 * size * size * size)
    self.size = size
    self.points = points
    self.scale = scale
    self.offset = offset
  }
}

extension Kernels {
  /// Each pixel's straight color becomes that of the grid, mixed with its own by `intensity`, 0…1; alpha stays.
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
