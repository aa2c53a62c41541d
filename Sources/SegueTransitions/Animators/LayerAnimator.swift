public import SegueFilters
public import SeguePixels
public import SegueRendering

/// A transition made of layers whose places follow the progress: what one would write in Swift with `Layers`, as values.
///
///     var from = LayerAnimator.AnimatedLayer(.from)
///     from.opacity = .from(.pixels(1), to: .pixels(0.5))
///     var to = LayerAnimator.AnimatedLayer(.to)
///     to.y = .from(.share(-1), to: .pixels(0))
///     let falls = LayerAnimator([from, to], timing: Timing(duration: 0.5, curve: .easeOut))
///
/// Files that say so in YAML are read by `LayerAnimator(contentsOf:)`.
///
/// - Cost: that of `Layers`.
public struct LayerAnimator: Transition {
  /// What happens on the way there, the last layer on top.
  public var layers: [AnimatedLayer]
  /// What happens on the way back, where `.from` is the screen that goes; nil: the way there, reversed.
  public var layersBack: [AnimatedLayer]?
  /// What shows where no layer is.
  public var background: Pixel
  /// How layers end.
  public var edges: Layers.Layer.Edges
  /// How long it runs and how its progress follows the clock.
  public var timing: Timing
  /// What it does, in a sentence; nil: nothing is said.
  public var summary: String?

  /// Makes a transition of layers.
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

  /// The chain that places the layers.
  public func chain(_ operation: TransitionOperation) -> Chain {
    let isReversed = operation.isReturning && layersBack == nil
    let layers = operation.isReturning ? layersBack ?? layers : layers
    return (.from, .to)
      --> Layers(background: background) { [edges, duration = timing.duration] e, screen in
        let progress = isReversed ? 1 - e : e
        let placed = layers.map { $0.placed(at: progress, screen, duration, edges) }
        // Of the same height, later ones lie above.
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
  /// A layer and the numbers that move it.
  public struct AnimatedLayer: Sendable {
    /// What it shows.
    public var content: Layers.Layer.Content
    /// The part of it that is shown: left, top, width and height; nil: all.
    public var part: (x: LayerTrack, y: LayerTrack, width: LayerTrack, height: LayerTrack)?
    /// The point that it turns and scales about, from the part's top left; shares are of its size.
    public var anchor: (x: LayerTrack, y: LayerTrack) = (.constant(.share(0.5)), .constant(.share(0.5)))
    /// How far to the right it is moved; shares are of the frame's width.
    public var x: LayerTrack = 0
    /// How far down it is moved; shares are of the frame's height.
    public var y: LayerTrack = 0
    /// How much larger it is.
    public var scale: LayerTrack = 1
    /// How much wider, beside that.
    public var scaleX: LayerTrack = 1
    /// How much higher, beside that.
    public var scaleY: LayerTrack = 1
    /// Degrees that it is turned by, clockwise.
    public var rotation: LayerTrack = 0
    /// How opaque it is, 0…1.
    public var opacity: LayerTrack = 1
    /// Radius of its corners; shares are of its shorter side.
    public var cornerRadius: LayerTrack = 0
    /// Its height among the layers: the highest is on top, of the same height the last.
    public var z: LayerTrack = 0
    /// How its progress follows that of the transition.
    public var curve: TimingCurve = .linear
    /// What it casts; nil: nothing.
    public var shadow: AnimatedShadow?

    /// Makes a layer that stays where it is.
    public init(_ content: Layers.Layer.Content) { self.content = content }
  }

  /// A shadow and its numbers.
  public struct AnimatedShadow: Sendable {
    /// Its color.
    public var color: Pixel = .black
    /// How opaque it is, 0…1.
    public var opacity: LayerTrack = 0.5
    /// Standard deviation of its blur, in pixels.
    public var radius: LayerTrack = 12
    /// How far to the right it lies, in pixels.
    public var x: LayerTrack = 0
    /// How far down it lies, in pixels.
    public var y: LayerTrack = 6

    /// Makes a shadow with what is said above.
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
    if degrees != 0 { transform = transform.followed(by: .rotation(degrees: degrees, about: center)) }
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
  /// The other one of the two pictures.
  var otherPicture: Self {
    switch self {
    case .from: .to
    case .to: .from
    case .color, .picture: self
    }
  }
}
