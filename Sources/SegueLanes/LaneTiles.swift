import CSegueKernels
import SegueLaneProgram
import SeguePixels

/// The linked steps of a program and their memory, run tile by tile over rows; for one frame and one thread.
///
/// A tile is a few hundred pixels of a row, so that all registers stay in the first-level cache. A program
/// reads and writes only its own memory and its pictures.
final class LaneTiles {
  private static let lanes = Int(SEGUE_LANES)
  /// The number of lanes, over all registers, that fit into the first-level cache together with their inputs.
  private static let cachedLanes = 10240
  /// The largest number of texture reads a pixel with which texels are prefetched: in programs with more
  /// reads, arithmetic hides the latency.
  ///
  /// With prefetching, `ripple` and `cube` take 0.8 of the time without prefetching, but `dreamy`, with 26
  /// reads, takes 1.1 times as long.
  private static let fewFetches = 4

  /// The pictures, retained while they may be read.
  private let textures: [LaneRunner.Texture]
  let memory: LaneMemory
  /// The row slots of the vertical position, or of the positions of a block's first and last row; and the
  /// number of rows of the frame.
  private let rows: (y: Int?, yEnd: Int?, count: Int)
  /// The number of vectors in a row.
  let rowVectors: Int
  /// The steps that run once a pixel.
  let pixelSteps: LinkedSteps
  /// Whether machine code runs the steps that run once a pixel.
  private let isNative: Bool
  /// Whether machine code stores the pixels, which it does in whole vectors.
  private let storesVectors: Bool
  /// Whether machine code can compute vectors at any offsets of a row, in place.
  let takesPlaces: Bool
  private let frameSteps: LinkedSteps
  private let columnSteps: LinkedSteps
  private let rowSteps: LinkedSteps
  private let tileVectors: Int
  /// The capacity of a register, in vectors.
  private let registerVectors: Int
  /// Whether the loops of any tile so far have exceeded the maximum number of iterations.
  private(set) var isLate = false

  /// Prepares a frame: sets constants and inputs, and computes frame slots.
  ///
  /// The caller then sets columns and calls `computeColumns`.
  ///
  /// - Parameters:
  ///   - prepared: The program.
  ///   - store: The step that stores pixels; nil for block programs.
  ///   - rowVectors: The number of vectors in a row.
  ///   - size: The size of the frame.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - maxTurns: The maximum number of iterations of all loops together in one tile.
  ///   - kernels: The kernels.
  init(
    _ prepared: PreparedProgram, _ store: LaneProgram.Step?, rowVectors: Int, size: PixelSize,
    textures: [LaneRunner.Texture], inputs: [UInt32], maxTurns: Int, kernels: Kernels
  ) {
    let (program, steps) = (prepared.program, prepared.steps(store))
    precondition(textures.count == program.textures)
    (self.rowVectors, self.textures) = (rowVectors, textures)
    let most = max(1, min(32, Self.cachedLanes / Self.lanes / max(1, program.registers)))
    registerVectors = most
    // An odd stride between registers: at a distance of 2 KiB, they would alias in the low 12 address bits,
    // which stalls loads.
    let stride = most | 1
    let native = prepared.native(store, tileVectors: stride, kernels: kernels)
    isNative = native != nil
    storesVectors = native?.code.stores ?? false
    takesPlaces = native?.code.takesPlaces ?? false
    // Divides a row into tiles of about equal width, with an even number of vectors for quads. Machine code
    // that computes vectors in place uses no tile registers, so its tile may be a whole row.
    let count = takesPlaces ? 1 : (rowVectors + most - 1) / most
    let equal = (rowVectors + count - 1) / count
    tileVectors = program.hasQuads && most > 1 ? min(equal + equal % 2, most & ~1) : equal
    let asksAhead = steps.fetchCount.map { $0 <= Self.fewFetches } ?? false
    memory = LaneMemory(
      program, runs: steps.runs,
      pictures: textures.enumerated().map { index, texture in
        let isTable = index >= program.textures - program.tables
        return segue_texture(texture, rowWidth: size.width, asksAhead: asksAhead && !isTable)
      },
      rowVectors: rowVectors, tileVectors: tileVectors, registerStride: stride, turns: maxTurns,
      kernels: kernels)
    let addresses = memory.addresses
    frameSteps = LinkedSteps(steps.frame, addresses)
    columnSteps = LinkedSteps(steps.column, addresses)
    rowSteps = LinkedSteps(steps.row, addresses)
    rows = (program.y, program.yEnd, size.height)
    pixelSteps = LinkedSteps(native?.pixel ?? steps.pixel, addresses, native: native?.code)
    for (slot, bits) in program.constants { memory.set(.frame(slot), to: bits) }
    for (input, slot) in program.inputs { memory.set(.frame(slot), to: inputs[input]) }
    run(frameSteps, vectors: 1)
  }

  /// Sets each lane of a column slot to the position of its column; does nothing if there is no slot.
  func setColumns(_ slot: Int?, width: Int, _ column: (_ lane: Int) -> Int) {
    guard let slot else { return }
    let to = memory.column(slot)
    for lane in 0..<Self.lanes * rowVectors { to[lane] = Self.position(of: column(lane), width) }
  }

  /// Returns the bits of a pixel center's position, 0…1.
  static func position(of pixel: Int, _ count: Int) -> UInt32 {
    Float((Double(pixel) + 0.5) / Double(count)).bitPattern
  }

  /// Computes the column slots, after the positions are set.
  func computeColumns() {
    if columnSteps.count > 0 { runColumns(columnSteps, of: 0..<rowVectors) }
  }

  /// Runs steps that compute column slots, over a range of vectors, with registers for temporaries.
  func runColumns(_ steps: LinkedSteps, of part: Range<Int>) {
    forEachTile(of: part, most: registerVectors) { start, vectors in
      steps.moveColumns(to: memory.columns(from: start))
      run(steps, vectors: vectors)
    }
  }

  /// Computes the row slots for a row of blocks, or for one row, counted in the direction of the program's y.
  func move(to rows: ClosedRange<Int>) {
    if let y = self.rows.y { memory.set(.row(y), to: Self.position(of: rows.lowerBound, self.rows.count)) }
    if let y = self.rows.yEnd { memory.set(.row(y), to: Self.position(of: rows.upperBound, self.rows.count)) }
    run(rowSteps, vectors: 1)
  }

  /// Calls `body` for each tile of a part of a row, with the tile's first vector and its number of vectors;
  /// `most` limits this number.
  func forEachTile(
    of part: Range<Int>, most: Int = .max, _ body: (_ start: Int, _ vectors: Int) -> Void
  ) {
    var start = part.lowerBound
    while start < part.upperBound {
      let vectors = min(tileVectors, most, part.upperBound - start)
      body(start, vectors)
      start += vectors
    }
  }

  /// Points the steps of pixels, and machine code, to the column slots from a vector on.
  func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    pixelSteps.moveColumns(to: columns)
    memory.moveColumns(to: columns)
  }

  /// Computes the pixels of a tile.
  func runPixels(vectors: Int) {
    guard isNative, let out = memory.pixels.pointee.pixels else { return run(pixelSteps, vectors: vectors) }
    memory.setTexels(vectors: vectors)
    let count = memory.pixels.pointee.count
    let isWhole = !storesVectors || count == vectors * Self.lanes
    let target = isWhole ? UnsafeRawPointer(out) : UnsafeRawPointer(memory.tilePixels)
    memory.setPixels(target)
    run(pixelSteps, vectors: vectors)
    if !isWhole { UnsafeMutableRawPointer(out).copyMemory(from: target, byteCount: 4 * count) }
  }

  /// Runs steps over a number of vectors.
  func run(_ steps: LinkedSteps, vectors: Int) {
    guard steps.count > 0 else { return }
    if !segue_lanes_run(steps.steps, steps.count, vectors, memory.addresses.state) {
      isLate = true
    }
  }
}
