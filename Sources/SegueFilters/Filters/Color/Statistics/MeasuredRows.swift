import SeguePixels
import SegueRendering
import Synchronization

/// Rows that depend on a measurement of the whole picture, made once a frame for all threads.
struct MeasuredRows<Value: Sendable>: RowSource {
  fileprivate let whole: WholeInput
  private let known = Known()
  fileprivate let measure: @Sendable (Bitmap, Kernels) -> Value
  fileprivate let make: @Sendable (any RowSource, Value) -> any RowSource

  var inputs: [any RowSource] { [whole.rows] }

  /// Makes rows: `measure` reads the picture, and `make` gets the picture's rows and the measured value.
  init(
    _ input: any RowSource, _ measure: @escaping @Sendable (Bitmap, Kernels) -> Value,
    make: @escaping @Sendable (any RowSource, Value) -> any RowSource
  ) {
    whole = WholeInput(input)
    self.measure = measure
    self.make = make
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let picture = try whole.bitmap(context)
    let value = known.value.withLock { known in
      let value = known ?? measure(picture, context.kernels)
      known = value
      return value
    }
    return try make(picture, value).makeReader(context)
  }

  private final class Known: Sendable {
    let value = Mutex<Value?>(nil)
  }
}

extension MeasuredRows: FloatSource {
  var inFloats: any RowSource { MeasuredFloats(measured: self) }
}

/// Measured rows as floats: the picture is rendered to floats before it is measured.
private struct MeasuredFloats<Value: Sendable>: RowSource {
  let measured: MeasuredRows<Value>
  private let made = Made()

  init(measured: MeasuredRows<Value>) { self.measured = measured }

  var inputs: [any RowSource] { [measured.whole.rows.floats] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let rows = try made.rows.withLock { (known) throws(RenderError) in
      if let known { return known }
      let picture = try measured.whole.rows.rendered(as: .float, context)
      let rows = measured.make(picture, measured.measure(picture, context.kernels)).floats
      known = rows
      return rows
    }
    return try rows.makeReader(context)
  }

  private final class Made: Sendable {
    let rows = Mutex<(any RowSource)?>(nil)
  }
}
