import CSegueCodecs
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
  /// JPEG quality, 1…100.
  public var jpegQuality: Int
  /// How much of its colour a JPEG keeps.
  public var chroma: ChromaSubsampling

  /// Describes an encoding: fast PNG, JPEG at quality 90 with 4:2:0 chroma.
  public init(
    _ format: ImageFormat, pngCompression: PNGCompression = .fast, jpegQuality: Int = 90,
    chroma: ChromaSubsampling = .half
  ) {
    self.format = format
    self.pngCompression = pngCompression
    self.jpegQuality = max(1, min(100, jpegQuality))
    self.chroma = chroma
  }
}

/// Encodes one frame after another into memory that is used again.
///
///     let encoder = ImageEncoder(ImageEncoding(.png))
///     try encoder.encode(frame)
///     let count = try encoder.withBytes { $0.count }
///
/// PNG: straight alpha, or RGB where the frame is opaque. JPEG: transparency over black. An encoder
/// belongs to one thread at a time.
public final class ImageEncoder {
  /// The file format and its options.
  public let encoding: ImageEncoding
  private let kernels: Kernels
  private let deflater: OpaquePointer?
  private var output = segue_buffer()
  private var packed: [UInt8] = []
  private var above: [UInt8] = []
  private var filtered: [UInt8] = []

  /// Makes an encoder.
  public init(_ encoding: ImageEncoding, level: SIMDLevel = .preferred) {
    self.encoding = encoding
    kernels = Kernels(level) ?? .preferred
    deflater = encoding.format == .png && encoding.pngCompression == .fast ? segue_deflater_create() : nil
  }

  deinit {
    segue_deflater_free(deflater)
    segue_buffer_free(&output)
  }

  /// Encodes a frame; its bytes stand until the next.
  ///
  /// - Throws: `CodecError` where memory is out or the format has no images of this size.
  public func encode(_ bitmap: Bitmap, named name: String = "frame") throws(CodecError) {
    switch (encoding.format, encoding.pngCompression) {
    case (.png, .fast): try encodePNG(bitmap, name)
    case (.png, .small): try encodeSmallPNG(bitmap, name)
    case (.jpeg, _): try encodeJPEG(bitmap, name)
    }
  }

  /// Calls `body` with the bytes of the last frame's file.
  public func withBytes<Result>(
    _ body: (Span<UInt8>) throws(CodecError) -> Result
  ) throws(CodecError) -> Result {
    try body(UnsafeBufferPointer(start: output.data, count: output.count).span)
  }

  private func check(_ result: segue_result, _ name: String) throws(CodecError) {
    if let error = CodecError(result, file: name) { throw error }
  }

  private func dimensions(of bitmap: Bitmap, most: Int, _ name: String) throws(CodecError) -> segue_dimensions
  {
    guard bitmap.width <= most, bitmap.height <= most else {
      throw .cannotCreate(
        file: name, reason: "\(encoding.format.rawValue.uppercased()) ends at \(most) pixels a side")
    }
    return segue_dimensions(width: UInt32(bitmap.width), height: UInt32(bitmap.height))
  }

  private func encodePNG(_ bitmap: Bitmap, _ name: String) throws(CodecError) {
    guard let deflater else { throw .outOfMemory(file: name) }
    let dimensions = try dimensions(of: bitmap, most: 0x7fff_ffff, name)
    let rows = PNGRows(bitmap, kernels)
    // A batch stays in the second-level cache between its filter and its deflate.
    let batch = max(1, 262_144 / rows.lineBytes)
    try check(segue_png_begin(deflater, &output, dimensions, rows.alpha), name)
    for start in stride(from: 0, to: bitmap.height, by: batch) {
      let end = min(start + batch, bitmap.height)
      rows.filter(start..<end, above: &above, scratch: &packed, into: &filtered)
      let count = (end - start) * rows.lineBytes
      try check(segue_png_add_rows(deflater, &output, filtered, count, end == bitmap.height), name)
    }
  }

  private func encodeSmallPNG(_ bitmap: Bitmap, _ name: String) throws(CodecError) {
    let dimensions = try dimensions(of: bitmap, most: 0x7fff_ffff, name)
    let rows = PNGRows(bitmap, kernels)
    rows.pack(into: &packed)
    try check(segue_png_encode_small(&output, packed, dimensions, rows.alpha), name)
  }

  private func encodeJPEG(_ bitmap: Bitmap, _ name: String) throws(CodecError) {
    let dimensions = try dimensions(of: bitmap, most: 65500, name)
    // Premultiplied channels are those of the picture over black.
    let result = segue_jpeg_encode(
      &output, bitmap.storage.bytes, bitmap.storage.stride, dimensions, Int32(encoding.jpegQuality),
      encoding.chroma == .half)
    try check(result, name)
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
  ///   - file: A path ending in `.png`, `.jpg` or `.jpeg`.
  ///   - overwrite: Whether an existing file is replaced.
  /// - Throws: `CodecError`, naming the file.
  public func write(to file: String, overwrite: Bool = false) throws(CodecError) {
    guard let format = ImageFormat(fileName: file) else {
      throw .cannotCreate(file: file, reason: "the name does not end in .png, .jpg or .jpeg")
    }
    let encoder = ImageEncoder(ImageEncoding(format))
    try encoder.encode(self, named: file)
    try encoder.withBytes { (bytes) throws(CodecError) in try writeFile(file, bytes, overwrite: overwrite) }
  }
}
