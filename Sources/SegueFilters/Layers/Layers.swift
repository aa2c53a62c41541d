public import SeguePixels
public import SegueRendering

/// Composites layers of two pictures over an opaque background, the last layer on top.
///
///     let chain = (.from, .to) --> Layers { progress, frame in
///       [.init(.from), .init(.to, transform: .translation(y: frame.height * (1 - progress)))]
///     }
///
/// Each pixel of the frame is mapped back into a layer. A pixel inside the layer gets a bilinear sample of
/// the premultiplied picture, clamped to the edge, and multiplied by opacity and coverage. At progress 0 the
/// frame is the first picture, at progress 1 the second picture.
///
/// - Cost: the pixels of each layer; rows behind an opaque layer are skipped; opaque layers moved by whole
///   pixels are copied. A shadow is blurred once, and then composited as a further layer.
public struct Layers: Blend {
  private let background: Pixel
  private let layers: @Sendable (Double, LayerInputs) throws(RenderError) -> [Layer]
  private let shadows = ShadowPictures()

  /// Makes a blend from a function that returns the layers for a progress and the frame's bounds.
  public init(
    background: Pixel = .black, _ layers: @escaping @Sendable (Double, PixelRectangle) -> [Layer]
  ) {
    self.init(background: background, layers: { layers($0, $1.bounds) })
  }

  private init(
    background: Pixel, layers: @escaping @Sendable (Double, LayerInputs) throws(RenderError) -> [Layer]
  ) {
    self.background = background
    self.layers = layers
  }

  /// Makes a blend from layers that depend on the pictures.
  package static func ofPictures(
    background: Pixel = .black,
    layers: @escaping @Sendable (Double, LayerInputs) throws(RenderError) -> [Layer]
  ) -> Layers {
    Layers(background: background, layers: layers)
  }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress == 0 { return a }
    if progress == 1 { return b }
    let layers = layers
    return LayerRows(from: WholeInput(a), to: WholeInput(b), background: background, shadows: shadows) {
      (inputs) throws(RenderError) in try layers(progress, inputs)
    }
  }
}

/// The pictures that layers show, and the resources for rendering them.
package struct LayerInputs: Sendable {
  /// The first picture of the blend.
  package let from: Bitmap
  /// The second picture of the blend.
  package let to: Bitmap
  /// The threads and the SIMD level for rendering pictures of layers.
  package let execution: Execution

  /// The frame's bounds.
  package var bounds: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: Double(from.width), height: Double(from.height))
  }
}
