/// The registers that hold some slots of two vectors from one turn of a loop to the next: the last ones there are.
struct SlotHomes {
  private var registers: [Int: Int] = [:]
  /// The first register that is a home.
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
