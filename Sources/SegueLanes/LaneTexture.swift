import CSegueKernels
package import SeguePixels

extension LaneRunner {
  /// A picture as a program reads it.
  package enum Texture {
    /// A whole picture; v counts from the bottom if `isFlipped`.
    case picture(Bitmap, isFlipped: Bool)
    /// A whole picture with four floats a pixel; each float takes the memory of one `Pixel` of the bitmap.
    ///
    /// If `isExact`, the positions of samples are not rounded to 1/256 of a texel.
    case floats(Bitmap, isFlipped: Bool, isExact: Bool = false)
    /// A whole opaque picture of 16 bits a sample, read as floats.
    case words(DeepStorage, isFlipped: Bool)
    /// Only one row of a picture: the row that is being computed, passed to `LaneRunner.read` in `rows`.
    case row

    /// Whether samples are read as floats, and take more than a byte.
    var hasFloats: Bool {
      switch self {
      case .floats, .words: true
      case .picture, .row: false
      }
    }
  }
}

extension segue_texture {
  /// Makes a texture without prefetching.
  init(pixels: UnsafePointer<UInt8>?, stride: Int, width: UInt32, height: UInt32) {
    self.init(
      pixels: pixels, stride: stride, width: width, height: height, asks_ahead: false, is_exact: false,
      has_words: false)
  }

  init(_ texture: LaneRunner.Texture, rowWidth: Int, asksAhead: Bool) {
    switch texture {
    case .words(let storage, let isFlipped):
      let last = (storage.size.height - 1) * storage.stride
      self.init(
        pixels: UnsafePointer((storage.bytes + (isFlipped ? last : 0)).assumingMemoryBound(to: UInt8.self)),
        stride: isFlipped ? -storage.stride : storage.stride, width: UInt32(storage.size.width),
        height: UInt32(storage.size.height))
      (is_exact, has_words) = (true, true)
    case .row: self.init(pixels: nil, stride: 0, width: UInt32(rowWidth), height: 1)
    case .picture(let bitmap, let isFlipped), .floats(let bitmap, let isFlipped, _):
      let storage = bitmap.storage
      let last = (storage.size.height - 1) * storage.stride
      let words = if case .floats = texture { 4 } else { 1 }
      self.init(
        pixels: UnsafePointer((storage.bytes + (isFlipped ? last : 0)).assumingMemoryBound(to: UInt8.self)),
        stride: isFlipped ? -storage.stride : storage.stride, width: UInt32(storage.size.width / words),
        height: UInt32(storage.size.height))
    }
    asks_ahead = asksAhead
    if case .floats(_, _, isExact: true) = texture { is_exact = true }
  }

  /// Returns the address of a row; a row number outside the picture gives the first or last row.
  func row(_ y: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(pixels) + max(0, min(y, Int(height) - 1)) * stride
  }
}
