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
          // The mean of a mixture is the mixture of the means, and half the work.
          let mixed = Dissolve(mix: Animated(progress)).apply(to: a, b, at: progress)
          return SmearedRows(input: mixed, length: length)
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
    private let sums: ScratchRow<UInt32>
    private let kernels: Kernels

    init(_ rows: SmearedRows, _ context: RenderContext) throws(RenderError) {
      length = rows.length
      cursor = try RowCursor(rows.input, context)
      sums = ScratchRow(count: 4 * (rows.size.width + 1))
      kernels = context.kernels
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(y) { kernels.smear($0, length: length, sums: sums, into: &row) }
    }
  }
}
