import CSegueKernels

/// Vectors of a row that are computed without those between them: what they need of columns and pictures, side by side.
final class ChosenVectors {
  private static let lanes = Int(SEGUE_LANES)

  /// How many there are.
  private(set) var count = 0
  private var ranges: [Range<Int>] = []
  /// The columns of these, slot by slot as far apart as those of the whole row.
  let columns: UnsafeMutablePointer<UInt32>
  /// The pixels that are computed.
  let pixels: UnsafeMutablePointer<UInt8>
  private let rowVectors: Int
  private let columnSlots: Int
  private let texels: UnsafeMutablePointer<UInt32>

  init(_ rowVectors: Int, columnSlots: Int, runs: Int) {
    self.rowVectors = rowVectors
    self.columnSlots = columnSlots
    columns = .allocateVectors(columnSlots * rowVectors)
    texels = .allocateVectors(runs * rowVectors)
    pixels = UnsafeMutableRawPointer.allocate(byteCount: 64 * rowVectors, alignment: 64)
      .bindMemory(to: UInt8.self, capacity: 64 * rowVectors)
  }

  deinit {
    columns.deallocate()
    texels.deallocate()
    pixels.deallocate()
  }

  func choose(_ ranges: [Range<Int>], of all: UnsafeMutablePointer<UInt32>) {
    self.ranges = ranges
    count = ranges.reduce(0) { $0 + $1.count }
    for slot in 0..<columnSlots {
      var to = columns + slot * rowVectors * Self.lanes
      let from = all + slot * rowVectors * Self.lanes
      for range in ranges {
        to.update(from: from + range.lowerBound * Self.lanes, count: range.count * Self.lanes)
        to += range.count * Self.lanes
      }
    }
  }

  /// Calls `body` with where a part of the vectors is in a row, and how far from the part's start.
  private func forEachRange(in part: Range<Int>, _ body: (_ vectors: Range<Int>, _ index: Int) -> Void) {
    var start = 0
    for range in ranges {
      let own =
        max(part.lowerBound, start)..<max(part.lowerBound, start, min(part.upperBound, start + range.count))
      if !own.isEmpty {
        let first = range.lowerBound + own.lowerBound - start
        body(first..<first + own.count, own.lowerBound - part.lowerBound)
      }
      start += range.count
      if start >= part.upperBound { return }
    }
  }

  /// The texels of a picture that some of the vectors read, so far from their own pixels; the edge's beyond it.
  func run(
    _ run: Int, of picture: segue_texture, _ part: Range<Int>, x: Int, y: Int
  ) -> segue_texture_run {
    let width = Int(picture.width)
    let row = UnsafeRawPointer(picture.pixels) + max(0, min(y, Int(picture.height) - 1)) * picture.stride
    let hasNext = y >= 0 && y + 1 < Int(picture.height)
    let to = UnsafeMutableRawPointer(texels + run * rowVectors * Self.lanes)
    forEachRange(in: part) { vectors, index in
      let first = vectors.lowerBound * Self.lanes + x
      let count = vectors.count * Self.lanes
      if first >= 0 && first + count <= width {
        (to + 64 * index).copyMemory(from: row + 4 * first, byteCount: 4 * count)
        if hasNext { segue_prefetch(row + picture.stride + 4 * first, 4 * count) }
      } else {
        for lane in 0..<count {
          let texel = row.loadUnaligned(
            fromByteOffset: 4 * max(0, min(first + lane, width - 1)), as: UInt32.self)
          to.storeBytes(of: texel, toByteOffset: 64 * index + 4 * lane, as: UInt32.self)
        }
      }
    }
    let texture = segue_texture(
      pixels: UnsafePointer(to.assumingMemoryBound(to: UInt8.self)), stride: 0,
      width: UInt32(part.count * Self.lanes), height: 1)
    return segue_texture_run(texture: texture, x: 0, y: 0)
  }

  /// Writes the pixels that were computed for some of the vectors to a row.
  func write(_ part: Range<Int>, to row: UnsafeMutablePointer<UInt8>, width: Int) {
    forEachRange(in: part) { vectors, index in
      let first = vectors.lowerBound * Self.lanes
      UnsafeMutableRawPointer(row + 4 * first).copyMemory(
        from: pixels + 64 * index, byteCount: 4 * min(vectors.count * Self.lanes, width - first))
    }
  }
}
