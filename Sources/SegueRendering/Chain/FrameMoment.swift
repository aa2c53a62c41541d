package import SeguePixels

/// The position of a frame in an animation.
package struct FrameMoment: Equatable, Sendable {
  /// The eased time, which effects follow.
  package var progress: Double
  /// The fraction of the clock, before easing.
  package var time: Double
  /// The duration in seconds.
  package var duration: Double
  /// The frame's number and sequence, if frames are rendered in sequence.
  package var frame: NumberedFrame?

  /// Makes a moment; without a clock, time is the progress and the duration one second.
  package init(progress: Double, time: Double? = nil, duration: Double = 1) {
    self.progress = progress
    self.time = time ?? progress
    self.duration = duration
  }

  /// Seconds from the first frame.
  package var seconds: Double { time * duration }
}

/// The inputs of an effect: for its own moment, and for others on request.
package struct InputFrames: Sendable {
  /// The moment of the frame.
  package let moment: FrameMoment
  /// Identifies the effect within its chain.
  package let place: Int
  private let rows: @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  private var effects: @Sendable (FrameMoment) throws(RenderError) -> any TimedEffect

  /// Makes inputs for an effect at a place of its chain; `rows` gives each input's rows at a moment.
  package init(
    of effect: any TimedEffect, at moment: FrameMoment, place: Int = 0,
    _ rows: @escaping @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  ) {
    self.moment = moment
    self.place = place
    self.rows = rows
    effects = { _ in effect }
  }

  /// Makes inputs for an effect that changes with the moment.
  package func made(
    _ effects: @escaping @Sendable (FrameMoment) throws(RenderError) -> any TimedEffect
  ) -> InputFrames {
    var frames = self
    frames.effects = effects
    return frames
  }

  /// The rows of each input at a moment.
  package func inputs(at moment: FrameMoment) throws(RenderError) -> [any RowSource] { try rows(moment) }

  /// The effect at a moment.
  package func effect(at moment: FrameMoment) throws(RenderError) -> any TimedEffect { try effects(moment) }

  /// The first input's rows of this frame.
  package func present() throws(RenderError) -> any RowSource { try rows(moment)[0] }

  /// The first input's rows of an earlier frame, `distance` of the progress before; at least the first frame.
  package func past(_ distance: Double) throws(RenderError) -> any RowSource {
    try rows(
      FrameMoment(
        // A curve that begins below 0 stays there.
        progress: max(min(0, moment.progress), moment.progress - distance),
        time: max(0, moment.time - distance),
        duration: moment.duration))[0]
  }
}

/// An effect that depends on the time, and may read other frames.
package protocol TimedEffect: Sendable {
  /// Makes the rows of the frame at a moment.
  func apply(to input: InputFrames) throws(RenderError) -> any RowSource
}

/// A filter that depends on the time, and may read other frames.
package protocol TimedFilter: Filter, TimedEffect {}

/// A blend that depends on the time, and may read other frames.
package protocol TimedBlend: Blend, TimedEffect {}

extension TimedEffect {
  /// Makes the rows for inputs that are the same in all frames.
  package func still(_ inputs: any RowSource..., at progress: Double) -> any RowSource {
    do throws(RenderError) {
      return try apply(to: InputFrames(of: self, at: FrameMoment(progress: progress)) { _ in inputs })
    } catch {
      return UnrenderableRows(inputs[0].size, error)
    }
  }
}

/// Rows that cannot be rendered; readers throw the error.
package struct UnrenderableRows: RowSource {
  package let size: PixelSize
  private let error: RenderError

  /// Makes rows of a size that throw an error.
  package init(_ size: PixelSize, _ error: RenderError) {
    self.size = size
    self.error = error
  }

  package var inputs: [any RowSource] { [] }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader { throw error }
}
