/// A PNG decoder by the specification (W3C, third edition), for comparison.
///
/// Shares no code with the library or libpng, and gives straight RGBA with 8 bits a channel.
struct ReferencePNG {
  enum Failure: Error {
    case chunks
    case header
    case data
    case filter
    case palette
  }

  /// The layout of stored pixels, from the header.
  struct Layout: Equatable {
    var width: Int
    var height: Int
    var depth: Int
    var colorType: Int
    var isInterlaced: Bool

    /// Samples per pixel; a palette index is one sample.
    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 0 }

    /// The stored passes: seven of Adam7 (section 8), or the whole picture.
    var passes: [Pass] {
      let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
      ]
      return (isInterlaced ? adam7 : [(0, 0, 1, 1)]).map { x, y, dx, dy in
        let columns = (width - x + dx - 1) / dx
        let rows = (height - y + dy - 1) / dy
        // A pass without columns has no rows, not even filter bytes.
        return Pass(
          x: x, y: y, dx: dx, dy: dy, columns: columns, rows: columns > 0 ? rows : 0,
          rowBytes: (columns * channels * depth + 7) / 8)
      }
    }

    /// Bytes of all rows, with their filter bytes.
    var rawCount: Int { passes.reduce(0) { $0 + $1.rows * ($1.rowBytes + 1) } }
  }

  struct Pass {
    var x, y, dx, dy, columns, rows, rowBytes: Int
  }

  let layout: Layout
  /// The stored filter of each row.
  private(set) var filters: [UInt8] = []
  private(set) var rgba: [UInt8]
  /// The straight, unrounded color of each pixel, 0…1; empty unless requested.
  private(set) var colors: [[Double]] = []
  private let channels: Int
  private let palette: [UInt8]
  private let transparency: [UInt8]?

  init(_ file: [UInt8], keepingColors: Bool = false) throws {
    let chunks = try PNGChunk.list(file)
    guard let header = chunks.first, header.name == "IHDR", header.data.count == 13,
      chunks.last == PNGChunk(name: "IEND", data: [])
    else { throw Failure.chunks }
    layout = Layout(
      width: PNGChunk.integer(header.data), height: PNGChunk.integer(header.data.dropFirst(4)),
      depth: Int(header.data[8]), colorType: Int(header.data[9]), isInterlaced: header.data[12] == 1)
    guard layout.channels > 0, layout.width > 0, layout.height > 0, header.data[10] == 0,
      header.data[11] == 0,
      header.data[12] < 2
    else { throw Failure.header }
    palette = chunks.first { $0.name == "PLTE" }?.data ?? []
    transparency = chunks.first { $0.name == "tRNS" }?.data
    channels = layout.channels
    rgba = Array(repeating: 0, count: 4 * layout.width * layout.height)
    if keepingColors { colors = Array(repeating: [], count: layout.width * layout.height) }

    let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    guard let raw = inflated(stream, count: layout.rawCount) else { throw Failure.data }
    var start = 0
    for pass in layout.passes {
      var above = [UInt8](repeating: 0, count: pass.rowBytes)
      for row in 0..<pass.rows {
        filters.append(raw[start])
        let line = Array(raw[start + 1..<start + 1 + pass.rowBytes])
        above = try unfiltered(line, filter: raw[start], above: above)
        start += 1 + pass.rowBytes
        for column in 0..<pass.columns {
          let out = 4 * ((pass.y + row * pass.dy) * layout.width + pass.x + column * pass.dx)
          try store(above, column, at: out)
          guard keepingColors else { continue }
          colors[out / 4] = color(above, column) ?? rgba[out..<out + 3].map { Double($0) / 255 }
        }
      }
    }
  }

  /// Undoes the five filters of section 9.
  private func unfiltered(_ line: [UInt8], filter: UInt8, above: [UInt8]) throws -> [UInt8] {
    let step = max(1, channels * layout.depth / 8)
    var out = line
    for i in out.indices {
      let a = i >= step ? Int(out[i - step]) : 0
      let b = Int(above[i])
      let c = i >= step ? Int(above[i - step]) : 0
      let predicted =
        switch filter {
        case 0: 0
        case 1: a
        case 2: b
        case 3: (a + b) / 2
        case 4: paeth(a, b, c)
        default: throw Failure.filter
        }
      out[i] = UInt8(truncatingIfNeeded: Int(line[i]) + predicted)
    }
    return out
  }

  private func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let p = a + b - c
    let (toA, toB, toC) = (abs(p - a), abs(p - b), abs(p - c))
    return toA <= toB && toA <= toC ? a : toB <= toC ? b : c
  }

  /// Returns a sample of a row by its index.
  private func sample(_ row: [UInt8], _ index: Int) -> Int {
    switch layout.depth {
    case 16: return Int(row[2 * index]) << 8 | Int(row[2 * index + 1])
    case 8: return Int(row[index])
    default:
      let perByte = 8 / layout.depth
      let shift = 8 - layout.depth * (index % perByte + 1)
      return Int(row[index / perByte]) >> shift & (1 << layout.depth - 1)
    }
  }

  /// Converts a sample to 8 bits: scaled from fewer bits, rounded from 16.
  private func byte(_ sample: Int) -> UInt8 {
    UInt8(layout.depth == 16 ? (sample * 255 + 32895) >> 16 : sample * 255 / (1 << layout.depth - 1))
  }

  /// Returns a color as samples over their maximum; nil for a palette.
  private func color(_ row: [UInt8], _ column: Int) -> [Double]? {
    guard layout.colorType != 3 else { return nil }
    return [0, 1, 2].map { channel in
      let index = column * channels + (channels < 3 ? 0 : channel)
      return Double(sample(row, index)) / Double(1 << layout.depth - 1)
    }
  }

  /// Stores the color of a pixel from byte `out` of `rgba` on.
  private mutating func store(_ row: [UInt8], _ column: Int, at out: Int) throws {
    let first = column * channels
    let start = sample(row, first)
    if layout.colorType == 3 {
      guard 3 * start + 3 <= palette.count else { throw Failure.palette }
      for channel in 0..<3 { rgba[out + channel] = palette[3 * start + channel] }
      rgba[out + 3] = transparency.flatMap { start < $0.count ? $0[start] : nil } ?? 255
      return
    }
    for channel in 0..<3 {
      rgba[out + channel] = byte(channels < 3 ? start : sample(row, first + channel))
    }
    if layout.colorType > 3 {
      rgba[out + 3] = byte(sample(row, first + channels - 1))
      return
    }
    // tRNS has one color, compared in all 16 bits.
    let isKey =
      transparency.map { bytes in
        (0..<channels).allSatisfy {
          sample(row, first + $0) == Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1])
        }
      } ?? false
    rgba[out + 3] = isKey ? 0 : 255
  }
}
