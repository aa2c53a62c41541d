import CSegueCodecs
public import SegueFiles
public import SeguePixels

/// What an image file says beside its pixels: EXIF, XMP and how large it is meant to be.
///
///     let metadata = try Metadata(contentsOf: "photo.jpg")
///     try frame.write(to: "frame.jpg", metadata: metadata)
///
/// It holds for the picture as it is decoded, which is upright.
public struct Metadata: Hashable, Sendable {
  /// Pixels an inch.
  public struct Resolution: Hashable, Sendable {
    /// From left to right.
    public var across: Double
    /// From top to bottom.
    public var down: Double

    /// Makes a resolution in pixels an inch.
    public init(across: Double, down: Double) { (self.across, self.down) = (across, down) }

    /// Makes one of so many pixels along a unit of so many inches; nil where the numbers are none that a picture can have.
    init?(_ across: Double, _ down: Double, inches: Double = 1) {
      self.init(across: across / inches, down: down / inches)
      // What formats have room for, and no infinity.
      let range = 0.01...1e7
      guard range.contains(self.across), range.contains(self.down) else { return nil }
    }

    /// What a length of a meter and a centimeter is in inches.
    static let (meter, centimeter) = (1 / 0.0254, 1 / 2.54)

    /// Of the picture turned by a right angle.
    var turned: Resolution { Resolution(across: down, down: across) }
  }

  /// EXIF: a TIFF structure from its byte order on, nothing before it.
  public var exif: [UInt8]?
  /// XMP: the text of a packet.
  public var xmp: String?
  /// Pixels an inch.
  public var resolution: Resolution?

  /// Makes metadata of its parts; what is not given is not there.
  public init(exif: [UInt8]? = nil, xmp: String? = nil, resolution: Resolution? = nil) {
    (self.exif, self.xmp, self.resolution) = (exif, xmp, resolution)
  }

  /// Reads the metadata of an image file: of JPEG, PNG, WebP, TIFF, HEIC and AVIF, nothing of other formats.
  ///
  /// EXIF and XMP say that the picture is upright and in sRGB, as it is when it is decoded; small pictures of it, which would show it
  /// as it was, are taken out, and so is what XMP says of a video, a gain map or a depth map behind the picture. The second and further parts of XMP that is too long for one part of a JPEG file are left out, and
  /// so is the EXIF of a TIFF file. What is damaged, or has more than 16 MiB, is left out with a warning.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`; of a file that has several pictures, also `scan.tif[2]`.
  ///   - options: Limits of the file, and who is told of what is left out.
  /// - Throws: `FileError` where the file cannot be read; `ImageError` where it is no image.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Reads the metadata of an image file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors and warnings call it.
  ///   - options: Who is told of what is left out.
  /// - Throws: `ImageError` where it is no image.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).metadata(of: bytes, named: name, options: options)
  }

  /// The same of a picture of a size: where EXIF says how many pixels there are.
  func sized(_ size: PixelSize) -> Metadata {
    var sized = self
    if let exif = exif.flatMap({ Exif($0[...]) }) { sized.exif = exif.sized(size).bytes }
    return sized
  }
}

/// What a file holds, as it stands there.
struct StoredMetadata {
  var exif: ArraySlice<UInt8>?
  var xmp: ArraySlice<UInt8>?
  var resolution: Metadata.Resolution?
  /// The orientation of a format that has one of its own, which counts before that of EXIF and XMP.
  var own: StoredOrientation?
  /// What is damaged, and left out.
  var broken: [String] = []

  /// The most bytes of a part.
  static let mostBytes = 1 << 24

  /// How the picture is turned upright; nil where nothing says so that is understood.
  ///
  /// EXIF counts before XMP, which repeats it; where EXIF has none, Pillow, KDE's programs and Apple's turn as XMP says, and browsers
  /// do not.
  private var seenOrientation: Int? {
    let said =
      own ?? exif.flatMap(StoredOrientation.init(exif:))
      ?? xmp.flatMap { XMPPacket($0.prefix(Self.mostBytes)).orientation }
    return if case .turned(let orientation) = said { orientation } else { nil }
  }

  /// How the picture is turned upright where it is decoded: 1…8.
  var orientation: Int { seenOrientation ?? 1 }

  /// Makes metadata of the upright picture; what is damaged is left out, and `options` told.
  func upright(named name: String, _ options: DecodeOptions) -> Metadata {
    var made = Metadata()
    func leaveOut(_ part: String, _ reason: String) {
      options.warn?("\(name): its \(part) \(reason); it is left out")
    }
    let seen = seenOrientation
    let isInSRGB = options.color == .convert && segue_has_lcms()
    for part in broken { leaveOut(part, "is damaged") }
    if let bytes = exif, !bytes.isEmpty {
      if bytes.count > Self.mostBytes {
        leaveOut("EXIF", "has more than 16 MiB")
      } else if let exif = Exif(bytes)?.upright(from: seen), let exif = isInSRGB ? exif.inSRGB() : exif {
        made.exif = exif.bytes
        made.resolution = exif.resolution
      } else {
        leaveOut("EXIF", "is damaged")
      }
    }
    if let bytes = xmp, !bytes.isEmpty {
      if bytes.count > Self.mostBytes {
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
