import SeguePixels
import SegueRendering
import Synchronization

/// The rows of a picture computed from whole inputs, once a frame for all threads.
struct PictureRows: RowSource {
  let size: PixelSize
  fileprivate let wholes: [WholeInput]
  private let made = Made()
  private let keepsDepth: Bool
  fileprivate let make: @Sendable ([Bitmap], Execution) throws(RenderError) -> Bitmap

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
  var inFloats: any RowSource { keepsDepth ? PictureFloats(picture: self) : widened }
}

/// The rows as floats of a picture computed from whole inputs with floats.
private struct PictureFloats: RowSource {
  let picture: PictureRows
  private let made = Once()

  init(picture: PictureRows) { self.picture = picture }

  var inputs: [any RowSource] { picture.wholes.map(\.rows.floats) }
  var size: PixelSize { PixelSize(width: 4 * picture.size.width, height: picture.size.height) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let rows = try made.rows.withLock { (known) throws(RenderError) in
      if let known { return known }
      var inputs: [Bitmap] = []
      for whole in picture.wholes { inputs.append(try whole.rows.rendered(as: .float, context)) }
      let rows = try picture.make(inputs, Execution(threads: context.threads, level: context.level)).floats
      known = rows
      return rows
    }
    return try rows.makeReader(context)
  }

  private final class Once: Sendable {
    let rows = Mutex<(any RowSource)?>(nil)
  }
}
