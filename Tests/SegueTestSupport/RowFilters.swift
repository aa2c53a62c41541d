import SeguePixels
import SegueRendering

/// Returns rows unchanged.
package struct Unchanged: RowFilter {
  package init() {}
  package func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
}

/// Throws from row `first` on.
package struct FailingFilter: RowFilter {
  let first: Int

  package init(from first: Int = 0) { self.first = first }

  package func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) throws(RenderError) {
    if y >= first { throw FailingRows.error }
  }
}

/// Replaces each color by its complement.
package struct Negative: RowFilter {
  package init() {}

  package func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
    for x in row.indices {
      row[x].red = row[x].alpha - row[x].red
      row[x].green = row[x].alpha - row[x].green
      row[x].blue = row[x].alpha - row[x].blue
    }
  }
}
