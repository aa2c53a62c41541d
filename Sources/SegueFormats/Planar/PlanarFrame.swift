package import SeguePixels
package import SegueRendering

/// A video frame in the Y'CbCr samples of its clip.
package struct PlanarFrame: Sendable {
  /// The layout of the samples.
  package let layout: PlanarLayout
  private let memory: FrameBytes

  /// The word that precedes each frame of Y4M; its length is even, so that 16-bit samples after it are
  /// aligned.
  package static let prefix = Array("FRAME\n".utf8)

  /// Makes a frame from its bytes in Y4M: the prefix, followed by `layout.byteCount` bytes.
  package init(_ layout: PlanarLayout, _ memory: FrameBytes) {
    precondition(memory.bytes.count == Self.prefix.count + layout.byteCount)
    (self.layout, self.memory) = (layout, memory)
  }

  /// Makes a frame from the planes of Y', Cb and Cr.
  package init(_ layout: PlanarLayout, planes: [UInt8]) {
    self.init(layout, FrameBytes(Self.prefix + planes))
  }

  /// The frame in Y4M: the prefix, followed by the planes of Y', Cb and Cr.
  package var y4m: [UInt8] { memory.bytes }

  /// The planes of Y', Cb and Cr.
  package var planes: ArraySlice<UInt8> { y4m.dropFirst(Self.prefix.count) }
}

/// The rows of a planar frame as pixels, converted on reading.
///
/// A `PlanarStream` of the same layout writes the samples unchanged.
package struct PlanarRows: RowSource {
  /// The frame.
  package let frame: PlanarFrame

  /// Makes the rows of a frame.
  package init(_ frame: PlanarFrame) { self.frame = frame }

  package var inputs: [any RowSource] { [] }
  package var size: PixelSize { frame.layout.size }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    if frame.layout.bits > 8 {
      return try DeepPlanarRows(frame: frame).rounded(context)
    }
    return Reader(frame, context.kernels)
  }

  private final class Reader: RowReader {
    private let frame: PlanarFrame
    private let kernels: Kernels
    private let weights: [Int32]

    init(_ frame: PlanarFrame, _ kernels: Kernels) {
      (self.frame, self.kernels, weights) = (frame, kernels, frame.layout.toColors)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      let y4m = frame.y4m
      let (bytes, line) = (y4m.span.extracting(droppingFirst: PlanarFrame.prefix.count), frame.layout.line(y))
      kernels.colors(
        bytes.extracting(line.luma), bytes.extracting(line.blue), bytes.extracting(line.red),
        weights: weights, halved: frame.layout.chroma == .half, into: &row)
    }
  }
}

extension PlanarRows: FloatSource {
  package var inFloats: any RowSource { frame.layout.bits > 8 ? DeepPlanarRows(frame: frame) : widened }
}

/// The rows of a planar frame with more than 8 bits, as floats.
private struct DeepPlanarRows: RowSource {
  let frame: PlanarFrame

  var inputs: [any RowSource] { [] }
  var size: PixelSize { PixelSize(width: 4 * frame.layout.size.width, height: frame.layout.size.height) }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(frame, context.kernels.floats) }

  /// Returns a reader of the rows rounded to 8 bits.
  func rounded(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Rounded(try RowCursor(self, context), context.kernels.floats)
  }

  private final class Reader: RowReader {
    private let frame: PlanarFrame
    private let kernels: FloatKernels
    private let weights: [Float]

    init(_ frame: PlanarFrame, _ kernels: FloatKernels) {
      (self.frame, self.kernels, weights) = (frame, kernels, frame.layout.toFloats)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      let line = frame.layout.line(y)
      frame.y4m.withUnsafeBytes { bytes in
        let planes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(PlanarFrame.prefix.count))
        let samples = planes.bindMemory(to: UInt16.self).span
        kernels.read(
          luma: samples.extracting(line.luma), samples.extracting(line.blue), samples.extracting(line.red),
          weights: weights, halved: frame.layout.chroma == .half, into: &row)
      }
    }
  }

  private final class Rounded: RowReader {
    private let cursor: RowCursor
    private let kernels: FloatKernels

    init(_ cursor: RowCursor, _ kernels: FloatKernels) { (self.cursor, self.kernels) = (cursor, kernels) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(y) { kernels.write($0, into: &row) }
    }
  }
}

/// The planes to which frames with more than 8 bits are converted.
final class DeepPlanes {
  private let layout: PlanarLayout
  private let kernels: FloatKernels
  private let isCentered: Bool
  private let prefix: Int
  /// The bytes of the prefix, followed by the planes.
  private(set) var bytes: [UInt8]

  /// Allocates planes; `prefix`, which has an even number of bytes, precedes the planes.
  init(_ layout: PlanarLayout, _ level: SIMDLevel, isCentered: Bool, prefix: [UInt8] = []) {
    (self.layout, self.isCentered, self.prefix) = (layout, isCentered, prefix.count)
    kernels = Kernels(level).floats
    bytes = prefix + Array(repeating: 0, count: layout.byteCount)
  }

  var size: PixelSize { layout.size }

  /// Converts a frame; transparent pixels are composited over black or, if `isStrict` is true, are an error.
  func convert(_ frame: any RowSource, on canvas: FrameCanvas, isStrict: Bool) throws {
    let layout = layout
    let (luma, chroma, largest) = (layout.toLuma, layout.toChroma, layout.largest)
    let (kernels, isHalved, isCentered, prefix) = (kernels, layout.chroma == .half, isCentered, prefix)
    try canvas.withStrips(of: frame.floats) { rows, strip in
      if isStrict, !strip.allSatisfy({ rows.withRow($0) { kernels.areOpaque($0) } }) {
        throw TransparentFrame()
      }
      bytes.withUnsafeMutableBytes { bytes in
        let words = UnsafeMutableRawBufferPointer(rebasing: bytes[prefix...]).bindMemory(to: UInt16.self)
        func span(_ part: Range<Int>) -> UnsafeMutableBufferPointer<UInt16> {
          UnsafeMutableBufferPointer(rebasing: words[part])
        }
        for y in strip {
          let line = layout.line(y)
          let row = span(line.luma)
          var out = row.mutableSpan
          rows.withRow(y) { kernels.write($0, luma: &out, weights: luma, largest: largest) }
          guard !isHalved || y % 2 == 1 || y == layout.size.height - 1 else { continue }
          let (first, second) = (span(line.blue), span(line.red))
          var blue = first.mutableSpan
          var red = second.mutableSpan
          rows.withRow(isHalved ? y & ~1 : y) { top in
            rows.withRow(y) {
              kernels.write(
                top, $0, blue: &blue, red: &red, weights: chroma, largest: largest, halved: isHalved,
                centered: isCentered)
            }
          }
        }
      }
    }
  }
}

/// The stream of planar frames that ffmpeg reads as raw video.
package struct PlanarStream: StreamFormat {
  /// The layout of all frames.
  package let layout: PlanarLayout

  /// Makes a stream whose frames have a size of 0 × 0.
  package init() { layout = PlanarLayout(size: PixelSize(width: 0, height: 0)) }

  /// Makes a stream with a layout.
  package init(_ layout: PlanarLayout) { self.layout = layout }

  package static let name = "planar"
  package static let extensions: [String] = []
  package static let summary = "Planes of Y', Cb and Cr."
  package static let parameters: [NamedParameter<PlanarStream>] = []

  package func header(size: PixelSize, rate: FrameRate) -> [UInt8] { [] }

  package func makeEncoder(level: SIMDLevel) -> any FrameEncoder { PlanarEncoder(layout, level) }

  package func ffmpegInput(size: PixelSize, rate: FrameRate) -> [String] {
    [
      "-f", "rawvideo", "-pixel_format", layout.pixelFormat, "-video_size", "\(size)", "-framerate",
      "\(rate.numerator)/\(rate.denominator)",
    ]
  }
}

/// Converts rendered frames to planes; passes on the samples of planar frames unchanged.
///
/// Throws `TransparentFrame` for pixels that are not opaque.
private final class PlanarEncoder: FrameEncoder {
  private let layout: PlanarLayout
  private let kernels: Kernels
  private var planes: YCbCrPlanes?
  private let deep: DeepPlanes?
  private var frame: PlanarFrame?

  init(_ layout: PlanarLayout, _ level: SIMDLevel) {
    (self.layout, kernels) = (layout, Kernels(level))
    deep = layout.bits > 8 ? DeepPlanes(layout, level, isCentered: true) : nil
  }

  func encode(_ rows: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    if let planar = rows as? PlanarRows, planar.frame.layout == layout {
      frame = planar.frame
      return
    }
    frame = nil
    if let deep { return try deep.convert(rows, on: canvas, isStrict: true) }
    var planes =
      self.planes.take(for: rows.size) ?? YCbCrPlanes(layout.fromColors, layout.chroma, size: rows.size)
    defer { self.planes = planes }
    try canvas.withStrips(of: rows) { rows, strip in
      guard strip.allSatisfy({ rows.withRow($0) { kernels.isOpaque($0) } }) else { throw TransparentFrame() }
      planes.convert(rows, strip, to: strip.lowerBound, count: strip.count, kernels)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    if let frame { return try body(frame.y4m.span.extracting(droppingFirst: PlanarFrame.prefix.count)) }
    let bytes = deep?.bytes ?? planes?.bytes ?? []
    return try body(bytes.span)
  }
}

extension Bitmap {
  /// Makes the bitmap of a planar frame.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  package init(_ frame: PlanarFrame, _ execution: Execution) throws(RenderError) {
    var none: Bitmap?
    try self.init(frame, reusing: &none, execution)
  }

  /// Converts a planar frame to a bitmap; if the frame has 8 bits a sample, in the memory of another bitmap
  /// of the same size, unless that memory is shared.
  ///
  /// - Throws: `RenderError` if memory is exhausted.
  package init(
    _ frame: PlanarFrame, reusing memory: inout Bitmap?, _ execution: Execution
  ) throws(RenderError) {
    guard frame.layout.bits == 8 else {
      self = try PlanarRows(frame).rendered(as: .float, RenderContext(execution))
      return
    }
    var bitmap: Bitmap
    if let old = memory.take() { bitmap = old } else { bitmap = try Bitmap(uninitialized: frame.layout.size) }
    try PlanarRows(frame).render(into: &bitmap, RenderContext(execution))
    self = bitmap
  }
}

extension PlanarFrame {
  /// Converts an opaque picture to a planar frame; `layout` must have the size of the picture.
  ///
  /// - Throws: `TransparentFrame` if the picture is not opaque.
  package init(_ picture: Bitmap, _ layout: PlanarLayout, level: SIMDLevel) throws {
    let encoder = PlanarEncoder(layout, level)
    try encoder.encode(picture, on: FrameCanvas(level: level), named: "picture")
    self = PlanarFrame(layout, planes: try encoder.withBytes { Array(copying: $0) })
  }
}
