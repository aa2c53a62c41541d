public import SegueRendering
public import SeguePixels

/// Renders any frame of a transition between two pictures, in any order, from any thread.
///
///     let renderer = try TransitionRenderer(from: list, to: detail, Transitions.PixellateDissolve())
///     let half = try renderer.frame(at: 0.5)
///
/// Every frame is a pure function of the pictures, the transition and the progress: the same bytes on any number
/// of threads and at any level.
public struct TransitionRenderer: Sendable {
  /// The first picture, fitted to the frame size.
  public let from: Bitmap
  /// The second picture, fitted to the frame size.
  public let to: Bitmap
  /// How progress follows the clock.
  public let curve: TimingCurve
  /// Seconds from start to end, for curves that depend on it.
  public let duration: Double
  /// The level of the kernels.
  public var level: SIMDLevel { context.level }
  private let chain: Chain
  private let context: RenderContext

  /// Makes a renderer, fitting both pictures to the frame size once.
  ///
  /// - Parameters:
  ///   - from: The picture at progress 0.
  ///   - to: The picture at progress 1.
  ///   - transition: What happens between.
  ///   - size: The frame size in pixels; nil: that of `from`.
  ///   - fit: How a picture of another size meets the frame.
  ///   - background: Painted behind both pictures; nil: nothing.
  ///   - operation: Which way it goes.
  ///   - curve: How progress follows the clock; nil: as the transition has it.
  ///   - duration: Seconds from start to end, for springs; nil: as the transition has it.
  ///   - threads: Threads for fitting.
  ///   - level: The instruction set; where this machine lacks it, its best one.
  /// - Throws: `RenderError` where the size cannot be a bitmap's or memory is out.
  public init(
    from: Bitmap, to: Bitmap, _ transition: any Transition = Transitions.PixellateDissolve(),
    size: PixelSize? = nil,
    fit: Fit = .cover, background: Pixel? = nil, operation: TransitionOperation = .present,
    curve: TimingCurve? = nil,
    duration: Double? = nil, threads: Int = 1, level: SIMDLevel = .preferred
  ) throws(RenderError) {
    let size = size ?? from.size
    self.from = try from.fitted(to: size, fit, background: background, threads: threads, level: level)
    self.to = try to.fitted(to: size, fit, background: background, threads: threads, level: level)
    self.curve = curve ?? transition.curve
    self.duration = duration ?? transition.duration
    chain = transition.chain(operation)
    context = RenderContext(Execution(level: level))
  }

  /// The frame size in pixels.
  public var size: PixelSize { from.size }

  /// Renders the frame at a progress: the eased value that the effect gets, 0…1 or, under a spring, a little beyond.
  public func frame(at progress: Double, threads: Int = 1) throws(RenderError) -> Bitmap {
    var frame = try Bitmap(uninitialized: size)
    try render(at: progress, into: &frame, threads: threads)
    return frame
  }

  /// The progress at a clock fraction 0…1, eased by the curve.
  public func progress(atTime time: Double) -> Double { curve(at: time, duration: duration) }

  /// Renders the frame at a clock fraction 0…1, eased by the curve.
  public func frame(atTime time: Double, threads: Int = 1) throws(RenderError) -> Bitmap {
    try frame(at: progress(atTime: time), threads: threads)
  }

  /// The rows of the frame at a progress, rendered when they are read: what encoders take.
  public func rows(at progress: Double) throws(RenderError) -> any RowSource {
    try chain.rows(from: from, to: to, at: progress)
  }

  /// Renders the frame at a progress into a bitmap of the frame size, using its memory again.
  ///
  /// Where the frame is one of the pictures itself (progress 0 and 1), the bitmap shares that picture's memory
  /// afterwards, straight alpha included.
  ///
  /// - Throws: `RenderError.sizesDiffer` where the bitmap has another size.
  public func render(at progress: Double, into frame: inout Bitmap, threads: Int = 1) throws(RenderError) {
    try rows(at: progress).render(
      into: &frame, RenderContext(Execution(threads: threads, level: level)))
  }
}

extension TransitionRenderer {
  /// The frames in real time, from the first picture to the second.
  ///
  ///     for try await frame in renderer.frames() { show(frame) }
  ///
  /// They are those of `ProgressClock.ticks(on:)`: a late one shows its true time.
  ///
  /// - Throws: While it goes on, `RenderError` where memory is out.
  public func frames<C: Clock>(
    framesPerSecond: Double = 60, on clock: C = ContinuousClock()
  ) -> AsyncThrowingMapSequence<ProgressClock.Ticks<C>, Bitmap> where C.Duration == Duration {
    ProgressClock(duration: duration, framesPerSecond: framesPerSecond).ticks(on: clock)
      .map { time in try frame(atTime: time) }
  }
}
