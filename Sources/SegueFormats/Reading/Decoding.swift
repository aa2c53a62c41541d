import CSegueCodecs
public import FoundationEssentials
import SegueErrors
public import SegueFiles
public import SeguePixels
import SegueRendering

extension Bitmap {
  /// Decodes an image file in any format that `Catalog.formats` can read, identified by its content.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.jpg")
  ///     let third = try Bitmap(contentsOf: "scans.tif[2]")
  ///
  /// The formats are PNG of any color type, depth and interlacing; JPEG of any subsampling, also progressive,
  /// gray, CMYK and YCCK; WebP; TIFF, HEIC and AVIF, also with 16 bits; QOI; BMP of 1…32 bits, also
  /// run-length encoded; GIF, whose frames are composed as in browsers; PGM, PPM, PBM, PAM, PFM and PHM,
  /// binary or as text. PSD, JPEG XL, JPEG 2000 and others are decoded by `ffmpeg`, if it is on the PATH and
  /// `options.programs` is true; ffmpeg receives the bytes, but no file name. If a build lacks an optional
  /// library, an error names the library.
  ///
  /// The orientation is applied. Colors are converted from the file's profile to sRGB, relative colorimetric
  /// with black point compensation. 16-bit samples are rounded to 8 bits.
  ///
  /// A name such as `scans.tif[2]` selects one of several pictures in a file, counted from 0, unless a file
  /// has this name.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: Decoding options, with limits that are checked before memory is allocated.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is not a valid image. A truncated
  ///   or damaged file is an error; a partial picture is never returned.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes an image file and fits it to a frame.
  ///
  ///     let frame = try Bitmap(contentsOf: "photo.jpg", fittedTo: Framing(size: PixelSize(width: 1280, height: 720)))
  ///
  /// This initializer does the same as decoding followed by `fitted(to:)`, but is faster and more precise for
  /// some formats. 16-bit samples are rounded only after fitting. A JPEG whose width and height are at least
  /// 4.6 times their visible size is decoded at half its size; from 12 times on, at a quarter; from 24 times
  /// on, at an eighth. (On four photographs, the PSNR against decoding in full is 48 to 58 dB.)
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - framing: The frame, and how the image is fitted to it.
  ///   - execution: The threads and SIMD level for fitting, and the decoding options.
  /// - Throws: `FileError`, `ImageError` or `RenderError`.
  public init(
    contentsOf file: some FileLocation, fittedTo framing: Framing, _ execution: Execution = .standard
  ) throws {
    try self.init(contentsOf: file.filePath(), fittedTo: framing, execution, metadata: nil)
  }

  /// Decodes an image file, fits it to a frame, and passes its metadata to `take`; reads the file only once.
  init(
    contentsOf file: String, fittedTo framing: Framing, _ execution: Execution,
    metadata take: ((Metadata) -> Void)?
  ) throws {
    let (bytes, path, options) = try readImage(file, execution.decoding)
    let format = try imageFormat(of: bytes, named: path, options)
    self = try format.fitted(bytes, path, options, to: framing, execution)
    if let take { take(try format.metadata(of: bytes, named: path, options: options)) }
  }

  /// Decodes an image in memory and fits it to a frame; the pixels are the same as from a file.
  package init(
    decoding bytes: [UInt8], named name: String, fittedTo framing: Framing,
    _ execution: Execution = .standard
  ) throws {
    let options = execution.decoding
    self = try imageFormat(of: bytes, named: name, options).fitted(
      bytes, name, options, to: framing, execution)
  }

  /// Decodes an image in memory.
  ///
  ///     let photo = try Bitmap(decoding: bytes)
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name for error messages.
  ///   - options: Decoding options, with limits that are checked before memory is allocated.
  /// - Throws: `ImageError`, as `init(contentsOf:options:)` does.
  public init(
    decoding bytes: [UInt8], named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    self = try imageFormat(of: bytes, named: name, options).decode(bytes, named: name, options: options)
  }

  /// Decodes an image in memory.
  ///
  /// - Throws: `ImageError`, as `init(contentsOf:options:)` does.
  public init(
    decoding data: Data, named name: String = "image", options: DecodeOptions = DecodeOptions()
  ) throws(ImageError) {
    try self.init(decoding: Array(data), named: name, options: options)
  }
}

extension LumaPlane {
  /// Decodes the luma of an image file in its full depth.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: Decoding options, with limits that are checked before memory is allocated.
  /// - Throws: `FileError` and `ImageError`, as for a bitmap.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes the luma of an image in memory in its full depth.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name for error messages.
  ///   - options: Decoding options, with limits that are checked before memory is allocated.
  /// - Throws: `ImageError`, as for a bitmap.
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
    if let size = framing.size { try execution.limits.check(frame: size) }
    var options = options
    options.framing = framing
    guard let stored = Self.self as? any StoredFormat.Type else {
      return try decode(bytes, named: name, options: options).fitted(to: framing, execution)
    }
    return try stored.readFitted(bytes, named: name, options: options, to: framing, execution)
  }
}

/// Reads the bytes of an image file.
///
/// The name `file.tif[2]` selects picture 2 of `file.tif`, unless a file has this name.
func readImage(
  _ path: String, _ options: DecodeOptions
) throws -> (bytes: [UInt8], name: String, options: DecodeOptions) {
  var options = options
  let (file, page) = fileAndPage(path)
  options.page = page
  do throws(FileError) {
    // Checks the first bytes before the rest is read, since a device or a pipe may be endless.
    return (
      try readFile(file, limit: options.maxFileBytes) { Catalog.formats.forContent($0) != nil }, path, options
    )
  } catch {
    guard error.code == .fileTooLarge else { throw error }
    throw ImageError.fileTooLarge(file: file, limit: options.maxFileBytes)
  }
}

/// Splits the name of an image into a file and the index of a picture: `file.tif[2]` is picture 2 of
/// `file.tif`, counted from 0, unless a file has this name.
package func fileAndPage(_ path: String) -> (file: String, page: UInt32) {
  guard path.hasSuffix("]"), let open = path.lastIndex(of: "["), open > path.startIndex,
    let page = UInt32(path[path.index(after: open)...].dropLast()), !fileExists(path)
  else { return (path, 0) }
  return (String(path[..<open]), page)
}

/// Returns the format of an image, identified by its first bytes.
///
/// Throws if the options select a picture after the first one, but files of the format have only one picture.
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
  /// Throws for an image without pixels, or with more pixels than the limit.
  func checkDecodable(named name: String, _ options: DecodeOptions) throws(ImageError) {
    guard width > 0, height > 0 else { throw .damaged(file: name, detail: "a side is 0 pixels") }
    guard let pixelCount, pixelCount <= options.maxPixels else {
      throw .tooLarge(file: name, size: self, limit: options.maxPixels)
    }
  }
}

extension segue_result {
  /// Throws an `ImageError` if a decoder failed.
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
