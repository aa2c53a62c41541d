/// Instructions on general registers, jumps and calls.
extension Assembler {
  enum Register: Int {
    case rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
  }

  enum Width { case bits32, bits64 }

  /// Condition after an unsigned comparison or a mask's test.
  enum Condition: UInt8 {
    case below = 2
    case notBelow, zero, notZero, notAbove, above
  }

  mutating func push(_ register: Register) { short(0x50, register) }
  mutating func pop(_ register: Register) { short(0x58, register) }

  mutating func move(_ to: Register, _ from: Register) { general([0x89], from.rawValue, to, .bits64) }

  mutating func move(_ to: Register, _ number: UInt64) {
    emit(0x48 | UInt8(to.rawValue >> 3), 0xb8 | UInt8(to.rawValue & 7))
    emit64(number)
  }

  /// Sets a register to 0.
  mutating func clear(_ register: Register) { general([0x31], register.rawValue, register, .bits32) }

  mutating func load(_ to: Register, _ from: Memory, _ width: Width = .bits64) {
    general([0x8b], to.rawValue, from, width)
  }

  mutating func store(_ from: Register, _ to: Memory, _ width: Width = .bits64) {
    general([0x89], from.rawValue, to, width)
  }

  mutating func loadAddress(_ to: Register, _ of: Memory) { general([0x8d], to.rawValue, of, .bits64) }

  mutating func add(_ register: Register, _ number: Int8) { immediate(0, register, number) }
  mutating func and(_ register: Register, _ number: Int8) { immediate(4, register, number) }
  mutating func subtract(_ register: Register, _ number: Int8) { immediate(5, register, number) }

  /// Subtracts a number from a register, to be patched later; returns the number's position.
  mutating func subtractLater(_ register: Register) -> Int {
    general([0x81], 5, register, .bits64)
    emit32(0)
    return count - 4
  }

  mutating func increment(_ memory: Memory) { general([0xff], 0, memory, .bits32) }

  mutating func compare(_ register: Register, _ other: Register, _ width: Width = .bits64) {
    general([0x3b], register.rawValue, other, width)
  }

  mutating func compare(_ register: Register, _ memory: Memory, _ width: Width = .bits64) {
    general([0x3b], register.rawValue, memory, width)
  }

  mutating func compare(_ register: Register, _ number: Int) {
    general([0x81], 7, register, .bits32)
    emit32(number)
  }

  /// Emits a conditional move.
  mutating func move(_ to: Register, _ from: Register, if condition: Condition) {
    general([0x0f, 0x40 | condition.rawValue], to.rawValue, from, .bits64)
  }

  /// Emits a jump to a position in the code, conditional unless the condition is nil.
  mutating func jump(to place: Int, if condition: Condition? = nil) {
    let jump = jump(if: condition)
    patch(jump, to: place)
  }

  /// Emits a jump to a target to be patched; returns the position of its displacement, for `patch(_:to:)`.
  mutating func jump(if condition: Condition? = nil) -> Int {
    if let condition { emit(0x0f, 0x80 | condition.rawValue) } else { emit(0xe9) }
    emit32(0)
    return count - 4
  }

  /// Emits a call of a target to be patched; returns the position of its displacement, for `patch(_:to:)`.
  mutating func call() -> Int {
    emit(0xe8)
    emit32(0)
    return count - 4
  }

  mutating func call(_ register: Register) { general([0xff], 2, register, .bits32) }

  mutating func patch(_ jump: Int, to place: Int) { patch32(at: jump, place - jump - 4) }

  /// Emits `vzeroupper`: code for narrower vectors expects that upper halves are clear.
  mutating func clearUpperHalves() { emit(0xc5, 0xf8, 0x77) }

  mutating func `return`() { emit(0xc3) }

  // MARK: - Encoding

  private mutating func short(_ opcode: UInt8, _ register: Register) {
    if register.rawValue > 7 { emit(0x41) }
    emit(opcode | UInt8(register.rawValue & 7))
  }

  private mutating func immediate(_ field: Int, _ register: Register, _ number: Int8) {
    general([0x83], field, register, .bits64)
    emit(UInt8(bitPattern: number))
  }

  private mutating func prefix(_ field: Int, _ index: Register?, _ base: Register, _ width: Width) {
    let bits =
      (width == .bits64 ? 8 : 0) | (field >> 3) << 2 | ((index?.rawValue ?? 0) >> 3) << 1 | base.rawValue >> 3
    if bits != 0 { emit(0x40 | UInt8(bits)) }
  }

  private mutating func general(_ opcode: [UInt8], _ field: Int, _ register: Register, _ width: Width) {
    prefix(field, nil, register, width)
    for byte in opcode { emit(byte) }
    emit(0xc0 | UInt8(field & 7) << 3 | UInt8(register.rawValue & 7))
  }

  private mutating func general(_ opcode: [UInt8], _ field: Int, _ memory: Memory, _ width: Width) {
    prefix(field, memory.index, memory.base, width)
    for byte in opcode { emit(byte) }
    address(memory, UInt8(field & 7) << 3, unit: 1)
  }
}
