public import SeguePixels

extension RowSource {
  /// Returns a row source whose dissolves, blends, layers and soft edges mix pixels in the given light: sRGB
  /// or linear.
  ///
  ///     let half = try photo.mixed(in: .linear).rendered()
  ///
  /// Filters of one picture still compute with stored sRGB values.
  public func mixed(in light: Light) -> any RowSource {
    light == .gamma || bitmap != nil ? self : LightRows(source: self, light: light)
  }
}

private struct LightRows: FloatSource {
  let source: any RowSource
  let light: Light

  var inputs: [any RowSource] { [source] }
  var size: PixelSize { source.size }
  var inFloats: any RowSource { LightRows(source: source.floats, light: light) }

  func rowsAlike(from y: Int) -> Int { source.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try source.makeReader(context.mixing(in: light))
  }
}
