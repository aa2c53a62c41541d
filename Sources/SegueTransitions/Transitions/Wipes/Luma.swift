// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// The second picture comes in where a map is dark first, and where it is light last.
  ///
  ///     let clock = Transitions.Luma(try Catalog.maps.make("smpte:201"), softness: 0.1)
  ///     let clouds = Transitions.Luma(LumaPlane(of: photo))
  ///
  /// Where the map has m, the second picture's share is S((t(1 + softness) − m) / softness) at the time t, with
  /// S(z) = z²(3 − 2z); without softness it is there from m = t on. `dismiss` and `pop` are the way back: the same wipe
  /// backwards.
  ///
  /// - Source: MLT's luma transition. That looks for the nearest pixel of a map, which is mixed here of those around; without a map
  ///   it dissolves.
  public struct Luma: Transition, SelfDescribing {
    /// When each pixel changes, 0…1.
    public var map = OrderMap(MapFormula.mlt[0])
    /// How soft the edge is, 0…1, in shares of the map's range.
    public var softness = 0.0
    /// Whether it is turned around, light first.
    public var isInverted = false

    /// Makes a hard wipe from left to right.
    public init() {}

    /// Makes a wipe that follows a map in 0…1.
    public init(_ map: OrderMap, softness: Double = 0, isInverted: Bool = false) {
      (self.map, self.softness, self.isInverted) = (map, softness, isInverted)
    }

    /// Makes a wipe that follows the lightness of a picture, stretched to the frame.
    public init(_ plane: LumaPlane, softness: Double = 0, isInverted: Bool = false) {
      self.init(OrderMap(stretching: plane), softness: softness, isInverted: isInverted)
    }

    public func chain(_ operation: TransitionOperation) -> Chain {
      let softness = min(max(softness, 0), 1)
      let mix = MapMix(map) { progress, _ in
        .init(turn: Float(progress * (1 + softness)), softness: Float(softness))
      }
      // By the rule the wipe of the inverted map is that of the map itself, run backwards.
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

/// A blend from its end to its beginning, with the pictures exchanged.
private struct Backwards: Blend {
  let blend: MapMix

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    blend.apply(to: b, a, at: 1 - progress)
  }
}

/// A file that is no picture.
private struct NoMap: Error, CustomStringConvertible {
  let description = "no picture of a format that is read"
}
