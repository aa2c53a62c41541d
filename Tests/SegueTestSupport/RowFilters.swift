public import SeguePixels
public import SegueRendering

/// Changes nothing.
public struct Unchanged: RowFilter {
  public init() {}
  public func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
}

/// Fails from row `first` on.
public struct FailingFilter: RowFilter {
  let first: Int

  public init(from first: Int = 0) { self.first = first }

  public func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) throws(RenderError) {
    if y >= first { throw FailingRows.error }
  }
}

/// Each color replaced by its complement.
public struct Negative: RowFilter {
  public init() {}

  public func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
    for x in row.indices {
      row[x].red = row[x].alpha - row[x].red
      row[x].green = row[x].alpha - row[x].green
      row[x].blue = row[x].alpha - row[x].blue
    }
  }
}
