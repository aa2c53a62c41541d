package import SeguePixels

/// Rows of floats, each computed from the row with the same number in one or two sources of floats.
package struct FloatMap: RowSource {
  /// Computes row `y` from row `y` of the inputs; a single input is passed as both `a` and `b`.
  package typealias Body =
    @Sendable (
      _ y: Int, _ a: Span<Pixel>, _ b: Span<Pixel>, _ out: inout MutableSpan<Pixel>, _ kernels: FloatKernels
    ) -> Void

  package let inputs: [any RowSource]
  private let isPointwise: Bool
  private let body: Body

  /// Makes rows with the size of the first input.
  ///
  /// - Parameters:
  ///   - a: A source of floats.
  ///   - b: A second source of equal size; nil for none.
  ///   - isPointwise: Whether equal rows of the inputs give equal output rows.
  ///   - body: Computes a row.
  package init(
    _ a: any RowSource, _ b: (any RowSource)? = nil, isPointwise: Bool = true, _ body: @escaping Body
  ) {
    inputs = [a] + (b.map { [$0] } ?? [])
    (self.isPointwise, self.body) = (isPointwise, body)
  }

  package func rowsAlike(from y: Int) -> Int {
    isPointwise ? inputs.map { $0.rowsAlike(from: y) }.min() ?? y + 1 : y + 1
  }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(
      body, context.kernels.floats, try RowCursor(inputs[0], context),
      inputs.count > 1 ? try RowCursor(inputs[1], context) : nil)
  }

  private final class Reader: RowReader {
    private let body: Body
    private let kernels: FloatKernels
    private let a: RowCursor
    private let b: RowCursor?

    init(_ body: @escaping Body, _ kernels: FloatKernels, _ a: RowCursor, _ b: RowCursor?) {
      (self.body, self.kernels, self.a, self.b) = (body, kernels, a, b)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try a.withRow(y) { (a) throws(RenderError) in
        guard let b else { return body(y, a, a, &row, kernels) }
        try b.withRow(y) { b in body(y, a, b, &row, kernels) }
      }
    }
  }
}
