package import SeguePixels

/// Where a frame lies between the ends.
package struct FrameMoment: Hashable, Sendable {
  /// What effects follow: the eased time.
  package var progress: Double
  /// The clock's fraction, before easing.
  package var time: Double

  /// Makes a moment; one without a clock has its progress for a time.
  package init(progress: Double, time: Double? = nil) {
    self.progress = progress
    self.time = time ?? progress
  }
}

/// A filter that is told the time, too.
package protocol TimedFilter: Filter {
  /// The filtered rows, for the frame of a moment.
  func apply(to input: any RowSource, at moment: FrameMoment) -> any RowSource
}

extension TimedFilter {
  package func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    apply(to: input, at: FrameMoment(progress: progress))
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
