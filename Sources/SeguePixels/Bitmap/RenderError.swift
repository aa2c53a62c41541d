public import FoundationEssentials

/// Why a bitmap cannot be made or a frame cannot be rendered.
public enum RenderError: Error, Hashable {
  /// A side is below 1, or the bytes do not fit the address space.
  case invalidSize(PixelSize)
  /// The system gave no memory for a bitmap of this size.
  case outOfMemory(PixelSize)
  /// Two bitmaps that meet in a blend differ in size.
  case sizesDiffer(PixelSize, PixelSize)
  /// A filter cannot render it, and says why.
  case unrenderable(String)
  /// Raw pixels are not 4 bytes for each pixel of their size.
  case wrongByteCount(Int, PixelSize)
  /// A raw pixel that is said to be premultiplied has a color above its alpha.
  case notPremultiplied(x: Int, y: Int)
}

extension RenderError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop, as for an error message.
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

  /// The description.
  public var errorDescription: String? { description }
}
