import SeguePixels
import SegueRendering

/// Rows of a picture with a function applied to each channel of the straight color, 0…1.
struct ChannelRows: FloatSource {
  let input: any RowSource
  let function: @Sendable (_ channel: Int, _ value: Double) -> Double
  /// The function for rows of floats; nil to use `function`.
  var floatFunction: (@Sendable (_ channel: Int, _ value: Double) -> Double)?

  var inputs: [any RowSource] { [input] }

  var inFloats: any RowSource {
    let function = floatFunction ?? function
    return FloatMap(input.floats) { _, row, _, out, _ in
      let count = row.count / 4
      out.withFloats { out in
        row.withFloats { row in
          for pixel in 0..<count {
            let alpha = row[4 * pixel + 3]
            for channel in 0..<3 {
              let color = alpha > 0 ? Double(row[4 * pixel + channel] / alpha).within(0...1) : 0
              out[4 * pixel + channel] =
                alpha > 0 ? Float(function(channel, color).within(0...1)) * alpha : 0
            }
            out[4 * pixel + 3] = alpha
          }
        }
      }
    }
  }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(self, context.kernels, try RowCursor(input, context))
  }

  /// Returns the tables of premultiplied red, green and blue for one alpha: 256 bytes each.
  private func tables(alpha: UInt8) -> [UInt8] {
    let alpha = Double(alpha)
    return (0..<3).flatMap { channel in
      (0...255).map { byte in
        // Bytes above alpha do not occur in premultiplied colors; for the unused entries of these bytes,
        // clamping keeps the argument of `function` in 0…1.
        let value = function(channel, min(Double(byte) / alpha, 1)).within(0...1)
        return UInt8((value * alpha).rounded())
      }
    }
  }

  private final class Reader: RowReader {
    private let rows: ChannelRows
    private let kernels: Kernels
    private let input: RowCursor
    private let opaque: [UInt8]
    /// The cached tables for each alpha; empty before their first use.
    private var known: [[UInt8]]

    init(_ rows: ChannelRows, _ kernels: Kernels, _ input: RowCursor) {
      self.rows = rows
      self.kernels = kernels
      self.input = input
      opaque = rows.tables(alpha: 255)
      known = Array(repeating: [], count: 255) + [opaque]
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.withRow(y) { pixels in
        if kernels.isOpaque(pixels) { return kernels.lookUp(pixels, tables: opaque, into: &row) }
        for x in row.indices { row[x] = color(of: pixels[x]) }
      }
    }

    private func color(of pixel: Pixel) -> Pixel {
      let alpha = Int(pixel.alpha)
      guard alpha > 0 else { return .clear }
      if known[alpha].isEmpty { known[alpha] = rows.tables(alpha: pixel.alpha) }
      return Pixel(
        red: known[alpha][Int(pixel.red)], green: known[alpha][256 + Int(pixel.green)],
        blue: known[alpha][512 + Int(pixel.blue)], alpha: pixel.alpha)
    }
  }
}
