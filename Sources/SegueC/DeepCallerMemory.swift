import CSegue
import SeguePixels
import SegueRendering

/// Pixels whose channels are 16-bit integers or floats.
extension CallerPixels {
  private var kernels: FloatKernels { .preferred }

  /// Copies the pixels to a bitmap with the sample type of the pixels.
  func deepBitmap(threads: Int) throws(RenderError) -> Bitmap {
    if depth == .sixteen {
      let words = try WideStorage(size)
      unpack(threads: threads) { UnsafeMutableRawPointer(words.row($0).baseAddress) }
      return try words.bitmap()
    }
    let floats = try DeepStorage(size, .float)
    unpack(threads: threads) { floats.row($0).baseAddress }
    inBands(of: size.height, threads: threads) { rows in
      for y in rows {
        let row = floats.row(y).assumingMemoryBound(to: Float.self)
        if let start = row.baseAddress { segue_c_premultiply(start, size.width) }
      }
    }
    return try Bitmap(floats)
  }

  /// Converts the rows to RGBA with the same type of samples, and writes them to the addresses that `row`
  /// returns.
  private func unpack(threads: Int, _ row: @Sendable (Int) -> UnsafeMutableRawPointer?) {
    inBands(of: size.height, threads: threads) { rows in
      for y in rows {
        guard let start = row(y)?.assumingMemoryBound(to: UInt8.self) else { continue }
        segue_c_unpack(layout, self.row(y), start, size.width)
      }
    }
  }

  /// Copies a bitmap of the same size to the pixels.
  func writeDeep(_ bitmap: Bitmap, threads: Int) throws(RenderError) {
    if depth == .sixteen, hasAlpha || bitmap.isOpaque {
      // Writes straight samples, which keep the colors of transparent pixels.
      guard let words = try bitmap.converted(to: .sixteen).deep else { return }
      return inBands(of: size.height, threads: threads) { rows in
        for y in rows { pack(words.words(y), to: y) }
      }
    }
    let floats = try bitmap.floatPicture(kernels, threads: threads)
    inBands(of: size.height, threads: threads) { rows in
      var scratch = DeepScratch(width: size.width)
      for y in rows { floats.withRow(y) { write(floats: $0, to: y, &scratch) } }
    }
  }

  /// Renders some rows of a frame to the pixels, in strips of `height` rows.
  func renderDeep(
    _ frame: any RowSource, in part: Range<Int>, height: Int, on canvas: FrameCanvas
  ) throws {
    var scratch = DeepScratch(width: size.width)
    if depth == .sixteen, let writeRow = (frame as? any WordSource)?.wordRows {
      for y in part {
        var words = scratch.words.mutableSpan
        writeRow(y, &words, kernels)
        scratch.words.withUnsafeMutableBufferPointer { pack($0, to: y) }
      }
      return
    }
    try canvas.withStrips(of: frame.floats, in: part, height: height) { rows, strip in
      for y in strip { rows.withRow(y) { write(floats: $0, to: y, &scratch) } }
    }
  }

  private var hasAlpha: Bool { layout == SEGUE_RGBA16 || layout == SEGUE_RGBA_FLOAT }

  /// Converts a row of premultiplied floats to the caller's layout.
  private func write(floats row: Span<Pixel>, to y: Int, _ scratch: inout DeepScratch) {
    switch (depth, hasAlpha) {
    case (.sixteen, true): kernels.write(row, words: samples(y))
    case (.sixteen, false):
      scratch.setWords(to: row, kernels)
      scratch.words.withUnsafeMutableBufferPointer { pack($0, to: y) }
    case (_, true):
      row.withFloats { start in
        let floats = UnsafeMutableBufferPointer(mutating: UnsafeBufferPointer(start: start, count: row.count))
        kernels.unpremultiply(floats, into: samples(y))
      }
    // Writes premultiplied colors without alpha: they equal the colors composited over black.
    case (_, false):
      row.withBytes { bytes in if let bytes { segue_c_pack(layout, bytes, self.row(y), size.width) } }
    }
  }

  /// Returns the four samples of each pixel of row `y`, in a layout with alpha.
  private func samples<Sample>(_ y: Int) -> UnsafeMutableBufferPointer<Sample> {
    UnsafeMutableRawBufferPointer(start: row(y), count: size.width * depth.pixelBytes).bindMemory(
      to: Sample.self)
  }

  private func pack(_ words: UnsafeMutableBufferPointer<UInt16>, to y: Int) {
    let bytes = UnsafeRawBufferPointer(words).assumingMemoryBound(to: UInt8.self)
    if let start = bytes.baseAddress { segue_c_pack(layout, start, row(y), size.width) }
  }
}

/// Memory for the conversion of a row, reused for the next row.
private struct DeepScratch {
  /// Four samples of 16 bits a pixel.
  var words: [UInt16]
  /// Four floats a pixel, stored as four `Pixel`s.
  var floats: [Pixel]

  init(width: Int) {
    words = Array(repeating: 0, count: 4 * width)
    floats = Array(repeating: .clear, count: 4 * width)
  }

  /// Sets `words` to a row of floats, composited over black and converted to 16 bits.
  mutating func setWords(to row: Span<Pixel>, _ kernels: FloatKernels) {
    Self.convert(row, kernels, &words, &floats)
  }

  private static func convert(
    _ row: Span<Pixel>, _ kernels: FloatKernels, _ words: inout [UInt16], _ floats: inout [Pixel]
  ) {
    words.withUnsafeMutableBufferPointer { words in
      if kernels.areOpaque(row) { return kernels.write(row, words: words) }
      var composite = floats.mutableSpan
      kernels.composite(row, over: .black, into: &composite)
      kernels.write(floats.span, words: words)
    }
  }
}
