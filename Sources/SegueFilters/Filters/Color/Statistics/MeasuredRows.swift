import SeguePixels
import SegueRendering
import Synchronization

/// Rows that depend on a measurement of the whole picture, made once a frame for all threads.
struct MeasuredRows<Value: Sendable>: RowSource {
  private let whole: WholeInput
  private let known = Known()
  private let measure: @Sendable (Bitmap, Kernels) -> Value
  private let make: @Sendable (any RowSource, Value) -> any RowSource

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
