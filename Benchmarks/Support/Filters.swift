public import Segue

/// Any chain as a transition, for a renderer that takes no other.
public struct OneChain: Transition {
  private let chain: Chain

  /// Takes the chain.
  public init(_ chain: Chain) { self.chain = chain }

  /// The chain, whichever way it goes.
  public func chain(_ operation: TransitionOperation) -> Chain { chain }
}

/// A filter as a user of the library would write it.
public struct Negative: RowFilter {
  /// Makes the filter.
  public init() {}

  /// Turns each color into its opposite.
  public func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
    for x in row.indices {
      row[x].red = row[x].alpha - row[x].red
      row[x].green = row[x].alpha - row[x].green
      row[x].blue = row[x].alpha - row[x].blue
    }
  }
}
