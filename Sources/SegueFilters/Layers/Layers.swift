public import SeguePixels
public import SegueRendering

/// Composites layers of two pictures over an opaque background, the last one on top.
///
///     let chain = (.from, .to) --> Layers { progress, frame in
///       [.init(.from), .init(.to, transform: .translation(y: frame.height * (1 - progress)))]
///     }
///
/// A pixel of the frame is mapped back into a layer; inside, it takes one bilinear sample of the premultiplied
/// picture, clamped to the edge, times the opacity, and times the part of it that a layer with smooth edges covers. At
/// progress 0 and 1 the frame is the first and the second picture itself.
///
/// - Cost: each layer its own pixels; a row wholly behind an opaque layer is not computed; whole-pixel moves copy. A shadow
///   is blurred once and then is a layer of its own.
public struct Layers: Blend {
  private let background: Pixel
  private let layers: @Sendable (Double, PixelRectangle) -> [Layer]
  private let shadows = ShadowPictures()

  /// Makes a blend from the layers at each progress; the rectangle is the frame's bounds.
  public init(
    background: Pixel = .black, _ layers: @escaping @Sendable (Double, PixelRectangle) -> [Layer]
  ) {
    self.background = background
    self.layers = layers
  }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress == 0 { return a }
    if progress == 1 { return b }
    let bounds = PixelRectangle(x: 0, y: 0, width: Double(a.size.width), height: Double(a.size.height))
    return LayerRows(
      from: WholeInput(a), to: WholeInput(b), background: background, layers: layers(progress, bounds),
      shadows: shadows)
  }
}
