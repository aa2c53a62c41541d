public import SeguePixels

/// Reusable memory for rendering frames on one thread, as whole frames or in strips of rows.
///
///     let canvas = FrameCanvas()
///     let half = try canvas.bitmap(of: renderer.rows(at: 0.5))
public final class FrameCanvas {
  /// The total time spent rendering, in seconds.
  package private(set) var seconds = 0.0
  private let context: RenderContext
  private let clock = ContinuousClock()
  private var frame: Bitmap?
  private var strip: PixelStorage?

  /// Makes a canvas without memory, which is allocated on first use.
  ///
  /// - Parameter level: The SIMD level; if this machine lacks the level, the best available level.
  public init(level: SIMDLevel = .preferred) {
    context = RenderContext(kernels: Kernels(level), threads: 1)
  }

  /// Makes a canvas with limits.
  package init(level: SIMDLevel, _ limits: Limits, _ interruption: Interruption?) {
    context = RenderContext(
      kernels: Kernels(level), threads: 1, maxLoopTurns: limits.maxLoopTurns, interruption)
  }

  /// Renders a whole frame into memory that is reused once the bitmap is released.
  ///
  /// A source that is a bitmap is returned unchanged.
  ///
  /// - Throws: `RenderError` if memory is exhausted or the rows cannot be rendered.
  public func bitmap(of rows: any RowSource) throws(RenderError) -> Bitmap {
    try bitmap(of: rows, isReadAtOnce: false)
  }

  /// Renders a whole frame.
  ///
  /// With `isReadAtOnce`, frames up to 16 MiB are written through the caches, from which the caller then
  /// reads them.
  package func bitmap(of rows: any RowSource, isReadAtOnce: Bool) throws(RenderError) -> Bitmap {
    if let bitmap = rows.bitmap { return bitmap }
    let start = clock.now
    defer { charge(since: start) }
    var frame: Bitmap
    if let old = self.frame.take(), old.size == rows.size {
      frame = old
    } else {
      frame = try Bitmap(uninitialized: rows.size)
    }
    var context = context
    if isReadAtOnce { context.maxCachedBytes = RenderContext.maxSharedBytes }
    try rows.render(into: &frame, context)
    self.frame = frame
    return frame
  }

  /// Returns a bitmap to the canvas, so that the next frame reuses its memory.
  package func reuse(_ bitmap: Bitmap?) { frame = bitmap }

  /// Renders a frame in strips of rows, and calls `body` with each strip while it is in the core's cache.
  ///
  /// Rows of a bitmap are passed without a copy.
  ///
  /// An export of a cross-dissolve at 1080p takes 0.71 (Y4M) or 0.93 (JPEG) of the time that it takes with
  /// whole frames.
  ///
  /// - Parameters:
  ///   - rows: The row source of the frame.
  ///   - part: The rows to render; nil for all.
  ///   - height: The number of rows in a strip, an even number; the last strip may have fewer rows.
  ///   - body: Receives the strip's rows and their range in the frame.
  /// - Throws: `RenderError` if the rows cannot be rendered; the errors of `body`.
  package func withStrips(
    of rows: any RowSource, in part: Range<Int>? = nil, height: Int = 16,
    _ body: (BorrowedRows, Range<Int>) throws -> Void
  ) throws {
    let part = part ?? 0..<rows.size.height
    let strips = stride(from: part.lowerBound, to: part.upperBound, by: height).lazy
      .map { $0..<min($0 + height, part.upperBound) }
    if let bitmap = rows.bitmap {
      let borrowed = BorrowedRows(bitmap)
      for strip in strips { try body(borrowed, strip) }
      return withExtendedLifetime(bitmap) {}
    }
    let storage = try memory(PixelSize(width: rows.size.width, height: height))
    let renderer = try BandRenderer(rows, context)
    for strip in strips {
      let start = clock.now
      try renderer.render(RowWriter(storage, rows: strip, start: strip.lowerBound))
      charge(since: start)
      try body(BorrowedRows(storage, rows: strip), strip)
    }
  }

  private func memory(_ size: PixelSize) throws(RenderError) -> PixelStorage {
    if let strip, strip.size == size { return strip }
    let new = try PixelStorage(size)
    strip = new
    return new
  }

  private func charge(since start: ContinuousClock.Instant) {
    seconds += start.duration(to: clock.now) / .seconds(1)
  }
}
