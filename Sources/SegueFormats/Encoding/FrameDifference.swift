import CSegueCodecs
public import SeguePixels

/// A frame of an animation, and the smallest rectangle that contains all changes since the previous frame.
///
/// If nothing has changed, the rectangle has one pixel, so that every frame is stored.
public struct FrameDifference: Sendable {
  /// The whole frame.
  public let frame: Bitmap
  /// The changed rectangle: at least one pixel; the whole frame if there is no previous frame with the same
  /// size and alpha representation.
  public var part: PixelRectangle {
    PixelRectangle(
      x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
      height: Double(rectangle.height))
  }
  let rectangle: segue_rectangle
  /// The previous frame, if it has the size and alpha representation of `frame`; otherwise nil.
  let previous: Bitmap?

  /// Compares a frame with the previous frame; `previous` is nil for the first frame.
  public init(_ frame: Bitmap, after previous: Bitmap?) {
    self.frame = frame
    self.previous = previous.flatMap { frame.isComparable(to: $0) ? $0 : nil }
    rectangle = frame.part(changedFrom: self.previous)
  }
}

extension Bitmap {
  /// Returns whether both bitmaps have the same size, and either both or neither of them have straight alpha.
  fileprivate func isComparable(to other: Bitmap) -> Bool {
    other.size == size && (other.straight == nil) == (straight == nil)
  }

  /// Returns the bounding rectangle of all pixels that differ from the previous bitmap: one pixel if no pixel
  /// differs; the whole bitmap if `previous` is nil.
  fileprivate func part(changedFrom previous: Bitmap?) -> segue_rectangle {
    guard let previous else { return segue_rectangle(wholeOf: size) }
    let (new, old) = (straight ?? storage, previous.straight ?? previous.storage)
    let dimensions = segue_dimensions(width: UInt32(size.width), height: UInt32(size.height))
    let part =
      new === old
      ? segue_rectangle() : segue_changed(new.bytes, new.stride, old.bytes, old.stride, dimensions)
    return part.width > 0 ? part : segue_rectangle(x: 0, y: 0, width: 1, height: 1)
  }
}
