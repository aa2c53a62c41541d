// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// BMP files of Windows and OS/2 with 1…32 bits a pixel, also run-length encoded; only decoded.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.bmp")
  public struct BMP: StoredFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "bmp"
    public static let extensions = ["bmp", "dib"]
    public static let mediaTypes = ["image/bmp"]
    public static let summary = "BMP files of Windows and OS/2, 1…32 bits a pixel: read, not written."
    public static let parameters: [NamedParameter<BMP>] = []
    public static let unavailable: String? = "BMP files are read, not written; png has the same pixels"

    public static func matches(_ start: Span<UInt8>) -> Bool {
      start.begins("BM") && start.count > 15
        && BMPReader.headerSizes.contains(Int(start[14]) | Int(start[15]) << 8)
    }

    /// Reads the properties of a file from its header.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      let reader = try BMPReader(bytes, named: name, options: options.ofHeaders)
      return ImageInfo(Self.self, size: reader.size, hasAlpha: reader.hasAlpha, depth: reader.sampleDepth)
    }

    /// Decodes pixels by palette, masks or run lengths, bottom-up or top-down; ignores color profiles.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      try .bytes(BMPReader(bytes, named: name, options: options).read())
    }
  }
}
