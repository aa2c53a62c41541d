/// The width and height of a bitmap or a frame, in pixels.
///
///     let size = PixelSize(width: 1920, height: 1080)
///
/// Any numbers are allowed here; `Bitmap` refuses those it cannot hold.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Makes a size of so many pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads the form `1920x1080`; nil for anything else or a side below 1.
  public init?(_ text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }

  /// The form `1920x1080`.
  public var description: String { "\(width)x\(height)" }

  /// Width times height, or nil where that does not fit an `Int`.
  public var pixelCount: Int? {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : count
  }
}

/// What can be wrong with a bitmap that is to be made.
public enum RenderError: Error, Equatable, CustomStringConvertible {
  /// A side is below 1, or the bytes do not fit the address space.
  case invalidSize(PixelSize)
  /// The system gave no memory for a bitmap of this size.
  case outOfMemory(PixelSize)
  /// Two bitmaps that meet in a blend differ in size.
  case sizesDiffer(PixelSize, PixelSize)
  /// A filter cannot render it, and says why.
  case unrenderable(String)

  /// One sentence without a full stop, as for an error message.
  public var description: String {
    switch self {
    case .invalidSize(let size): "a bitmap cannot be \(size) pixels"
    case .outOfMemory(let size): "there is not enough memory for a bitmap of \(size) pixels"
    case .sizesDiffer(let a, let b): "bitmaps of \(a) and \(b) pixels cannot be blended; fit one to the other"
    case .unrenderable(let reason): reason
    }
  }
}
