import SegueLaneProgram

/// Register allocation of a basic block, by Belady's algorithm, and emission of its instructions.
///
/// Without a free register, evicts the value with the farthest next use.
struct BasicBlockAllocation {
  /// Layout of the stack from its lowest byte: registers saved over a call, a kernel's arguments, variables,
  /// spilled values.
  enum Stack {
    static let inputs = 40 * 64
    static let outputs = inputs + 4 * 64
    static let inputList = outputs + 4 * 64
    static let outputList = inputList + 64
    /// Positions of two variables: the offset of the next vector, and the end of the offsets.
    static let next = outputList + 64
    static let end = next + 8
    static let spilled = next + 64
  }

  private static let never = Int.max
  private let block: BasicBlock
  private let homes: SlotHomes
  private let kernels: (LaneOperation) -> UInt64
  private var assembler: Assembler
  /// For each value: its register and the stack offset of its spill, −1 if there is none; and the index of
  /// the next instruction that reads the value, `never` if there is none.
  private var registers: [Int]
  private var spills: [Int]
  private var nextUses: [Int]
  /// For each register, vector registers before mask registers: the value that the register holds; −1 if the
  /// register is free.
  private var holders: [Int]
  private var locked: [Int] = []
  /// The column whose address is in the register `scratch`.
  private var addressed: Int?
  private(set) var stackSize = Stack.spilled

  /// Emits a basic block.
  ///
  /// - Parameters:
  ///   - block: The instructions.
  ///   - homes: The registers that hold slots across the iterations of a loop.
  ///   - assembler: The output.
  ///   - kernels: Addresses of kernels.
  /// - Returns: The number of bytes of stack that the code needs.
  static func emit(
    _ block: BasicBlock, homes: SlotHomes, to assembler: inout Assembler,
    kernels: @escaping (LaneOperation) -> UInt64
  ) -> Int {
    var allocation = BasicBlockAllocation(block, homes, assembler, kernels)
    assembler = Assembler(block.set)
    allocation.run()
    assembler = allocation.assembler
    return allocation.stackSize
  }

  private init(
    _ block: BasicBlock, _ homes: SlotHomes, _ assembler: Assembler,
    _ kernels: @escaping (LaneOperation) -> UInt64
  ) {
    (self.block, self.homes, self.assembler, self.kernels) = (block, homes, assembler, kernels)
    holders = Array(repeating: -1, count: max(block.set.registers, block.set.masks.upperBound))
    let count = block.origins.count
    registers = block.origins.map { origin in
      if case .slot(let slot, let vector) = origin { homes.register(of: slot, vector) ?? -1 } else { -1 }
    }
    spills = Array(repeating: -1, count: count)
    nextUses = Array(repeating: Self.never, count: count)
  }

  private mutating func run() {
    // The next uses of values, from the last instruction to the first.
    var next: [[Int]] = Array(repeating: [], count: block.instructions.count)
    for (index, instruction) in block.instructions.enumerated().reversed() {
      let operands = instruction.operands
      next[index] = operands.map { nextUses[$0] }
      for value in operands { nextUses[value] = index }
    }
    for (index, instruction) in block.instructions.enumerated() {
      emit(instruction, then: next[index])
    }
  }

  // MARK: - Registers

  private var set: any InstructionSet.Type { block.set }

  private func range(of value: Int) -> Range<Int> { block.isMask[value] ? set.masks : 0..<homes.first }

  /// Returns a free register, after a spill of the value with the farthest next use if there is none.
  private mutating func freeRegister(for value: Int) -> Int {
    var worst = -1
    var farthest = -1
    for register in range(of: value) {
      let holder = holders[register]
      if holder < 0 { return register }
      if !locked.contains(register) && nextUses[holder] > farthest {
        (worst, farthest) = (register, nextUses[holder])
      }
    }
    let holder = holders[worst]
    if farthest < Self.never, case .computed = block.origins[holder], spills[holder] < 0 {
      spills[holder] = stackSize
      stackSize += set.bytes
      move(worst, isStore: true, at: spills[holder])
    }
    registers[holder] = -1
    return worst
  }

  private mutating func move(_ register: Int, isStore: Bool, at offset: Int) {
    assembler.move(register, isStore: isStore, at: offset)
  }

  private mutating func hold(_ value: Int, _ register: Int) {
    holders[register] = value
    registers[value] = register
  }

  /// Returns a value's operand in memory; for columns, emits a load of the address.
  private mutating func memory(_ value: Int) -> Assembler.Operand {
    switch block.origins[value] {
    case .constant(let constant): return .constant(constant)
    case .slot(let slot, let vector): return .memory(slotMemory(slot, vector))
    case .computed: return .memory(.init(base: .stack, offset: spills[value]))
    }
  }

  private mutating func slotMemory(_ slot: Int, _ vector: Int) -> Assembler.Memory {
    switch block.slots.place(slot) {
    case .register(let offset):
      return NativeTranslation.place(at: .slots, offset, of: vector, set)
    case .splat(let offset): return .init(base: .slots, offset: offset)
    case .column(let column):
      if addressed != column {
        addressed = column
        assembler.emit(.load(.scratch, .init(base: .columns, offset: 8 * column)))
        if set.parts > 1 { assembler.emit(.address(.scratch, .init(base: .scratch, index: .place))) }
      }
      return NativeTranslation.place(at: .scratch, 0, of: vector, set)
    }
  }

  /// Returns the register of a value, loaded if necessary, and locks it until the instruction is emitted.
  private mutating func load(_ value: Int) -> Int {
    var register = registers[value]
    if register < 0 {
      register = freeRegister(for: value)
      if block.isMask[value] {
        move(register, isStore: false, at: spills[value])
      } else {
        let place = memory(value)
        if case .constant(let constant) = place, !set.poolsRegisters {
          assembler.vector(.splat(of: constant.size), register, place)
        } else {
          assembler.vector(.load, register, place)
        }
      }
      hold(value, register)
    }
    locked.append(register)
    return register
  }

  /// Updates next uses of operands, and frees the registers of values that are not used again.
  private mutating func release(_ operands: [Int], then next: [Int]) {
    for (value, use) in zip(operands, next) { nextUses[value] = use }
    for value in operands where nextUses[value] == Self.never && registers[value] >= 0 {
      if !homes.contains(registers[value]) { holders[registers[value]] = -1 }
      registers[value] = -1
    }
    locked.removeAll(keepingCapacity: true)
  }

  private mutating func define(_ value: Int) -> Int {
    let register = freeRegister(for: value)
    // Keeps a register only for a value that is read later.
    if nextUses[value] < Self.never { hold(value, register) }
    return register
  }

  // MARK: - Instructions

  private mutating func emit(_ instruction: BasicBlock.Instruction, then next: [Int]) {
    let operands = instruction.operands
    defer { if !instruction.keepsScratch { addressed = nil } }
    switch instruction {
    case .vector(let computation, let to):
      let (opcode, updated, first) = (computation.instruction, computation.updated, computation.first)
      let last = computation.last
      let updatedRegister = updated < 0 ? 0 : load(updated)
      let firstRegister = first < 0 ? 0 : load(first)
      let maskRegister = computation.mask < 0 ? 0 : load(computation.mask)
      let operand: Assembler.Operand =
        registers[last] >= 0 || !readsMemory(opcode, last, after: next)
        ? .register(load(last)) : memory(last)
      // The result overwrites the updated value, so the value is copied to a free register if it is read
      // again, is also an operand, or is in a loop's register.
      let isCopied =
        updated >= 0
        && (next[0] < Self.never || updated == first || updated == last || homes.contains(updatedRegister))
      var register = isCopied ? freeRegister(for: to) : updatedRegister
      release(operands, then: next)
      if updated < 0 { register = freeRegister(for: to) }
      if isCopied { assembler.vector(.load, register, .register(updatedRegister)) }
      if nextUses[to] < Self.never { hold(to, register) }
      assembler.vector(
        opcode, register, firstRegister, operand, mask: maskRegister, isZeroing: computation.isZeroing,
        immediate: computation.immediate)
    case .store(let value, let slot, let vector):
      let register = load(value)
      if let home = homes.register(of: slot, vector) {
        assembler.vector(.load, home, .register(register))
      } else {
        let place = slotMemory(slot, vector)
        assembler.vector(.store, register, .memory(place))
      }
      release(operands, then: next)
    case .test(let mask, let kind):
      set.test(load(mask), kind, to: &assembler)
      release(operands, then: next)
    case .call(let operation, let to, let of):
      for (index, value) in of.enumerated() {
        move(load(value), isStore: true, at: Stack.inputs + set.bytes * index)
        locked.removeAll(keepingCapacity: true)
      }
      release(operands, then: next)
      call(operation, inputs: vectors(of.count), outputs: vectors(to.count))
      for (index, value) in to.enumerated() {
        let register = define(value)
        move(register, isStore: false, at: Stack.outputs + set.bytes * index)
      }
    case .callIfAny(let operation, let mask, let to, let of, let otherwise):
      let (maskRegister, inputs, output) = (load(mask), of.map { load($0) }, load(otherwise))
      release(operands, then: next)
      // The call overwrites the value `otherwise`, which has no other reader.
      holders[output] = -1
      registers[otherwise] = -1
      set.test(maskRegister, .any, to: &assembler)
      let jump = set.jump(if: .notZero, to: &assembler)
      assembler.rareCalls.append(.init(operation: operation, inputs: inputs, output: output, jump: jump))
      if nextUses[to] < Self.never { hold(to, output) }
    }
  }

  /// Whether an instruction reads its last operand from memory directly, without a load to a register.
  private func readsMemory(_ opcode: VectorInstruction, _ last: Int, after next: [Int]) -> Bool {
    let isLast = next[next.count - 1] == Self.never
    if case .constant(let constant) = block.origins[last] {
      return set.takes(constant, in: opcode, isLast: isLast)
    }
    return set.readsMemory && opcode.readsMemory && !opcode.isBroadcast && !block.isMask[last] && isLast
  }

  /// Returns the number of vectors of lanes that a number of registers holds.
  private func vectors(_ registers: Int) -> Int { registers * set.bytes / NativeSlots.vectorBytes }

  /// Emits a call of a kernel for one vector, which preserves the registers in use.
  private mutating func call(_ operation: LaneOperation, inputs: Int, outputs: Int) {
    let kept = holders.indices.filter { holders[$0] >= 0 || homes.contains($0) }
    assembler.call(kernels(operation), inputs: inputs, outputs: outputs, keeping: kept, from: 0)
  }
}

extension BasicBlock.Instruction {
  /// Whether the instruction changes the register `scratch` at most by loading the address of a column that
  /// it reads.
  fileprivate var keepsScratch: Bool {
    switch self {
    case .vector, .store: true
    case .call, .callIfAny, .test: false
    }
  }

  /// The values that the instruction reads; for `vector`, the operand that may be in memory is the last.
  var operands: [Int] {
    switch self {
    case .vector(let computation, _): computation.operands
    case .call(_, _, let of): of
    case .callIfAny(_, let mask, _, let of, let otherwise): [mask] + of + [otherwise]
    case .store(let value, _, _), .test(let value, _): [value]
    }
  }
}
