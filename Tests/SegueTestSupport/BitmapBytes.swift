import SeguePixels

extension Bitmap {
  /// The straight RGBA bytes of a decoded bitmap, without gaps between rows.
  package var straightBytes: [UInt8] {
    let source = straight ?? storage
    return (0..<height).flatMap { Array(UnsafeRawBufferPointer(source.row($0))) }
  }

  /// Straight RGBA bytes, computed from premultiplied pixels and rounded.
  package var unpremultipliedBytes: [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let pixel = self[x, y]
        let color = [pixel.red, pixel.green, pixel.blue].map { channel -> UInt8 in
          pixel.alpha == 0 ? 0 : UInt8((Double(channel) * 255 / Double(pixel.alpha)).rounded())
        }
        return color + [pixel.alpha]
      }
    }
  }

  /// Whether the alpha of each pixel is 255, without the facts that the bitmap caches.
  package var hasOpaquePixels: Bool {
    let bytes = straightBytes
    return stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }

  /// Computes the mean difference of color channels; 255 if sizes differ.
  package func meanDifference(from other: Bitmap) -> Double {
    guard size == other.size else { return 255 }
    var sum = 0
    for y in 0..<height {
      withRow(y) { a in
        other.withRow(y) { b in
          for x in a.indices {
            sum += abs(Int(a[x].red) - Int(b[x].red)) + abs(Int(a[x].green) - Int(b[x].green))
            sum += abs(Int(a[x].blue) - Int(b[x].blue))
          }
        }
      }
    }
    return Double(sum) / Double(3 * width * height)
  }
}
