public import SegueFilters
public import SeguePixels
public import SegueRendering

/// A transition of moving layers, described by keyframes and formulas.
///
/// `Layers` is an alternative in which a closure places the layers.
///
///     var from = LayerAnimator.AnimatedLayer(.from)
///     from.opacity = .from(.pixels(1), to: .pixels(0.5))
///     var to = LayerAnimator.AnimatedLayer(.to)
///     to.y = .from(.share(-1), to: .pixels(0))
///     let falls = LayerAnimator([from, to], timing: Timing(duration: 0.5, curve: .easeOut))
///
/// `LayerAnimator(contentsOf:)` reads an animator from YAML.
///
/// - Cost: the same as for `Layers`.
public struct LayerAnimator: Transition {
  /// The layers for `present` and `push`; among layers with equal `z`, later layers are on top.
  public var layers: [AnimatedLayer]
  /// The layers for `dismiss` and `pop`, where `.from` is the screen that leaves; if nil, `layers` are played
  /// in reverse.
  public var layersBack: [AnimatedLayer]?
  /// The color of pixels that no layer covers.
  public var background: Pixel
  /// The edges of all layers: hard (aliased) or smooth (antialiased).
  public var edges: Layers.Layer.Edges
  /// The duration and the timing curve of the transition.
  public var timing: Timing
  /// One sentence for lists and help; nil if none.
  public var summary: String?

  /// Makes a transition.
  public init(
    _ layers: [AnimatedLayer], back: [AnimatedLayer]? = nil, background: Pixel = .black,
    edges: Layers.Layer.Edges = .smooth, timing: Timing = Timing()
  ) {
    self.layers = layers
    layersBack = back
    self.background = background
    self.edges = edges
    self.timing = timing
  }

  /// Makes the chain that places the layers at each progress.
  public func chain(_ operation: TransitionOperation) -> Chain {
    let isReversed = operation.isReturning && layersBack == nil
    let layers = operation.isReturning ? layersBack ?? layers : layers
    return (.from, .to)
      --> Layers(background: background) { [edges, duration = timing.duration] e, screen in
        let progress = isReversed ? 1 - e : e
        let placed = layers.map { $0.placed(at: progress, screen, duration, edges) }
        // Sorts by z, then by index, so that later layers are on top.
        return placed.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }
          .map { _, placed in
            var layer = placed.layer
            if isReversed { layer.content = layer.content.otherPicture }
            return layer
          }
      }
  }
}

extension LayerAnimator {
  /// A layer with animated properties.
  public struct AnimatedLayer: Sendable {
    /// The content: one of the two pictures, another picture, or a color.
    public var content: Layers.Layer.Content
    /// The visible part of the content: left, top, width and height; `.share` values are fractions of the
    /// content's width or height.
    ///
    /// Nil for the whole content.
    public var part: (x: LayerTrack, y: LayerTrack, width: LayerTrack, height: LayerTrack)?
    /// The center of rotation and scaling, relative to the top left of the part; `.share` values are
    /// fractions of the part's width or height.
    public var anchor: (x: LayerTrack, y: LayerTrack) = (.constant(.share(0.5)), .constant(.share(0.5)))
    /// The translation to the right; `.share` values are fractions of the frame's width.
    public var x: LayerTrack = 0
    /// The translation downward; `.share` values are fractions of the frame's height.
    public var y: LayerTrack = 0
    /// The scale factor.
    public var scale: LayerTrack = 1
    /// A horizontal scale factor, multiplied by `scale`.
    public var scaleX: LayerTrack = 1
    /// A vertical scale factor, multiplied by `scale`.
    public var scaleY: LayerTrack = 1
    /// The clockwise rotation in degrees.
    public var rotation: LayerTrack = 0
    /// The opacity of the layer, 0…1.
    public var opacity: LayerTrack = 1
    /// The corner radius; `.share` values are fractions of the part's shorter side.
    public var cornerRadius: LayerTrack = 0
    /// The stacking order: layers with a larger z are on top; among layers with equal z, later layers are on
    /// top.
    public var z: LayerTrack = 0
    /// The timing curve of the layer, applied to the progress.
    public var curve: TimingCurve = .linear
    /// The shadow; nil for none.
    public var shadow: AnimatedShadow?

    /// Makes a layer that does not move.
    public init(_ content: Layers.Layer.Content) { self.content = content }
  }

  /// A shadow with animated properties.
  public struct AnimatedShadow: Sendable {
    /// The color of the shadow.
    public var color: Pixel = .black
    /// The opacity of the shadow, 0…1.
    public var opacity: LayerTrack = 0.5
    /// The standard deviation of the blur, in pixels.
    public var radius: LayerTrack = 12
    /// The offset to the right, in pixels.
    public var x: LayerTrack = 0
    /// The offset downward, in pixels.
    public var y: LayerTrack = 6

    /// Makes a shadow with the default values.
    public init() {}
  }
}

extension LayerAnimator.AnimatedLayer {
  fileprivate func placed(
    at time: Double, _ screen: PixelRectangle, _ duration: Double, _ edges: Layers.Layer.Edges
  ) -> (layer: Layers.Layer, z: Double) {
    let progress = curve == .linear ? time : curve(at: time, duration: duration)
    let size = PixelSize(width: Int(screen.width), height: Int(screen.height))
    func value(_ track: LayerTrack, of reference: Double = 1) -> Double {
      track(at: progress, of: reference, size, duration: duration)
    }
    let whole = content.bounds(in: screen)
    let shown = part.flatMap { part in
      PixelRectangle(
        x: value(part.x, of: whole.width), y: value(part.y, of: whole.height),
        width: value(part.width, of: whole.width), height: value(part.height, of: whole.height)
      ).whole(within: whole)
    }
    let rectangle = shown ?? whole
    let center = PixelPoint(
      x: rectangle.x + value(anchor.x, of: rectangle.width),
      y: rectangle.y + value(anchor.y, of: rectangle.height))
    let scale = value(scale)
    var transform = PixelTransform.scale(x: scale * value(scaleX), y: scale * value(scaleY), about: center)
    let degrees = value(rotation)
    if degrees != 0 { transform = transform.followed(by: .rotation(.degrees(degrees), about: center)) }
    var layer = Layers.Layer(
      content, part: shown,
      transform: transform.translated(x: value(x, of: screen.width), y: value(y, of: screen.height)),
      opacity: value(opacity))
    if part != nil && shown == nil { layer.opacity = 0 }
    layer.cornerRadius = max(0, value(cornerRadius, of: min(rectangle.width, rectangle.height)))
    layer.edges = edges
    if let shadow {
      layer.shadow = Layers.Shadow(
        color: shadow.color, opacity: value(shadow.opacity), radius: value(shadow.radius),
        x: value(shadow.x), y: value(shadow.y))
    }
    return (layer, value(z))
  }
}

extension Layers.Layer.Content {
  /// The content with `.from` and `.to` swapped; other contents are unchanged.
  var otherPicture: Self {
    switch self {
    case .from: .to
    case .to: .from
    case .color, .picture: self
    }
  }
}
