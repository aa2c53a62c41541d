import CSegueKernels

/// A gather operation: the source pixel of each column in a range.
package struct PickedColumns: Sendable {
  /// The range of target columns.
  private let columns: Range<Int>
  private let picked: [UInt32]
  /// The minimum width of a source row.
  private let end: Int

  /// Makes a gather; `picked` returns the index of a column's source pixel, at least 0.
  package init(_ columns: Range<Int>, _ picked: (Int) -> Int) {
    precondition(columns.lowerBound >= 0)
    self.columns = columns
    self.picked = columns.map { UInt32(picked($0)) }
    end = self.picked.max().map { Int($0) + 1 } ?? 0
  }

  /// This gather for rows of floats, in which four `Pixel`s hold the four floats of a pixel.
  package var inFloats: PickedColumns {
    PickedColumns(4 * columns.lowerBound..<4 * columns.upperBound) { column in
      4 * Int(picked[column / 4 - columns.lowerBound]) + column % 4
    }
  }

  /// Copies the source pixels of a row into the target columns; other columns are unchanged.
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
