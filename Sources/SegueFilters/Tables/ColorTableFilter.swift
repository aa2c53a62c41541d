// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Gives the picture a look: each color becomes that of a table.
///
///     let film = try ColorTable(cube: bytes)
///     let graded = try (photo --> ColorTableFilter(film, intensity: 0.8)).frame()
///
/// - Cost: a cube takes 9 ms for 1080p in one thread with AVX2, whatever its size as long as it fits the cache; curves are
///   memory-bound.
/// - Source: the interpolations themselves, within 1/255.
public struct ColorTableFilter: Filter {
  /// How colors between those of a cube are found; curves are linear between their points.
  public enum Interpolation: String, CaseIterable, Sendable {
    /// Of the eight colors around it.
    case trilinear
    /// Of four of them, the corners of a tetrahedron that has the cube's grays along its edge.
    case tetrahedral
  }

  /// The table; without one nothing changes.
  public var table: ColorTable?
  /// How colors between those of a cube are found.
  public var interpolation = Interpolation.trilinear
  /// How much of the look there is, 0…1; a function of progress where animated.
  public var intensity: Animated = 1

  /// Makes a filter without a table, which changes nothing.
  public init() {}

  /// Makes a filter of a table.
  public init(_ table: ColorTable, interpolation: Interpolation = .trilinear, intensity: Animated = 1) {
    self.table = table
    self.interpolation = interpolation
    self.intensity = intensity
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    table?.rows(of: input, interpolation, intensity: intensity(at: progress)) ?? input
  }
}

extension ColorTableFilter: SelfDescribing {
  public static let name = "color-table"
  public static let aliases = ["lut", "hald-clut"]
  public static let summary = "A look from a table of colors: a .cube file, or a HaldCLUT picture."
  public static let example: String? = "table=film.cube"
  public static let parameters: [NamedParameter<ColorTableFilter>] = [
    .file("table", .required, "a .cube file or a HaldCLUT picture", \.table, "What becomes of colors.") {
      switch $0.content {
      case .picture(let picture): try ColorTable(haldCLUT: picture)
      case .bytes(let bytes): try ColorTable(cube: bytes)
      }
    },
    .word("interpolation", \.interpolation, "Between the eight colors around one, or four of them."),
    .number("intensity", \.intensity, in: 0...1, "How much of the look there is."),
  ]
}
