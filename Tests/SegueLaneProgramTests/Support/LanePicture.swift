import CSegueKernels
import SegueTestSupport

/// A random picture between two guard pages, directly before or after one of them.
final class LanePicture {
  let width: Int
  let height: Int
  private let stride: Int
  private let memory: FencedMemory
  private let first: UnsafeMutablePointer<UInt8>
  private let flipped: Bool

  init(width: Int, height: Int, flipped: Bool, seed: UInt64, beforeGuard: Bool = true) {
    self.width = width
    self.height = height
    self.flipped = flipped
    stride = 4 * width + (height > 1 ? 12 : 0)
    // The last row has no padding after its last pixel.
    let bytes = stride * (height - 1) + 4 * width
    memory = FencedMemory(bytes, endsAtFence: beforeGuard)
    first = memory.bytes
    var random = SeededGenerator(seed)
    for index in 0..<bytes { first[index] = .random(in: 0...255, using: &random) }
  }

  var texture: segue_texture {
    segue_texture(
      pixels: flipped ? first + (height - 1) * stride : first, stride: flipped ? -stride : stride,
      width: UInt32(width), height: UInt32(height), asks_ahead: true, is_exact: false, has_words: false)
  }

  /// Returns the texel of a column and of a row along v.
  subscript(x: Int, y: Int) -> [UInt8] {
    let pixel = first + (flipped ? height - 1 - y : y) * stride + 4 * x
    return (0..<4).map { pixel[$0] }
  }

  func bilinear(_ x: Double, _ y: Double) -> [Double] {
    func clamp(_ position: Double, _ count: Int) -> (Int, Int, Double) {
      let inside = min(max(position, 0), Double(count - 1))
      return (Int(inside), min(Int(inside) + 1, count - 1), inside - inside.rounded(.down))
    }
    let (left, right, across) = clamp(x, width)
    let (top, bottom, down) = clamp(y, height)
    let (a, b, c, d) = (self[left, top], self[right, top], self[left, bottom], self[right, bottom])
    return (0..<4).map { channel in
      let above = Double(a[channel]) * (1 - across) + Double(b[channel]) * across
      let below = Double(c[channel]) * (1 - across) + Double(d[channel]) * across
      return (above * (1 - down) + below * down) / 255
    }
  }
}
