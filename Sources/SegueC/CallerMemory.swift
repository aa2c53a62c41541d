import CSegue
import SeguePixels
import SeguePlatform

/// Converts a C string of the caller; returns nil for NULL.
///
/// - Throws: `CallError` for text that is not UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallError) -> String? {
  guard let pointer else { return nil }
  guard let text = String(validatingCString: pointer) else { throw .argument("\(name) is not UTF-8") }
  return text
}

/// Converts a C string of the caller; throws for NULL, and for text that is not UTF-8.
func requiredText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallError) -> String {
  guard let text = try text(pointer, name) else { throw .argument("\(name) is NULL") }
  return text
}

/// Copies a text to memory that is never freed; nil if memory is exhausted.
func permanent(_ text: String) -> UnsafePointer<CChar>? { text.withCString { UnsafePointer(strdup($0)) } }

/// Pixels in memory of a caller.
///
/// Sendable without checks by the compiler, since threads write different rows, which do not overlap in
/// memory.
struct CallerPixels: @unchecked Sendable {
  let size: PixelSize
  /// The type of the samples: `eight`, `sixteen` or `float`.
  let depth: SampleDepth
  let layout: segue_layout
  private let top: UnsafeMutablePointer<UInt8>
  private let stride: Int

  /// Checks the description of the pixels.
  ///
  /// - Throws: `CallError` that names the invalid field.
  init(_ description: UnsafePointer<segue_pixels>?) throws(CallError) {
    guard let pixels = description?.pointee else { throw .argument("pixels is NULL") }
    guard let data = pixels.data else { throw .argument("pixels.data is NULL") }
    let pixelBytes = segue_c_pixel_bytes(pixels.layout)
    let channelBytes = segue_c_channel_bytes(pixels.layout)
    guard pixelBytes > 0 else { throw .argument("pixels.layout \(pixels.layout) is unknown") }
    guard pixels.width > 0, pixels.height > 0 else {
      throw .argument("pixels are \(pixels.width)x\(pixels.height), below 1")
    }
    let rowBytes = Int(pixels.width) * pixelBytes
    stride = pixels.stride == 0 ? rowBytes : pixels.stride
    guard stride.magnitude >= UInt(rowBytes),
      !Int(pixels.height).multipliedReportingOverflow(by: stride).overflow
    else { throw .argument("pixels.stride \(stride) does not fit rows of \(rowBytes) bytes") }
    guard stride % channelBytes == 0, Int(bitPattern: data) % channelBytes == 0 else {
      throw .argument(
        "pixels.data or pixels.stride is not a multiple of the \(channelBytes) bytes of a channel")
    }
    top = data.assumingMemoryBound(to: UInt8.self)
    size = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
    layout = pixels.layout
    depth = channelBytes == 1 ? .eight : channelBytes == 2 ? .sixteen : .float
  }

  /// Returns the address of row `y`.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { top + y * stride }

  /// Copies the pixels to a bitmap.
  ///
  /// - Throws: `RenderError` if memory is exhausted, or a premultiplied color is above its alpha.
  func bitmap(threads: Int) throws(RenderError) -> Bitmap {
    if depth != .eight { return try deepBitmap(threads: threads) }
    guard segue_c_is_premultiplied(layout) else {
      let storage = try PixelStorage(size)
      inBands(of: size.height, threads: threads) { rows in
        for y in rows {
          let row = UnsafeMutableRawBufferPointer(storage.row(y)).assumingMemoryBound(to: UInt8.self)
          if let start = row.baseAddress { segue_c_unpack(layout, self.row(y), start, size.width) }
        }
      }
      return try Bitmap(straight: storage)
    }
    var bitmap = try Bitmap(uninitialized: size)
    try bitmap.overwrite(threads: threads) { (band) throws(RenderError) in
      for y in band.rows {
        var wrong: Int?
        try band.withRow(y) { row in
          row.withBytes { start, count in
            guard let start else { return }
            segue_c_unpack(layout, self.row(y), start, count)
            if segue_c_is_valid(start, count) { return }
            wrong = (0..<count).first { !segue_c_is_valid(start + 4 * $0, 1) }
          }
        }
        if let wrong { throw .notPremultiplied(x: wrong, y: y) }
      }
    }
    return bitmap
  }

  /// Copies a bitmap to the pixels.
  ///
  /// - Throws: `CallError` if the sizes differ, `RenderError` if memory is exhausted.
  func write(_ bitmap: Bitmap, threads: Int) throws {
    guard bitmap.size == size else {
      throw CallError.argument("pixels are \(size), but the picture has \(bitmap.size)")
    }
    if depth != .eight { return try writeDeep(bitmap, threads: threads) }
    let straight = wantsStraight ? bitmap.straight : nil
    inBands(of: size.height, threads: threads) { rows in
      var scratch: [Pixel] = []
      for y in rows {
        if let straight {
          pack(straight.row(y).span, to: y)
        } else {
          write(bitmap.storage.row(y).span, to: y, &scratch)
        }
      }
    }
  }

  /// Copies a strip of a frame to the pixels.
  func write(_ rows: BorrowedRows, _ strip: Range<Int>) {
    var scratch: [Pixel] = []
    for y in strip { rows.withRow(y) { write($0, to: y, &scratch, isStreaming: true) } }
  }

  private var wantsStraight: Bool { layout == SEGUE_RGBA8 || layout == SEGUE_BGRA8 }

  /// Converts a row of premultiplied pixels to the caller's layout; `scratch` is memory that is reused for
  /// the next row.
  ///
  /// With `isStreaming`, stores of RGB pixels may bypass the caches, since a frame is larger than the caches.
  /// A frame of 1080p then takes 0.87 (cross-dissolve) and 0.69 (pixellate-dissolve) of the time with
  /// ordinary stores.
  private func write(
    _ pixels: Span<Pixel>, to y: Int, _ scratch: inout [Pixel], isStreaming: Bool = false
  ) {
    let kernels = Kernels.preferred
    if layout == SEGUE_RGB8 {
      var out = UnsafeMutableBufferPointer(start: row(y), count: 3 * size.width).mutableSpan
      kernels.dropAlpha(pixels, into: &out, streaming: isStreaming)
    } else if !wantsStraight || kernels.isOpaque(pixels) {
      pack(pixels, to: y)
    } else {
      if scratch.isEmpty { scratch = Array(repeating: .clear, count: size.width) }
      var span = scratch.mutableSpan
      kernels.unpremultiply(pixels, into: &span)
      pack(scratch.span, to: y)
    }
  }

  private func pack(_ pixels: Span<Pixel>, to y: Int) {
    pixels.withBytes { bytes in if let bytes { segue_c_pack(layout, bytes, row(y), size.width) } }
  }
}
