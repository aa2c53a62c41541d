import CSegueKernels
import SegueLaneProgram
import SegueNative

/// The addresses of a program's slots and other operands.
struct SlotAddresses {
  let frame: UnsafeMutablePointer<UInt32>
  let row: UnsafeMutablePointer<UInt32>
  let registers: UnsafeMutablePointer<UInt32>
  /// The distance between registers, in vectors.
  let registerStride: Int
  let columns: UnsafeMutablePointer<UInt32>
  let rowVectors: Int
  let pictures: UnsafePointer<segue_texture>
  let runs: UnsafePointer<segue_texture_run>
  let pixels: UnsafePointer<segue_pixels>
  let kernels: UnsafePointer<segue_lanes_kernel?>
  let state: UnsafeMutablePointer<segue_lanes_state>

  func address(_ slot: LaneProgram.Slot) -> UnsafeMutablePointer<UInt32>? {
    let lanes = Int(SEGUE_LANES)
    return switch slot {
    case .nowhere: nil
    case .frame(let index): frame + lanes * index
    case .row(let index): row + lanes * index
    case .register(let index): registers + lanes * registerStride * index
    case .column(let index): columns + lanes * rowVectors * index
    }
  }

  /// Returns the bits of a row slot.
  func bits(ofRow slot: Int) -> UInt32 { row[Int(SEGUE_LANES) * slot] }
}

/// A list of steps with slots resolved to addresses.
final class LinkedSteps {
  let count: Int
  let steps: UnsafeMutablePointer<segue_lanes_step>
  private let outputs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let inputs: UnsafeMutablePointer<segue_lanes_in>
  /// The pairs of pictures that fused fetches read.
  private let pairs: UnsafeMutablePointer<segue_texture_pair>
  /// The machine code that the steps call, retained while they may run; nil if they call only kernels.
  private let native: NativeProgram?
  /// The operands in column slots: the index of each operand in `inputs` or `outputs`, and the offset of its
  /// slot from the first column slot, in lanes.
  private let columnInputs: [(index: Int, offset: Int)]
  private let columnOutputs: [(index: Int, offset: Int)]

  /// - Parameters:
  ///   - table: The steps.
  ///   - addresses: The addresses of slots.
  ///   - native: The machine code that `table` calls.
  init(_ table: StepTable, _ addresses: SlotAddresses, native: NativeProgram? = nil) {
    self.native = native
    count = table.steps.count
    steps = .allocate(capacity: max(1, count))
    var columnInputs: [(index: Int, offset: Int)] = []
    var columnOutputs: [(index: Int, offset: Int)] = []
    outputs = .allocate(capacity: max(1, table.outputs.count))
    inputs = .allocate(capacity: max(1, table.inputs.count))
    for (index, slot) in table.outputs.enumerated() {
      let address = addresses.address(slot)
      (outputs + index).initialize(to: address.map { UnsafeMutableRawPointer($0) })
      if case .column = slot, let address { columnOutputs.append((index, address - addresses.columns)) }
    }
    for (index, slot) in table.inputs.enumerated() {
      let address = addresses.address(slot)
      (inputs + index).initialize(
        to: segue_lanes_in(at: address, step: slot.isSplat ? 0 : 1))
      if case .column = slot, let address { columnInputs.append((index, address - addresses.columns)) }
    }
    (self.columnInputs, self.columnOutputs) = (columnInputs, columnOutputs)
    pairs = .allocate(capacity: max(1, table.pairs.count))
    for (index, pair) in table.pairs.enumerated() {
      (pairs + index).initialize(
        to: segue_texture_pair(of: (addresses.pictures + pair.first, addresses.pictures + pair.second)))
    }
    for (index, step) in table.steps.enumerated() {
      var linked = segue_lanes_step()
      (linked.kind, linked.target) = (step.kind, UInt32(step.target))
      linked.out = UnsafePointer(outputs + step.out)
      linked.in = UnsafePointer(inputs + step.in)
      switch step.kernel {
      case .none: break
      case .operation(let operation): linked.kernel = addresses.kernels[Int(operation.rawValue)]
      case .native(let number): linked.kernel = native?.kernel(number)
      }
      switch step.data {
      case .none: break
      case .pixels: linked.data = UnsafeRawPointer(addresses.pixels)
      case .state: linked.data = UnsafeRawPointer(addresses.state)
      case .run(let run): linked.data = UnsafeRawPointer(addresses.runs + run)
      case .picture(let texture): linked.data = UnsafeRawPointer(addresses.pictures + texture)
      case .pair(let pair): linked.data = UnsafeRawPointer(pairs + pair)
      }
      (steps + index).initialize(to: linked)
    }
  }

  deinit {
    steps.deallocate()
    outputs.deallocate()
    inputs.deallocate()
    pairs.deallocate()
  }

  /// Points the operands in column slots to the values of a tile; `columns` is the address of the tile's
  /// first vector in the first column slot.
  func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    for (index, offset) in columnInputs { inputs[index].at = UnsafeRawPointer(columns + offset) }
    for (index, offset) in columnOutputs { outputs[index] = UnsafeMutableRawPointer(columns + offset) }
  }
}
