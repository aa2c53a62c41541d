/// A buffer for one row of pixels.
package final class RowBuffer {
  private let memory: UnsafeMutableRawBufferPointer
  private let pixels: UnsafeMutableBufferPointer<Pixel>

  package init(width: Int) {
    // Adds two pixels, since kernels read pixels in pairs. The start is aligned to 64 bytes by hand: an
    // allocation with this alignment takes twice the time.
    let line = 64
    memory = .allocate(byteCount: (width + 2) * MemoryLayout<Pixel>.stride + line, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let start = memory.baseAddress.map { Int(bitPattern: $0) & (line - 1) } ?? 0
    let aligned = UnsafeMutableRawBufferPointer(rebasing: memory[(line - start)...])
    pixels = UnsafeMutableBufferPointer(rebasing: aligned.bindMemory(to: Pixel.self)[..<width])
  }

  deinit { memory.deallocate() }

  package func withRow(_ body: (Span<Pixel>) throws(RenderError) -> Void) throws(RenderError) {
    try body(UnsafeBufferPointer(pixels).span)
  }

  package func withMutableRow(
    _ body: (inout MutableSpan<Pixel>) throws(RenderError) -> Void
  ) throws(RenderError) {
    var span = pixels.mutableSpan
    try body(&span)
  }
}
