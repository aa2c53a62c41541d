import SeguePixels
import SegueRendering

/// The rows of a picture that is computed from whole inputs, once a frame for all threads.
struct PictureRows: FloatSource {
  private let rows: MadeRows
  private let sources: [any RowSource]
  private let keepsDepth: Bool
  private let make: @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap

  var inputs: [any RowSource] { sources }
  var size: PixelSize { rows.size }

  /// Makes rows of a given size; `make` computes the picture, with the depth of the inputs if `keepsDepth`.
  init(
    _ inputs: any RowSource..., size: PixelSize, keepsDepth: Bool = false,
    make: @escaping @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap
  ) {
    (sources, self.keepsDepth, self.make) = (inputs, keepsDepth, make)
    let wholes = inputs.map { WholeInput($0) }
    rows = MadeRows(of: inputs, size: size) { (context) throws(RenderError) in
      var pictures: [Bitmap] = []
      for whole in wholes { pictures.append(try whole.bitmap(context)) }
      return try make(pictures, Execution(threads: context.threads, level: context.level))
    }
  }

  var inFloats: any RowSource {
    guard keepsDepth else { return widened }
    let (sources, make) = (sources, make)
    let size = PixelSize(width: 4 * size.width, height: size.height)
    return MadeRows(of: sources.map(\.floats), size: size) { (context) throws(RenderError) in
      var pictures: [Bitmap] = []
      for source in sources { pictures.append(try source.renderedDeep(context)) }
      return try make(pictures, Execution(threads: context.threads, level: context.level)).floats
    }
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try rows.makeReader(context)
  }
}
