import CSegueKernels
import SegueLaneProgram

/// The selected vectors of a row: byte offsets of vectors computed in place, and packed copies of the inputs
/// of the other vectors.
final class ChosenVectors {
  private static let lanes = Int(SEGUE_LANES)

  /// The number of packed vectors.
  private(set) var count = 0
  /// The number of vectors computed in place, and their byte offsets in the row.
  private(set) var standingCount = 0
  let places: UnsafeMutablePointer<UInt32>
  /// All selected vectors, in place or packed.
  private(set) var all: VectorSet
  /// The ranges of row vectors that are packed, in rising order.
  private let ranges: UnsafeMutablePointer<Range<Int>>
  private var rangeCount = 0
  /// Packed copies of the column slots, with the same distance between slots as in the whole row.
  let columns: UnsafeMutablePointer<UInt32>
  /// The computed pixels of the packed vectors, before `write` scatters them.
  let pixels: UnsafeMutablePointer<UInt8>
  private let rowVectors: Int
  private let columnSlots: Int
  private let texels: UnsafeMutablePointer<UInt32>

  init(_ rowVectors: Int, columnSlots: Int, runs: Int) {
    self.rowVectors = rowVectors
    self.columnSlots = columnSlots
    places = .allocate(capacity: rowVectors)
    all = VectorSet(capacity: rowVectors)
    ranges = .allocate(capacity: rowVectors)
    columns = .allocateVectors(columnSlots * rowVectors)
    texels = .allocateVectors(runs * rowVectors)
    pixels = UnsafeMutableRawPointer.allocate(byteCount: 64 * rowVectors, alignment: 64)
      .bindMemory(to: UInt8.self, capacity: 64 * rowVectors)
  }

  deinit {
    places.deallocate()
    ranges.deallocate()
    columns.deallocate()
    texels.deallocate()
    pixels.deallocate()
  }

  /// Selects the vectors in `all`: vectors inside `part` are computed in place, vectors outside are packed.
  func choose(_ all: VectorSet, standing part: Range<Int>, of allColumns: UnsafeMutablePointer<UInt32>) {
    (standingCount, count, rangeCount) = (0, 0, 0)
    self.all.become(all)
    all.forEach(in: part) { vector in
      (places + standingCount).initialize(to: UInt32(4 * Self.lanes * vector))
      standingCount += 1
    }
    all.forEachRange(outside: part) { range in
      (ranges + rangeCount).initialize(to: range)
      rangeCount += 1
      count += range.count
    }
    copyColumns(of: allColumns)
  }

  /// Packs the column slots again, after band steps computed some of them.
  func copyColumns(of allColumns: UnsafeMutablePointer<UInt32>) {
    for slot in 0..<columnSlots {
      var to = columns + slot * rowVectors * Self.lanes
      let from = allColumns + slot * rowVectors * Self.lanes
      for range in UnsafeBufferPointer(start: ranges, count: rangeCount) {
        to.update(from: from + range.lowerBound * Self.lanes, count: range.count * Self.lanes)
        to += range.count * Self.lanes
      }
    }
  }

  /// Divides a part of the packed vectors into ranges that are contiguous in the row.
  ///
  /// Calls `body` with each range of row vectors, and the index of its first vector in the part.
  private func forEachRange(in part: Range<Int>, _ body: (_ vectors: Range<Int>, _ index: Int) -> Void) {
    var start = 0
    for range in UnsafeBufferPointer(start: ranges, count: rangeCount) {
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

  /// Packs the texels of row `y` for a part of the packed vectors, at a horizontal offset of `x` from their
  /// pixels.
  ///
  /// Outside the picture, the texel at the nearest end of the row is read.
  func run(
    _ run: Int, of picture: segue_texture, _ part: Range<Int>, x: Int, y: Int
  ) -> segue_texture_run {
    let width = Int(picture.width)
    let row = picture.row(y)
    let to = UnsafeMutableRawPointer(texels + run * rowVectors * Self.lanes)
    forEachRange(in: part) { vectors, index in
      let first = vectors.lowerBound * Self.lanes + x
      let count = vectors.count * Self.lanes
      if first >= 0 && first + count <= width {
        (to + 64 * index).copyMemory(from: row + 4 * first, byteCount: 4 * count)
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

  /// Scatters the computed pixels of a part of the packed vectors into a row.
  func write(_ part: Range<Int>, to row: UnsafeMutablePointer<UInt8>, width: Int) {
    forEachRange(in: part) { vectors, index in
      let first = vectors.lowerBound * Self.lanes
      UnsafeMutableRawPointer(row + 4 * first).copyMemory(
        from: pixels + 64 * index, byteCount: 4 * min(vectors.count * Self.lanes, width - first))
    }
  }
}
