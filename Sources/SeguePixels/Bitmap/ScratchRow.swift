/// A row of intermediate values for kernels, initially zero.
package final class ScratchRow<Number: SIMDScalar & Sendable & ExpressibleByIntegerLiteral> {
  private let memory: UnsafeMutableRawPointer
  let start: UnsafeMutablePointer<Number>
  /// The number of elements.
  package let count: Int

  /// Makes a row, followed by 64 readable bytes.
  package init(count: Int) {
    let bytes = count * MemoryLayout<Number>.stride + 64
    memory = .allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    start = memory.assumingMemoryBound(to: Number.self)
    self.count = count
  }

  deinit { memory.deallocate() }

  /// Extends a row of `width` pixels by `padding` copies of its first and last pixel.
  ///
  /// A pixel has `step` elements; the padding on the left starts at element `offset`.
  package func extendEdges(at offset: Int = 0, width: Int, padding: Int, step: Int = 4) {
    precondition(offset >= 0 && offset + step * (width + 2 * padding) <= count && width > 0)
    let start = start + offset
    let (first, last) = (start + step * padding, start + step * (padding + width - 1))
    for pixel in 0..<padding {
      (start + step * pixel).update(from: first, count: step)
      (last + step * (pixel + 1)).update(from: last, count: step)
    }
  }

  /// Fills the row with one number.
  package func fill(_ number: Number) { start.update(repeating: number, count: count) }
}
