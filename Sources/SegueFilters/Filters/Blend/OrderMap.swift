public import SeguePixels
import Synchronization

/// A map of the order in which pixels change: a number for each pixel of a frame; the lowest numbers change
/// first.
///
///     let leftToRight = OrderMap(.columns) { size, _, row in
///       for x in row.indices { row[x] = Float(x) / Float(size.width) }
///     }
///
/// The numbers for a frame size are computed on first use, and cached until another size is used.
///
/// - Cost: memory of 4 bytes a pixel if numbers differ in both directions.
public struct OrderMap: Sendable {
  /// The directions in which numbers differ.
  public enum Extent: Sendable {
    /// Numbers differ only between columns: all rows are equal.
    case columns
    /// Numbers differ only between rows: all pixels of a row have the same number.
    case rows
    /// Each pixel has its own number.
    case both
  }

  let extent: Extent
  private let fill: @Sendable (_ size: PixelSize, _ y: Int, _ row: inout MutableSpan<Float>) -> Void
  private let known = Known()

  /// Makes a map from a function that writes the numbers of row `y`: one for each pixel, or a single number
  /// if all pixels of a row have the same number.
  ///
  /// A pixel whose number is NaN changes last.
  public init(
    _ extent: Extent = .both,
    _ fill: @escaping @Sendable (_ size: PixelSize, _ y: Int, _ row: inout MutableSpan<Float>) -> Void
  ) {
    self.extent = extent
    self.fill = fill
  }

  /// Returns the numbers for a frame size.
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

/// The numbers that an `OrderMap` gives the pixels of one frame size, and the range of numbers in each block
/// and row.
final class Turns: Sendable {
  /// The width of a block in pixels; the map stores the range of numbers of each block.
  static let block = 64

  let size: PixelSize
  private let extent: OrderMap.Extent
  private let numbers: NumberPlane
  /// The range of numbers in each block.
  private let ranges: [ClosedRange<Float>]
  /// The range of numbers in each row.
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

  /// Returns the range of numbers in row `y`.
  func range(ofRow y: Int) -> ClosedRange<Float> { rowRanges[extent == .columns ? 0 : y] }

  /// Returns the range of numbers in a block of row `y`.
  func range(ofBlock block: Int, inRow y: Int) -> ClosedRange<Float> {
    extent == .rows ? rowRanges[y] : ranges[(extent == .columns ? 0 : y) * blocks + block]
  }

  /// Returns the number of row `y` if all its pixels have the same number; else nil.
  func number(ofRow y: Int) -> Float? { extent == .rows ? rowRanges[y].lowerBound : nil }

  /// Calls `body` with the numbers of some columns of row `y`; not for extent `rows`.
  func withNumbers(_ columns: Range<Int>, ofRow y: Int, _ body: (Span<Float>) -> Void) {
    let start = extent == .columns ? 0 : y * size.width
    numbers.withNumbers(start + columns.lowerBound..<start + columns.upperBound, body)
  }
}
