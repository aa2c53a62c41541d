import SegueLaneProgram

/// Translates a region into a function: a `segue_lanes_kernel` whose data is a `segue_lanes_state`.
///
/// Each iteration computes two vectors, or the parts of one vector. If iterations compute two vectors and the
/// number of vectors is odd, the last vector is computed twice.
struct NativeTranslation {
  /// Fields of `segue_lanes_state`.
  private enum State {
    static let memory = Assembler.Memory(base: .state, offset: 0)
    static let columns = Assembler.Memory(base: .state, offset: 8)
    static let turns = Assembler.Memory(base: .state, offset: 16)
    static let limit = Assembler.Memory(base: .state, offset: 20)
    static let turn = Assembler.Memory(base: .state, offset: 24)
    static let most = Assembler.Memory(base: .state, offset: 28)
    static let places = Assembler.Memory(base: .state, offset: 32)
  }

  /// Variables on the stack.
  private enum Frame {
    static let next = Assembler.Memory(base: .stack, offset: BasicBlockAllocation.Stack.next)
    static let end = Assembler.Memory(base: .stack, offset: BasicBlockAllocation.Stack.end)
  }

  /// Jump at the end of a basic block; `counts` increments the count of iterations and compares it with the
  /// limit.
  private struct Jump {
    var condition: GeneralInstruction.Condition?
    var counts = false
    let target: Int
  }

  /// Returns the address of a slot's value for one of the registers computed in parallel.
  static func place(
    at base: GeneralRegister, _ offset: Int, of vector: Int, _ set: any InstructionSet.Type
  ) -> Assembler.Memory {
    if set.parts > 1 {
      return .init(base: base == .slots ? .part : base, offset: offset + vector * set.bytes)
    }
    return .init(base: base, index: vector == 0 ? .place : .nextPlace, offset: offset)
  }

  private let set: any InstructionSet.Type
  private let regions: NativeRegions
  private let region: Range<Int>
  /// The position of each step in the code, and the jumps to patch at the end.
  private var places: [Int: Int] = [:]
  private var jumps: [(at: Int, target: Int)] = []
  /// The innermost loops with slots that stay in registers across iterations.
  private let loops: [NativeLoop]

  private init(_ regions: NativeRegions, _ region: Range<Int>, _ set: any InstructionSet.Type) {
    (self.regions, self.region, self.set) = (regions, region, set)
    loops = NativeLoop.all(in: region, of: regions, for: set)
  }

  private var steps: [LaneProgram.Step] { regions.steps }

  /// Translates all regions; nil if the code exceeds the range of jumps, or if the instruction set lacks an
  /// instruction.
  static func code(
    of regions: NativeRegions, for set: any InstructionSet.Type,
    kernels: @escaping (LaneOperation) -> UInt64
  ) -> (bytes: [UInt8], entries: [Int])? {
    var assembler = Assembler(set)
    var entries: [Int] = []
    for region in regions.regions {
      entries.append(assembler.count)
      var translation = NativeTranslation(regions, region, set)
      translation.emit(to: &assembler, kernels: kernels)
    }
    assembler.finish()
    return assembler.isComplete && assembler.count < set.reach ? (assembler.bytes, entries) : nil
  }

  private mutating func emit(to assembler: inout Assembler, kernels: @escaping (LaneOperation) -> UInt64) {
    assembler.emit(.enter)
    let start = assembler.count
    assembler.emit(.move(.state, .data))
    assembler.emit(.load(.slots, State.memory))
    assembler.emit(.load(.columns, State.columns))
    assembler.emit(.load(.scratch, State.places))
    assembler.emit(.store(.scratch, Frame.next))
    assembler.emit(.address(.other, .init(base: .scratch, index: .vectors, shift: 2)))
    assembler.emit(.store(.other, Frame.end))
    let stackSize = emitBlocks(to: &assembler, kernels)
    assembler.emit(.leave)
    set.setStack((stackSize + 127) / 64 * 64, before: start, in: &assembler)
    assembler.emitRareCalls(kernels: kernels)
    for (at, target) in jumps { set.patch(at, to: places[target] ?? 0, in: &assembler) }
  }

  /// Emits a loop over vectors, or pairs of vectors, with the basic blocks in order; returns the size of its
  /// stack in bytes.
  private mutating func emitBlocks(
    to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let counts = region.contains { if case .count = steps[$0] { true } else { false } }
    if counts { copy(State.turns, to: State.most, &assembler) }
    let again = assembler.count
    assembler.emit(.load(.scratch, Frame.next))
    assembler.emit(.load(.place, .init(base: .scratch), .bits32))
    if set.parts > 1 {
      assembler.emit(.address(.part, .init(base: .slots, index: .place)))
    } else {
      // An odd last vector is computed twice.
      assembler.emit(.address(.other, .init(base: .scratch, offset: 4)))
      assembler.emit(.load(.nextPlace, Frame.end))
      assembler.emit(.compare(.other, .nextPlace))
      assembler.emit(.moveIf(.notBelow, .other, .scratch))
      assembler.emit(.load(.nextPlace, .init(base: .other), .bits32))
    }
    assembler.emit(.add(.scratch, set.parts == 1 ? 8 : 4))
    assembler.emit(.store(.scratch, Frame.next))
    if counts { copy(State.turns, to: State.turn, &assembler) }
    var stackSize = 0
    for block in blocks() {
      places[block.lowerBound] = assembler.count
      let loop = loops.first { $0.steps.contains(block.lowerBound) }
      if let loop, block.lowerBound == loop.start {
        loop.load(to: &assembler, regions)
        places[loop.again] = assembler.count
      }
      stackSize = max(stackSize, emit(block, of: loop, to: &assembler, kernels))
      if let loop, block.upperBound == loop.steps.upperBound {
        places[loop.leaving] = assembler.count
        loop.store(to: &assembler, regions)
      }
    }
    places[region.upperBound] = assembler.count
    if counts {
      assembler.emit(.load(.scratch, State.turn, .bits32))
      assembler.emit(.load(.other, State.most, .bits32))
      assembler.emit(.compare(.scratch, .other, .bits32))
      assembler.emit(.moveIf(.above, .other, .scratch))
      assembler.emit(.store(.other, State.most, .bits32))
    }
    assembler.emit(.load(.scratch, Frame.next))
    assembler.emit(.load(.other, Frame.end))
    assembler.emit(.compare(.scratch, .other))
    assembler.jump(to: again, if: .below)
    if counts { copy(State.most, to: State.turns, &assembler) }
    return stackSize
  }

  private func copy(_ from: Assembler.Memory, to: Assembler.Memory, _ assembler: inout Assembler) {
    assembler.emit(.load(.scratch, from, .bits32))
    assembler.emit(.store(.scratch, to, .bits32))
  }

  /// Returns the basic blocks of the region.
  private func blocks() -> [Range<Int>] {
    let starts = steps.basicBlockStarts.union([region.lowerBound]).filter { region.contains($0) }.sorted()
    return zip(starts, starts.dropFirst() + [region.upperBound]).map { $0..<$1 }
  }

  /// Lowers a basic block and returns it with the jump at its end.
  private func block(of range: Range<Int>) -> (block: BasicBlock, jump: Jump?) {
    var block = BasicBlock(regions.slots, set)
    var end: LaneProgram.Step?
    for position in range {
      switch steps[position] {
      case .call(let operation, let out, let inputs, let texels):
        block.add(operation, out: out, in: inputs, texels: texels)
      default: end = steps[position]
      }
    }
    var isAlways = false
    var test: (mask: LaneProgram.Slot, kind: BasicBlock.Test)?
    var jump: Jump?
    switch end {
    case .jump(let target): (isAlways, jump) = (true, Jump(target: target))
    case .jumpIfNone(let mask, let target):
      (test, jump) = ((mask, .any), Jump(condition: .zero, target: target))
    case .jumpIfAll(let mask, let target):
      (test, jump) = ((mask, .all), Jump(condition: set.ifAll, target: target))
    case .count(let target): jump = Jump(condition: .above, counts: true, target: target)
    case .call, .native, nil: break
    }
    let (regions, target) = (regions, jump?.target)
    block.finish(
      isLive: { slot in
        slot == regions.slots.pixels || !isAlways && regions.isLive(slot, at: range.upperBound)
          || target.map { regions.isLive(slot, at: $0) } ?? false
      }, test: test)
    return (block, jump)
  }

  /// Emits a basic block for the parallel registers, and the jump at its end; returns the size of its stack
  /// in bytes.
  private mutating func emit(
    _ range: Range<Int>, of loop: NativeLoop?, to assembler: inout Assembler,
    _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let (block, jump) = block(of: range)
    let stackSize = BasicBlockAllocation.emit(
      block.repeated(), homes: loop?.homes ?? SlotHomes(of: set), to: &assembler, kernels: kernels)
    if let jump {
      if jump.counts {
        assembler.emit(.load(.scratch, State.turn, .bits32))
        assembler.emit(.add(.scratch, 1))
        assembler.emit(.store(.scratch, State.turn, .bits32))
        assembler.emit(.load(.other, State.limit, .bits32))
        assembler.emit(.compare(.scratch, .other, .bits32))
      }
      let place = set.jump(if: jump.condition, to: &assembler)
      jumps.append((place, loop?.place(of: jump.target) ?? jump.target))
    }
    return stackSize
  }
}
