import CSegueKernels

/// Where the slots of a program are.
struct SlotAddresses {
  let frame: UnsafeMutablePointer<UInt32>
  let row: UnsafeMutablePointer<UInt32>
  let registers: UnsafeMutablePointer<UInt32>
  let tileVectors: Int
  let columns: UnsafeMutablePointer<UInt32>
  let rowVectors: Int
  let pictures: UnsafePointer<segue_texture>
  let runs: UnsafePointer<segue_texture_run>
  let texels: [LaneProgram.Texels]
  let pixels: UnsafePointer<segue_pixels>
  let kernels: UnsafePointer<segue_lanes_kernel?>
  let state: UnsafeMutablePointer<segue_lanes_state>

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
final class LinkedSteps {
  let count: Int
  let steps: UnsafeMutablePointer<segue_lanes_step>
  private let outputs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let inputs: UnsafeMutablePointer<segue_lanes_in>
  /// The pictures of fetches that are made at once.
  private let pairs: UnsafeMutablePointer<segue_texture_pair>
  /// Inputs and outputs that are columns, with the place of the first one.
  private let columnInputs: [(index: Int, offset: Int)]
  private let columnOutputs: [(index: Int, offset: Int)]

  /// - Parameters:
  ///   - list: The steps.
  ///   - addresses: Where slots are.
  ///   - native: Machine code that stands for some of them.
  ///   - hasLanes: Whether lanes of splats may differ, as in steps that run over one vector only.
  init(
    _ list: [LaneProgram.Step], _ addresses: SlotAddresses, native: NativeProgram? = nil,
    hasLanes: Bool = false
  ) {
    count = list.count
    steps = .allocate(capacity: max(1, count))
    var columnInputs: [(index: Int, offset: Int)] = []
    var columnOutputs: [(index: Int, offset: Int)] = []
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
      case .jump, .count, .native: break
      }
    }
    outputs = .allocate(capacity: max(1, outputSlots.count))
    inputs = .allocate(capacity: max(1, inputSlots.count))
    for (index, slot) in outputSlots.enumerated() {
      let address = addresses.address(slot)
      (outputs + index).initialize(to: address.map { UnsafeMutableRawPointer($0) })
      if case .column = slot, let address { columnOutputs.append((index, address - addresses.columns)) }
    }
    for (index, slot) in inputSlots.enumerated() {
      let address = addresses.address(slot)
      (inputs + index).initialize(to: segue_lanes_in(at: address, step: slot.isSplat && !hasLanes ? 0 : 1))
      if case .column = slot, let address { columnInputs.append((index, address - addresses.columns)) }
    }
    (self.columnInputs, self.columnOutputs) = (columnInputs, columnOutputs)
    let paired = list.pairedFetches
    pairs = .allocate(capacity: max(1, paired.count))
    var pairCount = 0
    for (index, step) in list.enumerated() {
      var linked = segue_lanes_step()
      linked.out = UnsafePointer(outputs + ranges[index].out)
      linked.in = UnsafePointer(inputs + ranges[index].in)
      switch step {
      case .call where paired[index - 1] != nil:
        linked.kind = SEGUE_STEP_JUMP
        linked.target = UInt32(index + 1)
      case .call(let operation, let out, _, let texels):
        linked.kind = out.first?.isSplat == true ? SEGUE_STEP_CALL_ONCE : SEGUE_STEP_CALL
        linked.kernel = addresses.kernels[Int(operation.rawValue)]
        if let (first, second) = paired[index] {
          // The outputs of both stand one after the other.
          linked.kernel = addresses.kernels[Int(LaneOperation.fetchPair.rawValue)]
          (pairs + pairCount).initialize(
            to: segue_texture_pair(of: (addresses.pictures + first, addresses.pictures + second)))
          linked.data = UnsafeRawPointer(pairs + pairCount)
          pairCount += 1
        } else if operation == .store || operation == .storeFloats {
          linked.data = UnsafeRawPointer(addresses.pixels)
        } else if let texels {
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
      case .native(let number):
        linked.kind = SEGUE_STEP_CALL
        linked.kernel = native?.kernel(number)
        linked.data = UnsafeRawPointer(addresses.state)
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

  /// Makes column slots stand for the columns from a vector on.
  func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    for (index, offset) in columnInputs { inputs[index].at = UnsafeRawPointer(columns + offset) }
    for (index, offset) in columnOutputs { outputs[index] = UnsafeMutableRawPointer(columns + offset) }
  }
}

extension [LaneProgram.Step] {
  /// The fetches that can be made together with the next step, and the textures of both: that one is at the same position, which the
  /// first does not write over.
  fileprivate var pairedFetches: [Int: (first: Int, second: Int)] {
    let starts = blockStarts
    var pairs: [Int: (first: Int, second: Int)] = [:]
    for (index, steps) in zip(indices, zip(self, dropFirst())) {
      guard
        case (
          .call(.fetch, let out, let at, let first?), .call(.fetch, let otherOut, let otherAt, let second?)
        ) = steps,
        at == otherAt, !out.contains(where: at.contains),
        out.first?.isSplat == otherOut.first?.isSplat,
        !starts.contains(index + 1), pairs[index - 1] == nil
      else { continue }
      pairs[index] = (first.texture, second.texture)
    }
    return pairs
  }
}
