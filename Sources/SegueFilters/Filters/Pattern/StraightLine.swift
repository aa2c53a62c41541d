import SeguePixels
import SegueRendering

/// A line in normal form: x·across + y·down = distance, in pixels from the center of the top left pixel.
struct StraightLine: Sendable {
  let across: Double
  let down: Double
  let distance: Double
}

/// Rows of a picture with white lines on black.
struct StraightLineRows: RowSource {
  let size: PixelSize
  let lines: [StraightLine]
  /// Half the width of a line in pixels.
  let reach: Double

  var inputs: [any RowSource] { [] }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(self) }

  private final class Reader: RowReader {
    private let rows: StraightLineRows

    init(_ rows: StraightLineRows) { self.rows = rows }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      row.fill(.black)
      for line in rows.lines {
        let rest = line.distance - Double(y) * line.down
        guard abs(line.across) > 1e-9 else {
          if abs(rest) <= rows.reach { row.fill(.white) }
          continue
        }
        let (a, b) = ((rest - rows.reach) / line.across, (rest + rows.reach) / line.across)
        let (first, last) = (
          max(0, min(a, b).rounded(.up)), min(Double(row.count - 1), max(a, b).rounded(.down))
        )
        guard first <= last else { continue }
        for x in Int(first)...Int(last) { row[x] = .white }
      }
    }
  }
}
