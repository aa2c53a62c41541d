public import SegueExport
public import SegueFormats
public import SeguePixels
public import SegueTransitions

/// The frames of a job.
extension Job {
  /// Makes the transition with its filters, or the chain that replaces it.
  ///
  /// - Parameter files: The readers of files.
  /// - Returns: The transition.
  /// - Throws: `UnknownName`, `ParameterError`, `ExpressionError`, `ShaderError`, or an error of a file.
  public func transition(_ files: JobFiles = .disk()) throws -> any Transition {
    try look.transition(ofOne: to == nil, files)
  }

  /// Reads the pictures and makes the renderer.
  ///
  ///     let renderer = try Job(from: "list.png", to: "detail.png", "cube").renderer(.disk())
  ///     let half = try renderer.frame(atTime: 0.5)
  ///
  /// - Parameters:
  ///   - files: The readers of files.
  ///   - execution: The threads, the SIMD level, and the limits of pictures and of the frame.
  /// - Returns: The renderer.
  /// - Throws: `JobError` for an invalid value, and for a storyboard; the errors of `transition` and of the
  ///   pictures.
  public func renderer(
    _ files: JobFiles = .disk(), _ execution: Execution = .standard
  ) throws -> TransitionRenderer {
    try checkHasPictures()
    return try renderer(of: transition(files), files, execution)
  }

  /// Checks the values of the job; throws if the job has a storyboard or texts over clips.
  private func checkHasPictures() throws(JobError) {
    try check()
    if flow != nil { throw JobError("flow", "is a storyboard, which Storyboard(yaml:) reads") }
    try checkHasNoTexts()
  }

  private func checkHasNoTexts() throws(JobError) {
    guard !texts.isEmpty else { return }
    throw JobError(
      texts.titles == nil ? "texts" : "titles", "is for clips; a text over images is the filter 'text'")
  }

  /// Makes the renderer from the result of `transition`; calls `decoded` after decoding, before fitting.
  package func renderer(
    of transition: any Transition, _ files: JobFiles, _ execution: Execution, decoded: () -> Void = {}
  ) throws -> TransitionRenderer {
    let framing = try frame.framing(execution.decoding)
    let images = try files.pictures(pictures, framing, execution, decoded)
    return try TransitionRenderer(
      from: images[0], to: images[images.count - 1], transition, framing: Framing(light: framing.light),
      operation: look.operation ?? .present, timing: times.timing(of: transition), execution)
  }

  /// Reads the pictures and makes the frames in playback order.
  ///
  ///     var job = Job(from: "list.png", to: "detail.png", "cube")
  ///     job.output = Job.Output(file: "cube.gif")
  ///     let (frames, rate) = try job.frames(.disk())
  ///     let range = try job.output?.frames(of: frames.count) ?? 0..<frames.count
  ///     let output = try job.output?.destination(frameCount: range.count) ?? .discard
  ///     try await Exporter(frames, rate: rate).export(to: output, frames: range)
  ///
  /// The result has all frames; `range` of the output selects the frames to write. For a job with `still`, use
  /// `renderer` and its `frame(atTime:)`.
  ///
  /// - Parameters:
  ///   - files: The readers of files.
  ///   - execution: The threads, the SIMD level, and the limits of pictures and of the frame.
  /// - Returns: The frames and their rate.
  /// - Throws: `JobError` for an invalid value, and for a storyboard or a single frame; `ExportError` for
  ///   more frames than `maxFrames` of the limits; the errors of `transition` and of the pictures.
  public func frames(
    _ files: JobFiles = .disk(), _ execution: Execution = .standard
  ) throws -> (frames: PlayedFrames, rate: FrameRate) {
    try checkHasPictures()
    if still != nil { throw JobError("still", "is a single frame, which the job's renderer makes") }
    let transition = try transition(files)
    let schedule = try schedule(of: transition)
    let limit = execution.limits.maxFrames
    if schedule.count > limit {
      throw ExportError.tooManyFrames(file: output?.file ?? "job", count: schedule.count, limit: limit)
    }
    return (try frames(of: transition, schedule, files, execution), schedule.rate)
  }

  /// The frames of a transition before pictures are read: their times, rate and order.
  package struct Schedule {
    package let times: FrameTimes
    package let rate: FrameRate
    package let playback: Playback
    /// The number of frames in playback order.
    package var count: Int { playback.count(of: times.count) }
  }

  /// Determines the number of frames, their times and their order.
  package func schedule(of transition: any Transition) throws(JobError) -> Schedule {
    if times.offset != nil { throw JobError("offset", "is for clips") }
    try checkHasNoTexts()
    let times = try times.frameTimes(of: transition)
    let rate = try self.times.rate(of: transition)
    return Schedule(
      times: times, rate: rate,
      playback: try order.playback(of: times.count, framesPerSecond: rate.perSecond))
  }

  /// Reads the pictures and makes the scheduled frames.
  package func frames(
    of transition: any Transition, _ schedule: Schedule, _ files: JobFiles, _ execution: Execution,
    decoded: () -> Void = {}
  ) throws -> PlayedFrames {
    let renderer = try renderer(of: transition, files, execution, decoded: decoded)
    return PlayedFrames(TransitionFrames(renderer, times: schedule.times), schedule.playback)
  }
}
