package import SeguePixels

/// Where a frame lies between the ends.
package struct FrameMoment: Hashable, Sendable {
  /// What effects follow: the eased time.
  package var progress: Double
  /// The clock's fraction, before easing.
  package var time: Double
  /// Seconds from end to end.
  package var duration: Double

  /// Makes a moment; one without a clock has its progress for a time, and one second.
  package init(progress: Double, time: Double? = nil, duration: Double = 1) {
    self.progress = progress
    self.time = time ?? progress
    self.duration = duration
  }

  /// Seconds from the first frame.
  package var seconds: Double { time * duration }
}

/// What a filter is given of all frames: that of its moment, and any other that it asks for.
package struct InputFrames {
  /// The moment of the frame that is made.
  package let moment: FrameMoment
  private let rows: (FrameMoment) throws(RenderError) -> any RowSource

  /// Takes what makes the rows of a moment.
  package init(
    at moment: FrameMoment, _ rows: @escaping (FrameMoment) throws(RenderError) -> any RowSource
  ) {
    self.moment = moment
    self.rows = rows
  }

  /// The rows of the frame that is made.
  package func present() throws(RenderError) -> any RowSource { try rows(moment) }

  /// The rows of the frame that is so much of the progress earlier; those of the first one before it.
  package func past(_ distance: Double) throws(RenderError) -> any RowSource {
    try rows(
      FrameMoment(
        progress: max(0, moment.progress - distance), time: max(0, moment.time - distance),
        duration: moment.duration))
  }
}

/// A filter that is told the time, and may look at other frames.
package protocol TimedFilter: Filter {
  /// The filtered rows of the frame of a moment.
  func apply(to input: InputFrames) throws(RenderError) -> any RowSource
}

extension TimedFilter {
  /// The filtered rows where all frames are one picture.
  package func still(_ input: any RowSource, at progress: Double) -> any RowSource {
    do throws(RenderError) {
      return try apply(to: InputFrames(at: FrameMoment(progress: progress)) { _ in input })
    } catch {
      return UnrenderableRows(input.size, error)
    }
  }
}

/// A blend that is told the time, too.
package protocol TimedBlend: Blend {
  /// The blended rows, for the frame of a moment.
  func apply(to a: any RowSource, _ b: any RowSource, at moment: FrameMoment) -> any RowSource
}

extension TimedBlend {
  package func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    apply(to: a, b, at: FrameMoment(progress: progress))
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
