extension Bitmap {
  /// Whether raw colors are multiplied by alpha.
  public enum AlphaForm: String, CaseIterable, Sendable {
    /// Colors are independent of alpha, as in PNG files and most image libraries.
    case straight
    /// Colors are multiplied by alpha, as in `Pixel` and most graphics systems.
    case premultiplied
  }

  /// Makes a bitmap from raw pixels: red, green, blue and alpha of each pixel, row by row from the top left,
  /// without padding.
  ///
  ///     let bitmap = try Bitmap(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 0, 255, 128])
  ///     let bytes = bitmap.rgba()    // the same eight bytes
  ///
  /// Straight pixels are kept beside the premultiplied pixels until the bitmap is written to. So `rgba()`
  /// returns the same bytes, including the colors of transparent pixels.
  ///
  /// - Parameters:
  ///   - width: The number of columns, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - bytes: 4 × width × height bytes.
  ///   - alpha: Whether colors are straight or premultiplied.
  /// - Throws: `RenderError` if the size is invalid, the number of bytes is wrong, memory is exhausted, or a
  ///   premultiplied color exceeds its alpha.
  public init(
    width: Int, height: Int, rgba bytes: [UInt8], alpha: AlphaForm = .straight
  ) throws(RenderError) {
    let size = PixelSize(width: width, height: height)
    guard width > 0, height > 0 else { throw .invalidSize(size) }
    let (count, overflow) = (size.pixelCount ?? .max).multipliedReportingOverflow(by: 4)
    guard !overflow, bytes.count == count else { throw .wrongByteCount(bytes.count, size) }
    let storage = try PixelStorage(size)
    bytes.withUnsafeBytes { bytes in
      for y in 0..<height {
        UnsafeMutableRawBufferPointer(storage.row(y))
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[y * 4 * width..<(y + 1) * 4 * width]))
      }
    }
    switch alpha {
    case .straight: try self.init(straight: storage)
    case .premultiplied:
      for y in 0..<height {
        if let x = storage.row(y).firstIndex(where: { max($0.red, $0.green, $0.blue) > $0.alpha }) {
          throw .notPremultiplied(x: x, y: y)
        }
      }
      self.init(storage)
    }
  }

  /// Copies the pixels to raw bytes: red, green, blue and alpha of each pixel, row by row from the top left,
  /// without padding.
  ///
  /// - Parameter alpha: Whether colors are straight or premultiplied. Straight colors are exact if the bitmap
  ///   was made from straight pixels and not written to; otherwise they are computed by division by alpha,
  ///   rounded to nearest.
  /// - Returns: 4 × width × height bytes.
  public func rgba(_ alpha: AlphaForm = .straight) -> [UInt8] {
    let rowBytes = 4 * width
    let source = alpha == .straight ? straight ?? storage : storage
    let isReady = alpha == .premultiplied || straight != nil || isOpaque
    return [UInt8](unsafeUninitializedCapacity: rowBytes * height) { bytes, count in
      for y in 0..<height {
        let row = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(bytes)[y * rowBytes..<(y + 1) * rowBytes])
        if isReady {
          row.copyMemory(from: UnsafeRawBufferPointer(source.row(y)))
        } else {
          let pixels = row.bindMemory(to: Pixel.self)
          var out = pixels.mutableSpan
          Kernels.preferred.unpremultiply(source.row(y).span, into: &out)
        }
      }
      count = rowBytes * height
    }
  }
}
