// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Enlarges an element of the old screen (a list) to its place in the new one (a detail screen), which
  /// fades in around the element.
  ///
  /// On `dismiss` and `pop`, the transition is played in reverse.
  ///
  /// - Source: "Animating Modal View Controller Transitions"
  public struct Hero: LayeredTransition, SelfDescribing {
    /// The rectangle of the element in the list screen, in pixels; nil for a small rectangle on the left.
    public var fromRect: PixelRectangle?
    /// The rectangle of the element in the detail screen, in pixels; nil for the whole screen.
    public var toRect: PixelRectangle?
    /// The color shown at the element's place in the detail screen while the element moves.
    public var background = Pixel.black
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { [self] e, screen in
          let progress = operation.isReturning ? 1 - e : e
          let list = operation.isReturning ? Layer.Content.to : .from
          let detail = operation.isReturning ? Layer.Content.from : .to
          let start = fromRect ?? screen.part(x: 0.07, y: 0.47, width: 0.27, height: 0.27)
          let end = (toRect ?? screen).rounded(within: screen)
          let scale = start.height / end.height
          let element = PixelTransform.scale(scale + (1 - scale) * progress, about: end.center).translated(
            x: (start.center.x - end.center.x) * (1 - progress),
            y: (start.center.y - end.center.y) * (1 - progress))
          // The parts of the detail screen around the element.
          let around = screen.around(end).map { Layer(detail, part: $0, opacity: progress) }
          return [Layer(list)] + around
            + [
              Layer(.color(background), part: end, opacity: progress),
              // If `fromRect` is nil, the element also fades in.
              Layer(
                detail, part: end, transform: element, opacity: fromRect == nil ? min(1, 5 * progress) : 1),
            ]
        }
    }

    public static let name = "hero"
    public static let summary = "One element grows from the old screen into its place in the new one."
    public var timing: Timing { Timing(duration: 0.3, curve: .easeInOut) }
    public static let parameters: [NamedParameter<Hero>] = [
      .rectangle("fromRect", \.fromRect, "The element in the list screen."),
      .rectangle("toRect", \.toRect, "The element in the detail screen."),
      .color("background", \.background, "Shown in the element's place while it is on its way."),
      .edges,
    ]
  }
}

extension PixelRectangle {
  /// Returns the parts of the rectangle around a hole: above, below, left and right of the hole.
  fileprivate func around(_ hole: PixelRectangle) -> [PixelRectangle] {
    let (right, bottom) = (hole.x + hole.width, hole.y + hole.height)
    return [
      PixelRectangle(x: 0, y: 0, width: width, height: hole.y),
      PixelRectangle(x: 0, y: bottom, width: width, height: height - bottom),
      PixelRectangle(x: 0, y: hole.y, width: hole.x, height: hole.height),
      PixelRectangle(x: right, y: hole.y, width: width - right, height: hole.height),
    ]
  }
}
