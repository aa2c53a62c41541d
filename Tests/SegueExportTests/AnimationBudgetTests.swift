import SegueExport
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct AnimationBudgetTests {
  /// Frames of noise, all different.
  private struct Noise: FrameSource {
    let size = PixelSize(width: 64, height: 48)
    let count = 20
    let level = SIMDLevel.preferred
    func rows(of index: Int) throws -> any RowSource {
      try Bitmap.noise(64, 48, seed: UInt64(index), opaque: true)
    }
  }

  private func choice(_ bytes: Int, _ format: any AnimationFormat) throws -> AnimationBudget.Choice? {
    try AnimationBudget(bytes, format, Noise(), 2..<20, 50, Execution(threads: 2)).choice()
  }

  @Test("An animation that is small enough stays as it is; others have the first step that fits")
  func steps() throws {
    for format in [Formats.GIF(), Formats.APNG()] as [any AnimationFormat] {
      let whole = try #require(try choice(1 << 30, format))
      #expect(whole.source.count == 18 && whole.source.size == Noise().size && whole.rate == 50)
      #expect(whole.options.isEmpty)
      #expect(try choice(whole.bytes, format)?.bytes == whole.bytes)
      var last = whole
      for part in [2, 4, 16] {
        let less = try #require(try choice(whole.bytes / part, format))
        #expect(less.bytes <= whole.bytes / part && less.bytes < last.bytes)
        #expect(
          less.source.size.width <= last.source.size.width && less.rate.perSecond <= last.rate.perSecond)
        // The film is as long as before, rounded to a frame.
        let seconds = Double(less.source.count) / less.rate.perSecond
        #expect(abs(seconds - 18.0 / 50) <= 0.5 / less.rate.perSecond)
        #expect(format is Formats.APNG ? less.options.isEmpty : less.options.map(\.key) == ["colors"])
        last = less
      }
      #expect(try choice(10, format) == nil)
    }
  }

  @Test("A search that is stopped gives nothing")
  func stopped() throws {
    let budget = AnimationBudget(1 << 30, Formats.GIF(), Noise(), 0..<20, 50, Execution(threads: 1))
    #expect(try budget.choice(isCancelled: { true }) == nil)
  }
}
