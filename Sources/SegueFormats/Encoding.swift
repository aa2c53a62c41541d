import CSegueCodecs
import SegueFiles
public import SegueRendering
public import SeguePixels

/// How a frame becomes the bytes of an image file.
public struct ImageEncoding: Hashable, Sendable {
  /// How hard PNG rows are compressed.
  public enum PNGCompression: String, CaseIterable, Sendable {
    /// Simple filters, deflated by ISA-L: many times faster, somewhat larger.
    case fast
    /// libpng at level 9 with adaptive filters: the smallest file.
    case small
  }

  /// The file format.
  public var format: ImageFormat
  /// How hard PNG rows are compressed.
  public var pngCompression: PNGCompression
  /// Quality of JPEG and of lossy WebP, 1…100.
  public var quality: Int
  /// How much of its color a JPEG keeps.
  public var chroma: ChromaSubsampling
  /// Whether WebP keeps every pixel.
  public var isLossless: Bool

  /// Describes an encoding: fast PNG, JPEG at quality 90 with 4:2:0 chroma, lossy WebP at quality 90.
  public init(
    _ format: ImageFormat, pngCompression: PNGCompression = .fast, quality: Int = 90,
    chroma: ChromaSubsampling = .half, isLossless: Bool = false
  ) {
    self.format = format
    self.pngCompression = pngCompression
    self.quality = max(1, min(100, quality))
    self.chroma = chroma
    self.isLossless = isLossless
  }
}

/// Encodes one frame after another into memory that is used again.
///
///     let encoder = ImageEncoder(ImageEncoding(.jpeg))
///     let canvas = FrameCanvas()
///     try encoder.encode(renderer.rows(at: 0.5), on: canvas)
///     let count = try encoder.withBytes { $0.count }
///
/// PNG: straight alpha, or RGB where the frame is opaque. JPEG: transparency over black. WebP: straight
/// alpha. An encoder belongs to one thread at a time.
public final class ImageEncoder {
  /// The file format and its options.
  public let encoding: ImageEncoding
  private let kernels: Kernels
  private let deflater: OpaquePointer?
  private let jpeg: OpaquePointer?
  private var planes: YCbCrPlanes?
  private var output = segue_buffer()
  private var packed: [UInt8] = []
  private var batches = PNGBatches()

  /// Makes an encoder.
  public init(_ encoding: ImageEncoding, level: SIMDLevel = .preferred) {
    self.encoding = encoding
    kernels = Kernels(level)
    jpeg = encoding.format == .jpeg ? segue_jpeg_encoder_create() : nil
    deflater = encoding.format == .png && encoding.pngCompression == .fast ? segue_deflater_create() : nil
  }

  deinit {
    segue_deflater_free(deflater)
    segue_jpeg_encoder_free(jpeg)
    segue_buffer_free(&output)
  }

  /// Encodes a frame, a bitmap or rows that are rendered meanwhile; its bytes stand until the next.
  ///
  /// - Parameters:
  ///   - canvas: What rows are rendered on; one of its own, unless said otherwise.
  ///   - name: What errors call the frame.
  /// - Throws: `RenderError` where the rows cannot be rendered; `ExportError` where memory is out or the format has no images
  ///   of this size.
  public func encode(
    _ frame: any RowSource, on canvas: FrameCanvas = FrameCanvas(), named name: String = "frame"
  ) throws {
    switch (encoding.format, encoding.pngCompression) {
    case (.png, .fast): try encodePNG(canvas.bitmap(of: frame), name)
    case (.png, .small): try encodeSmallPNG(canvas.bitmap(of: frame), name)
    case (.jpeg, _): try encodeJPEG(frame, canvas, name)
    case (.webp, _): try encodeWebP(canvas.bitmap(of: frame), name)
    }
  }

  /// Calls `body` with the bytes of the last frame's file.
  public func withBytes<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try output.withBytes(body)
  }

  private func dimensions(of size: PixelSize, most: Int, _ name: String) throws
    -> segue_dimensions
  {
    guard size.width <= most, size.height <= most else {
      throw ExportError.unsupported(
        file: name, reason: "\(encoding.format.rawValue.uppercased()) ends at \(most) pixels a side")
    }
    return segue_dimensions(width: UInt32(size.width), height: UInt32(size.height))
  }

  private func encodePNG(_ bitmap: Bitmap, _ name: String) throws {
    guard let deflater else { throw ExportError.outOfMemory(file: name) }
    let dimensions = try dimensions(of: bitmap.size, most: 0x7fff_ffff, name)
    let rows = PNGRows(bitmap, kernels)
    try check(segue_png_begin(deflater, &output, dimensions, rows.alpha), name)
    try batches.filter(rows) { filtered, count, isLast in
      try check(segue_png_add_rows(deflater, &output, filtered, count, isLast), name)
    }
  }

  private func encodeSmallPNG(_ bitmap: Bitmap, _ name: String) throws {
    let dimensions = try dimensions(of: bitmap.size, most: 0x7fff_ffff, name)
    let rows = PNGRows(bitmap, kernels)
    rows.pack(into: &packed)
    try check(segue_png_encode_small(&output, packed, dimensions, rows.alpha), name)
  }

  private func encodeJPEG(_ frame: any RowSource, _ canvas: FrameCanvas, _ name: String) throws {
    guard let jpeg else { throw ExportError.outOfMemory(file: name) }
    let dimensions = try dimensions(of: frame.size, most: 65500, name)
    let isHalved = encoding.chroma == .half
    let strip = PixelSize(width: frame.size.width, height: isHalved ? 16 : 8)
    var planes =
      self.planes.take(for: strip)
      ?? YCbCrPlanes(.jfif, encoding.chroma, size: strip, step: 8)
    defer { self.planes = planes }
    try check(segue_jpeg_begin(jpeg, &output, dimensions, Int32(encoding.quality), isHalved), name)
    // Premultiplied channels are those of the picture over black.
    try canvas.withStrips(of: frame, height: strip.height) { rows, range in
      planes.convert(rows, range, to: 0, count: strip.height, kernels)
      try check(planes.withRows { segue_jpeg_add_rows(jpeg, &output, $0, $1) }, name)
    }
    try check(segue_jpeg_end(jpeg, &output), name)
  }

  private func encodeWebP(_ bitmap: Bitmap, _ name: String) throws {
    _ = try dimensions(of: bitmap.size, most: WebPOptions.mostPixels, name)
    let part = segue_rectangle(wholeOf: bitmap.size)
    try check(
      WebPOptions(encoding).encode(bitmap, part, kernels, scratch: &packed, into: &output), name)
  }
}

func check(_ result: segue_result, _ name: String) throws(ExportError) {
  let detail = withUnsafeBytes(of: result.message) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
  switch result.status {
  case SEGUE_OK: return
  case SEGUE_NO_MEMORY: throw .outOfMemory(file: name)
  default: throw .encoderFailed(file: name, reason: detail)
  }
}

extension segue_buffer {
  func withBytes<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try body(UnsafeBufferPointer(start: data, count: count).span)
  }
}

extension Bitmap {
  /// Writes an image file; its name's extension says the format.
  ///
  ///     try frame.write(to: "frame.png")
  ///
  /// The file appears under its name only when it is whole.
  ///
  /// - Parameters:
  ///   - file: A path ending in `.png`, `.jpg`, `.jpeg` or `.webp`.
  ///   - overwrite: Whether an existing file is replaced.
  /// - Throws: `FileError` or `ExportError`, naming the file.
  public func write(to file: String, overwrite: Bool = false) throws {
    guard let format = ImageFormat(fileName: file) else {
      throw ExportError.unsupported(file: file, reason: "the name does not end in .png, .jpg, .jpeg or .webp")
    }
    let encoder = ImageEncoder(ImageEncoding(format))
    try encoder.encode(self, named: file)
    try encoder.withBytes { bytes in try writeFile(file, bytes, overwrite: overwrite) }
  }
}
