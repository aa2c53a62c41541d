// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Maps colors through GPUImage's lookup picture.
///
///     let table = try ColorTable(lookup: photo)
///     let graded = try (photo --> Lookup(table, intensity: 0.8)).frame()
///
/// - Cost: the cost of `ColorTableFilter`.
/// - Source: GPUImageLookupFilter.
public struct Lookup: Filter {
  /// The table; nil changes nothing.
  public var table: ColorTable?
  /// The weight of the result, 0…1; may follow the progress.
  public var intensity: Animated = 1

  /// Makes a filter without a table, which changes nothing.
  public init() {}

  /// Makes a filter of a table.
  public init(_ table: ColorTable, intensity: Animated = 1) {
    self.table = table
    self.intensity = intensity
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    table?.rows(of: input, intensity: intensity(at: progress)) ?? input
  }
}

extension Lookup: SelfDescribing {
  public static let name = "lookup"
  public static let aliases = ["amatorka", "miss-etikate"]
  public static let summary = "A look from a picture of 512 by 512 colors, as GPUImage has them."
  public static let source: String? =
    "GPUImageLookupFilter, GPUImageAmatorkaFilter, GPUImageMissEtikateFilter"
  public static let example: String? = "table=lookup.png"
  public static let parameters: [NamedParameter<Lookup>] = [
    .lookup("table", \.table, "Lookup table of colors."),
    .number("intensity", \.intensity, in: 0...1, "How much of the look there is."),
  ]
}

extension NamedParameter {
  /// Declares a required lookup picture.
  static func lookup(
    _ name: String, _ path: WritableKeyPath<Owner, ColorTable?> & Sendable, _ summary: String
  ) -> NamedParameter {
    .file(name, .required, "a lookup picture of 512x512 pixels", path, summary) { file in
      guard case .picture(let picture) = file.content else {
        throw ColorTableError("not a picture in a format that Segue reads; .cube files are for color-table")
      }
      return try ColorTable(lookup: picture)
    }
  }
}
