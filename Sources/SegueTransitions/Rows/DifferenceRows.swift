import SeguePixels
import SegueRendering

/// A blend of two pictures by a lookup table of the channel difference: b + left[a − b].
struct DifferenceRows: FloatSource {
  let a: any RowSource
  let b: any RowSource
  /// The lookup table `left`: the remaining difference for each original difference −255…255.
  let left: [Int16]
  /// For rows of floats: returns the factor 0…1 by which a channel difference is multiplied.
  ///
  /// The argument is the absolute difference, 0…1.
  let share: @Sendable (_ difference: Double) -> Double

  var inputs: [any RowSource] { [a, b] }

  var inFloats: any RowSource {
    let share = share
    return FloatMap(a.floats, b.floats) { _, a, b, out, _ in
      let count = out.count
      out.withFloats { out in
        a.withFloats { a in
          b.withFloats { b in
            for index in 0..<count {
              let difference = Double(a[index] - b[index])
              out[index] = Float(Double(b[index]) + difference * share(min(abs(difference), 1)))
            }
          }
        }
      }
    }
  }

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
