import CSegueCodecs
import CZlibForTests
import Segue

extension FuzzTarget {
  static let inflate = FuzzTarget(
    name: "inflate",
    summary: "A deflate stream in a sound PNG file, by ISA-L and by zlib: the same bytes, or neither.",
    seeds: {
      let rows = (0..<rowBytes * side).map { UInt8($0 % rowBytes == 0 ? 0 : $0 * 7 & 255) }
      let flat = [UInt8](repeating: 0, count: rowBytes * side)
      // Stored, fixed and dynamic blocks, without the 2-byte header and the checksum of zlib.
      return [rows, flat].flatMap { bytes in
        (Int32(0)...9).map { Array(deflated(bytes, level: $0).dropFirst(2).dropLast(4)) }
      }
    },
    run: { bytes in
      // Inflates with zlib, to compute the checksum for the PNG file; the checksum is wrong if the stream is
      // invalid.
      var out = [UInt8](repeating: 0, count: rowBytes * side + 1000)
      var stream = z_stream()
      var input = bytes
      let count: Int = input.withUnsafeMutableBufferPointer { input in
        out.withUnsafeMutableBufferPointer { out in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(input.count)
          stream.next_out = out.baseAddress
          stream.avail_out = UInt32(out.count)
          inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
          _ = CZlibForTests.inflate(&stream, Z_FINISH)
          inflateEnd(&stream)
          return out.count - Int(stream.avail_out)
        }
      }
      let checksum = bigEndian(Int(adler32(1, out, UInt32(count))))
      let used = bytes.prefix(bytes.count - Int(stream.avail_in))
      checkInflaters(
        PNGChunk.file([
          .header(side, side), PNGChunk(name: "IDAT", data: [0x78, 0x01] + used + checksum),
          PNGChunk(name: "IEND", data: []),
        ]))
    })

  private static let side = 24
  private static let rowBytes = 1 + 3 * side
}

/// Decodes a PNG file with ISA-L, with zlib alone, and by the decoder for very wide rows; all results must be
/// equal.
func checkInflaters(_ file: [UInt8]) {
  var dimensions = segue_dimensions()
  guard segue_png_dimensions(file, file.count, &dimensions).status == SEGUE_OK else { return }
  let stride = 4 * Int(dimensions.width)
  let count = stride * Int(dimensions.height)
  guard count > 0, count <= 4 << 16 else { return }
  var (first, second) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
  let isal = segue_png_decode(file, file.count, dimensions, nil, &first, stride)
  let zlib = segue_png_decode_once(file, file.count, dimensions, false, &second, stride)
  expect(isal.status == zlib.status, "\(isal.status) with ISA-L, \(zlib.status) by zlib")
  expect(isal.status != SEGUE_OK || first == second, "ISA-L and zlib inflate different pixels")
  if segue_png_decode_wide(file, file.count, dimensions, &first, stride) {
    expect(zlib.status == SEGUE_OK && first == second, "a picture of wide rows is decoded otherwise")
  }
}
