public import SeguePixels
import Synchronization

/// When each pixel of a frame has its turn: one number a pixel, the least first.
///
///     let leftToRight = OrderMap(.columns) { size, _, row in
///       for x in row.indices { row[x] = Float(x) / Float(size.width) }
///     }
///
/// The numbers of a frame size are computed when they are first asked for, and kept.
///
/// - Cost: 4 bytes a pixel where the order differs in both directions.
public struct OrderMap: Sendable {
  /// In which direction the order differs.
  public enum Extent: Sendable {
    /// Every row has the same numbers.
    case columns
    /// Every pixel of a row has the same number.
    case rows
    /// Every pixel has its own.
    case both
  }

  let extent: Extent
  private let fill: @Sendable (_ size: PixelSize, _ y: Int, _ row: inout MutableSpan<Float>) -> Void
  private let known = Known()

  /// Makes a map of a function that writes the numbers of row `y`: those of its pixels, or one alone where they are the same.
  ///
  /// A pixel whose number is none is never in its turn before the end.
  public init(
    _ extent: Extent = .both,
    _ fill: @escaping @Sendable (_ size: PixelSize, _ y: Int, _ row: inout MutableSpan<Float>) -> Void
  ) {
    self.extent = extent
    self.fill = fill
  }

  /// The numbers for a frame size.
  func turns(_ size: PixelSize) -> Turns {
    known.turns.withLock { known in
      if let turns = known, turns.size == size { return turns }
      let turns = Turns(size, extent, fill)
      known = turns
      return turns
    }
  }

  private final class Known: Sendable {
    let turns = Mutex<Turns?>(nil)
  }
}

/// An order for one frame size.
final class Turns: Sendable {
  /// How many pixels of a row are told apart at once.
  static let block = 64

  let size: PixelSize
  private let extent: OrderMap.Extent
  private let numbers: NumberPlane
  /// The least and the greatest number of each block.
  private let ranges: [ClosedRange<Float>]
  /// The same of each row.
  private let rowRanges: [ClosedRange<Float>]
  private let blocks: Int

  init(
    _ size: PixelSize, _ extent: OrderMap.Extent, _ fill: (PixelSize, Int, inout MutableSpan<Float>) -> Void
  ) {
    self.size = size
    self.extent = extent
    let (columns, rows) = (extent == .rows ? 1 : size.width, extent == .columns ? 1 : size.height)
    let blocks = (columns + Self.block - 1) / Self.block
    self.blocks = blocks
    var (ranges, rowRanges): ([ClosedRange<Float>], [ClosedRange<Float>]) = ([], [])
    ranges.reserveCapacity(blocks * rows)
    rowRanges.reserveCapacity(rows)
    numbers = NumberPlane(count: columns * rows) { numbers in
      for y in 0..<rows {
        var row = numbers._mutatingExtracting(columns * y..<columns * (y + 1))
        fill(size, y, &row)
        var (rowLeast, rowMost) = (Float.infinity, -Float.infinity)
        for start in stride(from: 0, to: columns, by: Self.block) {
          var (least, most) = (Float.infinity, -Float.infinity)
          for x in start..<min(columns, start + Self.block) {
            if row[x].isNaN { row[x] = .infinity }
            least = min(least, row[x])
            most = max(most, row[x])
          }
          ranges.append(least...most)
          rowLeast = min(rowLeast, least)
          rowMost = max(rowMost, most)
        }
        rowRanges.append(rowLeast...rowMost)
      }
    }
    self.ranges = ranges
    self.rowRanges = rowRanges
  }

  /// The least and the greatest number of row `y`.
  func range(ofRow y: Int) -> ClosedRange<Float> { rowRanges[extent == .columns ? 0 : y] }

  /// The least and the greatest number of a block of row `y`.
  func range(ofBlock block: Int, inRow y: Int) -> ClosedRange<Float> {
    extent == .rows ? rowRanges[y] : ranges[(extent == .columns ? 0 : y) * blocks + block]
  }

  /// The number of all pixels of row `y`; nil where each has its own.
  func number(ofRow y: Int) -> Float? { extent == .rows ? rowRanges[y].lowerBound : nil }

  /// Calls `body` with the numbers of some columns of row `y`, each of which has its own.
  func withNumbers(_ columns: Range<Int>, ofRow y: Int, _ body: (Span<Float>) -> Void) {
    let start = extent == .columns ? 0 : y * size.width
    numbers.withNumbers(start + columns.lowerBound..<start + columns.upperBound, body)
  }
}
