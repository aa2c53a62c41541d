import Glibc

/// One row of pixels that a reader computes into and reads from.
package final class RowBuffer {
  private let pixels: UnsafeMutableBufferPointer<Pixel>

  package init(width: Int) {
    // Two pixels more than asked for: kernels read pairs.
    pixels = .allocate(capacity: width + 2)
    pixels.initialize(repeating: .clear)
    self.width = width
  }

  package let width: Int

  deinit { pixels.deallocate() }

  package func withRow<Result>(_ body: (Span<Pixel>) -> Result) -> Result {
    body(UnsafeBufferPointer(rebasing: pixels[..<width]).span)
  }

  package func withMutableRow(_ body: (inout MutableSpan<Pixel>) -> Void) {
    let row = UnsafeMutableBufferPointer(rebasing: pixels[..<width])
    var span = row.mutableSpan
    body(&span)
  }
}
