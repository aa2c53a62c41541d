import CZlibForTests

/// A PNG chunk, whose CRC is checked on reading and computed on writing.
struct PNGChunk: Equatable {
  enum Failure: Error, Equatable {
    case signature
    case end
    case crc(String)
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  var name: String
  var data: [UInt8]

  /// The chunk as stored in a file.
  var bytes: [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
  }

  /// Makes a file of these chunks.
  static func file(_ chunks: [PNGChunk]) -> [UInt8] { signature + chunks.flatMap(\.bytes) }

  /// Lists the chunks of a file, which must be complete and have valid CRCs.
  static func list(_ file: [UInt8]) throws -> [PNGChunk] {
    guard file.starts(with: signature) else { throw Failure.signature }
    var chunks: [PNGChunk] = []
    var rest = file.dropFirst(8)
    while !rest.isEmpty {
      guard rest.count >= 12 else { throw Failure.end }
      let count = integer(rest)
      guard rest.count >= 12 + count else { throw Failure.end }
      let body = Array(rest.dropFirst(4).prefix(4 + count))
      let chunk = PNGChunk(
        name: String(decoding: body.prefix(4), as: UTF8.self), data: Array(body.dropFirst(4)))
      guard Int(crc32(0, body, UInt32(body.count))) == integer(rest.dropFirst(8 + count)) else {
        throw Failure.crc(chunk.name)
      }
      chunks.append(chunk)
      rest = rest.dropFirst(12 + count)
    }
    return chunks
  }

  /// Makes a header chunk.
  static func header(
    _ width: Int, _ height: Int, depth: Int = 8, colorType: Int = 2, interlaced: Bool = false
  ) -> PNGChunk {
    let layout = [UInt8(depth), UInt8(colorType), 0, 0, interlaced ? 1 : 0]
    return PNGChunk(name: "IHDR", data: bigEndian(width) + bigEndian(height) + layout)
  }

  /// Reads the big-endian 32-bit integer at the start of bytes.
  static func integer(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Encodes a number in four bytes, big-endian.
func bigEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

/// Compresses bytes to a zlib stream.
func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
  var count = compressBound(UInt(bytes.count))
  var out = [UInt8](repeating: 0, count: Int(count))
  precondition(compress2(&out, &count, bytes, UInt(bytes.count), level) == Z_OK)
  return Array(out.prefix(Int(count)))
}

/// Inflates a zlib stream of exactly `count` bytes; nil for any other stream.
func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
  var out = [UInt8](repeating: 0, count: count + 1)
  var written = UInt(count + 1)
  guard uncompress(&out, &written, stream, UInt(stream.count)) == Z_OK, written == count else { return nil }
  return Array(out.prefix(count))
}
