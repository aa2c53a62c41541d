import CSegueCodecs
import SeguePixels

/// A decoded picture in sRGB with its orientation applied: straight samples with 8 or 16 bits as in the file, or
/// floats.
enum StoredPicture {
  case bytes(PixelStorage)
  case words(WideStorage)
  /// Premultiplied floats.
  case floats(DeepStorage)
  /// A picture that was reduced while decoding, for a much smaller frame; `Extent` excludes the padding in
  /// the last column and row.
  case reduced(PixelStorage, Extent)

  /// Makes a bitmap with samples of the given depth; nil keeps the depth of the picture.
  ///
  /// The bitmap takes over 8-bit samples without a copy.
  func bitmap(named name: String, _ depth: SampleDepth? = .eight) throws(ImageError) -> Bitmap {
    do throws(RenderError) {
      return try bitmap(depth)
    } catch {
      throw .outOfMemory(file: name)
    }
  }

  private func bitmap(_ depth: SampleDepth?) throws(RenderError) -> Bitmap {
    let bitmap =
      switch self {
      case .bytes(let bytes), .reduced(let bytes, _): try Bitmap(straight: bytes)
      case .words(let words): depth == .eight ? try words.rounded() : try words.bitmap()
      case .floats(let floats): try Bitmap(floats)
      }
    return try depth.map { (depth) throws(RenderError) in try bitmap.converted(to: depth) } ?? bitmap
  }

  /// Makes a bitmap fitted to a frame, with samples of the given depth.
  func fitted(
    to framing: Framing, _ depth: SampleDepth? = .eight, _ execution: Execution
  ) throws(RenderError) -> Bitmap {
    switch (self, depth) {
    case (.bytes, nil), (.reduced, nil), (_, .eight?): return try fittedToBytes(framing, execution)
    case (.reduced(_, let extent), let depth):
      return try bitmap(depth).fitted(to: framing, of: extent, execution)
    case (_, let depth): return try bitmap(depth).fitted(to: framing, execution)
    }
  }

  private func fittedToBytes(_ framing: Framing, _ execution: Execution) throws(RenderError) -> Bitmap {
    switch self {
    case .floats(let floats): try Bitmap(floats).converted(to: .eight).fitted(to: framing, execution)
    case .bytes(let bytes): try Bitmap(straight: bytes).fitted(to: framing, execution)
    case .words(let words): try words.fitted(to: framing, execution)
    case .reduced(let bytes, let extent):
      try Bitmap(straight: bytes).fitted(to: framing, of: extent, execution)
    }
  }
}

extension StoredPicture {
  /// Decodes an opened picture, converts its colors and applies its orientation.
  ///
  /// `decode` receives memory for the picture as stored, with 4, 8 or 16 bytes a pixel, and the stride in
  /// bytes.
  init(
    _ picture: segue_picture, _ colors: FileColors, named name: String, _ options: DecodeOptions,
    _ decode: (UnsafeMutableRawPointer?, Int) -> segue_result
  ) throws(ImageError) {
    let stored = PixelSize(width: Int(picture.dimensions.width), height: Int(picture.dimensions.height))
    try stored.checkDecodable(named: name, options)
    if picture.is_wide || picture.is_float { try options.checkDepth(of: name) }
    let conversion = try colors.conversion(of: picture.channels, named: name, options)
    let decoded: StoredPicture
    if picture.is_float {
      let floats = try DeepStorage(stored, .float, named: name)
      try decode(floats.bytes, floats.stride).checkDecoded(name)
      decoded = .floats(floats)
    } else if picture.is_wide {
      let words = try WideStorage(stored, named: name)
      try decode(words.samples.baseAddress, words.stride).checkDecoded(name)
      decoded = .words(words)
    } else {
      let bytes = try PixelStorage(stored, named: name)
      try decode(bytes.bytes, bytes.stride).checkDecoded(name)
      decoded = .bytes(bytes)
    }
    try decoded.convert(conversion, areInks: picture.channels == SEGUE_CMYK, named: name)
    self = try decoded.turned(upright: Int(picture.orientation), stored, named: name)
  }

  /// Converts the samples to sRGB in place; without a conversion, only inks change.
  func convert(
    _ conversion: ColorConversion?, areInks: Bool = false, named name: String
  ) throws(ImageError) {
    guard conversion != nil || areInks else { return }
    switch self {
    case .bytes(let bytes), .reduced(let bytes, _):
      for y in 0..<bytes.size.height {
        let row = bytes.bytes + y * bytes.stride
        if let conversion {
          segue_convert8(conversion.pointer, row, bytes.size.width)
        } else {
          segue_cmyk_to_rgba(row, bytes.size.width)
        }
      }
    case .words(let words):
      for y in 0..<words.size.height {
        if let conversion {
          segue_convert16(conversion.pointer, words.row(y).baseAddress, words.size.width)
        } else {
          segue_cmyk_to_rgba16(words.row(y).baseAddress, words.size.width)
        }
      }
    case .floats(let floats):
      guard let conversion else { return }
      for y in 0..<floats.size.height {
        let row = floats.row(y).bindMemory(to: Float.self)
        guard segue_convert_floats(conversion.pointer, row.baseAddress, floats.size.width) else {
          throw .outOfMemory(file: name)
        }
      }
    }
  }

  /// Applies an orientation 1…8 to a picture with the given size as stored.
  func turned(upright orientation: Int, _ stored: PixelSize, named name: String) throws(ImageError)
    -> StoredPicture
  {
    guard orientation > 1 else { return self }
    let size = orientation > 4 ? stored.turned : stored
    let dimensions = segue_dimensions(width: UInt32(stored.width), height: UInt32(stored.height))
    switch self {
    case .bytes(let bytes), .reduced(let bytes, _):
      let turned = try PixelStorage(size, named: name)
      segue_turn(bytes.bytes, bytes.stride, dimensions, Int32(orientation), 4, turned.bytes, turned.stride)
      return .bytes(turned)
    case .floats(let floats):
      let turned = try DeepStorage(size, .float, named: name)
      segue_turn(
        floats.bytes, floats.stride, dimensions, Int32(orientation), 16, turned.bytes, turned.stride)
      return .floats(turned)
    case .words(let words):
      let turned = try WideStorage(size, named: name)
      segue_turn(
        words.samples.baseAddress, words.stride, dimensions, Int32(orientation), 8,
        turned.samples.baseAddress,
        turned.stride)
      return .words(turned)
    }
  }
}

extension segue_picture {
  /// Throws if opening a picture failed; if the index of the picture is too large, the error message has the
  /// number of pictures.
  func checkPage(_ options: DecodeOptions, _ result: segue_result, named name: String) throws(ImageError) {
    if result.status == SEGUE_UNSUPPORTED, count > 0, options.page >= count {
      throw .noSuchPage(of: Int(count), named: name)
    }
    try result.checkDecoded(name)
  }
}

extension DecodeOptions {
  /// Warns once that samples of more than 8 bits are reduced to 8 bits.
  ///
  /// - Throws: `ImageError` instead of the warning, if the options refuse the reduction.
  func checkDepth(of name: String) throws(ImageError) {
    guard depth != .eight || depthWarning == nil || !refusesReduction else {
      throw .unsupported(file: name, detail: "more than 8 bits a channel would be reduced to 8")
    }
    warnOfDepth(of: name)
  }
}

extension ImageError {
  /// Makes the error for a picture index, counted from 0, that a file with `count` pictures does not have.
  static func noSuchPage(of count: Int, named name: String) -> ImageError {
    .unsupported(
      file: name,
      detail: count == 1 ? "it has one picture, [0]" : "it has \(count) pictures, [0] to [\(count - 1)]")
  }
}

extension [UInt8] {
  /// Calls `body` with a pointer to the bytes.
  func withBytes<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    let result: Result<Value, ImageError> = withUnsafeBufferPointer { bytes in
      do throws(ImageError) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// A format whose decoder makes a `StoredPicture`, from which bitmaps are made.
protocol StoredFormat: ReadableFormat {
  /// Whether a file may have several pictures, of which `options.page` selects one.
  static var hasPages: Bool { get }
  /// Decodes the selected picture of a file in memory.
  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture
  /// Decodes the selected picture and fits it to a frame.
  static func readFitted(
    _ bytes: [UInt8], named name: String, options: DecodeOptions, to framing: Framing, _ execution: Execution
  ) throws -> Bitmap
}

extension StoredFormat {
  static var hasPages: Bool { false }

  static func readFitted(
    _ bytes: [UInt8], named name: String, options: DecodeOptions, to framing: Framing, _ execution: Execution
  ) throws -> Bitmap {
    try read(bytes, named: name, options: options).fitted(to: framing, options.depth, execution)
  }

  /// Decodes the selected picture to a bitmap.
  public static func decode(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Bitmap {
    try read(bytes, named: name, options: options).bitmap(named: name, options.depth)
  }
}

extension PixelStorage {
  /// Allocates a picture; throws `ImageError` if memory is exhausted.
  convenience init(_ size: PixelSize, named name: String) throws(ImageError) {
    do throws(RenderError) {
      try self.init(size)
    } catch {
      throw .outOfMemory(file: name)
    }
  }
}

extension DeepStorage {
  /// Allocates a picture; throws `ImageError` if memory is exhausted.
  convenience init(_ size: PixelSize, _ depth: SampleDepth, named name: String) throws(ImageError) {
    do throws(RenderError) {
      try self.init(size, depth)
    } catch {
      throw .outOfMemory(file: name)
    }
  }
}

extension WideStorage {
  /// Allocates a picture; throws `ImageError` if memory is exhausted.
  convenience init(_ size: PixelSize, named name: String) throws(ImageError) {
    do throws(RenderError) {
      try self.init(size)
    } catch {
      throw .outOfMemory(file: name)
    }
  }
}
