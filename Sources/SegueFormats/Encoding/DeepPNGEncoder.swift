import CSegueCodecs
import SeguePixels
import SegueRendering

/// Encodes PNG with 16 bits a sample.
final class DeepPNGEncoder: FrameEncoder {
  private let frame: DeepFrame
  private let kernels: Kernels
  private let isSmall: Bool
  private let deflater = segue_deflater_create()
  private var output = segue_buffer()
  private var packed: [UInt8] = []

  init(_ level: SIMDLevel, isSmall: Bool) {
    (frame, kernels, self.isSmall) = (DeepFrame(level), Kernels(level), isSmall)
  }

  deinit {
    segue_deflater_free(deflater)
    segue_buffer_free(&output)
  }

  func encode(_ rows: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    guard let deflater else { throw ExportError.outOfMemory(file: name) }
    let dimensions = try segue_dimensions(
      rows.size, most: Formats.PNG.maxSide, of: Formats.PNG.self, named: name)
    try frame.render(rows, .sixteen, on: canvas)
    let step = frame.isOpaque ? 6 : 8
    let rowBytes = step * frame.size.width
    if isSmall {
      packed = Array(repeating: 0, count: rowBytes * frame.size.height)
      var all = packed.mutableSpan
      for y in 0..<frame.size.height {
        var row = all._mutatingExtracting(y * rowBytes..<(y + 1) * rowBytes)
        frame.packBigEndian(y, into: &row)
      }
      return try segue_png_encode_small(&output, packed, dimensions, !frame.isOpaque, 16).check(name)
    }
    try segue_png_begin(deflater, &output, dimensions, !frame.isOpaque, 16).check(name)
    var above = [UInt8](repeating: 0, count: rowBytes)
    var row = above
    let batch = max(1, 262_144 / (rowBytes + 1))
    for start in stride(from: 0, to: frame.size.height, by: batch) {
      let end = min(start + batch, frame.size.height)
      packed = Array(repeating: 0, count: (end - start) * (rowBytes + 1))
      var lines = packed.mutableSpan
      for y in start..<end {
        var out = row.mutableSpan
        frame.packBigEndian(y, into: &out)
        let line = (y - start) * (rowBytes + 1)
        // Applies PNG's filter Sub (1) to the first row, and Average (3) to other rows.
        lines[line] = y == 0 ? 1 : 3
        var filtered = lines._mutatingExtracting(line + 1..<line + 1 + rowBytes)
        if y == 0 {
          kernels.subtractLeft(out.span, step: step, into: &filtered)
        } else {
          kernels.subtractAverage(out.span, above: above.span, step: step, into: &filtered)
        }
        swap(&above, &row)
      }
      try segue_png_add_rows(deflater, &output, packed, packed.count, end == frame.size.height).check(name)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}
