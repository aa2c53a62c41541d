import SeguePixels
import SegueRendering
import Synchronization

/// The rows of a picture computed from whole inputs, once a frame for all threads.
struct PictureRows: RowSource {
  let size: PixelSize
  private let wholes: [WholeInput]
  private let made = Made()
  private let keepsDepth: Bool
  private let make: @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap

  var inputs: [any RowSource] { wholes.map(\.rows) }

  /// Makes rows of a size; `make` computes the picture, with the depth of the inputs if `keepsDepth`.
  init(
    _ inputs: any RowSource..., size: PixelSize, keepsDepth: Bool = false,
    make: @escaping @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap
  ) {
    wholes = inputs.map { WholeInput($0) }
    self.size = size
    self.keepsDepth = keepsDepth
    self.make = make
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    var pictures: [Bitmap] = []
    for whole in wholes { pictures.append(try whole.bitmap(context)) }
    let picture = try made.picture.withLock { (known) throws(RenderError) in
      if let known { return known }
      let picture = try make(pictures, Execution(threads: context.threads, level: context.level))
      known = picture
      return picture
    }
    return picture.makeReader(context)
  }

  private final class Made: Sendable {
    let picture = Mutex<Bitmap?>(nil)
  }
}

extension PictureRows: FloatSource {
  var inFloats: any RowSource {
    guard keepsDepth else { return widened }
    let (sources, make) = (wholes.map(\.rows), make)
    let size = PixelSize(width: 4 * size.width, height: size.height)
    return MadeRows(of: sources.map(\.floats), size: size) { (context) throws(RenderError) in
      var pictures: [Bitmap] = []
      for source in sources {
        pictures.append(try source.renderedDeep(context))
      }
      return try make(pictures, Execution(threads: context.threads, level: context.level)).floats
    }
  }
}
