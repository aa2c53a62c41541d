import SeguePlatform
import Synchronization

/// The memory of a picture with more than 8 bits a sample.
///
/// `SampleDepth` describes the samples. The class is `@unchecked Sendable`, since the compiler cannot verify
/// that a storage is written only before it is shared.
package final class DeepStorage: @unchecked Sendable {
  /// The size in pixels.
  package let size: PixelSize
  /// The type of the samples; never `eight`.
  package let depth: SampleDepth
  /// The distance between rows in bytes.
  package let stride: Int
  package let bytes: UnsafeMutableRawPointer
  /// The object that owns the memory, retained by this storage.
  private let owner: AnyObject
  private let known = Mutex<Bitmap?>(nil)
  private let opacity = Mutex<Bool?>(nil)

  /// Allocates memory for a picture; the samples are undefined.
  package init(_ size: PixelSize, _ depth: SampleDepth) throws(RenderError) {
    let words = depth.pixelBytes / 4
    let (width, overflow) = size.width.multipliedReportingOverflow(by: words)
    guard !overflow else { throw .invalidSize(size) }
    let storage = try PixelStorage(PixelSize(width: width, height: size.height))
    (self.size, self.depth, stride, bytes, owner) = (size, depth, storage.stride, storage.bytes, storage)
  }

  /// Takes over straight samples of 16 bits without a copy.
  package init(_ words: WideStorage) {
    (size, depth, stride, owner) = (words.size, .sixteen, words.stride, words)
    bytes = UnsafeMutableRawPointer(words.samples.baseAddress ?? .allocate(capacity: 0))
  }

  /// Takes over rows of four floats a pixel without a copy; each `Pixel` of the bitmap holds one float.
  private init(floats: Bitmap) {
    size = PixelSize(width: floats.width / 4, height: floats.height)
    (depth, stride, bytes, owner) = (.float, floats.storage.stride, floats.storage.bytes, floats.storage)
  }

  /// Makes storage of the given depth from rows of four floats a pixel; each `Pixel` of the bitmap holds one
  /// float.
  package static func of(
    floats: Bitmap, _ depth: SampleDepth, _ kernels: FloatKernels
  ) throws(RenderError) -> DeepStorage {
    if depth == .float { return DeepStorage(floats: floats) }
    let storage = try DeepStorage(PixelSize(width: floats.width / 4, height: floats.height), depth)
    for y in 0..<storage.size.height { floats.withRow(y) { storage.setRow(y, to: $0, kernels) } }
    return storage
  }

  /// Returns the samples of row `y`.
  package func row(_ y: Int) -> UnsafeMutableRawBufferPointer {
    precondition(y >= 0 && y < size.height, "row outside the bitmap")
    return UnsafeMutableRawBufferPointer(
      start: bytes + y * stride, count: size.width * depth.pixelBytes)
  }

  /// Returns the samples of row `y` as words of 16 bits.
  package func words(_ y: Int) -> UnsafeMutableBufferPointer<UInt16> { row(y).bindMemory(to: UInt16.self) }

  /// Converts the pixels of row `y` in some columns to premultiplied floats.
  package func readFloats(
    _ y: Int, _ columns: Range<Int>, into out: inout MutableSpan<Pixel>, _ kernels: FloatKernels
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= size.width && out.count == 4 * columns.count)
    let size = depth.pixelBytes
    let part = UnsafeRawBufferPointer(
      rebasing: row(y)[size * columns.lowerBound..<size * columns.upperBound])
    switch depth {
    case .sixteen: kernels.read(words: part.bindMemory(to: UInt16.self).span, into: &out)
    case .half: kernels.read(halves: part.bindMemory(to: UInt16.self).span, into: &out)
    case .eight, .float:
      out.withUnsafeMutableBytes { $0.copyMemory(from: part) }
    }
  }

  /// Converts floats to the storage's depth, and stores them in row `y`.
  package func setRow(_ y: Int, to floats: Span<Pixel>, _ kernels: FloatKernels) {
    switch depth {
    case .sixteen: kernels.write(floats, words: words(y))
    case .half: kernels.write(floats, halves: words(y))
    case .eight, .float:
      floats.withUnsafeBytes { row(y).copyMemory(from: $0) }
    }
  }

  /// Returns the picture as floats, converted on first use: a bitmap four times as wide, in which each
  /// `Pixel` holds one float.
  package func floats(_ kernels: FloatKernels, threads: Int) throws(RenderError) -> Bitmap {
    try known.withLock { (known) throws(RenderError) in
      if let known { return known }
      let picture = try makeFloats(kernels, threads: threads)
      known = picture
      return picture
    }
  }

  private func makeFloats(_ kernels: FloatKernels, threads: Int) throws(RenderError) -> Bitmap {
    if depth == .float, let storage = owner as? PixelStorage { return Bitmap(storage) }
    var picture = try Bitmap(uninitialized: PixelSize(width: 4 * size.width, height: size.height))
    try picture.overwrite(threads: threads) { (band) throws(RenderError) in
      for y in band.rows {
        try band.withRow(y) { row in readFloats(y, 0..<size.width, into: &row, kernels) }
      }
    }
    return picture
  }

  /// Returns the picture rounded to 8 bits, premultiplied; the pixels are computed at their first use.
  ///
  /// If the 8-bit pixels are never used, two 4K pictures with 16 bits take 66 MB less memory.
  func rounded(_ kernels: FloatKernels) throws(RenderError) -> PixelStorage {
    try PixelStorage(size) { [self] bytes, stride in
      var floats = [Pixel](repeating: .clear, count: 4 * size.width)
      for y in 0..<size.height {
        var span = floats.mutableSpan
        readFloats(y, 0..<size.width, into: &span, kernels)
        let start = (bytes + y * stride).assumingMemoryBound(to: Pixel.self)
        var out = UnsafeMutableBufferPointer(start: start, count: size.width).mutableSpan
        kernels.write(floats.span, into: &out)
      }
    }
  }

  /// Whether every pixel is opaque; computed once.
  var isOpaque: Bool {
    opacity.withLock { opacity in
      if let opacity { return opacity }
      let isOpaque = (0..<size.height).allSatisfy { y in
        let row = row(y)
        switch depth {
        case .sixteen:
          return Swift.stride(from: 3, to: 4 * size.width, by: 4).allSatisfy { words(y)[$0] == .max }
        case .half:
          return Swift.stride(from: 3, to: 4 * size.width, by: 4).allSatisfy { words(y)[$0] == 0x3c00 }
        case .eight, .float:
          let floats = row.assumingMemoryBound(to: Float.self)
          return Swift.stride(from: 3, to: 4 * size.width, by: 4).allSatisfy { floats[$0] == 1 }
        }
      }
      opacity = isOpaque
      return isOpaque
    }
  }

  func hasSameSamples(as other: DeepStorage) -> Bool {
    self === other
      || depth == other.depth && size == other.size
        && (0..<size.height).allSatisfy { y in
          memcmp(bytes + y * stride, other.bytes + y * other.stride, size.width * depth.pixelBytes) == 0
        }
  }
}

extension DeepStorage: ResampleSource {
  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels
  ) {
    let floats = RowBuffer(width: 4 * columns.count)
    try? floats.withMutableRow { readFloats(y, columns, into: &$0, kernels.floats) }
    try? floats.withRow { kernels.floats.resampleDown($0, weight: weight, into: &sums, first: first) }
  }
}
