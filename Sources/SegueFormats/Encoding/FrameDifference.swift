import CSegueCodecs
public import SeguePixels

/// A frame and the smallest rectangle in which it differs from the one before, which it replaces.
///
/// Where it does not differ that is one pixel, so that every frame is one in the file too.
public struct FrameDifference: Sendable {
  /// The whole frame.
  public let frame: Bitmap
  /// Where it differs: at least one pixel; all of it for the first frame.
  public var part: PixelRectangle {
    PixelRectangle(
      x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
      height: Double(rectangle.height))
  }
  let rectangle: segue_rectangle
  /// The frame before, where its pixels can be compared with this one's.
  let previous: Bitmap?

  /// Compares a frame with the one before; nil before the first.
  public init(_ frame: Bitmap, after previous: Bitmap?) {
    self.frame = frame
    self.previous = previous.flatMap { frame.isComparable(to: $0) ? $0 : nil }
    rectangle = frame.part(changedFrom: self.previous)
  }
}

extension Bitmap {
  /// Whether the pixels of both are written as bytes that mean the same.
  fileprivate func isComparable(to other: Bitmap) -> Bool {
    other.size == size && (other.straight == nil) == (straight == nil)
  }

  /// The smallest rectangle in which the pixels differ, as they are written; at least one pixel.
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
