// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// No output: frames are rendered and discarded, to measure the time of rendering.
  public struct Null: FileFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "null"
    public static let extensions: [String] = []
    public static let kind = FormatKind.stream
    public static let summary = "Rendered and discarded, for timing."
    public static let parameters: [NamedParameter<Null>] = []
  }
}
