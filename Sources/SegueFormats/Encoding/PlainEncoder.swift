import SeguePixels
import SegueRendering

/// Encodes frames by a function that makes the bytes of a file from samples of one bit depth.
final class PlainEncoder: FrameEncoder {
  private let depth: SampleDepth
  private let frame: DeepFrame
  private let makeBytes: (DeepFrame, _ file: String) throws -> [UInt8]
  /// Whether a file consists of exactly the samples in memory, without a header; the samples are then copied
  /// only if rows have padding in memory.
  private let isRaw: Bool
  private var bytes: [UInt8] = []

  init(
    _ depth: SampleDepth, _ level: SIMDLevel, isRaw: Bool = false,
    _ makeBytes: @escaping (DeepFrame, _ file: String) throws -> [UInt8]
  ) {
    (self.depth, frame, self.makeBytes) = (depth, DeepFrame(level), makeBytes)
    self.isRaw = isRaw
  }

  func encode(_ rows: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    try frame.render(rows, depth, on: canvas)
    if isRaw, frame.withSamples({ _ in }) != nil { return }
    bytes = try makeBytes(frame, name)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    if isRaw, let result = try frame.withSamples(body) { return result }
    let bytes = bytes
    return try body(bytes.span)
  }
}

extension Array<UInt8> {
  /// Appends the little-endian bytes of a number.
  mutating func append<Number: FixedWidthInteger>(little number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
