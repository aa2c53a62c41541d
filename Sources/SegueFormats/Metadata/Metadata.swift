import CSegueCodecs
public import SegueFiles
public import SeguePixels

/// The metadata of an image file: EXIF, XMP and resolution.
///
///     let metadata = try Metadata(contentsOf: "photo.jpg")
///     try frame.write(to: "frame.jpg", metadata: metadata)
///
/// In metadata read from a file, the orientation and the sizes are those of the decoded picture, which is
/// already upright.
public struct Metadata: Hashable, Sendable {
  /// A resolution in pixels per inch.
  public struct Resolution: Hashable, Sendable {
    /// The horizontal resolution in pixels per inch.
    public var across: Double
    /// The vertical resolution in pixels per inch.
    public var down: Double

    /// Makes a resolution in pixels per inch.
    public init(across: Double, down: Double) { (self.across, self.down) = (across, down) }

    /// Makes a resolution from pixels per unit, where a unit is `inches` long; nil outside a plausible range.
    init?(_ across: Double, _ down: Double, inches: Double = 1) {
      self.init(across: across / inches, down: down / inches)
      // The range of values that all formats can store.
      let range = 0.01...1e7
      guard range.contains(self.across), range.contains(self.down) else { return nil }
    }

    /// The lengths of a meter and a centimeter in inches.
    static let (meter, centimeter) = (1 / 0.0254, 1 / 2.54)

    /// The resolution of the picture rotated by 90°.
    var turned: Resolution { Resolution(across: down, down: across) }
  }

  /// The EXIF data: a TIFF structure that begins with its byte order mark.
  public var exif: [UInt8]?
  /// The text of the XMP packet.
  public var xmp: String?
  /// The resolution in pixels per inch.
  public var resolution: Resolution?

  /// Makes metadata from its parts; parts that are nil are not stored.
  public init(exif: [UInt8]? = nil, xmp: String? = nil, resolution: Resolution? = nil) {
    (self.exif, self.xmp, self.resolution) = (exif, xmp, resolution)
  }

  /// Reads the metadata of a JPEG, PNG, WebP, TIFF, HEIC or AVIF file; the metadata of other formats is
  /// empty.
  ///
  /// EXIF and XMP are adjusted to the decoded picture, whose orientation is applied, and whose colors are
  /// sRGB. Thumbnails, and references to a video, a gain map or a depth map that follows the picture in the
  /// file, are removed. Extended XMP in further segments of a JPEG file, and the EXIF of a TIFF file, are not
  /// included. A part that is damaged or has more than 16 MiB is left out with a warning.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`; `scan.tif[2]` selects one of several pictures.
  ///   - options: Limits, and the function that receives warnings.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is not an image.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Reads the metadata of an image file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name for errors and warnings.
  ///   - options: The function that receives warnings.
  /// - Throws: `ImageError` if the bytes are not an image.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).metadata(of: bytes, named: name, options: options)
  }

  /// Returns the metadata with the width and height in EXIF set to a size.
  func sized(_ size: PixelSize) -> Metadata {
    var sized = self
    if let exif = exif.flatMap({ Exif($0[...]) }) { sized.exif = exif.sized(size).bytes }
    return sized
  }
}

/// The metadata as stored in a file, not yet adjusted for the applied orientation.
struct StoredMetadata {
  var exif: ArraySlice<UInt8>?
  var xmp: ArraySlice<UInt8>?
  var resolution: Metadata.Resolution?
  /// The orientation in the format's own field, which has precedence over EXIF and XMP.
  var own: StoredOrientation?
  /// The names of damaged parts, which are left out.
  var broken: [String] = []

  /// The maximum size of EXIF or XMP in bytes.
  static let maxBytes = 1 << 24

  /// The orientation, 1…8; nil if it is missing or undefined.
  ///
  /// The orientation in EXIF has precedence over XMP, which usually repeats it. If EXIF has no orientation,
  /// the orientation in XMP is used, as in Pillow and in programs of KDE and Apple; browsers ignore XMP.
  private var seenOrientation: Int? {
    let said =
      own ?? exif.flatMap(StoredOrientation.init(exif:))
      ?? xmp.flatMap { XMPPacket($0.prefix(Self.maxBytes)).orientation }
    return if case .turned(let orientation) = said { orientation } else { nil }
  }

  /// The orientation to apply when decoding, 1…8; 1 if it is unknown.
  var orientation: Int { seenOrientation ?? 1 }

  /// Makes the metadata of the picture after its orientation was applied; damaged parts are left out with a
  /// warning.
  func upright(named name: String, _ options: DecodeOptions) -> Metadata {
    var made = Metadata()
    func leaveOut(_ part: String, _ reason: String) {
      options.warn?("\(name): its \(part) \(reason); it is left out")
    }
    let seen = seenOrientation
    let isInSRGB = options.color == .convert && segue_has_lcms()
    for part in broken { leaveOut(part, "is damaged") }
    if let bytes = exif, !bytes.isEmpty {
      if bytes.count > Self.maxBytes {
        leaveOut("EXIF", "has more than 16 MiB")
      } else if let exif = Exif(bytes)?.upright(from: seen), let exif = isInSRGB ? exif.inSRGB() : exif {
        made.exif = exif.bytes
        made.resolution = exif.resolution
      } else {
        leaveOut("EXIF", "is damaged")
      }
    }
    if let bytes = xmp, !bytes.isEmpty {
      if bytes.count > Self.maxBytes {
        leaveOut("XMP", "has more than 16 MiB")
      } else if let text = XMPPacket(bytes).text(isUpright: seen != nil, isInSRGB: isInSRGB) {
        made.xmp = text
      } else {
        leaveOut("XMP", "is damaged")
      }
    }
    if let resolution { made.resolution = orientation > 4 ? resolution.turned : resolution }
    return made
  }
}
