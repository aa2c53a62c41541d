import CSegueKernels
import SeguePixels

/// The memory in which one thread runs a program over a frame: slots, pictures, and what machine code is told of them.
struct LaneMemory: ~Copyable {
  private static let lanes = Int(SEGUE_LANES)

  /// Where the slots are, and what steps read beside them.
  let addresses: SlotAddresses
  let pictures: UnsafeMutablePointer<segue_texture>
  /// The texels that a tile reads at its own pixels, or beside them.
  let runs: UnsafeMutablePointer<segue_texture_run>
  /// What the runs are of.
  let texels: UnsafeMutableBufferPointer<LaneProgram.Texels>
  /// Where the pixels of a tile go.
  let pixels: UnsafeMutablePointer<segue_pixels>
  private let columnSlots: Int
  private let tileVectors: Int
  /// For machine code: where each column is, then the texels of each run, then the pixels.
  private let machineAddresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// Where vectors are that lie side by side.
  private let places: UnsafeMutablePointer<UInt32>
  /// What machine code reads of runs that go beyond a picture's edge, and writes of tiles that go beyond the frame's.
  private let copies: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - program: Whose slots there are.
  ///   - texels: The texels that its tiles read.
  ///   - pictures: Its pictures.
  ///   - rowVectors: Vectors of a row.
  ///   - tileVectors: Vectors of a tile.
  ///   - registerStride: Vectors from one register to the next.
  ///   - turns: The turns that all loops together may take.
  ///   - kernels: The kernels.
  init(
    _ program: LaneProgram, runs texels: [LaneProgram.Texels], pictures: [segue_texture], rowVectors: Int,
    tileVectors: Int, registerStride: Int, turns: Int, kernels: Kernels
  ) {
    (columnSlots, self.tileVectors) = (program.columnSlots, tileVectors)
    let frame = UnsafeMutablePointer<UInt32>.allocateVectors(
      program.frameSlots + program.rowSlots + program.registers * registerStride)
    let row = frame + Self.lanes * program.frameSlots
    copies = .allocateVectors((texels.count + 1) * tileVectors)
    let addressCount = columnSlots + texels.count + 1
    machineAddresses = .allocate(capacity: addressCount)
    machineAddresses.initialize(repeating: nil, count: addressCount)
    places = .allocate(capacity: tileVectors)
    for vector in 0..<tileVectors { (places + vector).initialize(to: UInt32(4 * Self.lanes * vector)) }
    self.pictures = .allocate(capacity: max(1, pictures.count))
    self.pictures.initialize(from: pictures, count: pictures.count)
    self.texels = .allocate(capacity: texels.count)
    _ = self.texels.initialize(from: texels)
    runs = .allocate(capacity: max(1, texels.count))
    for (index, texels) in texels.enumerated() {
      (runs + index).initialize(to: segue_texture_run(texture: pictures[texels.texture], x: 0, y: 0))
    }
    pixels = .allocate(capacity: 1)
    pixels.initialize(to: segue_pixels(pixels: nil, count: 0))
    let state = UnsafeMutablePointer<segue_lanes_state>.allocate(capacity: 1)
    state.initialize(
      to: segue_lanes_state(
        memory: frame, columns: machineAddresses, turns: 0, limit: UInt32(turns), turn: 0, most: 0,
        places: places))
    addresses = SlotAddresses(
      frame: frame, row: row, registers: row + Self.lanes * program.rowSlots, registerStride: registerStride,
      columns: .allocateVectors(columnSlots * rowVectors), rowVectors: rowVectors, pictures: self.pictures,
      runs: runs, pixels: pixels, kernels: kernels.laneKernels, state: state)
  }

  deinit {
    addresses.frame.deallocate()
    addresses.columns.deallocate()
    addresses.state.deallocate()
    machineAddresses.deallocate()
    places.deallocate()
    pictures.deallocate()
    runs.deallocate()
    texels.deallocate()
    pixels.deallocate()
    copies.deallocate()
  }

  /// Gives a slot of the frame its bits.
  func setFrame(_ slot: Int, to bits: UInt32) {
    (addresses.frame + Self.lanes * slot).update(repeating: bits, count: Self.lanes)
  }

  /// The lanes of a column.
  func column(_ slot: Int) -> UnsafeMutablePointer<UInt32> {
    addresses.columns + Self.lanes * addresses.rowVectors * slot
  }

  /// The columns from a vector on: the first slot's, which others follow a row apart.
  func columns(from vector: Int = 0) -> UnsafeMutablePointer<UInt32> {
    addresses.columns + Self.lanes * vector
  }

  /// Where pixels of a tile are written that goes beyond the frame's edge.
  var tilePixels: UnsafeMutablePointer<UInt32> { copies + texels.count * tileVectors * Self.lanes }

  /// Tells machine code where columns are.
  func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    for slot in 0..<columnSlots {
      machineAddresses[slot] = UnsafeMutableRawPointer(columns + Self.lanes * addresses.rowVectors * slot)
    }
  }

  /// Tells machine code which vectors it computes, as bytes from the first one; those of a tile for nil.
  func setPlaces(_ places: UnsafePointer<UInt32>?) {
    addresses.state.pointee.places = places ?? UnsafePointer(self.places)
  }

  /// Tells machine code where the texels of all runs are, for a tile; those beyond an edge are copied.
  func setTexels(vectors: Int) {
    for index in texels.indices {
      let copy = copies + index * tileVectors * Self.lanes
      let address = segue_texels_of(runs + index, vectors * Self.lanes, copy)
      if let address { setTexels(index, address) }
    }
  }

  /// Tells machine code where the texels of a run are.
  func setTexels(_ run: Int, _ address: UnsafeRawPointer) {
    machineAddresses[columnSlots + run] = UnsafeMutableRawPointer(mutating: address)
  }

  /// Tells machine code where pixels go.
  func setPixels(_ address: UnsafeRawPointer) { setTexels(texels.count, address) }
}
