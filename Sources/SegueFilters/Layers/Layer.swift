public import SeguePixels

extension Layers {
  /// A picture, or a part of it, placed by an affine transform.
  public struct Layer: Sendable {
    /// What a layer shows.
    public enum Content: Equatable, Sendable {
      /// The first picture of the blend.
      case from
      /// The second picture.
      case to
      /// One color.
      case color(Pixel)
      /// A picture of the layer's own, of any size.
      case picture(Bitmap)

      /// All of it: a picture's own size, else that of the frame.
      package func bounds(in frame: PixelRectangle) -> PixelRectangle {
        guard case .picture(let picture) = self else { return frame }
        return PixelRectangle(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
      }
    }

    /// How a layer ends.
    public enum Edges: String, CaseIterable, Sendable {
      /// Pixels whose center it covers are its own, the others are not.
      case hard
      /// A pixel is its own as far as it covers it.
      case smooth
    }

    /// What the layer shows.
    public var content: Content
    /// The part of it that is shown, in whole pixels; nil: all, of a color as much as the frame.
    public var part: PixelRectangle?
    /// Where it goes, in pixels of the frame.
    public var transform: PixelTransform
    /// 0 nothing … 1 all; beyond is clamped.
    public var opacity: Double
    /// Radius of the rounded corners, in pixels of the content; more than half of a side is half of it.
    public var cornerRadius = 0.0
    /// How it ends.
    public var edges = Edges.hard
    /// What it casts on the layers below; nil: nothing.
    public var shadow: Shadow?

    /// Makes a layer with hard edges, straight corners and no shadow.
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

  /// A soft shadow of a layer, moved, turned and faded with it.
  public struct Shadow: Hashable, Sendable {
    /// Its color.
    public var color: Pixel
    /// How opaque it is, 0…1.
    public var opacity: Double
    /// Standard deviation of its blur, in pixels of the content.
    public var radius: Double
    /// How far to the right of the layer it lies, in pixels of the content.
    public var x: Double
    /// How far below the layer it lies.
    public var y: Double

    /// Describes a shadow: black, half opaque, 3 pixels soft and 3 below, unless said otherwise.
    public init(
      color: Pixel = .black, opacity: Double = 0.5, radius: Double = 3, x: Double = 0, y: Double = 3
    ) {
      self.color = color
      self.opacity = opacity
      self.radius = radius
      self.x = x
      self.y = y
    }
  }
}
