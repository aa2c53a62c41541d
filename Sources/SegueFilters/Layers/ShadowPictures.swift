import SeguePixels
import SegueRendering
import Synchronization

/// A cache of the pictures of blurred shadows, by shape.
final class ShadowPictures: Sendable {
  private struct Shape: Hashable {
    let width: Double
    let height: Double
    let cornerRadius: Double
    let radius: Double
    let color: Pixel
  }

  private let made = Mutex<[Shape: Bitmap]>([:])

  /// Returns the layers and their shadows: each shadow is inserted as a further layer below its layer.
  func laid(
    below layers: [Layers.Layer], of bounds: PixelRectangle, _ context: RenderContext
  ) throws(RenderError) -> [Layers.Layer] {
    guard layers.contains(where: { $0.shadow != nil }) else { return layers }
    var all: [Layers.Layer] = []
    for layer in layers {
      if let shadow = layer.shadow, let laid = try laid(shadow, of: layer, bounds, context) {
        all.append(laid)
      }
      all.append(layer)
    }
    return all
  }

  private func laid(
    _ shadow: Layers.Shadow, of layer: Layers.Layer, _ bounds: PixelRectangle, _ context: RenderContext
  ) throws(RenderError) -> Layers.Layer? {
    let part = layer.part ?? layer.content.bounds(in: bounds)
    let radius = max(0, min(500, shadow.radius))
    guard shadow.color.alpha > 0, shadow.opacity > 0, layer.opacity > 0, part.width >= 1, part.height >= 1,
      part.width < 1e6, part.height < 1e6
    else {
      return nil
    }
    // A shadow with a blur of 8 pixels or more is drawn at a reduced size and enlarged, since it has no fine
    // detail.
    let step = max(1, (radius / 4).rounded(.down))
    let shape = Shape(
      width: part.width / step, height: part.height / step,
      cornerRadius: max(0, min(layer.cornerRadius, part.width / 2, part.height / 2)) / step,
      radius: radius / step, color: shadow.color)
    let border = Self.border(of: shape)
    let transform = PixelTransform.scale(step, about: PixelPoint(x: 0, y: 0))
      .translated(x: part.x + shadow.x - border * step, y: part.y + shadow.y - border * step)
      .followed(by: layer.transform)
    var laid = Layers.Layer(
      .picture(try picture(of: shape, context)), transform: transform,
      opacity: min(1, layer.opacity) * min(1, shadow.opacity))
    laid.edges = layer.edges
    return laid
  }

  /// Returns the extent of a shadow beyond its layer in pixels: three standard deviations, rounded up, plus
  /// 1.
  private static func border(of shape: Shape) -> Double { (3 * shape.radius).rounded(.up) + 1 }

  private func picture(of shape: Shape, _ context: RenderContext) throws(RenderError) -> Bitmap {
    if let known = made.withLock({ $0[shape] }) { return known }
    let border = Self.border(of: shape)
    let size = PixelSize(
      width: Int((shape.width + 2 * border).rounded(.up)),
      height: Int((shape.height + 2 * border).rounded(.up)))
    var layer = Layers.Layer(
      .color(shape.color),
      part: PixelRectangle(x: 0, y: 0, width: shape.width, height: shape.height),
      transform: .translation(x: border, y: border))
    (layer.cornerRadius, layer.edges) = (shape.cornerRadius, .smooth)
    let clear = try Bitmap(size)
    let sharp = LayerRows(
      from: WholeInput(clear), to: WholeInput(clear), background: .clear, shadows: self
    ) { [layer] _ in
      [layer]
    }
    let soft = GaussianBlur(sigma: Animated(shape.radius)).apply(to: sharp, at: 0)
    let picture = try soft.rendered(context)
    made.withLock { made in
      // Limits the cache, since a layer with an animated shape has a different shadow in each frame.
      if made.count >= 16 { made.removeAll() }
      made[shape] = picture
    }
    return picture
  }
}
