import CSegueCodecs
public import FoundationEssentials
public import SegueFiles
public import SeguePixels
import SegueRendering

extension Bitmap {
  /// Decodes an image file in any format that `Catalog.formats` reads, recognized by its content.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.jpg")
  ///     let third = try Bitmap(contentsOf: "scans.tif[2]")
  ///
  /// Segue decodes every color type, depth and interlacing of PNG; every subsampling of JPEG, progressive,
  /// gray, CMYK and YCCK; WebP; TIFF, HEIC and AVIF, of 16 bits too; QOI; BMP of 1…32 bits, run lengths
  /// included; a frame of a GIF, as a browser shows it; PGM, PPM, PBM, PAM and PFM, as bytes and as text.
  /// PSD, JPEG XL, JPEG 2000 and others are decoded by the `ffmpeg` of the PATH, if installed, which gets the
  /// bytes but no file name. A build may lack an optional library; an error then names it.
  ///
  /// The orientation of the file is applied. Colors are converted from the file's profile to sRGB, relative
  /// colorimetric with black point compensation. 16-bit samples are rounded to 8 bits.
  ///
  /// A name such as `scans.tif[2]` selects a picture of a file, counted from 0, unless a file has that name.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: Decoding options and limits, checked before memory is allocated.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is no valid image. A truncated or
  ///   damaged file is an error, never a partial picture.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes an image file for a frame.
  ///
  ///     let frame = try Bitmap(contentsOf: "photo.jpg", fittedTo: Framing(size: PixelSize(width: 1280, height: 720)))
  ///
  /// The result is that of `fitted(to:)`, but better and faster if the file allows it. Samples of 16 bits are
  /// rounded once, after fitting. A JPEG is decoded at a half of its sides if these are 4.6 times their
  /// visible size, at a quarter from 12 times on, at an eighth from 24 (within 48 to 58 dB of the full
  /// decoding, on four photographs).
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - framing: The frame, and how the image is fitted to it.
  ///   - execution: Threads and instruction set of the fitting, and decoding options.
  /// - Throws: `FileError`, `ImageError` or `RenderError`.
  public init(
    contentsOf file: some FileLocation, fittedTo framing: Framing, _ execution: Execution = .standard
  ) throws {
    try self.init(contentsOf: file.filePath(), fittedTo: framing, execution, metadata: nil)
  }

  /// Decodes an image file for a frame, and passes its metadata to `take`; the file is read once.
  init(
    contentsOf file: String, fittedTo framing: Framing, _ execution: Execution,
    metadata take: ((Metadata) -> Void)?
  ) throws {
    var options = execution.decoding
    options.framing = framing
    let (bytes, path, chosen) = try readImage(file, options)
    let format = try imageFormat(of: bytes, named: path, chosen)
    self = try format.fitted(bytes, path, chosen, to: framing, execution)
    if let take { take(try format.metadata(of: bytes, named: path, options: chosen)) }
  }

  /// Decodes an image in memory for a frame, with the pixels that its file would give.
  package init(
    decoding bytes: [UInt8], named name: String, fittedTo framing: Framing,
    _ execution: Execution = .standard
  ) throws {
    var options = execution.decoding
    options.framing = framing
    self = try imageFormat(of: bytes, named: name, options).fitted(
      bytes, name, options, to: framing, execution)
  }

  /// Decodes an image in memory.
  ///
  ///     let photo = try Bitmap(decoding: bytes)
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name in errors.
  ///   - options: Decoding options and limits, checked before memory is allocated.
  /// - Throws: `ImageError` as for a file.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).decode(bytes, named: name, options: options)
  }

  /// Decodes an image in memory.
  ///
  /// - Throws: `ImageError` as for a file.
  public init(
    decoding data: Data, named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    try self.init(decoding: Array(data), named: name, options: options)
  }
}

extension LumaPlane {
  /// Decodes the lightness of an image file's pixels at the file's full depth.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: Decoding options and limits, checked before memory is allocated.
  /// - Throws: `FileError` and `ImageError` as for a bitmap.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes the lightness of an image's pixels in memory at the image's full depth.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name in errors.
  ///   - options: Decoding options and limits, checked before memory is allocated.
  /// - Throws: `ImageError` as for a bitmap.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).decodeLuma(bytes, named: name, options: options)
  }
}

extension ReadableFormat {
  fileprivate static func fitted(
    _ bytes: [UInt8], _ name: String, _ options: DecodeOptions, to framing: Framing, _ execution: Execution
  ) throws -> Bitmap {
    guard let stored = Self.self as? any StoredFormat.Type else {
      return try decode(bytes, named: name, options: options).fitted(to: framing, execution)
    }
    return try stored.readFitted(bytes, named: name, options: options, to: framing, execution)
  }
}

/// Reads the bytes of an image file; `file.tif[2]` selects picture 2 of `file.tif`, unless a file has that
/// name.
func readImage(
  _ path: String, _ options: DecodeOptions
) throws -> (bytes: [UInt8], name: String, options: DecodeOptions) {
  var options = options
  let (file, page) = fileAndPage(path)
  options.page = page
  do throws(FileError) {
    // The first bytes are checked before the rest is read: devices and pipes may be endless.
    return (
      try readFile(file, limit: options.maxFileBytes) { Catalog.formats.forContent($0) != nil }, path, options
    )
  } catch .tooLarge(let file, let limit) {
    throw ImageError.fileTooLarge(file: file, limit: limit)
  }
}

/// Splits the name of an image into a file and a picture number: `file.tif[2]` is picture 2 of `file.tif`,
/// counted from 0, unless a file has that name.
package func fileAndPage(_ path: String) -> (file: String, page: UInt32) {
  guard path.hasSuffix("]"), let open = path.lastIndex(of: "["), open > path.startIndex,
    let page = UInt32(path[path.index(after: open)...].dropLast()), !fileExists(path)
  else { return (path, 0) }
  return (String(path[..<open]), page)
}

/// The format of an image, recognized by its first bytes; throws for a further page of a format with one
/// picture.
func imageFormat(
  of bytes: [UInt8], named name: String, _ options: DecodeOptions
) throws(ImageError) -> any ReadableFormat.Type {
  let start = Array(bytes.prefix(16))
  guard let format = Catalog.formats.forContent(start) else { throw notAnImage(start, named: name) }
  let hasPages = (format as? any StoredFormat.Type)?.hasPages ?? false
  guard hasPages || options.page == 0 else { throw .noSuchPage(of: 1, named: name) }
  return format
}

extension PixelSize {
  /// Refuses an image of no pixels, or of more pixels than the limit.
  func checkDecodable(named name: String, _ options: DecodeOptions) throws(ImageError) {
    guard width > 0, height > 0 else { throw .damaged(file: name, detail: "a side is 0 pixels") }
    guard let pixelCount, pixelCount <= options.maxPixels else {
      throw .tooLarge(file: name, size: self, limit: options.maxPixels)
    }
  }
}

extension segue_result {
  /// Throws the decoder's error, if decoding failed.
  func checkDecoded(_ file: String) throws(ImageError) {
    switch status {
    case SEGUE_OK: return
    case SEGUE_NOT_THIS_FORMAT: throw .notAnImage(file: file)
    case SEGUE_TRUNCATED: throw .truncated(file: file, detail: detail)
    case SEGUE_UNSUPPORTED: throw .unsupported(file: file, detail: detail)
    case SEGUE_NO_MEMORY: throw .outOfMemory(file: file)
    default: throw .damaged(file: file, detail: detail)
    }
  }
}
