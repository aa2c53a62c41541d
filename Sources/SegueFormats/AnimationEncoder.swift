import CSegueCodecs
package import SeguePixels

/// Encodes frames of one animation, in any order, into memory that is used again.
///
/// A frame is the smallest rectangle in which it differs from the one before, which it replaces; where it does not
/// differ, one pixel, so that every frame is one in the file too. An encoder belongs to one thread at a time.
package final class AnimationEncoder {
  private let encoding: AnimationEncoding
  private let kernels: Kernels
  private let deflater: OpaquePointer?
  private var batches = PNGBatches()
  private var scratch: [UInt8] = []
  private var image = segue_buffer()
  private var output = segue_buffer()

  /// Makes an encoder.
  package init(_ encoding: AnimationEncoding, level: SIMDLevel = .preferred) {
    self.encoding = encoding
    kernels = Kernels(level)
    deflater = encoding.format == .apng ? segue_deflater_create() : nil
  }

  deinit {
    segue_deflater_free(deflater)
    segue_buffer_free(&image)
    segue_buffer_free(&output)
  }

  /// Encodes a frame; its bytes stand until the next.
  ///
  /// - Parameters:
  ///   - previous: The frame before it; nil before the first.
  ///   - number: Its place in the file, from 0.
  ///   - alpha: Whether pixels of APNG have four bytes, the same for all frames; three of opaque ones otherwise.
  package func encode(
    _ frame: Bitmap, after previous: Bitmap?, number: Int, alpha: Bool, named name: String
  ) throws {
    let part = frame.part(changedFrom: previous)
    switch encoding.format {
    case .apng: try encodeAPNG(frame, part, number, alpha, name)
    case .webp: try encodeWebP(frame, part, number, name)
    }
  }

  /// Calls `body` with the bytes of the last frame.
  package func withBytes<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try output.withBytes(body)
  }

  private func encodeAPNG(
    _ frame: Bitmap, _ part: segue_rectangle, _ number: Int, _ alpha: Bool, _ name: String
  ) throws {
    guard let deflater else { throw ExportError.outOfMemory(file: name) }
    let delay = encoding.delay
    try check(
      segue_apng_begin_frame(
        deflater, &output, UInt32(number), part,
        segue_delay(numerator: delay.numerator, denominator: delay.denominator)), name)
    try batches.filter(PNGRows(frame, kernels, part: part, alpha: alpha)) {
      filtered, count, isLast in
      try check(segue_apng_add_rows(deflater, &output, filtered, count, isLast), name)
    }
  }

  private func encodeWebP(
    _ frame: Bitmap, _ part: segue_rectangle, _ number: Int, _ name: String
  ) throws {
    let even = part.fromEvenCorner
    let options = WebPOptions(
      ImageEncoding(.webp, quality: encoding.quality, isLossless: encoding.isLossless))
    try check(options.encode(frame, even, kernels, scratch: &scratch, into: &image), name)
    try check(segue_webp_wrap(&output, &image, even, encoding.milliseconds(ofFrame: number)), name)
  }
}

/// What stands around the frames of an animation.
package struct AnimationContainer {
  private let encoding: AnimationEncoding
  private let frames: Int

  /// Describes a file of so many frames.
  package init(_ encoding: AnimationEncoding, frames: Int) {
    self.encoding = encoding
    self.frames = frames
  }

  /// The bytes before the first frame. Those of WebP say how long the file is and whether any of it is transparent: they
  /// are made before, to keep their place, and again at the end.
  ///
  /// - Throws: `ExportError` where the format has no animations of this size or length.
  package func header(
    _ size: PixelSize, hasAlpha: Bool, fileBytes: Int, named name: String
  ) throws -> [UInt8] {
    let most = encoding.format == .apng ? 0x7fff_ffff : WebPOptions.mostPixels
    guard size.width <= most, size.height <= most else {
      throw ExportError.unsupported(
        file: name, reason: "\(encoding.format.rawValue.uppercased()) ends at \(most) pixels a side")
    }
    var output = segue_buffer()
    defer { segue_buffer_free(&output) }
    let dimensions = segue_dimensions(width: UInt32(size.width), height: UInt32(size.height))
    switch encoding.format {
    case .apng:
      try check(
        segue_apng_header(&output, dimensions, hasAlpha, UInt32(frames), UInt32(encoding.loops)), name)
    case .webp:
      guard fileBytes < 0xffff_ffff else {
        throw ExportError.encoderFailed(file: name, reason: "a WebP file ends at 4 GiB")
      }
      try check(
        segue_webp_header(
          &output, dimensions, hasAlpha, UInt16(encoding.loops), UInt32(max(8, fileBytes))), name)
    }
    return try output.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
  }

  /// Whether the header is to be written again at the end.
  package var headerIsWrittenLast: Bool { encoding.format == .webp }

  /// The bytes after the last frame.
  package func trailer(named name: String) throws -> [UInt8] {
    guard encoding.format == .apng else { return [] }
    var output = segue_buffer()
    defer { segue_buffer_free(&output) }
    try check(segue_apng_trailer(&output), name)
    return try output.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
  }
}

extension Bitmap {
  /// The smallest rectangle in which the pixels differ, as they are written; at least one pixel.
  fileprivate func part(changedFrom previous: Bitmap?) -> segue_rectangle {
    guard let previous, previous.size == size, (previous.straight == nil) == (straight == nil) else {
      return segue_rectangle(wholeOf: size)
    }
    let (new, old) = (straight ?? storage, previous.straight ?? previous.storage)
    let dimensions = segue_dimensions(width: UInt32(size.width), height: UInt32(size.height))
    let part =
      new === old
      ? segue_rectangle() : segue_changed(new.bytes, new.stride, old.bytes, old.stride, dimensions)
    return part.width > 0 ? part : segue_rectangle(x: 0, y: 0, width: 1, height: 1)
  }
}

extension segue_rectangle {
  /// Widened to the left and upwards where it starts at odd numbers.
  fileprivate var fromEvenCorner: segue_rectangle {
    segue_rectangle(x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1))
  }
}
