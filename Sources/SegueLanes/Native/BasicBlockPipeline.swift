/// Software pipelining of a basic block: the first part of two vectors overlaps with the second part of the
/// former two.
///
/// In most blocks each instruction waits for the one before. A processor looks ahead for some hundred
/// instructions, which are those of a few vectors: two parts side by side have twice as many that wait for
/// nothing.
struct BasicBlockPipeline {
  /// The first part, for two vectors.
  let start: BasicBlock
  /// The second part for two vectors, and the first one for the next two.
  let turn: BasicBlock
  /// Where the first part leaves what the second one reads.
  let homes: SlotHomes

  /// Values that the first part may leave.
  private static let mostValues = 6
  /// What instructions that wait for one another may cost where a processor has enough others to do: `fade`
  /// of gl-transitions, whose cost 12, takes 1.04 times as long in two parts.
  private static let shortChain = 28

  /// Parts a block where it leaves least behind, near its middle; nil where that is much, where no chain is
  /// long, or a kernel is called.
  init?(_ block: BasicBlock) {
    guard block.test == nil, Self.longestChain(block) >= Self.shortChain,
      !block.instructions.contains(where: { if case .call = $0 { true } else { false } }),
      let (place, values) = Self.cut(block)
    else { return nil }
    // Of slots that no step has.
    let slots = values.indices.map { block.slots.count + $0 }
    homes = SlotHomes(slots)

    let isShared = { (instruction: BasicBlock.Instruction) in
      instruction.result.map { block.isShared[$0] } ?? false
    }
    let early = block.instructions[..<place]
    let shared = block.copies(of: early.filter(isShared), for: 2..<3)
    let first = block.copies(of: early.filter { !isShared($0) }, for: 2..<4)
    let second = block.copies(of: block.instructions[place...], for: 0..<2)
    var left: [BasicBlock.Instruction] = []
    for (value, slot) in zip(values, slots) {
      for vector in 0..<2 {
        left.append(.store(block.copy(of: value, for: 2 + vector), slot: slot, vector: vector))
      }
    }

    var start = block.spread(over: 4)
    start.instructions = shared + first + left
    self.start = start
    var turn = block.spread(over: 4)
    for (value, slot) in zip(values, slots) {
      for vector in 0..<2 { turn.origins[block.copy(of: value, for: vector)] = .slot(slot, vector: vector) }
    }
    turn.instructions =
      shared + Self.merged(second, first) + block.copies(ofStoresFor: 0..<2) + left
    self.turn = turn
  }

  /// What the instructions cost that wait for one another, where they cost most.
  private static func longestChain(_ block: BasicBlock) -> Int {
    var ends = Array(repeating: 0, count: block.origins.count)
    for instruction in block.instructions {
      guard let result = instruction.result else { continue }
      ends[result] = (instruction.operands.map { ends[$0] }.max() ?? 0) + instruction.cost
    }
    return ends.max() ?? 0
  }

  /// Where to part a block, and the values that go from one part to the other.
  private static func cut(_ block: BasicBlock) -> (place: Int, values: [Int])? {
    let instructions = block.instructions
    var lastUses = Array(repeating: -1, count: block.origins.count)
    for (index, instruction) in (instructions + block.stores).enumerated() {
      for value in instruction.operands { lastUses[value] = index }
    }
    let total = instructions.reduce(0) { $0 + $1.cost }
    var (done, best, nearest) = (0, Int.max, Int.max)
    var result: (place: Int, values: [Int])?
    var values: [Int] = []
    for (index, instruction) in instructions.enumerated() {
      done += instruction.cost
      if let value = instruction.result, !block.isShared[value] { values.append(value) }
      values.removeAll { lastUses[$0] <= index }
      let distance = abs(2 * done - total)
      guard distance * 5 <= total * 2, values.count <= mostValues,
        !values.contains(where: { block.isMask[$0] })
      else { continue }
      if (values.count, distance) < (best, nearest) {
        (best, nearest, result) = (values.count, distance, (index + 1, values))
      }
    }
    return result
  }

  /// Two lists of instructions, each in its order, evenly mixed.
  private static func merged(
    _ a: [BasicBlock.Instruction], _ b: [BasicBlock.Instruction]
  ) -> [BasicBlock.Instruction] {
    var result: [BasicBlock.Instruction] = []
    var next = 0
    for (index, instruction) in a.enumerated() {
      result.append(instruction)
      let end = b.count * (index + 1) / a.count
      result += b[next..<end]
      next = end
    }
    return result
  }
}

extension BasicBlock.Instruction {
  /// What it takes of a processor, about, in halves of a cycle.
  fileprivate var cost: Int {
    guard case .vector(let instruction, _, _, _, _, _, _) = self else { return 1 }
    return switch instruction {
    case .squareRoot: 9
    case .divide: 5
    default: 1
    }
  }
}
