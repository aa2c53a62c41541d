import CSegueCodecs
public import SegueFiles
public import SeguePixels

/// The metadata of an image file: EXIF, XMP and resolution.
///
///     let metadata = try Metadata(contentsOf: "photo.jpg")
///     try frame.write(to: "frame.jpg", metadata: metadata)
///
/// Orientation and sizes are those of the decoded picture, which is upright.
public struct Metadata: Hashable, Sendable {
  /// A resolution in pixels an inch.
  public struct Resolution: Hashable, Sendable {
    /// Pixels an inch, horizontally.
    public var across: Double
    /// Pixels an inch, vertically.
    public var down: Double

    /// Makes a resolution in pixels an inch.
    public init(across: Double, down: Double) { (self.across, self.down) = (across, down) }

    /// Makes a resolution of pixels in a unit of `inches`; nil if it is outside the range of real pictures.
    init?(_ across: Double, _ down: Double, inches: Double = 1) {
      self.init(across: across / inches, down: down / inches)
      // The range that formats can store; excludes infinity.
      let range = 0.01...1e7
      guard range.contains(self.across), range.contains(self.down) else { return nil }
    }

    /// A meter and a centimeter in inches.
    static let (meter, centimeter) = (1 / 0.0254, 1 / 2.54)

    /// The resolution of the picture turned by 90°.
    var turned: Resolution { Resolution(across: down, down: across) }
  }

  /// EXIF: a TIFF structure from its byte order on, nothing before it.
  public var exif: [UInt8]?
  /// XMP: the text of a packet.
  public var xmp: String?
  /// The resolution in pixels an inch.
  public var resolution: Resolution?

  /// Makes metadata of its parts; nil parts are not stored.
  public init(exif: [UInt8]? = nil, xmp: String? = nil, resolution: Resolution? = nil) {
    (self.exif, self.xmp, self.resolution) = (exif, xmp, resolution)
  }

  /// Reads the metadata of a JPEG, PNG, WebP, TIFF, HEIC or AVIF file; empty for other formats.
  ///
  /// EXIF and XMP are adjusted to the decoded picture: upright, in sRGB, without thumbnails, and without
  /// references to a video, a gain map or a depth map behind the picture. Extended XMP in further segments of
  /// a JPEG file, and the EXIF of a TIFF file, are left out. A damaged part, or one above 16 MiB, is left out
  /// with a warning.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`; `scan.tif[2]` selects a picture of a file.
  ///   - options: Limits, and the receiver of warnings.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is no image.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Reads the metadata of an image file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name in errors and warnings.
  ///   - options: The receiver of warnings.
  /// - Throws: `ImageError` if it is no image.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).metadata(of: bytes, named: name, options: options)
  }

  /// The metadata with EXIF's pixel counts set to a size.
  func sized(_ size: PixelSize) -> Metadata {
    var sized = self
    if let exif = exif.flatMap({ Exif($0[...]) }) { sized.exif = exif.sized(size).bytes }
    return sized
  }
}

/// The metadata of a file as stored, before it is adjusted to the upright picture.
struct StoredMetadata {
  var exif: ArraySlice<UInt8>?
  var xmp: ArraySlice<UInt8>?
  var resolution: Metadata.Resolution?
  /// The format's own orientation, with precedence over EXIF and XMP.
  var own: StoredOrientation?
  /// Damaged parts, which are left out.
  var broken: [String] = []

  /// Maximum bytes of a part.
  static let maxBytes = 1 << 24

  /// The orientation, 1…8; nil if missing or undefined.
  ///
  /// EXIF has precedence over XMP, which repeats it. Without one in EXIF, XMP's is used, as in Pillow and in
  /// KDE's and Apple's programs; browsers ignore it.
  private var seenOrientation: Int? {
    let said =
      own ?? exif.flatMap(StoredOrientation.init(exif:))
      ?? xmp.flatMap { XMPPacket($0.prefix(Self.maxBytes)).orientation }
    return if case .turned(let orientation) = said { orientation } else { nil }
  }

  /// The orientation for decoding, 1…8; 1 if unknown.
  var orientation: Int { seenOrientation ?? 1 }

  /// Makes the metadata of the upright picture; damaged parts are left out with a warning to `options`.
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
