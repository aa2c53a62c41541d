import SegueLaneProgram

/// Translates a region into a function: a `segue_lanes_kernel` whose data is a `segue_lanes_state`.
///
/// Each iteration computes two registers: two vectors, the last one twice if their number is odd, or both
/// halves of a vector.
struct NativeTranslation {
  /// Registers with the addresses of the slots, of the table of column addresses, and of the state.
  static let slots = Assembler.Register.rbx
  static let columns = Assembler.Register.r12
  private static let state = Assembler.Register.r14
  /// Registers with the byte offsets of the current vectors within the row.
  private static let distances: [Assembler.Register] = [.r13, .r15]
  private static let saved: [Assembler.Register] = [.rbx, .r12, .r13, .r14, .r15]

  /// Fields of `segue_lanes_state`.
  private enum State {
    static let memory = Assembler.Memory(base: state, offset: 0)
    static let columns = Assembler.Memory(base: state, offset: 8)
    static let turns = Assembler.Memory(base: state, offset: 16)
    static let limit = Assembler.Memory(base: state, offset: 20)
    static let turn = Assembler.Memory(base: state, offset: 24)
    static let most = Assembler.Memory(base: state, offset: 28)
    static let places = Assembler.Memory(base: state, offset: 32)
  }

  /// Local variables on the stack, below the saved registers: addresses of the next vector offset and of the
  /// end of the offsets.
  private enum Frame {
    static let next = Assembler.Memory(base: .rbp, offset: -56)
    static let end = Assembler.Memory(base: .rbp, offset: -48)
  }

  /// Jump at the end of a basic block; `counts` increments the count of iterations and compares it with the
  /// limit.
  private struct Jump {
    var condition: Assembler.Condition?
    var counts = false
    let target: Int
  }

  /// Returns the address of one of the two registers' vectors or halves.
  static func place(
    at base: Assembler.Register, _ offset: Int, of vector: Int, _ set: any InstructionSet.Type
  ) -> Assembler.Memory {
    set.isHalf
      ? .init(base: base, index: distances[0], offset: offset + vector * set.bytes)
      : .init(base: base, index: distances[vector], offset: offset)
  }

  private let set: any InstructionSet.Type
  private let regions: NativeRegions
  private let region: Range<Int>
  /// The position of each step in the code, and the jumps whose targets are entered at the end.
  private var places: [Int: Int] = [:]
  private var jumps: [(at: Int, target: Int)] = []
  /// Loops with slots in registers.
  private let loops: [NativeLoop]

  private init(_ regions: NativeRegions, _ region: Range<Int>, _ set: any InstructionSet.Type) {
    (self.regions, self.region, self.set) = (regions, region, set)
    loops = NativeLoop.all(in: region, of: regions, for: set)
  }

  private var steps: [LaneProgram.Step] { regions.steps }

  /// Translates all regions.
  static func code(
    of regions: NativeRegions, for set: any InstructionSet.Type,
    kernels: @escaping (LaneOperation) -> UInt64
  ) -> MachineCode {
    var assembler = Assembler(set)
    var entries: [Int] = []
    for region in regions.regions {
      entries.append(assembler.count)
      var translation = NativeTranslation(regions, region, set)
      translation.emit(to: &assembler, kernels: kernels)
    }
    assembler.finish()
    return MachineCode(bytes: assembler.bytes, entries: entries)
  }

  private mutating func emit(to assembler: inout Assembler, kernels: @escaping (LaneOperation) -> UInt64) {
    assembler.push(.rbp)
    assembler.move(.rbp, .rsp)
    for register in Self.saved { assembler.push(register) }
    let stack = assembler.subtractLater(.rsp)
    assembler.and(.rsp, -64)
    // Arguments: rdi the number of vectors, rcx the state.
    assembler.move(Self.state, .rcx)
    assembler.load(Self.slots, State.memory)
    assembler.load(Self.columns, State.columns)
    assembler.load(.rax, State.places)
    assembler.store(.rax, Frame.next)
    assembler.loadAddress(.rcx, .init(base: .rax, index: .rdi, shift: 2))
    assembler.store(.rcx, Frame.end)
    let stackSize = emitBlocks(to: &assembler, kernels)
    assembler.loadAddress(.rsp, .init(base: .rbp, offset: -8 * Self.saved.count))
    for register in Self.saved.reversed() { assembler.pop(register) }
    assembler.pop(.rbp)
    assembler.clearUpperHalves()
    assembler.return()
    assembler.patch32(at: stack, (stackSize + 127) / 64 * 64)
    assembler.emitRareCalls(kernels: kernels)
    for (at, target) in jumps { assembler.patch(at, to: places[target] ?? 0) }
  }

  /// Emits a loop over vectors, or pairs of them, with the basic blocks in order; returns the number of bytes of stack
  /// that the code needs.
  private mutating func emitBlocks(
    to assembler: inout Assembler, _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let counts = region.contains { if case .count = steps[$0] { true } else { false } }
    if counts { copy(State.turns, to: State.most, &assembler) }
    let again = assembler.count
    assembler.load(.rax, Frame.next)
    assembler.load(Self.distances[0], .init(base: .rax), .bits32)
    if !set.isHalf {
      // An odd last vector is computed twice.
      assembler.loadAddress(.rcx, .init(base: .rax, offset: 4))
      assembler.compare(.rcx, Frame.end)
      assembler.move(.rcx, .rax, if: .notBelow)
      assembler.load(Self.distances[1], .init(base: .rcx), .bits32)
    }
    assembler.add(.rax, set.isHalf ? 4 : 8)
    assembler.store(.rax, Frame.next)
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
      assembler.load(.rax, State.turn, .bits32)
      assembler.load(.rcx, State.most, .bits32)
      assembler.compare(.rax, .rcx, .bits32)
      assembler.move(.rcx, .rax, if: .above)
      assembler.store(.rcx, State.most, .bits32)
    }
    assembler.load(.rax, Frame.next)
    assembler.compare(.rax, Frame.end)
    assembler.jump(to: again, if: .below)
    if counts { copy(State.most, to: State.turns, &assembler) }
    return stackSize
  }

  private func copy(_ from: Assembler.Memory, to: Assembler.Memory, _ assembler: inout Assembler) {
    assembler.load(.rax, from, .bits32)
    assembler.store(.rax, to, .bits32)
  }

  /// Basic blocks of the region.
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

  /// Emits a basic block for two registers and the jump at its end; returns bytes of stack.
  private mutating func emit(
    _ range: Range<Int>, of loop: NativeLoop?, to assembler: inout Assembler,
    _ kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    let (block, jump) = block(of: range)
    let stackSize = BasicBlockAllocation.emit(
      block.doubled(), homes: loop?.homes ?? SlotHomes(of: set), to: &assembler, kernels: kernels)
    if let jump {
      if jump.counts {
        assembler.increment(State.turn)
        assembler.load(.rax, State.turn, .bits32)
        assembler.compare(.rax, State.limit, .bits32)
      }
      let place = assembler.jump(if: jump.condition)
      jumps.append((place, loop?.place(of: jump.target) ?? jump.target))
    }
    return stackSize
  }
}
