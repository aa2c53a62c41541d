import CSegueKernels
import SegueLaneProgram

/// A flat list of steps without addresses, made once per program.
///
/// Running `LaneProgram.Step` values directly would retain and release their arrays. Retaining and releasing
/// takes 3 % of the time of a wipe's frame at 1080p, and most of the time of a small frame.
struct StepTable: Sendable {
  /// The kernel of a step.
  enum Kernel: Sendable {
    case none
    case operation(LaneOperation)
    case native(Int)
  }

  /// A kernel's extra argument: the output pixels, the state, or an index among runs, pictures or pairs.
  enum Data: Sendable {
    case none, pixels, state
    case run(Int)
    case picture(Int)
    case pair(Int)
  }

  struct Step: Sendable {
    var kind = SEGUE_STEP_CALL
    var kernel = Kernel.none
    var data = Data.none
    /// The indexes of the step's first operands in `outputs` and `inputs`.
    let out: Int
    let `in`: Int
    /// The target of a jump.
    var target = 0
  }

  private(set) var steps: [Step] = []
  private(set) var outputs: [LaneProgram.Slot] = []
  private(set) var inputs: [LaneProgram.Slot] = []
  /// The indices of the two pictures that each fused fetch reads.
  private(set) var pairs: [(first: Int, second: Int)] = []

  /// - Parameters:
  ///   - list: The steps.
  ///   - runs: The program's property `runs`.
  init(_ list: [LaneProgram.Step], runs: [LaneProgram.Texels]) {
    let paired = list.pairedFetches
    for (index, step) in list.enumerated() {
      var entry = Step(out: outputs.count, in: inputs.count)
      switch step {
      case .call(let operation, let out, let slots, let texels):
        outputs += out
        inputs += slots
        if paired[index - 1] != nil {
          (entry.kind, entry.target) = (SEGUE_STEP_JUMP, index + 1)
          break
        }
        if out.first?.isSplat == true { entry.kind = SEGUE_STEP_CALL_ONCE }
        entry.kernel = .operation(operation)
        if let pair = paired[index] {
          // The outputs of the second fetch come after the outputs of the first fetch.
          (entry.kernel, entry.data) = (.operation(.fetchPair), .pair(pairs.count))
          pairs.append(pair)
        } else if operation == .store || operation == .storeFloats {
          entry.data = .pixels
        } else if let texels {
          let run = operation.readsRun ? runs.firstIndex(of: texels) : nil
          entry.data = run.map { .run($0) } ?? .picture(texels.texture)
        }
      case .jump(let target): (entry.kind, entry.target) = (SEGUE_STEP_JUMP, target)
      case .jumpIfNone(let mask, let target):
        inputs.append(mask)
        (entry.kind, entry.target) = (SEGUE_STEP_JUMP_IF_NONE, target)
      case .jumpIfAll(let mask, let target):
        inputs.append(mask)
        (entry.kind, entry.target) = (SEGUE_STEP_JUMP_IF_ALL, target)
      case .count(let target): (entry.kind, entry.target) = (SEGUE_STEP_COUNT, target)
      case .native(let number): (entry.kernel, entry.data) = (.native(number), .state)
      }
      steps.append(entry)
    }
  }
}

extension [LaneProgram.Step] {
  /// The pairs of successive fetches that are fused into one step: by the index of the first fetch, the
  /// textures of both.
  ///
  /// Both fetches of a pair are in one basic block and read at the same position, and the first fetch does
  /// not overwrite the slots of the position.
  fileprivate var pairedFetches: [Int: (first: Int, second: Int)] {
    let starts = basicBlockStarts
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
