public import SeguePixels

extension Layers {
  /// A picture, or a part of it, placed by an affine transform.
  public struct Layer: Sendable {
    /// What a layer shows.
    public enum Content: Hashable, Sendable {
      /// The first picture of the blend.
      case from
      /// The second picture.
      case to
      /// One color.
      case color(Pixel)
    }

    /// What the layer shows.
    public var content: Content
    /// The part of it that is shown, in whole pixels; nil: all.
    public var part: PixelRectangle?
    /// Where it goes, in pixels of the frame.
    public var transform: PixelTransform
    /// 0 nothing … 1 all; beyond is clamped.
    public var opacity: Double

    /// Makes a layer.
    public init(
      _ content: Content, part: PixelRectangle? = nil, transform: PixelTransform = .identity,
      opacity: Double = 1
    ) {
      self.content = content
      self.part = part
      self.transform = transform
      self.opacity = opacity
    }
  }
}
