public import SegueRendering
public import SeguePixels

/// Renders any frame of a transition between two pictures, in any order, from any thread.
///
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.PixellateDissolve())
///     let half = try renderer.frame(at: 0.5)
///
/// A frame depends only on the pictures, the transition and the progress: its bytes are equal for any number
/// of threads and any SIMD level.
public struct TransitionRenderer: Sendable {
  /// The first picture, fitted to the frame size.
  public let from: Bitmap
  /// The second picture, fitted to the frame size.
  public let to: Bitmap
  /// The duration and the timing curve.
  public let timing: Timing
  /// The threads, SIMD level and limits for calls that do not pass an `Execution`.
  public let execution: Execution
  private let chain: Chain
  private let light: Light
  /// The frame sequence for frames rendered by time, needed by shaders that keep state from frame to frame.
  private let sequence: FrameSequence

  /// The SIMD level of the kernels.
  package var level: SIMDLevel { Kernels(execution.level).level }

  /// Makes a renderer, and fits both pictures to the frame size.
  ///
  /// - Parameters:
  ///   - from: The picture at progress 0.
  ///   - to: The picture at progress 1.
  ///   - transition: The transition.
  ///   - framing: The frame size, by default the size of `from`; how pictures are fitted; and whether colors
  ///     are mixed in sRGB or in linear light.
  ///   - operation: The navigation that the transition shows, such as a push.
  ///   - timing: The duration and the timing curve; nil for the transition's default.
  ///   - execution: The threads, SIMD level and limits for fitting and rendering.
  /// - Throws: `RenderError` if the size is invalid or above a limit, two pictures of a blend differ in size,
  ///   or memory is exhausted.
  public init(
    from: Bitmap, to: Bitmap, _ transition: any Transition = Transitions.PixellateDissolve(),
    framing: Framing = Framing(), operation: TransitionOperation = .present, timing: Timing? = nil,
    _ execution: Execution = .standard
  ) throws(RenderError) {
    var framing = framing
    framing.size = framing.size ?? from.size
    self.from = try from.fitted(to: framing, execution)
    self.to = try to.fitted(to: framing, execution)
    self.timing = timing ?? transition.timing
    self.execution = execution
    light = framing.light
    chain = transition.chain(operation)
    sequence = FrameSequence(interval: 1 / FrameSequence.usualRate) { [timing = self.timing] index in
      timing.moment(at: Double(index) / FrameSequence.usualRate / timing.duration)
    }
    size = try chain.rows(from: self.from, to: self.to, at: 0).size
    try execution.limits.check(frame: size)
  }

  /// Makes a renderer of a transition of the catalog, by name.
  ///
  ///     let renderer = try TransitionRenderer(from: from, to: to, "cube", ["eye": "3"])
  ///
  /// - Parameters:
  ///   - from: The picture at progress 0.
  ///   - to: The picture at progress 1.
  ///   - name: The name in `Catalog.transitions`.
  ///   - parameters: Parameters as text.
  ///   - framing: The frame size, by default the size of `from`; how pictures are fitted; and whether colors
  ///     are mixed in sRGB or in linear light.
  ///   - operation: The navigation that the transition shows, such as a push.
  ///   - timing: The duration and the timing curve; nil for the transition's default.
  ///   - execution: The threads, SIMD level and limits for fitting and rendering.
  /// - Throws: `UnknownName` or `ParameterError`; `RenderError` as for the initializer that takes a
  ///   transition.
  public init(
    from: Bitmap, to: Bitmap, _ name: String, _ parameters: [String: String] = [:],
    framing: Framing = Framing(), operation: TransitionOperation = .present, timing: Timing? = nil,
    _ execution: Execution = .standard
  ) throws {
    let transition = try Catalog.transitions.make(name, parameters)
    try self.init(
      from: from, to: to, transition, framing: framing, operation: operation, timing: timing, execution)
  }

  /// The frame size in pixels: the size of the fitted pictures, unless a filter such as a crop changes the
  /// size.
  public let size: PixelSize

  /// Renders the frame at a progress: 0…1, or slightly beyond for springs.
  ///
  ///     let half = try renderer.frame(at: 0.5)
  ///
  /// - Parameters:
  ///   - progress: The progress, already eased.
  ///   - execution: The threads and SIMD level; nil for the renderer's `execution`.
  /// - Returns: The frame; at progress 0 and 1 the picture itself.
  /// - Throws: `RenderError` if memory is exhausted or a filter cannot be rendered.
  public func frame(at progress: Double, _ execution: Execution? = nil) throws(RenderError) -> Bitmap {
    var frame = try Bitmap(uninitialized: size)
    try render(at: progress, into: &frame, execution)
    return frame
  }

  /// Renders the frame at a time, as a fraction of the duration, eased by the timing curve.
  ///
  ///     let half = try renderer.frame(atTime: 0.5)
  ///
  /// - Parameters:
  ///   - time: The time, 0…1.
  ///   - execution: The threads and SIMD level; nil for the renderer's `execution`.
  /// - Returns: The frame; at time 0 and 1 the picture itself.
  /// - Throws: `RenderError` if memory is exhausted or a filter cannot be rendered.
  public func frame(atTime time: Double, _ execution: Execution? = nil) throws(RenderError) -> Bitmap {
    var frame = try Bitmap(uninitialized: size)
    try render(atTime: time, into: &frame, execution)
    return frame
  }

  /// Returns the progress at a time, which is given as a fraction of the duration.
  public func progress(atTime time: Double) -> Double { timing.progress(at: time) }

  /// Makes a row source for the frame at a progress, for encoders.
  ///
  /// Rows are rendered when they are read.
  ///
  /// - Throws: `RenderError` if two pictures of a blend differ in size, or a filter cannot be rendered.
  public func rows(at progress: Double) throws(RenderError) -> any RowSource {
    try rows(at: FrameMoment(progress: progress, duration: timing.duration))
  }

  /// Makes a row source for the frame at a time, as a fraction of the duration, eased by the timing curve.
  ///
  /// - Throws: `RenderError` if two pictures of a blend differ in size, or a filter cannot be rendered.
  public func rows(atTime time: Double) throws(RenderError) -> any RowSource {
    var moment = timing.moment(at: time)
    moment.frame = NumberedFrame(sequence: sequence, index: moment.number)
    return try rows(at: moment)
  }

  /// Makes a row source for the frame at a moment.
  ///
  /// - Throws: `RenderError` if two pictures of a blend differ in size, or a filter cannot be rendered.
  package func rows(at moment: FrameMoment) throws(RenderError) -> any RowSource {
    try chain.rows(from: from, to: to, at: moment).mixed(in: light)
  }

  /// Renders the frame at a progress into a bitmap of the frame size, whose memory is reused.
  ///
  /// If the frame equals one of the pictures, as at progress 0 and 1, the bitmap afterwards shares the memory
  /// of this picture, including straight alpha.
  ///
  /// - Parameters:
  ///   - progress: The progress, already eased.
  ///   - frame: The target.
  ///   - execution: The threads and SIMD level; nil for the renderer's `execution`.
  /// - Throws: `RenderError.sizesDiffer` if the bitmap differs in size; otherwise as `frame(at:_:)`.
  public func render(
    at progress: Double, into frame: inout Bitmap, _ execution: Execution? = nil
  ) throws(RenderError) {
    try rows(at: progress).render(into: &frame, RenderContext(execution ?? self.execution))
  }

  /// Renders the frame at a time, as a fraction of the duration, eased by the timing curve, into a bitmap of
  /// the frame size.
  ///
  /// - Parameters:
  ///   - time: The time, 0…1.
  ///   - frame: The target; may share a picture's memory afterwards, as with `render(at:into:_:)`.
  ///   - execution: The threads and SIMD level; nil for the renderer's `execution`.
  /// - Throws: `RenderError.sizesDiffer` if the bitmap differs in size; otherwise as `frame(at:_:)`.
  public func render(
    atTime time: Double, into frame: inout Bitmap, _ execution: Execution? = nil
  ) throws(RenderError) {
    try rows(atTime: time).render(into: &frame, RenderContext(execution ?? self.execution))
  }
}

extension TransitionRenderer {
  /// Renders the frame at a progress on a pool of threads, while the task is suspended.
  ///
  ///     let half = try await renderer.frame(at: 0.5)
  ///
  /// While the pool has other calls, the renderer's threads are limited to a share of the pool's threads, at
  /// least one. The bytes do not depend on the number of threads. If the task is canceled, a waiting call
  /// ends at once, and rendering ends after at most 32 rows.
  ///
  /// - Parameters:
  ///   - progress: The progress, already eased: 0…1, or slightly beyond for springs.
  ///   - pool: The pool.
  /// - Returns: The frame; at progress 0 and 1 the picture itself.
  /// - Throws: `RenderError` if memory is exhausted or a filter cannot be rendered, or with the code
  ///   `render.busy` if too many calls are waiting or no thread can be started; `CancellationError` if the
  ///   task is canceled.
  public func frame(at progress: Double, on pool: RenderPool = .shared) async throws -> Bitmap {
    try await pool.run { try frame(at: progress, execution.limited(toThreads: pool.share)) }
  }

  /// Renders the frame at a time 0…1 on a pool of threads, while the task is suspended.
  ///
  ///     let half = try await renderer.frame(atTime: 0.5)
  ///
  /// - Parameters:
  ///   - time: The time, 0…1, eased by the timing curve.
  ///   - pool: The pool.
  /// - Returns: The frame; at time 0 and 1 the picture itself.
  /// - Throws: `RenderError` if memory is exhausted or a filter cannot be rendered, or with the code
  ///   `render.busy` if too many calls are waiting or no thread can be started; `CancellationError` if the
  ///   task is canceled.
  public func frame(atTime time: Double, on pool: RenderPool = .shared) async throws -> Bitmap {
    try await pool.run { try frame(atTime: time, execution.limited(toThreads: pool.share)) }
  }

  /// Makes a sequence of frames in real time, from the first picture to the second.
  ///
  ///     for try await frame in renderer.frames(framesPerSecond: 30) {
  ///       print(frame.size)
  ///     }
  ///
  /// Times come from `ProgressClock.ticks(on:)`: a late frame has its actual time. Frames are rendered on
  /// `RenderPool.shared`.
  ///
  /// - Parameters:
  ///   - framesPerSecond: The frame rate, above 0.
  ///   - clock: The clock to wait on.
  /// - Returns: A sequence whose iteration throws `RenderError` if a frame cannot be rendered, and
  ///   `CancellationError` if the task is canceled.
  public func frames<C: Clock>(
    framesPerSecond: Double = 60, on clock: C = ContinuousClock()
  ) -> AsyncThrowingMapSequence<ProgressClock.Ticks<C>, Bitmap> where C.Duration == Duration {
    ProgressClock(duration: timing.duration, framesPerSecond: framesPerSecond).ticks(on: clock)
      .map { time in try await frame(atTime: time) }
  }
}
