package import SeguePixels

/// Where a frame lies between the ends.
package struct FrameMoment: Equatable, Sendable {
  /// What effects follow: the eased time.
  package var progress: Double
  /// The clock's fraction, before easing.
  package var time: Double
  /// Seconds from end to end.
  package var duration: Double
  /// Which frame it is, where frames are rendered one after another.
  package var frame: NumberedFrame?

  /// Makes a moment; one without a clock has its progress for a time, and one second.
  package init(progress: Double, time: Double? = nil, duration: Double = 1) {
    self.progress = progress
    self.time = time ?? progress
    self.duration = duration
  }

  /// Seconds from the first frame.
  package var seconds: Double { time * duration }
}

/// What an effect is given of all frames: those of its moment, and any other that it asks for.
package struct InputFrames: Sendable {
  /// The moment of the frame that is made.
  package let moment: FrameMoment
  /// Tells the effect from others of its chain.
  package let place: Int
  private let rows: @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  private var effects: @Sendable (FrameMoment) throws(RenderError) -> any TimedEffect

  /// Takes what makes the rows of a moment, one for each input, for an effect at a place of its chain.
  package init(
    of effect: any TimedEffect, at moment: FrameMoment, place: Int = 0,
    _ rows: @escaping @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  ) {
    self.moment = moment
    self.place = place
    self.rows = rows
    effects = { _ in effect }
  }

  /// The same for an effect that is another one at each moment.
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

  /// The rows of the frame that is made.
  package func present() throws(RenderError) -> any RowSource { try rows(moment)[0] }

  /// The rows of the frame that is so much of the progress earlier; those of the first one before it.
  package func past(_ distance: Double) throws(RenderError) -> any RowSource {
    try rows(
      FrameMoment(
        // A curve that begins below 0 has nothing before it.
        progress: max(min(0, moment.progress), moment.progress - distance),
        time: max(0, moment.time - distance),
        duration: moment.duration))[0]
  }
}

/// What is told the time, and may look at other frames.
package protocol TimedEffect: Sendable {
  /// The rows of the frame of a moment.
  func apply(to input: InputFrames) throws(RenderError) -> any RowSource
}

/// A filter that is told the time, and may look at other frames.
package protocol TimedFilter: Filter, TimedEffect {}

/// A blend that is told the time, and may look at other frames.
package protocol TimedBlend: Blend, TimedEffect {}

extension TimedEffect {
  /// The rows where all frames are the same pictures.
  package func still(_ inputs: any RowSource..., at progress: Double) -> any RowSource {
    do throws(RenderError) {
      return try apply(to: InputFrames(of: self, at: FrameMoment(progress: progress)) { _ in inputs })
    } catch {
      return UnrenderableRows(inputs[0].size, error)
    }
  }
}

/// Rows that nothing can be made of: whoever reads them is told why.
package struct UnrenderableRows: RowSource {
  package let size: PixelSize
  private let error: RenderError

  /// Takes the place of rows of a size.
  package init(_ size: PixelSize, _ error: RenderError) {
    self.size = size
    self.error = error
  }

  package var inputs: [any RowSource] { [] }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader { throw error }
}
