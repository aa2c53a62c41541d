import CSegueCodecs
import SegueFiles
public import SeguePixels

extension Bitmap {
  /// Decodes an image file: PNG or JPEG, told by its content.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.jpg")
  ///
  /// Every color type, depth and interlacing of PNG; every subsampling of JPEG, progressive, gray, CMYK and YCCK,
  /// turned upright as its EXIF orientation says. 16-bit samples are rounded to 8. Color profiles and gamma are
  /// left aside: values are taken as sRGB.
  ///
  /// - Parameters:
  ///   - file: A path, or `-` for standard input.
  ///   - limits: What is refused before memory is taken.
  /// - Throws: `FileError` where the file cannot be read; `ImageError` where it is no sound image. One that is cut short
  ///   or damaged is an error, never half a picture.
  public init(contentsOf file: String, limits: DecodeLimits = DecodeLimits()) throws {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(file, limit: limits.maxFileBytes)
    } catch .tooLarge(let file, let limit) {
      throw ImageError.fileTooLarge(file: file, limit: limit)
    }
    try self.init(decoding: bytes, named: file, limits: limits)
  }

  /// Decodes an image in memory; `name` stands for the file in errors.
  ///
  /// - Throws: `ImageError` as for a file.
  public init(
    decoding bytes: [UInt8], named name: String = "image", limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) {
    guard let format = ImageFormat(content: bytes) else { throw .notAnImage(file: name) }
    var dimensions = segue_dimensions()
    let header =
      switch format {
      case .png: segue_png_dimensions(bytes, bytes.count, &dimensions)
      case .jpeg: segue_jpeg_dimensions(bytes, bytes.count, &dimensions)
      case .webp: throw .notAnImage(file: name)
      }
    if let error = ImageError(header, file: name) { throw error }

    let orientation = format == .jpeg ? exifOrientation(of: bytes) : 1
    var size = PixelSize(width: Int(dimensions.width), height: Int(dimensions.height))
    guard size.width > 0, size.height > 0 else {
      throw .damaged(file: name, detail: "a side is 0 pixels")
    }
    guard let pixels = size.pixelCount, pixels <= limits.maxPixels else {
      throw .tooLarge(file: name, size: size, limit: limits.maxPixels)
    }
    if orientation > 4 { size = PixelSize(width: size.height, height: size.width) }
    guard let storage = try? PixelStorage(size) else { throw .outOfMemory(file: name) }
    let result =
      switch format {
      case .png:
        segue_png_decode(bytes, bytes.count, dimensions, storage.bytes, storage.stride)
      case .jpeg:
        // A progressive CMYK file keeps 8 bytes a pixel until its last scan.
        segue_jpeg_decode(
          bytes, bytes.count, dimensions, Int32(orientation), 10 * pixels + 1 << 24, storage.bytes,
          storage.stride)
      case .webp: throw .notAnImage(file: name)
      }
    if let error = ImageError(result, file: name) { throw error }
    guard let bitmap = try? Bitmap(straight: storage) else { throw .outOfMemory(file: name) }
    self = bitmap
  }
}

extension ImageError {
  /// What a C call reported, if it was a failure.
  init?(_ result: segue_result, file: String) {
    let detail = withUnsafeBytes(of: result.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch result.status {
    case SEGUE_OK: return nil
    case SEGUE_NOT_THIS_FORMAT: self = .notAnImage(file: file)
    case SEGUE_TRUNCATED: self = .truncated(file: file, detail: detail)
    case SEGUE_UNSUPPORTED: self = .unsupported(file: file, detail: detail)
    case SEGUE_NO_MEMORY: self = .outOfMemory(file: file)
    default: self = .damaged(file: file, detail: detail)
    }
  }
}
