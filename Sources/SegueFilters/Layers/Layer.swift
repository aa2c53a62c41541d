public import SeguePixels

extension Layers {
  /// A picture, or a part of it, placed by an affine transform.
  public struct Layer: Sendable {
    /// The content of a layer.
    public enum Content: Equatable, Sendable {
      /// The first picture of the blend.
      case from
      /// The second picture of the blend.
      case to
      /// One color.
      case color(Pixel)
      /// Another picture, of any size.
      case picture(Bitmap)

      /// Returns the bounds of the content: of the picture for `picture`, else of the frame.
      package func bounds(in frame: PixelRectangle) -> PixelRectangle {
        guard case .picture(let picture) = self else { return frame }
        return PixelRectangle(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
      }
    }

    /// The treatment of a layer's edges.
    public enum Edges: String, CaseIterable, Sendable {
      /// Aliased: a layer covers the pixels whose centers are inside.
      case hard
      /// Antialiased: the coverage of a pixel is the share of its area inside the layer.
      case smooth
    }

    /// The content of the layer.
    public var content: Content
    /// The visible part of the content in whole pixels; nil for the whole content, or for the frame's bounds
    /// if the content is a color.
    public var part: PixelRectangle?
    /// The transform from pixels of the content to pixels of the frame.
    public var transform: PixelTransform
    /// The opacity of the layer, clamped to 0…1.
    public var opacity: Double
    /// The corner radius in pixels of the content, at most half of a side.
    public var cornerRadius = 0.0
    /// The treatment of the layer's edges.
    public var edges = Edges.hard
    /// The shadow on the layers below; nil for none.
    public var shadow: Shadow?

    /// Makes a layer with hard edges, square corners and no shadow.
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

  /// A soft shadow of a layer, transformed and faded with the layer.
  public struct Shadow: Hashable, Sendable {
    /// The color of the shadow.
    public var color: Pixel
    /// The opacity of the shadow, 0…1.
    public var opacity: Double
    /// The standard deviation of the blur, in pixels of the content.
    public var radius: Double
    /// The offset of the shadow to the right, in pixels of the content.
    public var x: Double
    /// The downward offset of the shadow, in pixels of the content.
    public var y: Double

    /// Makes a shadow; by default black, with an opacity of 0.5, a blur of 3 pixels, and an offset of 3
    /// pixels downward.
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
