import CSegueKernels
package import SeguePixels

/// Runs a `LaneProgram` over the rows of one frame, in one thread.
///
/// Registers are tiles of some hundred lanes, so that all of them stay in the first-level cache; a row is a few
/// tiles. Whatever the program does, only its own memory and the pictures are touched.
package final class LaneRunner {
  /// A picture as a program reads it.
  package enum Texture {
    /// A whole picture; `isFlipped` counts v from the bottom up.
    case picture(Bitmap, isFlipped: Bool)
    /// The row of the pixels that are computed, lent when they are.
    case row
  }

  /// The turns that all loops together may take, for one tile of pixels.
  package static let loopLimit = 1 << 18

  private static let lanes = Int(SEGUE_LANES)
  /// Lanes in all registers together that fit the first-level cache beside what they are computed from.
  private static let cachedLanes = 10240

  private let program: LaneProgram
  private let textures: [Texture]
  /// The textures that are rows.
  private let rowTextures: [Int]
  private let size: PixelSize
  private let isFlipped: Bool
  private let kernels: UnsafePointer<segue_lanes_kernel?>
  /// Vectors of a whole tile, and of a row.
  private let tileVectors: Int
  private let rowVectors: Int
  private let memory: UnsafeMutablePointer<UInt32>
  private let columns: UnsafeMutablePointer<UInt32>
  private let pictures: UnsafeMutablePointer<segue_texture>
  private let runs: UnsafeMutablePointer<segue_texture_run>
  /// What the runs are of.
  private let texels: [LaneProgram.Texels]
  private let pixels: UnsafeMutablePointer<segue_pixels>
  private let frameSteps: LinkedSteps
  private let columnSteps: LinkedSteps
  private let rowSteps: LinkedSteps
  private let pixelSteps: LinkedSteps

  /// Whether every loop ended by itself so far.
  package private(set) var isInTime = true

  /// Gets ready for a frame: computes what does not change in it.
  ///
  /// `inputs` are the values of the program's inputs, as bits. `isFlipped` says whether the vertical position counts from
  /// the bottom up.
  package init(
    _ program: LaneProgram, size: PixelSize, textures: [Texture], inputs: [UInt32], isFlipped: Bool,
    kernels table: Kernels
  ) {
    self.program = program
    self.textures = textures
    self.size = size
    self.isFlipped = isFlipped
    precondition(textures.count == program.textures && program.result.count == 4)
    let lanes = Self.lanes
    rowVectors = (size.width + lanes - 1) / lanes
    let most = max(1, min(32, Self.cachedLanes / lanes / max(1, program.registers)))
    // Tiles of about equal widths.
    tileVectors = (rowVectors + (rowVectors + most - 1) / most - 1) / ((rowVectors + most - 1) / most)
    kernels = table.laneKernels
    memory = .allocateVectors(program.frameSlots + program.rowSlots + program.registers * tileVectors)
    columns = .allocateVectors(program.columnSlots * rowVectors)
    pictures = .allocate(capacity: max(1, textures.count))
    for (index, texture) in textures.enumerated() {
      pictures[index] = segue_texture(texture, rowWidth: size.width)
    }
    texels = program.runs
    runs = .allocate(capacity: max(1, texels.count))
    for (index, texels) in texels.enumerated() {
      runs[index] = segue_texture_run(texture: pictures[texels.texture], x: 0, y: 0)
    }
    rowTextures = textures.indices.filter { if case .row = textures[$0] { true } else { false } }
    pixels = .allocate(capacity: 1)
    pixels.initialize(to: segue_pixels(pixels: nil, count: 0))

    let addresses = SlotAddresses(
      frame: memory, row: memory + lanes * program.frameSlots,
      registers: memory + lanes * (program.frameSlots + program.rowSlots), tileVectors: tileVectors,
      columns: columns, rowVectors: rowVectors, pictures: pictures, runs: runs, texels: texels,
      kernels: kernels)
    frameSteps = LinkedSteps(program.frame, addresses)
    columnSteps = LinkedSteps(program.column, addresses)
    rowSteps = LinkedSteps(program.row, addresses)
    let store = LaneProgram.Step.call(.store, out: [], in: program.result)
    pixelSteps = LinkedSteps(program.pixel + [store], addresses)
    pixelSteps.setData(of: program.pixel.count, to: UnsafeRawPointer(pixels))

    for (slot, bits) in program.constants {
      (memory + lanes * slot).update(repeating: bits, count: lanes)
    }
    for (input, slot) in program.inputs {
      (memory + lanes * slot).update(repeating: inputs[input], count: lanes)
    }
    run(frameSteps, vectors: 1)
    if let x = program.x {
      let column = columns + lanes * rowVectors * x
      for i in 0..<lanes * rowVectors {
        column[i] = Float((Double(i) + 0.5) / Double(size.width)).bitPattern
      }
    }
    if !program.column.isEmpty { forEachTile { run(columnSteps, vectors: $1) } }
  }

  deinit {
    memory.deallocate()
    columns.deallocate()
    pictures.deallocate()
    runs.deallocate()
    pixels.deallocate()
  }

  /// Computes the pixels of row `y`, counted from the top, from the rows that are lent for it.
  package func read(_ y: Int, rows: LentRows? = nil, into row: inout MutableSpan<Pixel>) {
    precondition(y >= 0 && y < size.height && row.count == size.width)
    precondition(rowTextures.count == rows?.pixels.count ?? 0)
    // The frame is not to be trusted already.
    guard isInTime else { return }
    let position = isFlipped ? size.height - 1 - y : y
    if let slot = program.y {
      let value = Float((Double(position) + 0.5) / Double(size.height)).bitPattern
      (memory + Self.lanes * (program.frameSlots + slot)).update(repeating: value, count: Self.lanes)
    }
    for (index, texels) in texels.enumerated() {
      if let rows, let row = rowTextures.firstIndex(of: texels.texture) {
        runs[index].texture.pixels = rows.pixels[row]
      } else {
        runs[index].y = Int32(position) + texels.y
      }
    }
    run(rowSteps, vectors: 1)
    row.withBytes { bytes, _ in
      forEachTile { start, vectors in
        let x = start * Self.lanes
        for (index, texels) in texels.enumerated() { runs[index].x = Int32(x) + texels.x }
        pixels.pointee.pixels = bytes.map { $0 + 4 * x }
        pixels.pointee.count = min(vectors * Self.lanes, size.width - x)
        pixelSteps.moveColumns(toVector: start)
        run(pixelSteps, vectors: vectors)
      }
    }
  }

  private func forEachTile(_ body: (_ start: Int, _ vectors: Int) -> Void) {
    var start = 0
    while start < rowVectors {
      let vectors = min(tileVectors, rowVectors - start)
      columnSteps.moveColumns(toVector: start)
      body(start, vectors)
      start += vectors
    }
  }

  private func run(_ steps: LinkedSteps, vectors: Int) {
    guard steps.count > 0 else { return }
    if !segue_lanes_run(steps.steps, steps.count, vectors, UInt32(Self.loopLimit)) {
      isInTime = false
    }
  }
}

extension segue_texture {
  fileprivate init(_ texture: LaneRunner.Texture, rowWidth: Int) {
    switch texture {
    case .row: self.init(pixels: nil, stride: 0, width: UInt32(rowWidth), height: 1)
    case .picture(let bitmap, let isFlipped):
      let storage = bitmap.storage
      let last = (storage.size.height - 1) * storage.stride
      self.init(
        pixels: UnsafePointer((storage.bytes + (isFlipped ? last : 0)).assumingMemoryBound(to: UInt8.self)),
        stride: isFlipped ? -storage.stride : storage.stride, width: UInt32(storage.size.width),
        height: UInt32(storage.size.height))
    }
  }
}

/// Where the slots of a program are.
private struct SlotAddresses {
  let frame: UnsafeMutablePointer<UInt32>
  let row: UnsafeMutablePointer<UInt32>
  let registers: UnsafeMutablePointer<UInt32>
  let tileVectors: Int
  let columns: UnsafeMutablePointer<UInt32>
  let rowVectors: Int
  let pictures: UnsafePointer<segue_texture>
  let runs: UnsafePointer<segue_texture_run>
  let texels: [LaneProgram.Texels]
  let kernels: UnsafePointer<segue_lanes_kernel?>

  func address(_ slot: LaneProgram.Slot) -> UnsafeMutablePointer<UInt32>? {
    let lanes = Int(SEGUE_LANES)
    return switch slot {
    case .nowhere: nil
    case .frame(let index): frame + lanes * index
    case .row(let index): row + lanes * index
    case .register(let index): registers + lanes * tileVectors * index
    case .column(let index): columns + lanes * rowVectors * index
    }
  }
}

/// The steps of one list with addresses for slots.
private final class LinkedSteps {
  let count: Int
  let steps: UnsafeMutablePointer<segue_lanes_step>
  private let outputs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let inputs: UnsafeMutablePointer<segue_lanes_in>
  /// Inputs and outputs that are columns, with their addresses at the first one.
  private var columnInputs: [(index: Int, start: UnsafeMutablePointer<UInt32>)] = []
  private var columnOutputs: [(index: Int, start: UnsafeMutablePointer<UInt32>)] = []

  init(_ list: [LaneProgram.Step], _ addresses: SlotAddresses) {
    count = list.count
    steps = .allocate(capacity: max(1, count))
    var outputSlots: [LaneProgram.Slot] = []
    var inputSlots: [LaneProgram.Slot] = []
    var ranges: [(out: Int, in: Int)] = []
    for step in list {
      ranges.append((outputSlots.count, inputSlots.count))
      switch step {
      case .call(_, let out, let `in`, _):
        outputSlots += out
        inputSlots += `in`
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): inputSlots.append(mask)
      case .jump, .count: break
      }
    }
    outputs = .allocate(capacity: max(1, outputSlots.count))
    inputs = .allocate(capacity: max(1, inputSlots.count))
    for (index, slot) in outputSlots.enumerated() {
      let address = addresses.address(slot)
      (outputs + index).initialize(to: address.map { UnsafeMutableRawPointer($0) })
      if case .column = slot, let address { columnOutputs.append((index, address)) }
    }
    for (index, slot) in inputSlots.enumerated() {
      let address = addresses.address(slot)
      (inputs + index).initialize(to: segue_lanes_in(at: address, step: slot.isSplat ? 0 : 1))
      if case .column = slot, let address { columnInputs.append((index, address)) }
    }
    for (index, step) in list.enumerated() {
      var linked = segue_lanes_step()
      linked.out = UnsafePointer(outputs + ranges[index].out)
      linked.in = UnsafePointer(inputs + ranges[index].in)
      switch step {
      case .call(let operation, let out, _, let texels):
        linked.kind = out.first?.isSplat == true ? SEGUE_STEP_CALL_ONCE : SEGUE_STEP_CALL
        linked.kernel = addresses.kernels[Int(operation.rawValue)]
        if let texels {
          linked.data =
            if operation == .fetchRow, let run = addresses.texels.firstIndex(of: texels) {
              UnsafeRawPointer(addresses.runs + run)
            } else {
              UnsafeRawPointer(addresses.pictures + texels.texture)
            }
        }
      case .jump(let target):
        linked.kind = SEGUE_STEP_JUMP
        linked.target = UInt32(target)
      case .jumpIfNone(_, let target):
        linked.kind = SEGUE_STEP_JUMP_IF_NONE
        linked.target = UInt32(target)
      case .jumpIfAll(_, let target):
        linked.kind = SEGUE_STEP_JUMP_IF_ALL
        linked.target = UInt32(target)
      case .count(let target):
        linked.kind = SEGUE_STEP_COUNT
        linked.target = UInt32(target)
      }
      (steps + index).initialize(to: linked)
    }
  }

  deinit {
    steps.deallocate()
    outputs.deallocate()
    inputs.deallocate()
  }

  func setData(of step: Int, to data: UnsafeRawPointer) { steps[step].data = data }

  /// Makes column slots stand for the columns from a vector on.
  func moveColumns(toVector vector: Int) {
    let offset = vector * Int(SEGUE_LANES)
    for (index, start) in columnInputs { inputs[index].at = UnsafeRawPointer(start + offset) }
    for (index, start) in columnOutputs { outputs[index] = UnsafeMutableRawPointer(start + offset) }
  }
}
