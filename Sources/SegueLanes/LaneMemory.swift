import CSegueKernels
import SegueLaneProgram
import SeguePixels

/// The memory of one thread that runs a program over a frame: slots, pictures, and the address table for
/// machine code.
struct LaneMemory: ~Copyable {
  private static let lanes = Int(SEGUE_LANES)

  /// The addresses of the program's slots, and of the other operands of its steps.
  let addresses: SlotAddresses
  let pictures: UnsafeMutablePointer<segue_texture>
  /// One run per `Texels`: the position from which `fetchRow` reads for the current tile.
  let runs: UnsafeMutablePointer<segue_texture_run>
  /// The picture and offset of each run.
  let texels: UnsafeMutableBufferPointer<LaneProgram.Texels>
  /// The pixels of the current tile, to which the store step writes.
  let pixels: UnsafeMutablePointer<segue_pixels>
  private let columnSlots: Int
  private let tileVectors: Int
  /// The address table for machine code: the address of each column slot, then the address of each run's
  /// texels, then the address of the output.
  private let machineAddresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The byte offset of each vector of a tile if the tile's vectors are consecutive.
  private let places: UnsafeMutablePointer<UInt32>
  /// Buffers for machine code: copies of runs that are clamped at a picture's edge, and the pixels of a tile
  /// that extends beyond the frame.
  private let copies: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - program: The program; its slots are allocated.
  ///   - texels: The runs of texels that the program reads.
  ///   - pictures: The pictures that the program reads.
  ///   - rowVectors: The number of vectors in a row.
  ///   - tileVectors: The number of vectors in a tile.
  ///   - registerStride: The distance between registers, in vectors.
  ///   - turns: The maximum number of iterations of all loops together in one tile.
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
    pixels.initialize(to: segue_pixels(pixels: nil, count: 0, drops_signs: false))
    let state = UnsafeMutablePointer<segue_lanes_state>.allocate(capacity: 1)
    state.initialize(
      to: segue_lanes_state(
        memory: frame, columns: machineAddresses, turns: 0, limit: UInt32(max(0, min(turns, 1 << 30))),
        turn: 0,
        most: 0,
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

  /// Sets a frame slot or a row slot in all lanes.
  func set(_ slot: LaneProgram.Slot, to bits: UInt32) {
    addresses.address(slot)?.update(repeating: bits, count: Self.lanes)
  }

  /// Returns the address of a column slot's lanes.
  func column(_ slot: Int) -> UnsafeMutablePointer<UInt32> {
    addresses.columns + Self.lanes * addresses.rowVectors * slot
  }

  /// Returns the address of a vector in the first column slot; the same vector of the next slot is
  /// `rowVectors` vectors later.
  func columns(from vector: Int = 0) -> UnsafeMutablePointer<UInt32> {
    addresses.columns + Self.lanes * vector
  }

  /// The output buffer for a tile that extends beyond the frame.
  var tilePixels: UnsafeMutablePointer<UInt32> { copies + texels.count * tileVectors * Self.lanes }

  /// Writes the addresses of all column slots into the address table; `columns` is the address in the first
  /// slot.
  func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    for slot in 0..<columnSlots {
      machineAddresses[slot] = UnsafeMutableRawPointer(columns + Self.lanes * addresses.rowVectors * slot)
    }
  }

  /// Sets the byte offsets of the vectors that machine code computes; nil stands for consecutive vectors.
  func setPlaces(_ places: UnsafePointer<UInt32>?) {
    addresses.state.pointee.places = places ?? UnsafePointer(self.places)
  }

  /// Writes the addresses of all runs' texels into the address table, for a tile; a run that extends beyond
  /// an edge of its picture is copied, with clamped positions.
  func setTexels(vectors: Int) {
    for index in texels.indices {
      let copy = copies + index * tileVectors * Self.lanes
      let address = segue_texels_of(runs + index, vectors * Self.lanes, copy)
      if let address { setTexels(index, address) }
    }
  }

  /// Writes the address of a run's texels into the address table.
  func setTexels(_ run: Int, _ address: UnsafeRawPointer) {
    machineAddresses[columnSlots + run] = UnsafeMutableRawPointer(mutating: address)
  }

  /// Writes the address of the output into the address table.
  func setPixels(_ address: UnsafeRawPointer) { setTexels(texels.count, address) }
}
