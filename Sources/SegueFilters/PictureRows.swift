import SeguePixels
import SegueRendering
import Synchronization

/// The rows of a picture computed from whole inputs, once a frame for all threads.
struct PictureRows: RowSource {
  let size: PixelSize
  private let wholes: [WholeInput]
  private let made = Made()
  private let make: @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap

  var inputs: [any RowSource] { wholes.map(\.rows) }

  /// Makes rows of a size; `make` computes the picture.
  init(
    _ inputs: any RowSource..., size: PixelSize,
    make: @escaping @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap
  ) {
    wholes = inputs.map { WholeInput($0) }
    self.size = size
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
