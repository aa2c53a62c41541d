import SeguePlatform

/// The memory of a picture with four 16-bit samples a pixel, straight or premultiplied, without padding
/// between rows.
///
/// The class is `@unchecked Sendable`, since the compiler cannot verify that a storage is written only before
/// it is shared.
package final class WideStorage: @unchecked Sendable {
  package let size: PixelSize
  package let samples: UnsafeMutableBufferPointer<UInt16>

  /// Allocates memory for a picture; the samples are undefined.
  package init(_ size: PixelSize) throws(RenderError) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count < .max / 8 else { throw .invalidSize(size) }
    guard let memory = malloc(8 * count) else { throw .outOfMemory(size) }
    self.size = size
    samples = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt16.self, capacity: 4 * count), count: 4 * count)
  }

  deinit { free(samples.baseAddress) }

  /// Returns the samples of row `y`.
  package func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt16> {
    UnsafeMutableBufferPointer(rebasing: samples[4 * y * size.width..<4 * (y + 1) * size.width])
  }

  /// The distance between rows in bytes.
  package var stride: Int { size.width * 8 }

  /// Makes a bitmap of the samples, which must be straight; if all pixels are opaque, samples are rounded to
  /// 8 bits only at the first use of the 8-bit pixels.
  package func bitmap() throws(RenderError) -> Bitmap {
    let deep = DeepStorage(self)
    guard deep.isOpaque else { return try rounded().with(deep) }
    return Bitmap(try PixelStorage(size) { [self] in round(into: $0, stride: $1, dither: false) }).with(deep)
  }

  /// Rounds straight samples to 8 bits, optionally with dithering.
  package func rounded(dither: Bool = false) throws(RenderError) -> Bitmap {
    let storage = try PixelStorage(size)
    round(into: storage.bytes, stride: storage.stride, dither: dither)
    return try Bitmap(straight: storage)
  }

  private func round(into bytes: UnsafeMutableRawPointer, stride: Int, dither: Bool) {
    for y in 0..<size.height {
      let row = row(y)
      let out = bytes + y * stride
      let parts = Rounding.pattern(x: 0, y: y).parts
      for index in row.indices {
        // Without dithering, rounds as libpng does.
        let byte =
          dither
          ? UInt8(Float(row[index]) / 257 + parts[index / 4 % 8])
          : UInt8((UInt32(row[index]) * 255 + 32895) >> 16)
        out.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
  }

  /// Resamples straight samples of 16 bits to a frame, and then rounds the result to 8 bits, as
  /// `Bitmap.fitted(to:)` does for 8 bits.
  ///
  /// Resampling overwrites the stored samples with premultiplied samples.
  package func fitted(to framing: Framing, _ execution: Execution) throws(RenderError) -> Bitmap {
    guard let target = framing.size, target != size else {
      return try rounded(dither: framing.dither).fitted(to: framing, execution)
    }
    for y in 0..<size.height {
      let row = row(y)
      for first in Swift.stride(from: 0, to: row.count, by: 4) where row[first + 3] < .max {
        let alpha = UInt32(row[first + 3])
        for index in first..<first + 3 { row[index] = UInt16((UInt32(row[index]) * alpha + 32767) / 65535) }
      }
    }
    return try Fitting(source: self, extent: size.extent, framing, execution).fitted(to: framing)
  }
}

extension WideStorage: ResampleSource {
  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels
  ) {
    let part = UnsafeMutableBufferPointer(rebasing: row(y)[4 * columns.lowerBound..<4 * columns.upperBound])
    kernels.resampleDown(part.span, weight: weight, into: &sums, first: first)
  }
}
