/// Vector registers that hold slots across the iterations of a loop, numbered from the last register down.
///
/// Each slot has as many registers as a basic block computes in parallel.
struct SlotHomes {
  private var registers: [Int: Int] = [:]
  /// The lowest register that holds a slot; the number of registers if there is none.
  private(set) var first: Int
  private let end: Int

  var slots: [Int] { registers.keys.sorted() }

  init(_ slots: [Int] = [], of set: any InstructionSet.Type) {
    (first, end) = (set.registers, set.registers)
    for slot in slots {
      first -= set.width
      registers[slot] = first
    }
  }

  func register(of slot: Int, _ vector: Int) -> Int? { registers[slot].map { $0 + vector } }
  func contains(_ register: Int) -> Bool { (first..<end).contains(register) }
}
