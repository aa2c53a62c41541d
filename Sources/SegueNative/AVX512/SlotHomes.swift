/// Registers, from the last one down, that hold slots of two vectors across the iterations of a loop.
struct SlotHomes {
  private var registers: [Int: Int] = [:]
  /// First register that holds a slot.
  private(set) var first = 32

  var slots: [Int] { registers.keys.sorted() }

  init(_ slots: [Int] = []) {
    for slot in slots {
      first -= 2
      registers[slot] = first
    }
  }

  func register(of slot: Int, _ vector: Int) -> Int? { registers[slot].map { $0 + vector } }
  func contains(_ register: Int) -> Bool { (first..<32).contains(register) }
}
