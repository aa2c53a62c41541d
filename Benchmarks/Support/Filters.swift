public import Segue

/// A chain as a transition, for a renderer that accepts only transitions.
public struct OneChain: Transition {
  private let chain: Chain

  /// Makes a transition of a chain.
  public init(_ chain: Chain) { self.chain = chain }

  /// Returns the chain, which does not depend on the operation.
  public func chain(_ operation: TransitionOperation) -> Chain { chain }
}

/// A filter as a user of the library might write it.
public struct Negative: RowFilter {
  /// Makes the filter.
  public init() {}

  /// Inverts the color of each pixel.
  public func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
    for x in row.indices {
      row[x].red = row[x].alpha - row[x].red
      row[x].green = row[x].alpha - row[x].green
      row[x].blue = row[x].alpha - row[x].blue
    }
  }
}
