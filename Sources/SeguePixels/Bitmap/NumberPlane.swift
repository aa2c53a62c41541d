/// An immutable array of floats that threads can read without reference counting.
package final class NumberPlane: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Float>
  /// The number of floats.
  package let count: Int

  /// Makes an array that `fill` initializes.
  package init(count: Int, _ fill: (inout MutableSpan<Float>) -> Void) {
    start = .allocate(capacity: count)
    start.initialize(repeating: 0, count: count)
    self.count = count
    var numbers = UnsafeMutableBufferPointer(start: start, count: count).mutableSpan
    fill(&numbers)
  }

  deinit { start.deallocate() }

  /// Calls `body` with a range of the array.
  @inline(__always)
  package func withNumbers<Result>(_ range: Range<Int>, _ body: (Span<Float>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count).span)
  }
}
