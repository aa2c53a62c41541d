// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Colors that are far apart fade first, or last.
  ///
  /// - Source: xfade's fadefast and fadeslow.
  public struct FadeByDifference: Transition, SelfDescribing {
    /// Whether those that are far apart fade last.
    public var slow = false

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let slow = slow
      return (.from, .to)
        --> Between { a, b, progress in
          // What is left of the first picture goes by how far a channel is from the other one's.
          let left = (-255...255).map { difference in
            let apart = Double(abs(difference)) / 255
            let share = pow(1 - progress, 1 + log(slow ? 2 - apart : 1 + apart))
            return Int16((Double(difference) * share).rounded())
          }
          return DifferenceRows(a: a, b: b, left: left)
        }
    }

    public static let name = "fade-by-difference"
    public static let summary = "Colors that are far apart fade first, or last."
    public static let variants: CatalogVariants = ["fadefast": [:], "fadeslow": ["slow": "true"]]
    public static let parameters: [NamedParameter<FadeByDifference>] = [
      .flag("slow", \.slow, "Whether those that are far apart fade last.")
    ]
  }
}

/// The second picture, and of each channel what is left of its difference from the first one's.
private struct DifferenceRows: RowSource {
  let a: any RowSource
  let b: any RowSource
  /// By the difference, from −255 on.
  let left: [Int16]

  var inputs: [any RowSource] { [a, b] }

  func rowsAlike(from y: Int) -> Int { min(a.rowsAlike(from: y), b.rowsAlike(from: y)) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let left: [Int16]
    private let a: RowCursor
    private let b: RowCursor
    private let kernels: Kernels

    init(_ rows: DifferenceRows, _ context: RenderContext) throws(RenderError) {
      left = rows.left
      a = try RowCursor(rows.a, context)
      b = try RowCursor(rows.b, context)
      kernels = context.kernels
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try a.withRow(y) { (a) throws(RenderError) in
        try b.withRow(y) { b in kernels.mix(a, b, differences: left, into: &row) }
      }
    }
  }
}
