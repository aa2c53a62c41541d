public import FoundationEssentials

/// An error in making a bitmap or rendering a frame.
public enum RenderError: Error, Hashable {
  /// A side is below 1, or the pixels do not fit the address space.
  case invalidSize(PixelSize)
  /// The system has no memory for a bitmap of this size.
  case outOfMemory(PixelSize)
  /// Two bitmaps of a blend have different sizes.
  case sizesDiffer(PixelSize, PixelSize)
  /// A filter cannot be rendered; the text gives the reason.
  case unrenderable(String)
  /// The number of raw bytes is not 4 times the number of pixels.
  case wrongByteCount(Int, PixelSize)
  /// A raw premultiplied pixel has a color above its alpha.
  case notPremultiplied(x: Int, y: Int)
}

extension RenderError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidSize(let size): "a bitmap cannot be \(size) pixels"
    case .outOfMemory(let size): "there is not enough memory for a bitmap of \(size) pixels"
    case .sizesDiffer(let a, let b): "bitmaps of \(a) and \(b) pixels cannot be blended; fit one to the other"
    case .unrenderable(let reason): reason
    case .wrongByteCount(let count, let size):
      "\(count) \(count == 1 ? "byte is" : "bytes are") not the pixels of a bitmap of \(size), 4 each"
    case .notPremultiplied(let x, let y):
      "the pixel at \(x), \(y) is not premultiplied: a color is above its alpha"
    }
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
