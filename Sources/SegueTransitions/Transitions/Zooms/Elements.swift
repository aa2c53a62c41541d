// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Moves elements of the first picture to their places in the second and cross-fades each, while the rest
  /// of the picture dissolves.
  ///
  ///     let card = PixelRectangle(x: 20, y: 102, width: 128, height: 78)
  ///     let photo = PixelRectangle(x: 224, y: 40, width: 328, height: 200)
  ///     let opens = Transitions.Elements([.init(from: .init(card, cornerRadius: 8), to: .init(photo))])
  ///
  /// The hole behind an element is filled from its surroundings, or from a background picture. On `dismiss`
  /// and `pop`, the movement is reversed.
  ///
  /// - Cost: a dissolve of the frame, plus the drawing of the elements. Holes are filled once for a pair of
  ///   pictures.
  /// - Source: "Magic Move" of Keynote, and layout changes of collection views.
  public struct Elements: Transition, SelfDescribing {
    /// The elements; later elements are on top.
    ///
    /// If empty, the frame is divided into tiles that change places, as a demonstration.
    public var elements: [Element] = []
    /// The corner radius in the first picture, in pixels, for elements that do not set a radius.
    public var fromRadius = 0.0
    /// The corner radius in the second picture, in pixels, for elements that do not set a radius.
    public var toRadius = 0.0
    /// The picture behind elements of the first picture, in the frame's size; if nil, holes are filled from
    /// their surroundings.
    public var fromBackground: Bitmap?
    /// The picture behind elements of the second picture, in the frame's size; if nil, holes are filled from
    /// their surroundings.
    public var toBackground: Bitmap?
    /// The color of holes that have no pixels around them, such as holes as large as the frame.
    public var background = Pixel.black
    /// The progress at which the last element starts to move, 0…0.9; the other elements start earlier, at
    /// equal intervals.
    public var stagger = 0.0
    /// The edges of elements: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.smooth

    /// Makes a demonstration without elements: tiles of the frame change places.
    public init() {}

    /// Makes the transition for the given elements.
    public init(_ elements: [Element]) { self.elements = elements }

    public func chain(_ operation: TransitionOperation) -> Chain {
      let (filledFrom, filledTo) = (
        FilledPicture(from: fromBackground, background), FilledPicture(from: toBackground, background)
      )
      return (.from, .to)
        --> Layers.ofPictures(background: .clear) { [self] (e, inputs) throws(RenderError) in
          // On `dismiss` and `pop`, the pictures are exchanged and the progress is reversed.
          let returns = operation.isReturning
          let progress = returns ? 1 - e : e
          let (from, to) = returns ? (inputs.to, inputs.from) : (inputs.from, inputs.to)
          let bounds = inputs.bounds
          let elements = elements.isEmpty ? Element.tiles(of: bounds) : elements
          let behind = try filledFrom(
            from, without: elements.compactMap { $0.from.hole(fromRadius, bounds) }, inputs.execution)
          let ahead = try filledTo(
            to, without: elements.compactMap { $0.to.hole(toRadius, bounds) }, inputs.execution)
          // Keeps the first picture opaque if both pictures are opaque. Otherwise, the first picture fades
          // out in the second half of the progress.
          let rest = from.isOpaque && to.isOpaque ? 1 : min(1, 2 * (1 - progress))
          var layers = [
            Layer(.picture(behind), opacity: rest), Layer(.picture(ahead), opacity: progress),
          ]
          let last = delays(elements).max() ?? 0
          for (element, delay) in zip(elements, delays(elements)) {
            // If the progress exceeds 1, as for springs, elements also overshoot.
            let own = progress > 1 ? 1 + (progress - 1) / (1 - last) : (progress - delay) / (1 - last)
            let t = progress > 1 ? own : max(0, min(1, own))
            let radii = (element.from.cornerRadius ?? fromRadius, element.to.cornerRadius ?? toRadius)
            layers += element.layers(
              at: t, bounds, radius: max(0, radii.0 + (radii.1 - radii.0) * t), rest: rest
            ).map { layer in
              var layer = layer
              layer.edges = edges
              if returns { layer.content = layer.content.otherPicture }
              return layer
            }
          }
          return layers
        }
    }

    private func delays(_ elements: [Element]) -> [Double] {
      elements.indices.map { index in
        let share = Double(index) / Double(max(1, elements.count - 1))
        return min(0.9, max(0, elements[index].delay) + max(0, stagger) * share)
      }
    }

    public static let name = "elements"
    public static let summary = "Elements fly to their places in the new screen, the rest fades."
    public var timing: Timing { Timing(duration: 0.6, curve: .easeInOut) }
    public static let example: String? = "elements=40,204,256,156,448,80,656,400,fromRadius=16"
    public static let parameters: [NamedParameter<Elements>] = [
      .groups(
        "elements", of: "x,y,width,height,x,y,width,height", \.moves, in: -1e6...1e6,
        "Where each element is, in pixels, and where it goes; none: tiles change places."
      ) { $0[2] >= 1 && $0[3] >= 1 && $0[6] >= 1 && $0[7] >= 1 },
      .number("fromRadius", \.fromRadius, in: 0...1e6, unit: "pixels", "Radius of corners at the start."),
      .number("toRadius", \.toRadius, in: 0...1e6, unit: "pixels", "Radius of corners at the end."),
      .number("stagger", \.stagger, in: 0...0.9, unit: "of the progress", "When the last element starts."),
      .picture("fromBackground", \.fromBackground, "Background of the elements of the first picture."),
      .picture("toBackground", \.toBackground, "Background of the elements of the second picture."),
      .color("background", \.background, "Shown where nothing is around an element that leaves."),
      .word("edges", \.edges, "Whether elements end between pixels, or at them."),
    ]
  }
}

extension Transitions.Elements {
  /// An element that both pictures contain.
  public struct Element: Sendable {
    /// The element's place in the first picture.
    public var from: Place
    /// The element's place in the second picture.
    public var to: Place
    /// The picture of the element; nil cross-fades the two pictures' contents.
    public var picture: Bitmap?
    /// The progress at which the element starts to move, 0…0.9.
    public var delay: Double

    /// Makes an element.
    public init(from: Place, to: Place, picture: Bitmap? = nil, delay: Double = 0) {
      self.from = from
      self.to = to
      self.picture = picture
      self.delay = delay
    }
  }

  /// The position and appearance of an element in one picture.
  public struct Place: Hashable, Sendable {
    /// The rectangle in pixels; may exceed the frame.
    public var rectangle: PixelRectangle
    /// The corner radius in pixels; nil for the transition's radius.
    public var cornerRadius: Double?
    /// The opacity, 0…1.
    public var opacity: Double

    /// Makes a place.
    public init(_ rectangle: PixelRectangle, cornerRadius: Double? = nil, opacity: Double = 1) {
      self.rectangle = rectangle
      self.cornerRadius = cornerRadius
      self.opacity = opacity
    }

    /// Returns the hole that the element leaves behind; nil if the element is not visible.
    fileprivate func hole(_ radius: Double, _ bounds: PixelRectangle) -> Hole? {
      guard opacity > 0, let part = rectangle.whole(within: bounds) else { return nil }
      return Hole(part, cornerRadius: cornerRadius ?? radius)
    }
  }

  /// The elements as numbers: x, y, width and height in the first picture, then in the second picture.
  fileprivate var moves: [SIMD8<Double>] {
    get {
      elements.map { element in
        let (a, b) = (element.from.rectangle, element.to.rectangle)
        return SIMD8(a.x, a.y, a.width, a.height, b.x, b.y, b.width, b.height)
      }
    }
    set {
      elements = newValue.map { n in
        Element(
          from: Place(PixelRectangle(x: n[0], y: n[1], width: n[2], height: n[3])),
          to: Place(PixelRectangle(x: n[4], y: n[5], width: n[6], height: n[7])))
      }
    }
  }
}

extension Transitions.Elements.Element {
  /// Returns elements that divide the frame into tiles; each tile moves to the position of the next tile.
  fileprivate static func tiles(of bounds: PixelRectangle) -> [Self] {
    let (columns, rows) = bounds.width >= bounds.height ? (4, 3) : (3, 4)
    let all = (0..<columns * rows).map { index in
      let (x, y) = (index % columns, index / columns)
      let (left, right) = (bounds.width * Double(x), bounds.width * Double(x + 1))
      let (top, bottom) = (bounds.height * Double(y), bounds.height * Double(y + 1))
      return PixelRectangle(
        x: (left / Double(columns)).rounded(), y: (top / Double(rows)).rounded(),
        width: (right / Double(columns)).rounded() - (left / Double(columns)).rounded(),
        height: (bottom / Double(rows)).rounded() - (top / Double(rows)).rounded())
    }
    return all.indices.map { index in
      Self(
        from: .init(all[index]), to: .init(all[(index + 1) % all.count]),
        delay: 0.4 * Double(all.count - 1 - index) / Double(all.count))
    }
  }

  /// Returns the layers that draw the element at `t`, the element's own progress; `rest` is the opacity of
  /// the first picture.
  fileprivate func layers(
    at t: Double, _ bounds: PixelRectangle, radius: Double, rest: Double
  ) -> [Layers.Layer] {
    let place = from.rectangle.between(to.rectangle, t)
    let opacity = from.opacity + (to.opacity - from.opacity) * t
    guard place.width > 0, place.height > 0, opacity > 0 else { return [] }
    func layer(
      _ content: Layers.Layer.Content, _ part: PixelRectangle?, of whole: PixelRectangle, _ opacity: Double
    ) -> Layers.Layer {
      let scale = (place.width / whole.width * place.height / whole.height).squareRoot()
      var layer = Layers.Layer(
        content, part: part, transform: .taking(whole, to: place), opacity: min(1, opacity))
      layer.cornerRadius = radius / scale
      return layer
    }
    if let picture {
      let content = Layers.Layer.Content.picture(picture)
      return [layer(content, nil, of: content.bounds(in: bounds), opacity)]
    }
    let parts = (from.rectangle.whole(within: bounds), to.rectangle.whole(within: bounds))
    var layers: [Layers.Layer] = []
    if let part = parts.0 {
      layers.append(layer(.from, part, of: from.rectangle, opacity * (parts.1 == nil ? 1 : rest)))
    }
    if let part = parts.1 {
      layers.append(layer(.to, part, of: to.rectangle, opacity * (parts.0 == nil ? 1 : t)))
    }
    return layers
  }
}
