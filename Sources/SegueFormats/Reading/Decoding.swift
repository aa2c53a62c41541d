import CSegueCodecs
public import FoundationEssentials
public import SegueFiles
public import SeguePixels
import SegueRendering

extension Bitmap {
  /// Decodes an image file of any format that `Catalog.formats` reads, told by its content.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.jpg")
  ///     let third = try Bitmap(contentsOf: "scans.tif[2]")
  ///
  /// Every color type, depth and interlacing of PNG; every subsampling of JPEG, progressive, gray, CMYK and YCCK;
  /// WebP; TIFF, HEIC and AVIF, of 16 bits too; QOI; BMP of 1…32 bits, run lengths included; a frame of a GIF, as a browser shows
  /// it; PGM, PPM, PBM, PAM and PFM, as bytes and as text. PSD, JPEG XL, JPEG 2000 and others are read by the `ffmpeg` of the
  /// PATH, where it is installed, from memory and without a file's name. Libraries that decode a format may be missing in a
  /// build; an error says which.
  ///
  /// Pictures are turned upright as the file says. Colors become sRGB's by the profile in the file, relative colorimetric with
  /// black point compensation. 16-bit samples are rounded to 8.
  ///
  /// A name that ends in a number in brackets is that picture of a file that has several, from 0 on, unless a file is called so.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: How it is decoded, and what is refused before memory is taken.
  /// - Throws: `FileError` where the file cannot be read; `ImageError` where it is no sound image. One that is cut short
  ///   or damaged is an error, never half a picture.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes an image file for a frame.
  ///
  ///     let frame = try Bitmap(contentsOf: "photo.jpg", fittedTo: Framing(size: PixelSize(width: 1280, height: 720)))
  ///
  /// As `fitted(to:)` of the decoded image, but better and faster where the file allows it: 16 bits a sample are rounded once,
  /// behind the fitting, and a JPEG is decoded at a half of its sides where these are 4.6 times what the frame shows of them, at a
  /// quarter from 12 times on, at an eighth from 24: within 48 to 58 dB of all of it, measured on four photographs.
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - framing: The frame, and how the image meets it.
  ///   - execution: Threads and instruction set of the fitting, and how the file is decoded.
  /// - Throws: `FileError`, `ImageError` or `RenderError`.
  public init(
    contentsOf file: some FileLocation, fittedTo framing: Framing, _ execution: Execution = .standard
  ) throws {
    try self.init(contentsOf: file.filePath(), fittedTo: framing, execution, metadata: nil)
  }

  /// The same, which hands over the metadata of the file, read once, where somebody takes it.
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

  /// Decodes an image in memory for a frame, to the same pixels as a file.
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
  ///   - name: What errors call it.
  ///   - options: How it is decoded, and what is refused before memory is taken.
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
  /// Decodes how light the pixels of an image file are, with all the bits that it has.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: How it is decoded, and what is refused before memory is taken.
  /// - Throws: `FileError` and `ImageError` as for a bitmap.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let (bytes, path, options) = try readImage(file.filePath(), options)
    try self.init(decoding: bytes, named: path, options: options)
  }

  /// Decodes how light the pixels of an image in memory are, with all the bits that it has.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  ///   - options: How it is decoded, and what is refused before memory is taken.
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

/// The bytes of an image file; a name such as `file.tif[2]` that no file has is picture 2 of `file.tif`, from 0 on.
func readImage(
  _ path: String, _ options: DecodeOptions
) throws -> (bytes: [UInt8], name: String, options: DecodeOptions) {
  var options = options
  let (file, page) = fileAndPage(path)
  options.page = page
  do throws(FileError) {
    // What is no image may have no end, as devices and pipes have none.
    return (
      try readFile(file, limit: options.maxFileBytes) { Catalog.formats.forContent($0) != nil }, path, options
    )
  } catch .tooLarge(let file, let limit) {
    throw ImageError.fileTooLarge(file: file, limit: limit)
  }
}

/// The file that a name of an image means, and which of its pictures: `file.tif[2]` is the third one of `file.tif`, unless a
/// file is called so.
package func fileAndPage(_ path: String) -> (file: String, page: UInt32) {
  guard path.hasSuffix("]"), let open = path.lastIndex(of: "["), open > path.startIndex,
    let page = UInt32(path[path.index(after: open)...].dropLast()), !fileExists(path)
  else { return (path, 0) }
  return (String(path[..<open]), page)
}

/// The format that bytes show; a further picture than the first is refused where it has no more.
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
  /// Refuses the size of an image, as its header says it, that has no pixels or more than the limit.
  func checkDecodable(named name: String, _ options: DecodeOptions) throws(ImageError) {
    guard width > 0, height > 0 else { throw .damaged(file: name, detail: "a side is 0 pixels") }
    guard let pixelCount, pixelCount <= options.maxPixels else {
      throw .tooLarge(file: name, size: self, limit: options.maxPixels)
    }
  }
}

extension segue_result {
  /// Throws what a decoder reported, if it was a failure.
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
