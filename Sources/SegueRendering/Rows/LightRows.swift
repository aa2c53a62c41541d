public import SeguePixels

extension RowSource {
  /// The same rows, computed with pixels mixed in numbers of a kind: by dissolves, blends, layers and soft edges.
  ///
  ///     let half = try photo.mixed(in: .linear).rendered()
  ///
  /// Everything else is as before: filters of one picture compute with what is stored.
  public func mixed(in light: Light) -> any RowSource {
    light == .gamma || bitmap != nil ? self : LightRows(source: self, light: light)
  }
}

private struct LightRows: RowSource {
  let source: any RowSource
  let light: Light

  var inputs: [any RowSource] { [source] }
  var size: PixelSize { source.size }

  func rowsAlike(from y: Int) -> Int { source.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try source.makeReader(context.mixing(in: light))
  }
}
