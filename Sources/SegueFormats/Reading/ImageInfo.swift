import CSegueCodecs
public import FoundationEssentials
public import SegueFiles
public import SeguePixels
import SegueRendering

/// The properties of an image file, read from its headers without decoding a pixel.
///
///     let info = try ImageInfo(of: bytes)
///     let isSmall = info.size.width <= 8000 && info.size.height <= 8000 && info.count == 1
///
/// Pixels are not decoded, so a file with valid headers may still be damaged or truncated. No memory is
/// allocated for pixels, so sizes above the limit of decoding are reported, too.
public struct ImageInfo: Hashable, Sendable {
  /// The name of the format in `Catalog.formats`, such as `jpeg`.
  public var format: String
  /// The media type, such as `image/jpeg`; nil if the format has no media type.
  public var mediaType: String?
  /// The size of the upright picture in pixels, which is the size of the decoded bitmap.
  public var size: PixelSize
  /// The orientation of the stored picture, 1…8 as in EXIF, which decoding applies; 1 is upright.
  ///
  /// Always 1 for HEIC and AVIF, since their decoders return upright pictures.
  public var orientation: Int
  /// The number of pictures that can be decoded, at least 1: pages of a TIFF file, pictures of HEIC and AVIF,
  /// frames of GIF and WebP.
  ///
  /// A file name such as `scans.tif[2]` selects one of these pictures.
  ///
  /// The number is 1 for an animated PNG, of which only the first frame is decoded.
  public var count: Int
  /// Whether pixels may be transparent, by an alpha channel or a transparent color; nil if headers do not
  /// determine it.
  public var hasAlpha: Bool?
  /// The number of bits of a sample in the file, 8 for colors of a palette; nil if headers do not determine
  /// it.
  public var depth: Int?

  /// Makes the properties of a picture, for a registered format.
  ///
  /// - Parameters:
  ///   - format: The format's type.
  ///   - size: The size of the upright picture in pixels.
  ///   - orientation: The orientation of the stored picture, 1…8.
  ///   - count: The number of pictures in the file.
  ///   - hasAlpha: Whether pixels may be transparent; nil if unknown.
  ///   - depth: The number of bits of a sample; nil if unknown.
  public init(
    _ format: (some FileFormat).Type, size: PixelSize, orientation: Int = 1, count: Int = 1,
    hasAlpha: Bool? = nil, depth: Int? = nil
  ) {
    (self.format, mediaType) = (format.name, format.mediaTypes.first)
    (self.size, self.orientation, self.count) = (size, orientation, count)
    (self.hasAlpha, self.depth) = (hasAlpha, depth)
  }

  /// Makes the properties of a picture from its stored size, whose sides the orientation may swap.
  init(
    _ format: (some FileFormat).Type, stored: PixelSize, orientation: Int, count: Int = 1, hasAlpha: Bool?,
    depth: Int?
  ) {
    self.init(
      format, size: orientation > 4 ? stored.turned : stored, orientation: orientation, count: count,
      hasAlpha: hasAlpha, depth: depth)
  }
}

extension ImageInfo {
  /// Reads the properties of an image in memory, in any format that `Catalog.formats` can read.
  ///
  ///     let info = try ImageInfo(of: bytes)
  ///     print(info.format, info.size, info.orientation)   // jpeg 3024x4032 6
  ///
  /// No program is run, not even for formats that ffmpeg decodes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name for error messages.
  ///   - limits: The limits for the size; nil for any size.
  /// - Throws: `ImageError` if the bytes are not an image, if their headers are damaged or incomplete, or if
  ///   the size exceeds `limits.maxPixels`.
  public init(
    of bytes: [UInt8], named name: String = "image", limits: Limits? = nil
  ) throws(ImageError) {
    try self.init(of: bytes, named: name, options: DecodeOptions())
    if let limits { try size.checkDecodable(named: name, DecodeOptions(limits: limits)) }
  }

  /// Reads the properties of an image in memory.
  ///
  /// - Throws: `ImageError`, as the initializer for an array of bytes does.
  public init(of data: Data, named name: String = "image", limits: Limits? = nil) throws(ImageError) {
    try self.init(of: Array(data), named: name, limits: limits)
  }

  /// Reads the properties of an image file.
  ///
  ///     let third = try ImageInfo(contentsOf: "scans.tif[2]")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`; `scans.tif[2]` selects one of several pictures.
  ///   - options: The limit of pixels, from which a limit for the bytes of the file is derived.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is not an image, or if its headers
  ///   are damaged or incomplete.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(of: bytes, named: path, options: options)
  }

  private init(of bytes: [UInt8], named name: String, options: DecodeOptions) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).info(of: bytes, named: name, options: options)
    try size.checkDecodable(named: name, options.ofHeaders)
  }

  /// Makes the properties of a picture from the properties that a C library has read.
  init(_ format: (some FileFormat).Type, _ picture: segue_picture) {
    self.init(
      format,
      stored: PixelSize(width: Int(picture.dimensions.width), height: Int(picture.dimensions.height)),
      orientation: Int(picture.orientation), count: Int(picture.count), hasAlpha: picture.has_alpha,
      depth: picture.depth > 0 ? Int(picture.depth) : nil)
  }
}

extension DecodeOptions {
  /// The options for reading headers: without a limit of pixels, since no memory is allocated for pixels.
  var ofHeaders: DecodeOptions {
    var options = self
    options.maxPixels = .max
    return options
  }
}
