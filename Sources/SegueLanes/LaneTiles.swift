import CSegueKernels
import SeguePixels

/// The steps of a program, ready to run over tiles of a row, and the memory they run in; for one frame and one thread.
///
/// Registers are tiles of some hundred lanes, so that all of them stay in the first-level cache; a row is a few
/// tiles. Whatever the program does, only its own memory and the pictures are touched.
final class LaneTiles {
  private static let lanes = Int(SEGUE_LANES)
  /// Lanes in all registers together that fit the first-level cache beside what they are computed from.
  private static let cachedLanes = 10240
  /// Samples of a pixel that wait for the second cache rather than for arithmetic, at most.
  ///
  /// To ask for texels before they are read takes `ripple` and `cube` 0.8 of the time, and `dreamy`, with 26 samples, 1.1.
  private static let fewFetches = 4

  /// The pictures, whose pixels are kept for as long as they may be read.
  private let textures: [LaneRunner.Texture]
  let memory: LaneMemory
  let row: RowSlots
  /// Vectors of a row.
  let rowVectors: Int
  /// What computes pixels.
  let pixelSteps: LinkedSteps
  /// Whether there is machine code.
  private let isNative: Bool
  /// Whether that stores the pixels: whole vectors of them.
  private let storesVectors: Bool
  /// Whether it takes vectors of any places as they stand.
  let takesPlaces: Bool
  private let frameSteps: LinkedSteps
  private let columnSteps: LinkedSteps
  private let tileVectors: Int
  /// Vectors that registers have room for.
  private let registerVectors: Int
  /// Whether a loop took too many turns.
  private(set) var isLate = false

  /// Gets ready for a frame: computes what does not change in it.
  ///
  /// Who makes it then sets columns and calls `computeColumns`.
  ///
  /// - Parameters:
  ///   - program: What is computed.
  ///   - prepared: Its steps.
  ///   - store: The step that stores pixels.
  ///   - rowVectors: Vectors of a row.
  ///   - size: The frame.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - kernels: The kernels.
  init(
    _ program: LaneProgram, _ prepared: ProgramCache.Prepared, _ store: LaneProgram.Step?, rowVectors: Int,
    size: PixelSize, textures: [LaneRunner.Texture], inputs: [UInt32], kernels: Kernels
  ) {
    precondition(textures.count == program.textures)
    (self.rowVectors, self.textures) = (rowVectors, textures)
    let most = max(1, min(32, Self.cachedLanes / Self.lanes / max(1, program.registers)))
    registerVectors = most
    // Registers that are 2 KiB apart would wait for one another: an address is told by its last 12 bits at first.
    let stride = most | 1
    let native = NativeProgram.of(program, store, tileVectors: stride, kernels: kernels)
    isNative = native != nil
    storesVectors = native?.stores ?? false
    takesPlaces = native?.takesPlaces ?? false
    // Tiles of about equal widths; of quads, both vectors of a block. Machine code that takes vectors as they stand keeps nothing in
    // registers of a tile, which may be a row.
    let count = takesPlaces ? 1 : (rowVectors + most - 1) / most
    let equal = (rowVectors + count - 1) / count
    tileVectors = program.hasQuads && most > 1 ? min(equal + equal % 2, most & ~1) : equal
    let asksAhead = prepared.fetchCount.map { $0 <= Self.fewFetches } ?? false
    memory = LaneMemory(
      program, runs: prepared.runs,
      pictures: textures.map { segue_texture($0, rowWidth: size.width, asksAhead: asksAhead) },
      rowVectors: rowVectors, tileVectors: tileVectors, registerStride: stride, turns: LaneRunner.loopLimit,
      kernels: kernels)
    let addresses = memory.addresses
    frameSteps = LinkedSteps(prepared.frame, addresses)
    columnSteps = LinkedSteps(prepared.column, addresses)
    row = RowSlots(program, prepared, addresses, height: size.height)
    pixelSteps = LinkedSteps(native?.steps ?? prepared.pixel, addresses, native: native)
    for (slot, bits) in program.constants { memory.setFrame(slot, to: bits) }
    for (input, slot) in program.inputs { memory.setFrame(slot, to: inputs[input]) }
    run(frameSteps, vectors: 1)
  }

  /// Gives each lane of a column slot, if there is one, the position of a column of the frame.
  func setColumns(_ slot: Int?, width: Int, _ column: (_ lane: Int) -> Int) {
    guard let slot else { return }
    let to = memory.column(slot)
    for lane in 0..<Self.lanes * rowVectors { to[lane] = Self.position(of: column(lane), width) }
  }

  /// The bits of where a pixel's center is, of so many.
  static func position(of pixel: Int, _ count: Int) -> UInt32 {
    Float((Double(pixel) + 0.5) / Double(count)).bitPattern
  }

  /// Computes what does not change in a column, from where that is.
  func computeColumns() {
    if columnSteps.count > 0 { runColumns(columnSteps, of: 0..<rowVectors) }
  }

  /// Runs steps that compute columns, and keep values in registers meanwhile.
  func runColumns(_ steps: LinkedSteps, of part: Range<Int>) {
    forEachTile(of: part, most: registerVectors) { start, vectors in
      steps.moveColumns(to: memory.columns(from: start))
      run(steps, vectors: vectors)
    }
  }

  /// Makes what does not change in a row stand for one, as the program counts rows.
  func move(toRow position: Int) {
    if !row.move(to: position) { isLate = true }
  }

  /// The same for the rows of a block.
  func move(to rows: ClosedRange<Int>) {
    if !row.move(to: rows) { isLate = true }
  }

  /// Calls `body` for each tile of some vectors of a row: with its first vector, and how many it has, `most` at the most.
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

  /// Makes columns stand for those from a vector on.
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

  /// Runs steps over so many vectors.
  func run(_ steps: LinkedSteps, vectors: Int) {
    guard steps.count > 0 else { return }
    if !segue_lanes_run(steps.steps, steps.count, vectors, memory.addresses.state) {
      isLate = true
    }
  }
}
