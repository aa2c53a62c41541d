// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// One element of the list grows into its place in the detail screen, which fades in around it; back, in reverse.
  ///
  /// - Source: "Animating Modal View Controller Transitions"
  public struct Hero: LayeredTransition, SelfDescribing {
    /// The element in the list screen, in pixels; nil: a small one on the left.
    public var fromRect: PixelRectangle?
    /// The element in the detail screen, in pixels; nil: the whole screen.
    public var toRect: PixelRectangle?
    /// What shows in the element's place while it is on its way.
    public var background = Pixel.black
    /// How layers end.
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
          // The detail screen without its element, whose place is painted over.
          let around = screen.around(end).map { Layer(detail, part: $0, opacity: progress) }
          return [Layer(list)] + around
            + [
              Layer(.color(background), part: end, opacity: progress),
              // An element that the list does not show appears.
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
  /// What is left of the rectangle beside a hole in it: above, below, left and right.
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
