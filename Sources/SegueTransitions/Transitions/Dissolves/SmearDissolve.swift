// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Both pictures are smeared along their rows while they dissolve, most in the middle.
  ///
  /// - Cost: each row is added up once, whatever the length.
  /// - Source: xfade's hblur.
  public struct SmearDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Between { a, b, progress in
          let share = 2 * Countdown(progress).toEnd
          let length = 1 + Int(Float(a.size.width / 2) * share)
          return Dissolve(mix: Animated(progress))
            .apply(
              to: SmearedRows(input: a, length: length), SmearedRows(input: b, length: length), at: progress)
        }
    }

    public static let name = "smear-dissolve"
    public static let summary = "Both pictures are smeared along their rows while they dissolve."
    public static let variants: CatalogVariants = ["hblur": [:]]
    public static let parameters: [NamedParameter<SmearDissolve>] = []
  }
}

/// Each pixel the mean of itself and those behind it, so many in all; fewer at the end of the row.
struct SmearedRows: RowSource {
  let input: any RowSource
  let length: Int

  var inputs: [any RowSource] { [input] }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let length: Int
    private let cursor: RowCursor

    init(_ rows: SmearedRows, _ context: RenderContext) throws(RenderError) {
      length = rows.length
      cursor = try RowCursor(rows.input, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let (length, width) = (length, row.count)
      try cursor.withRow(y) { input in
        var sum = SIMD4<Float>.zero
        for x in 0..<min(length, width) { sum += Self.numbers(input[x]) }
        // Sums of whole numbers up to 2^24 have no rounding.
        let full = 1 / Float(length)
        for x in 0..<width {
          let rest = width - x
          let mean = sum * (rest < length ? 1 / Float(rest) : full) + 0.5
          row[x] = Pixel(
            red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z), alpha: UInt8(mean.w))
          sum -= Self.numbers(input[x])
          if length < rest { sum += Self.numbers(input[x + length]) }
        }
      }
    }

    @inline(__always)
    private static func numbers(_ pixel: Pixel) -> SIMD4<Float> {
      SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), Float(pixel.alpha))
    }
  }
}
