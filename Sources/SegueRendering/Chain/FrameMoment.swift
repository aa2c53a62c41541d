package import SeguePixels

/// The time and progress of a frame in an animation.
package struct FrameMoment: Equatable, Sendable {
  /// The progress: the time after easing.
  package var progress: Double
  /// The time as a share of the duration, before easing.
  package var time: Double
  /// The duration in seconds.
  package var duration: Double
  /// The frame's number and sequence; nil for a frame that is not part of a sequence.
  package var frame: NumberedFrame?

  /// Makes a moment; by default the time equals the progress, and the duration is one second.
  package init(progress: Double, time: Double? = nil, duration: Double = 1) {
    self.progress = progress
    self.time = time ?? progress
    self.duration = duration
  }

  /// Seconds since the first frame.
  package var seconds: Double { time * duration }
}

/// The inputs of a time-dependent effect, at the frame to render and, on request, at other frames.
package struct InputFrames: Sendable {
  /// The moment of the frame to render.
  package let moment: FrameMoment
  /// A number that identifies the effect's position in its chain.
  package let place: Int
  private let rows: @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  private var effects: @Sendable (FrameMoment) throws(RenderError) -> any TimedEffect

  /// Makes the inputs of an effect; `rows` returns the row source of each input at a moment.
  package init(
    of effect: any TimedEffect, at moment: FrameMoment, place: Int = 0,
    _ rows: @escaping @Sendable (FrameMoment) throws(RenderError) -> [any RowSource]
  ) {
    self.moment = moment
    self.place = place
    self.rows = rows
    effects = { _ in effect }
  }

  /// Returns these inputs for an effect with animated parameters; `effects` makes the effect for a moment.
  package func made(
    _ effects: @escaping @Sendable (FrameMoment) throws(RenderError) -> any TimedEffect
  ) -> InputFrames {
    var frames = self
    frames.effects = effects
    return frames
  }

  /// Returns the row source of each input at a moment.
  package func inputs(at moment: FrameMoment) throws(RenderError) -> [any RowSource] { try rows(moment) }

  /// Returns the effect with the values of its parameters at a moment.
  package func effect(at moment: FrameMoment) throws(RenderError) -> any TimedEffect { try effects(moment) }

  /// Returns the row source of the first input at the frame to render.
  package func present() throws(RenderError) -> any RowSource { try rows(moment)[0] }

  /// Returns the row source of the first input at an earlier moment: `distance` is subtracted from progress
  /// and time, down to 0.
  package func past(_ distance: Double) throws(RenderError) -> any RowSource {
    try rows(
      FrameMoment(
        // Does not raise a progress that is below 0 already, from a timing curve that undershoots.
        progress: max(min(0, moment.progress), moment.progress - distance),
        time: max(0, moment.time - distance),
        duration: moment.duration))[0]
  }
}

/// An effect that depends on the time, and may read other frames of its inputs.
package protocol TimedEffect: Sendable {
  /// Makes the rows of the frame at a moment.
  func apply(to input: InputFrames) throws(RenderError) -> any RowSource
}

/// A filter that depends on the time, and may read other frames of its input.
package protocol TimedFilter: Filter, TimedEffect {}

extension Filter {
  /// Whether the filter depends on the time, or one of its parameters follows the progress.
  package var isAnimated: Bool {
    self is any TimedFilter
      || Mirror(reflecting: self).children.contains {
        ($0.value as? Animated).map { !$0.isConstant } ?? false
      }
  }
}

/// A blend that depends on the time, and may read other frames of its inputs.
package protocol TimedBlend: Blend, TimedEffect {}

extension TimedEffect {
  /// Makes the row source of the effect for inputs that are equal in all frames.
  package func still(_ inputs: any RowSource..., at progress: Double) -> any RowSource {
    do throws(RenderError) {
      return try apply(to: InputFrames(of: self, at: FrameMoment(progress: progress)) { _ in inputs })
    } catch {
      return UnrenderableRows(inputs[0].size, error)
    }
  }
}

/// A row source that cannot be rendered: `makeReader` throws the error.
package struct UnrenderableRows: RowSource {
  package let size: PixelSize
  private let error: RenderError

  /// Makes a row source of the given size that throws the error.
  package init(_ size: PixelSize, _ error: RenderError) {
    self.size = size
    self.error = error
  }

  package var inputs: [any RowSource] { [] }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader { throw error }
}
