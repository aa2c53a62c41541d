/// Instructions over values that have no registers yet: those of some steps that run one after another.
struct VectorBlock {
  /// Where a value comes from.
  enum Origin {
    case computed
    /// A slot of the first vector or the second, by its number among all: it is there until the block ends.
    case slot(Int, vector: Int)
    case constant(Assembler.Constant)
  }

  enum Instruction {
    /// Values are −1 where there is none.
    case vector(
      VectorInstruction, to: Int, first: Int, last: Int, mask: Int, isZeroing: Bool, immediate: UInt8?)
    case mask(UInt8, to: Int, first: Int, last: Int)
    /// Changes what it reads first, which is another value before.
    case update(VectorInstruction, to: Int, from: Int, first: Int, last: Int, immediate: UInt8?)
    /// Calls a kernel.
    case call(LaneOperation, to: [Int], of: [Int])
    /// Calls a kernel where any lane of a mask is set; elsewhere it is another value.
    case callIfAny(LaneOperation, mask: Int, to: Int, of: [Int], otherwise: Int)
    case store(Int, slot: Int, vector: Int)
    /// Sets the flags of a mask.
    case test(Int)
  }

  /// Whether any lane or every one of a mask is to be set.
  enum Test { case any, all }

  /// What gives a value: the same of the same values is computed once.
  private struct Computation: Hashable {
    enum Kind: Hashable {
      case vector(VectorInstruction)
      case mask(UInt8)
      case call(LaneOperation)
    }

    var kind: Kind
    /// The first operand and the last one, a mask, and what is changed; −1 is none.
    var operands: SIMD4<Int>
    var isZeroing = false
    var immediate: UInt8?
  }

  var origins: [Origin] = []
  private(set) var isMask: [Bool] = []
  /// Whether a value is the same for all vectors.
  private(set) var isShared: [Bool] = []
  var instructions: [Instruction] = []
  /// What is stored behind them, and the mask that is asked then.
  private(set) var stores: [Instruction] = []
  private(set) var test: (mask: Int, kind: Test)?
  private var constants: [Assembler.Constant: Int] = [:]
  private var computed: [Computation: Int] = [:]
  /// What slots hold now, as lanes and as a mask.
  private var lanes: [Int: Int] = [:]
  private var masks: [Int: Int] = [:]
  /// Slots that were written.
  private var written: [Int] = []
  private var isWritten: Set<Int> = []
  /// Channels of pixels, and what is mixed of values.
  var colors: [Int: (pixels: Int, channel: Int)] = [:]
  var mixes: [Int: (a: Int, b: Int, weight: Int)] = [:]
  /// Values of which no lane is outside 0…1; it may be NaN, of which no sum has a bit that is asked for.
  var shares: Set<Int> = []
  let slots: NativeSlots

  init(_ slots: NativeSlots) { self.slots = slots }

  private mutating func value(_ origin: Origin, isMask: Bool = false, isShared: Bool = false) -> Int {
    origins.append(origin)
    self.isMask.append(isMask)
    self.isShared.append(isShared)
    return origins.count - 1
  }

  /// What is computed: where it is known, that; else what an instruction makes.
  private mutating func value(
    _ computation: Computation, isMask: Bool = false, _ instruction: (_ to: Int) -> Instruction
  ) -> Int {
    if let known = computed[computation] { return known }
    let operands = computation.operands
    let isShared = operands.indices.allSatisfy { operands[$0] < 0 || self.isShared[operands[$0]] }
    let to = value(.computed, isMask: isMask, isShared: isShared)
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
    let value = value(.constant(constant), isShared: true)
    constants[constant] = value
    return value
  }

  /// The bits that a value always has.
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
    let computation = Computation(
      kind: .vector(instruction), operands: [first, last, mask, -1], isZeroing: isZeroing,
      immediate: immediate)
    return value(computation, isMask: instruction.givesMask) { to in
      .vector(
        instruction, to: to, first: first, last: last, mask: mask, isZeroing: isZeroing, immediate: immediate)
    }
  }

  /// What an instruction makes of a value and two others.
  mutating func update(
    _ from: Int, _ instruction: VectorInstruction, _ first: Int, _ last: Int, control immediate: UInt8? = nil
  ) -> Int {
    let computation = Computation(
      kind: .vector(instruction), operands: [first, last, -1, from], immediate: immediate)
    return value(computation) { to in
      .update(instruction, to: to, from: from, first: first, last: last, immediate: immediate)
    }
  }

  mutating func emitMask(_ opcode: UInt8, _ first: Int, _ last: Int) -> Int {
    value(Computation(kind: .mask(opcode), operands: [first, last, -1, -1]), isMask: true) { to in
      .mask(opcode, to: to, first: first, last: last)
    }
  }

  mutating func callIfAny(_ operation: LaneOperation, _ mask: Int, of inputs: [Int], otherwise: Int) -> Int {
    // What it is otherwise was made of the same inputs.
    let computation = Computation(kind: .call(operation), operands: [otherwise, mask, -1, -1])
    return value(computation) { to in
      .callIfAny(operation, mask: mask, to: to, of: inputs, otherwise: otherwise)
    }
  }

  /// What a slot holds, in lanes.
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
    return value(.slot(number, vector: 0), isShared: isSplat)
  }

  /// What a slot holds, as a mask.
  mutating func readMask(_ slot: LaneProgram.Slot) -> Int {
    let number = slots.number(slot)
    if let known = masks[number] { return known }
    let result = emit(.maskOfSigns, read(slot))
    masks[number] = result
    return result
  }

  mutating func write(_ number: Int, _ value: Int) {
    if isWritten.insert(number).inserted { written.append(number) }
    (lanes[number], masks[number]) = isMask[value] ? (nil, value) : (value, nil)
  }

  /// Whether a slot holds a mask.
  func holdsMask(_ slot: LaneProgram.Slot) -> Bool { masks[slots.number(slot)] != nil }

  /// Calls a kernel; gives so many values.
  mutating func call(_ operation: LaneOperation, _ operands: [Int], results count: Int) -> [Int] {
    let results = (0..<count).map { _ in value(.computed) }
    instructions.append(.call(operation, to: results, of: operands))
    return results
  }

  /// Stores what is read later, and then, if asked, sets the flags of a mask.
  mutating func finish(isLive: (Int) -> Bool, test: (mask: LaneProgram.Slot, kind: Test)? = nil) {
    self.test = test.map { (readMask($0.mask), $0.kind) }
    let live = written.filter(isLive)
    for slot in live {
      guard var value = lanes[slot] ?? masks[slot].map({ emit(.lanesOfMask, $0) }) else { continue }
      if case .slot(let from, _) = origins[value] {
        if from == slot { continue }
        // What is stored over must have been read by then.
        value = emit(.load, value)
      }
      stores.append(.store(value, slot: slot, vector: 0))
    }
    removeUnread()
  }

  /// Removes instructions whose values nobody reads.
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

  /// The same for two vectors, step by step: what waits for the first one's results leaves room for the second.
  func doubled() -> VectorBlock {
    var both = spread(over: 2)
    both.instructions = copies(of: instructions, for: 0..<2)
    // What the first one stores, the second has read by then.
    both.instructions += copies(ofStoresFor: 0..<2)
    if let (mask, kind) = test {
      let of = both.emitMask(kind == .any ? 0x45 : 0x41, mask, copy(of: mask, for: 1))
      both.instructions.append(.test(of))
    }
    return both
  }

  /// A block without instructions that has the values of so many vectors.
  func spread(over vectors: Int) -> VectorBlock {
    var result = self
    result.instructions = []
    for vector in 1..<vectors {
      result.isMask += isMask
      result.isShared += isShared
      result.origins += origins.map { origin in
        if case .slot(let slot, _) = origin { .slot(slot, vector: vector) } else { origin }
      }
    }
    return result
  }

  /// What stands for a value of the first vector in a block that has those of more.
  func copy(of value: Int, for vector: Int) -> Int {
    value < 0 || isShared[value] ? value : value + vector * origins.count
  }

  /// Instructions for some vectors, step by step.
  func copies(of instructions: some Sequence<Instruction>, for vectors: Range<Int>) -> [Instruction] {
    instructions.flatMap { instruction in
      let isOnce = instruction.result.map { isShared[$0] } ?? false
      return (isOnce ? vectors.prefix(1) : vectors).map { vector in
        instruction.mapped { copy(of: $0, for: vector) }
      }
    }
  }

  func copies(ofStoresFor vectors: Range<Int>) -> [Instruction] {
    vectors.flatMap { vector in
      stores.map { $0.mapped(vector: vector) { copy(of: $0, for: vector) } }
    }
  }
}

extension VectorBlock.Instruction {
  /// The one value that it gives; nil where there are several, or none.
  var result: Int? {
    switch self {
    case .vector(_, let to, _, _, _, _, _), .mask(_, let to, _, _), .update(_, let to, _, _, _, _),
      .callIfAny(_, _, let to, _, _):
      to
    case .call, .store, .test: nil
    }
  }

  /// The same of other values; for another vector.
  fileprivate func mapped(vector: Int = 0, _ other: (Int) -> Int) -> Self {
    switch self {
    case .vector(let opcode, let to, let first, let last, let mask, let isZeroing, let immediate):
      .vector(
        opcode, to: other(to), first: other(first), last: other(last), mask: other(mask),
        isZeroing: isZeroing,
        immediate: immediate)
    case .mask(let opcode, let to, let first, let last):
      .mask(opcode, to: other(to), first: other(first), last: other(last))
    case .update(let opcode, let to, let from, let first, let last, let immediate):
      .update(
        opcode, to: other(to), from: other(from), first: other(first), last: other(last), immediate: immediate
      )
    case .call(let operation, let to, let of): .call(operation, to: to.map(other), of: of.map(other))
    case .callIfAny(let operation, let mask, let to, let of, let otherwise):
      .callIfAny(
        operation, mask: other(mask), to: other(to), of: of.map(other), otherwise: other(otherwise))
    case .store(let value, let slot, _): .store(other(value), slot: slot, vector: vector)
    case .test(let mask): .test(other(mask))
    }
  }
}
