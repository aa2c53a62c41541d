import CSegueKernels

/// Which pixel of a row is shown in each of some columns beside one another.
package struct PickedColumns: Sendable {
  /// The columns that are put.
  private let columns: Range<Int>
  private let picked: [UInt32]
  /// How many pixels a row must have at least.
  private let end: Int

  /// Makes one for some columns; `picked` gives the pixel of each, which is not negative.
  package init(_ columns: Range<Int>, _ picked: (Int) -> Int) {
    precondition(columns.lowerBound >= 0)
    self.columns = columns
    self.picked = columns.map { UInt32(picked($0)) }
    end = self.picked.max().map { Int($0) + 1 } ?? 0
  }

  /// Puts a row's pixels into these columns of another one, and leaves the others as they are.
  package func put(_ row: Span<Pixel>, into out: inout MutableSpan<Pixel>) {
    precondition(columns.upperBound <= out.count && end <= row.count)
    out.withBytes { out, _ in
      row.withBytes { row in
        guard let out, let row else { return }
        segue_pick_pixels(out + 4 * columns.lowerBound, row, picked, picked.count)
      }
    }
  }
}
