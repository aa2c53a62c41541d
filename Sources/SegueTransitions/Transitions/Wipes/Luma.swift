// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Wipes by a map of numbers, or by a picture's luma: dark pixels change to the second picture first, light
  /// pixels last.
  ///
  ///     let clock = Transitions.Luma(try Catalog.maps.make("smpte:201"), softness: 0.1)
  ///     let clouds = Transitions.Luma(LumaPlane(of: photo))
  ///
  /// For a map value m, the second picture's weight at progress t is S((t(1 + softness) − m) / softness),
  /// with S(z) = z²(3 − 2z); without softness, the weight is a step at m = t. `dismiss` and `pop` run the
  /// wipe backward.
  ///
  /// - Source: MLT's luma transition, which takes the nearest pixel of the map; this transition interpolates.
  ///   Without a map, MLT dissolves.
  public struct Luma: Transition, SelfDescribing {
    /// The map: the progress 0…1 at which each pixel changes.
    public var map = OrderMap(MapFormula.mlt[0])
    /// The softness of the edge: the share 0…1 of the map's range that is mixed at once.
    public var softness = 0.0
    /// Whether the map is inverted, so that light pixels change first.
    public var isInverted = false

    /// Makes a hard wipe from left to right.
    public init() {}

    /// Makes a wipe by a map with values 0…1.
    public init(_ map: OrderMap, softness: Double = 0, isInverted: Bool = false) {
      (self.map, self.softness, self.isInverted) = (map, softness, isInverted)
    }

    /// Makes a wipe by a picture's luma, stretched to the frame.
    public init(_ plane: LumaPlane, softness: Double = 0, isInverted: Bool = false) {
      self.init(OrderMap(stretching: plane), softness: softness, isInverted: isInverted)
    }

    public func chain(_ operation: TransitionOperation) -> Chain {
      let softness = min(max(softness, 0), 1)
      let mix = MapMix(map) { progress, _ in
        .init(turn: Float(progress * (1 + softness)), softness: Float(softness))
      }
      // A wipe by the inverted map equals the wipe by the map, run backward with the pictures exchanged.
      return isInverted == operation.isReturning
        ? (.from, .to) --> mix : (.from, .to) --> Backwards(blend: mix)
    }

    public static let name = "luma"
    public static let summary =
      "A wipe that follows a map, dark first: a picture, or one of the numbered wipes."
    public static let source: String? = "MLT's luma; reverse = invert"
    public static let example: String? = "map=luma16,softness=0.1"
    public static let parameters: [NamedParameter<Luma>] = [
      .fileOrName(
        "map", "a picture's file, such as ./map.pgm, or a name of 'segue list maps'", in: Catalog.maps, \.map,
        standard: "luma01", "In what order pixels change."
      ) { file in
        guard let plane = try file.lumaPlane() else { throw NoMap() }
        return OrderMap(stretching: plane)
      },
      .number("softness", \.softness, in: 0...1, unit: "of the map's range", "How soft the edge is."),
      .flag("invert", \.isInverted, "Light first."),
    ]
  }
}

/// A blend run backward, with its two pictures exchanged.
private struct Backwards: Blend {
  let blend: MapMix

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    blend.apply(to: b, a, at: 1 - progress)
  }
}

/// The error for a file that is not a picture.
private struct NoMap: Error, CustomStringConvertible {
  let description = "not a picture in a format that Segue reads"
}
