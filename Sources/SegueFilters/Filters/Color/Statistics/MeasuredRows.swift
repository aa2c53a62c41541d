import SeguePixels
import SegueRendering
import Synchronization

/// Rows that depend on a measurement of the whole picture, which is made once a frame for all threads.
struct MeasuredRows<Value: Sendable>: RowSource {
  /// Measures a picture: its samples of more than 8 bits if `isDeep`, else its pixels.
  typealias Measure = @Sendable (_ picture: Bitmap, _ kernels: Kernels, _ isDeep: Bool) -> Value

  private let whole: WholeInput
  private let known = Known()
  private let measure: Measure
  private let make: @Sendable (any RowSource, Value) -> any RowSource

  var inputs: [any RowSource] { [whole.rows] }

  /// Makes rows: `measure` reads the picture, and `make` gets the picture's rows and the measured value.
  init(
    _ input: any RowSource, _ measure: @escaping Measure,
    make: @escaping @Sendable (any RowSource, Value) -> any RowSource
  ) {
    whole = WholeInput(input)
    self.measure = measure
    self.make = make
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let picture = try whole.bitmap(context)
    let value = known.value.withLock { known in
      let value = known ?? measure(picture, context.kernels, false)
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
  var inFloats: any RowSource {
    let (rows, measure, make) = (whole.rows, measure, make)
    let floats = rows.floats
    return MadeRows(of: [floats], size: floats.size) { (context) throws(RenderError) in
      let picture = try rows.renderedDeep(context)
      return make(picture, measure(picture, context.kernels, true)).floats
    }
  }
}
