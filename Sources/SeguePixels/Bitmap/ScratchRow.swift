/// A row of numbers that kernels compute with between pixels and pixels, zeros at first.
package final class ScratchRow<Number: SIMDScalar & Sendable & ExpressibleByIntegerLiteral> {
  private let memory: UnsafeMutableRawPointer
  let start: UnsafeMutablePointer<Number>
  /// How many numbers it has.
  package let count: Int

  /// Makes a row of so many numbers, with 64 bytes behind it that may be read.
  package init(count: Int) {
    let bytes = count * MemoryLayout<Number>.stride + 64
    memory = .allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    start = memory.assumingMemoryBound(to: Number.self)
    self.count = count
  }

  deinit { memory.deallocate() }

  /// Repeats the first and the last of `width` pixels, of `step` numbers each, which begin `padding` pixels from `offset`,
  /// on both sides.
  package func extendEdges(at offset: Int = 0, width: Int, padding: Int, step: Int = 4) {
    precondition(offset >= 0 && offset + step * (width + 2 * padding) <= count && width > 0)
    let start = start + offset
    let (first, last) = (start + step * padding, start + step * (padding + width - 1))
    for pixel in 0..<padding {
      (start + step * pixel).update(from: first, count: step)
      (last + step * (pixel + 1)).update(from: last, count: step)
    }
  }

  /// Sets all numbers.
  package func fill(_ number: Number) { start.update(repeating: number, count: count) }
}
