// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// PNM files, only decoded: PGM (gray), PPM (RGB), PBM (bilevel) and PAM (with alpha), with 1…16 bits a
  /// sample, binary or as text; also PFM and PHM, with floats of 32 and 16 bits, where 0 is black and 1 is
  /// white.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  public struct PNM: StoredFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "pnm"
    public static let extensions = ["pgm", "ppm", "pbm", "pnm", "pam", "pfm", "phm"]
    public static let mediaTypes = [
      "image/x-portable-anymap", "image/x-portable-graymap", "image/x-portable-pixmap",
      "image/x-portable-bitmap", "image/x-portable-arbitrarymap", "image/x-portable-floatmap",
    ]
    public static let summary =
      "PGM, PPM, PBM, PAM, PFM and PHM files, as bytes or as text: read, not written."
    public static let parameters: [NamedParameter<PNM>] = []
    public static let unavailable: String? = "PNM files are read, not written; png has the same pixels"

    public static func matches(_ start: Span<UInt8>) -> Bool { PNMReader.matches(start) }

    /// Reads the header.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      let reader = try PNMReader(bytes, named: name, options: options.ofHeaders)
      return ImageInfo(
        Self.self, size: reader.size, hasAlpha: reader.channels % 2 == 0, depth: reader.sampleDepth)
    }

    /// Decodes P1…P7 with any maximum value, and Pf, PF, Ph and PH; ignores bytes after the first picture.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      var reader = try PNMReader(bytes, named: name, options: options)
      let (size, largest) = (reader.size, reader.largest)
      // If the picture is not fitted afterwards, rounds samples to 8 bits at once.
      if largest > 255 { options.warnOfDepth(of: name) }
      guard largest > 255, options.keepsWords(of: size) else {
        return .bytes(try readBytes(&reader, named: name))
      }
      let words = try WideStorage(size, named: name)
      let levels = (0...largest).map { UInt16(($0 * 65535 + largest / 2) / largest) }
      var place = 0
      try reader.readPixels { red, green, blue, alpha in
        for sample in [red, green, blue, alpha] {
          words.samples[place] = levels[Int(sample)]
          place += 1
        }
      }
      return .words(words)
    }

    /// Decodes samples and scales them from 0…`largest` to 8 bits, with a single rounding.
    private static func readBytes(
      _ reader: inout PNMReader, named name: String
    ) throws(ImageError) -> PixelStorage {
      let largest = reader.largest
      let levels = (0...largest).map { UInt8(($0 * 255 + largest / 2) / largest) }
      let storage = try PixelStorage(reader.size, named: name)
      let width = reader.size.width
      var (x, y) = (0, 0)
      try reader.readPixels { red, green, blue, alpha in
        storage.row(y)[x] = Pixel(
          red: levels[Int(red)], green: levels[Int(green)], blue: levels[Int(blue)],
          alpha: levels[Int(alpha)])
        x += 1
        if x == width { (x, y) = (0, y + 1) }
      }
      return storage
    }

    public static func decodeLuma(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> LumaPlane {
      var reader = try PNMReader(bytes, named: name, options: options)
      let white = Float(reader.largest)
      var values: [Float] = []
      values.reserveCapacity(reader.size.width * reader.size.height)
      try reader.readPixels { red, green, blue, _ in
        values.append(LumaPlane.luma(Float(red) / white, Float(green) / white, Float(blue) / white))
      }
      guard let plane = LumaPlane(reader.size, values: values) else {
        throw .damaged(file: name, detail: "a side is 0 pixels")
      }
      return plane
    }
  }
}
