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
  /// The straight color of each pixel, 0…1, unrounded.
  private(set) var colors: [[Double]]
  private let palette: [UInt8]
  private let transparency: [UInt8]?

  init(_ file: [UInt8]) throws {
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
    rgba = Array(repeating: 0, count: 4 * layout.width * layout.height)
    colors = Array(repeating: [], count: layout.width * layout.height)

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
          rgba.replaceSubrange(out..<out + 4, with: try pixel(above, column))
          colors[out / 4] = color(above, column) ?? rgba[out..<out + 3].map { Double($0) / 255 }
        }
      }
    }
  }

  /// Undoes the five filters of section 9.
  private func unfiltered(_ line: [UInt8], filter: UInt8, above: [UInt8]) throws -> [UInt8] {
    let step = max(1, layout.channels * layout.depth / 8)
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
      let index = column * layout.channels + (layout.channels < 3 ? 0 : channel)
      return Double(sample(row, index)) / Double(1 << layout.depth - 1)
    }
  }

  private func pixel(_ row: [UInt8], _ column: Int) throws -> [UInt8] {
    let samples = (0..<layout.channels).map { sample(row, column * layout.channels + $0) }
    if layout.colorType == 3 {
      let index = samples[0]
      guard 3 * index + 3 <= palette.count else { throw Failure.palette }
      let alpha = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
      return palette[3 * index..<3 * index + 3] + [alpha]
    }
    let gray = layout.channels < 3
    let color = gray ? Array(repeating: byte(samples[0]), count: 3) : samples.prefix(3).map(byte)
    if layout.colorType > 3 { return color + [byte(samples[layout.channels - 1])] }
    // tRNS has one color, compared in all 16 bits.
    let key = transparency.map { bytes in
      (0..<layout.channels).map { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
    }
    return color + [key == samples ? 0 : 255]
  }
}
