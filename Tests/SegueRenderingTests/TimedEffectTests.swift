import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Effects that may read other frames, applied to rows alone.
@Suite struct TimedEffectTests {
  /// The previous frame at progress 0.5, and an error elsewhere.
  private struct Before: TimedFilter {
    func apply(to input: any RowSource, at progress: Double) -> any RowSource { still(input, at: progress) }

    func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
      guard input.moment == FrameMoment(progress: 0.5, time: 0.5, duration: 1) else {
        throw .unrenderable("nothing at \(input.moment.progress)")
      }
      guard try input.effect(at: input.moment) is Before else { throw .unrenderable("another effect") }
      return try input.past(0.25)
    }
  }

  /// The second picture of the first frame at progress 0.5, and an error elsewhere.
  private struct Second: TimedBlend {
    func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
      still(a, b, at: progress)
    }

    func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
      guard input.moment.progress == 0.5 else { throw .unrenderable("nothing at \(input.moment.progress)") }
      return try input.inputs(at: FrameMoment(progress: 0))[1]
    }
  }

  @Test func rowsAreAppliedLikeFrames() throws {
    let (a, b) = (try Bitmap.noise(7, 5, seed: 1), try Bitmap.noise(7, 5, seed: 2))
    #expect(try Before().apply(to: a, at: 0.5).rendered() == a)
    #expect(try Second().apply(to: a, b, at: 0.5).rendered() == b)
  }

  /// `apply` cannot throw, so reading the rows throws the error; the rows have the first picture's size.
  @Test func readingRowsThrowsTheErrorOfTheirEffect() throws {
    let (a, b) = (try Bitmap.noise(7, 5, seed: 1), try Bitmap.noise(6, 4, seed: 2))
    for rows in [Before().apply(to: a, at: 0.75), Second().apply(to: a, b, at: 0.75)] {
      #expect(rows.size == a.size && rows.inputs.isEmpty && rows.bitmap == nil)
      #expect(throws: RenderError.unrenderable("nothing at 0.75")) { try rows.rendered() }
      #expect(throws: RenderError.unrenderable("nothing at 0.75")) {
        try (Chain.picture(rows) --> Unchanged()).frame(Execution(threads: 2))
      }
    }
  }
}
