public import SeguePixels

extension RowSource {
  /// Renders all rows to a bitmap; a source that is a bitmap is returned unchanged.
  ///
  ///     let blocks = try Pixellate(fraction: 0.05).apply(to: photo, at: 0).rendered()
  ///
  /// - Throws: `RenderError` if memory is exhausted, the rows cannot be rendered, or a limit is exceeded.
  public func rendered(_ execution: Execution = .standard) throws(RenderError) -> Bitmap {
    try execution.limits.check(frame: size)
    return try rendered(RenderContext(execution))
  }

  /// Renders all rows to a bitmap of a given depth; a source that is a bitmap of this depth is returned
  /// unchanged.
  ///
  ///     let deep = try Pixellate(fraction: 0.05).apply(to: photo, at: 0).rendered(as: .sixteen)
  ///
  /// Effects compute with floats, unless the depth is `eight`. The page docs/depth.md lists the effects that
  /// always compute with 8 bits.
  ///
  /// - Throws: `RenderError` if memory is exhausted, the rows cannot be rendered, or a limit is exceeded.
  public func rendered(
    as depth: SampleDepth, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try execution.limits.check(frame: size)
    return try rendered(as: depth, RenderContext(execution))
  }

  /// Renders all rows to a bitmap, in the given context; a source that is a bitmap is returned unchanged.
  ///
  /// - Throws: `RenderError` if memory is exhausted or the rows cannot be rendered.
  package func rendered(_ context: RenderContext) throws(RenderError) -> Bitmap {
    if let bitmap { return bitmap }
    var frame = try Bitmap(uninitialized: size)
    try render(into: &frame, context)
    return frame
  }

  /// Renders all rows into a frame of the same size, replacing its content.
  ///
  /// If the source is a bitmap, the frame afterwards shares the bitmap's memory.
  package func render(into frame: inout Bitmap, _ context: RenderContext) throws(RenderError) {
    guard frame.size == size else { throw .sizesDiffer(frame.size, size) }
    if let bitmap {
      frame = bitmap
      return
    }
    try frame.overwriteInParts(threads: context.threads) { (bands) throws(RenderError) in
      guard let band = bands.next() else { return }
      var context = context
      context.streams = band.frameBytes > context.maxCachedBytes
      let renderer = try BandRenderer(self, context)
      try renderer.render(band)
      while let band = bands.next() { try renderer.render(band) }
    }
  }
}

/// Renders bands of a source's rows on one thread.
struct BandRenderer {
  private let source: any RowSource
  private let reader: any RowReader
  private let borrowing: (any BorrowingReader)?
  private let ofBands: (any BandReader)?
  private let interruption: Interruption?

  init(_ source: any RowSource, _ context: RenderContext) throws(RenderError) {
    self.source = source
    reader = try source.makeReader(context)
    borrowing = reader as? any BorrowingReader
    ofBands = reader as? any BandReader
    interruption = context.interruption
  }

  /// Renders a band; if rendering can be interrupted, in parts of 32 rows, with a check before each part.
  func render(_ band: RowWriter) throws(RenderError) {
    guard let interruption else { return try renderRows(of: band) }
    for y in stride(from: band.rows.lowerBound, to: band.rows.upperBound, by: 32) {
      try interruption.check()
      try renderRows(of: band.part(y..<min(y + 32, band.rows.upperBound)))
    }
  }

  private func renderRows(of band: RowWriter) throws(RenderError) {
    if let ofBands { return try ofBands.read(band) }
    var y = band.rows.lowerBound
    while y < band.rows.upperBound {
      if let run = borrowing?.borrowedRows(from: y) {
        y += band.copy(run.part, rows: run.rows, to: y)
        continue
      }
      let end = min(source.rowsAlike(from: y), band.rows.upperBound)
      try band.withRow(y) { (row) throws(RenderError) in try reader.read(y, into: &row) }
      band.repeatRow(y, until: end)
      y = end
    }
  }
}
