import SegueLaneProgram

/// Basic block before register allocation: instructions on values; a value gets the next number when it first
/// occurs.
struct BasicBlock {
  /// Origin of a value.
  enum Origin {
    case computed
    /// The value of a slot at the block's start, for the parallel register with the index `vector`; the value
    /// stays in memory during the block.
    case slot(Int, vector: Int)
    case constant(Assembler.Constant)
  }

  enum Instruction {
    case vector(Computation, to: Int)
    /// Calls a kernel. An operand or a result has a value for each part of a vector, one after the other.
    case call(LaneOperation, to: [Int], of: [Int])
    /// Calls a kernel if any lane of a mask is set; otherwise the result is `otherwise`.
    case callIfAny(LaneOperation, mask: Int, to: Int, of: [Int], otherwise: Int)
    case store(Int, slot: Int, vector: Int)
    /// Sets flags by a mask.
    case test(Int, Test)
  }

  /// Condition of a test: any lane of a mask is set, or all lanes are set.
  enum Test { case any, all }

  /// Instruction with its operands, the key of value numbering; an absent operand is −1.
  struct Computation: Hashable {
    var instruction: VectorInstruction
    /// Operand whose register the result overwrites.
    var updated = -1
    var first = -1
    /// Operand that may be in memory.
    var last: Int
    var mask = -1
    var isZeroing = false
    var immediate: UInt8?

    var operands: [Int] { [updated, mask, first, last].filter { $0 >= 0 } }

    func mapped(_ other: (Int) -> Int) -> Self {
      var result = self
      (result.updated, result.first) = (other(updated), other(first))
      (result.last, result.mask) = (other(last), other(mask))
      return result
    }
  }

  var origins: [Origin] = []
  private(set) var isMask: [Bool] = []
  /// For each value, the number of parallel registers after which the value repeats: 1 if the value is equal
  /// in all parallel registers.
  private(set) var periods: [Int] = []
  var instructions: [Instruction] = []
  /// Stores after the instructions, and the mask tested after the stores.
  private(set) var stores: [Instruction] = []
  private(set) var test: (mask: Int, kind: Test)?
  private var constants: [Assembler.Constant: Int] = [:]
  private var computed: [Computation: Int] = [:]
  /// The current value of each slot that holds lanes, by the slot's number.
  private var lanes: [Int: Int] = [:]
  /// The current value of each slot that holds a mask, by the slot's number.
  private var masks: [Int: Int] = [:]
  /// The numbers of the slots that the block writes, in the order of the first writes.
  private var written: [Int] = []
  private var isWritten: Set<Int> = []
  let slots: NativeSlots
  let set: any InstructionSet.Type

  init(_ slots: NativeSlots, _ set: any InstructionSet.Type) { (self.slots, self.set) = (slots, set) }

  private mutating func value(_ origin: Origin, isMask: Bool = false, period: Int? = nil) -> Int {
    origins.append(origin)
    self.isMask.append(isMask)
    periods.append(period ?? set.width)
    return origins.count - 1
  }

  /// Value numbering: returns the value if an equal computation was emitted before; otherwise emits the
  /// instruction.
  private mutating func value(
    _ computation: Computation, isMask: Bool = false, _ instruction: (_ to: Int) -> Instruction
  ) -> Int {
    if let known = computed[computation] { return known }
    let period = computation.operands.map { periods[$0] }.max()
    let to = value(
      .computed, isMask: isMask, period: computation.instruction.readsOther ? set.width / 2 : period)
    computed[computation] = to
    instructions.append(instruction(to))
    return to
  }

  mutating func constant(_ bits: UInt32) -> Int { constant(.init(UInt64(bits), size: 4)) }
  mutating func constant(_ number: Float) -> Int { constant(number.bitPattern) }
  mutating func constant(_ number: Double) -> Int { constant(wide: number.bitPattern) }
  mutating func constant(wide bits: UInt64) -> Int { constant(.init(bits, size: 8)) }

  mutating func constant(_ constant: Assembler.Constant) -> Int {
    if let known = constants[constant] { return known }
    let value = value(.constant(constant), period: 1)
    constants[constant] = value
    return value
  }

  /// Returns the bits of a constant of 32 bits; nil for other values.
  func known(_ value: Int) -> UInt32? {
    if case .constant(let constant) = origins[value], constant.size == 4 {
      UInt32(constant.bits)
    } else {
      nil
    }
  }

  mutating func emit(
    _ instruction: VectorInstruction, _ last: Int, mask: Int = -1, isZeroing: Bool = false,
    control: UInt8? = nil
  ) -> Int {
    emit(instruction, -1, last, mask: mask, isZeroing: isZeroing, control: control)
  }

  mutating func emit(
    _ instruction: VectorInstruction, _ first: Int, _ last: Int, mask: Int = -1, isZeroing: Bool = false,
    control immediate: UInt8? = nil
  ) -> Int {
    emit(
      Computation(
        instruction: instruction, first: first, last: last, mask: mask, isZeroing: isZeroing,
        immediate: immediate))
  }

  /// Emits an instruction that updates a value by two other values.
  mutating func update(
    _ from: Int, _ instruction: VectorInstruction, _ first: Int, _ last: Int, control immediate: UInt8? = nil
  ) -> Int {
    emit(
      Computation(instruction: instruction, updated: from, first: first, last: last, immediate: immediate))
  }

  private mutating func emit(_ computation: Computation) -> Int {
    value(computation, isMask: computation.instruction.givesMask && !set.masks.isEmpty) {
      .vector(computation, to: $0)
    }
  }

  mutating func callIfAny(_ operation: LaneOperation, _ mask: Int, of inputs: [Int], otherwise: Int) -> Int {
    // The cache key needs no inputs: `otherwise` was computed from the same inputs.
    let computation = Computation(instruction: .call(operation), last: otherwise, mask: mask)
    return value(computation) { to in
      .callIfAny(operation, mask: mask, to: to, of: inputs, otherwise: otherwise)
    }
  }

  /// Returns a slot's value as lanes.
  mutating func read(_ slot: LaneProgram.Slot) -> Int {
    if let bits = slots.constant(slot) { return constant(bits) }
    return read(slots.number(slot))
  }

  mutating func read(_ number: Int) -> Int {
    if let known = lanes[number] { return known }
    let result = masks[number].map { emit(.lanesOfMask, $0) } ?? slotValue(number)
    lanes[number] = result
    return result
  }

  private mutating func slotValue(_ number: Int) -> Int {
    let isSplat = if case .splat = slots.place(number) { true } else { false }
    return value(.slot(number, vector: 0), period: isSplat ? 1 : nil)
  }

  /// Returns a mask of the signs of lanes.
  mutating func signs(_ value: Int) -> Int { set.blendsBySigns ? value : emit(.maskOfSigns, value) }

  /// Returns a slot's value as a mask.
  mutating func readMask(_ slot: LaneProgram.Slot) -> Int {
    if set.masks.isEmpty { return read(slot) }
    let number = slots.number(slot)
    if let known = masks[number] { return known }
    let result = signs(read(slot))
    masks[number] = result
    return result
  }

  mutating func write(_ number: Int, _ value: Int) {
    if isWritten.insert(number).inserted { written.append(number) }
    (lanes[number], masks[number]) = isMask[value] ? (nil, value) : (value, nil)
  }

  /// Whether the value of a slot is known as a mask in this block.
  func holdsMask(_ slot: LaneProgram.Slot) -> Bool { masks[slots.number(slot)] != nil }

  /// Appends a call of a kernel with `count` results, and returns the results.
  mutating func call(_ operation: LaneOperation, _ operands: [Int], results count: Int) -> [Int] {
    let results = (0..<count).map { _ in value(.computed) }
    instructions.append(.call(operation, to: results, of: operands))
    return results
  }

  /// Stores live slots, then sets flags by a mask if there is a test.
  mutating func finish(isLive: (Int) -> Bool, test: (mask: LaneProgram.Slot, kind: Test)? = nil) {
    self.test = test.map { (readMask($0.mask), $0.kind) }
    let live = written.filter(isLive)
    for slot in live {
      guard var value = lanes[slot] ?? masks[slot].map({ emit(.lanesOfMask, $0) }) else { continue }
      if case .slot(let from, _) = origins[value] {
        if from == slot { continue }
        // Loads the value first, since its slot may be overwritten.
        value = emit(.load, value)
      }
      stores.append(.store(value, slot: slot, vector: 0))
    }
    removeUnread()
  }

  /// Removes dead code: instructions whose results are not read.
  private mutating func removeUnread() {
    var isRead = Array(repeating: false, count: origins.count)
    for value in stores.flatMap(\.operands) + [test?.mask].compactMap(\.self) { isRead[value] = true }
    var kept: [Instruction] = []
    for instruction in instructions.reversed() {
      if let result = instruction.result, !isRead[result] { continue }
      for value in instruction.operands { isRead[value] = true }
      kept.append(instruction)
    }
    instructions = kept.reversed()
  }

  /// Returns a block that interleaves the instructions for several registers computed in parallel, which
  /// hides latency.
  func repeated() -> BasicBlock {
    var all = self
    for vector in 1..<set.width {
      all.isMask += isMask
      all.periods += periods
      all.origins += origins.map { origin in
        if case .slot(let slot, _) = origin { .slot(slot, vector: vector) } else { origin }
      }
    }
    all.instructions = instructions.flatMap { instruction in
      if let joined = joined(instruction) { return joined }
      return (0..<(instruction.result.map { periods[$0] } ?? set.width)).map { vector in
        instruction.mapped { copy(of: $0, for: vector) }
      }
    }
    // Stores are last, since all vectors must have read their slots before.
    all.instructions += (0..<set.width).flatMap { vector in
      stores.map { $0.mapped(vector: vector) { copy(of: $0, for: vector) } }
    }
    if let (mask, kind) = test {
      let ofMasks: VectorInstruction = kind == .any ? .orMasks : .andMasks
      let instruction: VectorInstruction = set.masks.isEmpty ? kind == .any ? .or : .and : ofMasks
      let tested = (1..<set.width).reduce(mask) { all.emit(instruction, $0, copy(of: mask, for: $1)) }
      all.instructions.append(.test(tested, kind))
    }
    return all
  }

  /// Returns the value for another parallel register that corresponds to a value of the first parallel
  /// register.
  private func copy(of value: Int, for vector: Int) -> Int {
    value < 0 ? value : value + vector % periods[value] * origins.count
  }

  /// Returns the copies of an instruction that reads several parallel registers at once; nil if the
  /// instruction reads only one.
  private func joined(_ instruction: Instruction) -> [Instruction]? {
    switch instruction {
    case .vector(let computation, let to) where computation.instruction.readsOther:
      return (0..<set.width / 2).map { vector in
        var own = computation.mapped { copy(of: $0, for: vector) }
        own.first = copy(of: computation.first, for: vector + set.width / 2)
        return .vector(own, to: copy(of: to, for: vector))
      }
    case .call(let operation, let to, let of) where set.parts > 1:
      func all(_ values: [Int]) -> [Int] {
        values.flatMap { value in (0..<set.width).map { copy(of: value, for: $0) } }
      }
      return [.call(operation, to: all(to), of: all(of))]
    default: return nil
    }
  }
}

extension BasicBlock.Instruction {
  /// The value that the instruction computes; nil if it computes several values or none.
  var result: Int? {
    switch self {
    case .vector(_, let to), .callIfAny(_, _, let to, _, _): to
    case .call, .store, .test: nil
    }
  }

  /// Returns the instruction with its values replaced, for another vector.
  fileprivate func mapped(vector: Int = 0, _ other: (Int) -> Int) -> Self {
    switch self {
    case .vector(let computation, let to): .vector(computation.mapped(other), to: other(to))
    case .call(let operation, let to, let of): .call(operation, to: to.map(other), of: of.map(other))
    case .callIfAny(let operation, let mask, let to, let of, let otherwise):
      .callIfAny(
        operation, mask: other(mask), to: other(to), of: of.map(other), otherwise: other(otherwise))
    case .store(let value, let slot, _): .store(other(value), slot: slot, vector: vector)
    case .test(let mask, let kind): .test(other(mask), kind)
    }
  }
}

extension VectorInstruction {
  /// Makes an instruction that stands for the call of a kernel in value numbering.
  fileprivate static func call(_ operation: LaneOperation) -> Self {
    Self(opcode: UInt8(operation.rawValue))
  }
}
