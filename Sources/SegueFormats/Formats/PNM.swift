// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// PNM files: PGM (gray), PPM (RGB), PBM (bilevel) and PAM (with alpha), with 1…16 bits a sample, binary or
  /// as text; also PFM and PHM, with floats of 32 and 16 bits.
  ///
  /// In floats, 0 is black and 1 is white.
  ///
  /// The encoder writes PPM, or PAM for a frame with transparency or a name that ends in `.pam`. With the
  /// depth `float`, or for a name that ends in `.pfm`, it writes PFM, in which pixels are composited over
  /// black.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  public struct PNM: StoredFormat, ImageFormat, DeepFormat, Hashable {
    /// The depth of written files.
    public var depth = EncodedDepth.auto

    /// Makes the format with the depth `auto`.
    public init() {}

    public static let name = "pnm"
    public static let extensions = ["ppm", "pam", "pfm", "pnm", "pgm", "pbm", "phm"]
    public static let mediaTypes = [
      "image/x-portable-anymap", "image/x-portable-graymap", "image/x-portable-pixmap",
      "image/x-portable-bitmap", "image/x-portable-arbitrarymap", "image/x-portable-floatmap",
    ]
    public static let summary =
      "PPM, PAM and PFM files, 8 or 16 bits or floats; PGM, PBM and PHM are read."
    public static let isForViewers = false
    public static let depths = [EncodedDepth.auto, .eight, .sixteen, .float]
    public static let parameters: [NamedParameter<PNM>] = [.depth(\.depth)]

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      DepthChoosingEncoder { frame, file in
        if file.lowercased().hasSuffix(".pfm") { return .float }
        let depth = depth(of: frame)
        // Stores frames of floats with 16 bits, since PPM and PAM have no floats.
        return depth == .float && self.depth == .auto ? .sixteen : depth
      } eight: {
        PlainEncoder(.sixteen, level) { try Self.file(of: $0, bits: 8, named: $1) }
      } deep: { depth in
        depth == .sixteen
          ? PlainEncoder(.sixteen, level) { try Self.file(of: $0, bits: 16, named: $1) }
          : PlainEncoder(.float, level) { frame, _ in Self.floatFile(of: frame) }
      }
    }

    /// Returns the bytes of a PPM or PAM file.
    private static func file(of frame: DeepFrame, bits: Int, named name: String) throws -> [UInt8] {
      if let ending = ["pgm", "pbm", "phm"].first(where: { name.lowercased().hasSuffix(".\($0)") }) {
        throw ExportError.unsupported(file: name, reason: "\(ending) is read, not written; ppm has colors")
      }
      let (size, white) = (frame.size, 1 << bits - 1)
      let hasAlpha = !frame.isOpaque || name.hasSuffix(".pam")
      let channels = hasAlpha ? 4 : 3
      let header =
        hasAlpha
        ? """
        P7\nWIDTH \(size.width)\nHEIGHT \(size.height)\nDEPTH 4\nMAXVAL \(white)\nTUPLTYPE RGB_ALPHA\nENDHDR\n
        """ : "P6\n\(size.width) \(size.height)\n\(white)\n"
      return frame.rows(from: Array(header.utf8)) { bytes, y in
        let row = frame.words(y)
        for pixel in 0..<size.width {
          for channel in 0..<channels {
            let sample = row[4 * pixel + channel]
            if bits == 16 {
              bytes.append(UInt8(sample >> 8))
              bytes.append(UInt8(truncatingIfNeeded: sample))
            } else {
              bytes.append(UInt8((UInt32(sample) * 255 + 32895) >> 16))
            }
          }
        }
      }
    }

    /// Returns the bytes of a PFM file, in which the bottom row comes first.
    private static func floatFile(of frame: DeepFrame) -> [UInt8] {
      let size = frame.size
      return frame.rows(from: Array("PF\n\(size.width) \(size.height)\n-1.0\n".utf8)) { bytes, y in
        let row = frame.floats(size.height - 1 - y)
        for pixel in 0..<size.width {
          for channel in 0..<3 { bytes.append(little: row[4 * pixel + channel].bitPattern) }
        }
      }
    }

    public static func matches(_ start: Span<UInt8>) -> Bool { PNMReader.matches(start) }

    /// Reads the properties of a file from its header.
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
      if reader.hasFloats, options.depth != .eight { return .floats(try reader.readFloats(named: name)) }
      // If 8 bits are wanted, and the picture is neither fitted nor dithered afterwards, rounds samples to 8
      // bits at once.
      if largest > 255 { try options.checkDepth(of: name) }
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
