/// Numbers that are written once and then read by any thread, without counting references.
package final class NumberPlane: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Float>
  /// How many there are.
  package let count: Int

  /// Makes so many numbers, which `fill` writes.
  package init(count: Int, _ fill: (inout MutableSpan<Float>) -> Void) {
    start = .allocate(capacity: count)
    start.initialize(repeating: 0, count: count)
    self.count = count
    var numbers = UnsafeMutableBufferPointer(start: start, count: count).mutableSpan
    fill(&numbers)
  }

  deinit { start.deallocate() }

  /// Calls `body` with some of the numbers.
  @inline(__always)
  package func withNumbers<Result>(_ range: Range<Int>, _ body: (Span<Float>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count).span)
  }
}
