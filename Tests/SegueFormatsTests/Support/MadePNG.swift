import SegueTestSupport
import Testing

/// A valid PNG of random content in any layout, unlike those of the library's encoder.
struct MadePNG: Sendable, CustomTestStringConvertible {
  var width: Int
  var height: Int
  var colorType: Int
  var depth: Int
  var isInterlaced: Bool
  var seed: UInt64

  /// All pairs of color type and depth that the specification has (table 8).
  static let layouts = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
    (6, 8), (6, 16),
  ]

  /// Every layout, plain and interlaced, in this size.
  static func all(_ width: Int, _ height: Int, seed: UInt64) -> [MadePNG] {
    layouts.flatMap { type, depth in
      [false, true].map { MadePNG(width, height, type, depth, interlaced: $0, seed: seed) }
    }
  }

  init(_ width: Int, _ height: Int, _ colorType: Int, _ depth: Int, interlaced: Bool, seed: UInt64) {
    (self.width, self.height, self.colorType, self.depth) = (width, height, colorType, depth)
    (isInterlaced, self.seed) = (interlaced, seed)
  }

  var testDescription: String {
    "\(width)x\(height), color type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : ""), seed \(seed)"
  }

  var layout: ReferencePNG.Layout {
    .init(width: width, height: height, depth: depth, colorType: colorType, isInterlaced: isInterlaced)
  }

  /// The chunks: a header, often tRNS, and the pixels in two IDATs.
  var chunks: [PNGChunk] {
    var generator = SeededGenerator(seed)
    var chunks = [
      PNGChunk.header(width, height, depth: depth, colorType: colorType, interlaced: isInterlaced)
    ]
    if colorType == 3 {
      // A full palette, so that all indexes are valid.
      chunks.append(PNGChunk(name: "PLTE", data: .random(3 << depth, using: &generator)))
      let count = Int.random(in: 0...1 << depth, using: &generator)
      if count > 0 { chunks.append(PNGChunk(name: "tRNS", data: .random(count, using: &generator))) }
    } else if colorType < 3 {
      chunks.append(PNGChunk(name: "tRNS", data: key))
    }
    let stream = deflated(scanlines(using: &generator))
    chunks.append(PNGChunk(name: "IDAT", data: Array(stream.prefix(stream.count / 2))))
    chunks.append(PNGChunk(name: "IDAT", data: Array(stream.dropFirst(stream.count / 2))))
    return chunks + [PNGChunk(name: "IEND", data: [])]
  }

  var bytes: [UInt8] { PNGChunk.file(chunks) }

  /// The transparent color: frequent among pixels of two values, and different from the others in the low
  /// byte.
  private var key: [UInt8] {
    let sample = depth == 16 ? 0x1212 : 0x12 & (1 << depth - 1)
    return Array(repeating: [UInt8(sample >> 8), UInt8(sample & 0xff)], count: layout.channels).flatMap(
      \.self)
  }

  /// Makes unfiltered scanlines of two byte values for even seeds, so that pixels match the transparent
  /// color.
  ///
  /// Scanlines are random for odd seeds.
  private func scanlines(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for pass in layout.passes {
      for _ in 0..<pass.rows {
        bytes.append(seed % 2 == 0 ? 0 : .random(in: 0...4, using: &generator))
        bytes +=
          seed % 2 == 0
          ? (0..<pass.rowBytes).map { _ in Bool.random(using: &generator) ? 0x12 : 0x13 }
          : .random(pass.rowBytes, using: &generator)
      }
    }
    return bytes
  }
}

extension [UInt8] {
  /// Makes random bytes.
  static func random(_ count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }
}
