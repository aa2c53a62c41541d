/// Instructions of AArch64 on general registers, jumps, and addresses.
extension NEON {
  private typealias Register = GeneralRegister

  static func emit(_ instruction: GeneralInstruction, to assembler: inout Assembler) {
    switch instruction {
    case .enter:
      // stp x29, x30, [sp, -16]!; mov x29, sp; stp of x19 to x24 and d8 to d15
      assembler.emit(words: 0xa9bf_7bfd, 0x9100_03fd, 0xa9bf_53f3, 0xa9bf_5bf5, 0xa9bf_63f7)
      assembler.emit(words: 0x6dbf_27e8, 0x6dbf_2fea, 0x6dbf_37ec, 0x6dbf_3fee)
      // movz x9, movk x9: the number that `setStack` changes; sub sp, sp, x9
      assembler.emit(words: 0xd280_0009, 0xf2a0_0009, 0xcb29_63ff)
    case .leave:
      // sub sp, x29, 112; ldp of d15 to d8 and x24 to x19; ldp x29, x30, [sp], 16; ret
      assembler.emit(words: 0xd101_c3bf, 0x6cc1_3fee, 0x6cc1_37ec, 0x6cc1_2fea, 0x6cc1_27e8)
      assembler.emit(words: 0xa8c1_63f7, 0xa8c1_5bf5, 0xa8c1_53f3, 0xa8c1_7bfd, 0xd65f_03c0)
    // str x30, [sp, -16]!
    case .enterPart: assembler.emit(words: 0xf81f_0ffe)
    // ldr x30, [sp], 16; ret
    case .leavePart: assembler.emit(words: 0xf841_07fe, 0xd65f_03c0)
    case .move(let to, let from): assembler.word(0xaa00_03e0, to.neon, 0, from.neon)
    case .moveIf(let condition, let to, let from):
      assembler.word(0x9a80_0000 | condition.neon << 12, to.neon, from.neon, to.neon)
    case .number(let register, let number): assembler.number(register.neon, number)
    case .load(let to, let from, .bits64): assembler.access(0xf940_0000, to, from, unit: 8)
    case .load(let to, let from, .bits32): assembler.access(0xb940_0000, to, from, unit: 4)
    case .store(let from, let to, .bits64): assembler.access(0xf900_0000, from, to, unit: 8)
    case .store(let from, let to, .bits32): assembler.access(0xb900_0000, from, to, unit: 4)
    case .address(let to, let of):
      if let index = of.index {
        assembler.word(0x8b00_0000 | UInt32(of.shift) << 10, to.neon, of.base.neon, index.neon)
      } else {
        assembler.word(0x9100_0000 | UInt32(of.offset) << 10, to.neon, of.base.neon)
      }
    case .add(let register, let number):
      assembler.word(0x9100_0000 | UInt32(number) << 10, register.neon, register.neon)
    case .compare(let register, let other, let width):
      assembler.word(width == .bits64 ? 0xeb00_001f : 0x6b00_001f, 0, register.neon, other.neon)
    case .call(let register): assembler.word(0xd63f_0000, 0, register.neon)
    }
  }

  static func setStack(_ size: Int, before end: Int, in assembler: inout Assembler) {
    assembler.patch32(at: end - 12, 0xd280_0009 | (size & 0xffff) << 5)
    assembler.patch32(at: end - 8, 0xf2a0_0009 | (size >> 16) << 5)
  }

  static func jump(if condition: GeneralInstruction.Condition?, to assembler: inout Assembler) -> Int {
    assembler.emit(words: condition.map { 0x5400_0000 | $0.neon } ?? 0x1400_0000)
    return assembler.count - 4
  }

  static func callPart(to assembler: inout Assembler) -> Int {
    assembler.emit(words: 0x9400_0000)
    return assembler.count - 4
  }

  static func patch(_ at: Int, to place: Int, in assembler: inout Assembler) {
    let word = assembler.bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    let distance = (place - at) >> 2
    // An unconditional jump or call has 26 bits for the distance; conditional jumps and loads of constants
    // have 19 bits for it, above the lowest 5 bits of the instruction.
    let field = word & 0x7c00_0000 == 0x1400_0000 ? distance & 0x3ff_ffff : (distance & 0x7ffff) << 5
    assembler.patch32(at: at, word | field)
  }
}

extension GeneralRegister {
  /// Number of the register: x9, x10, sp, x19 to x24, and x0 to x3.
  var neon: Int { [9, 10, 31, 19, 20, 21, 22, 23, 24, 0, 1, 2, 3][rawValue] }
}

extension GeneralInstruction.Condition {
  fileprivate var neon: UInt32 {
    switch self {
    case .zero: 0
    case .notZero: 1
    case .notBelow: 2
    case .below: 3
    case .above: 8
    }
  }
}

extension Assembler {
  /// Scratch registers for addresses, used only by the code of one instruction.
  private static let (address, offset) = (16, 17)

  fileprivate mutating func emit(words: UInt32...) {
    for word in words { emit32(Int(word)) }
  }

  /// Emits an instruction with the destination and the operands in their fields.
  ///
  /// The operand of an instruction with one operand is in the field of `first`.
  mutating func word(_ word: UInt32, _ destination: Int, _ first: Int = 0, _ last: Int = 0) {
    emit(words: word | UInt32(last) << 16 | UInt32(first) << 5 | UInt32(destination))
  }

  /// Sets a general register to a number.
  fileprivate mutating func number(_ register: Int, _ number: UInt64) {
    word(0xd280_0000 | UInt32(number & 0xffff) << 5, register)
    for part in 1..<4 where number >> UInt64(16 * part) & 0xffff != 0 {
      word(
        0xf280_0000 | UInt32(part) << 21 | UInt32(number >> UInt64(16 * part) & 0xffff) << 5, register)
    }
  }

  /// Emits a load or store of a general register; the offset is a multiple of `unit`.
  fileprivate mutating func access(_ word: UInt32, _ register: GeneralRegister, _ memory: Memory, unit: Int) {
    if memory.offset / unit < 1 << 12 {
      return self.word(word | UInt32(memory.offset / unit) << 10, register.neon, memory.base.neon)
    }
    number(Self.offset, UInt64(memory.offset))
    self.word(0x8b00_0000, Self.address, memory.base.neon, Self.offset)
    self.word(word, register.neon, Self.address)
  }

  /// Emits a load or store of a vector register.
  mutating func access(_ register: Int, _ memory: Memory, isStore: Bool) {
    let base = memory.base.neon
    if memory.offset >> 4 < 1 << 12 {
      word((isStore ? 0x3d80_0000 : 0x3dc0_0000) | UInt32(memory.offset >> 4) << 10, register, base)
    } else {
      number(Self.offset, UInt64(memory.offset))
      word(isStore ? 0x3ca0_6800 : 0x3ce0_6800, register, base, Self.offset)
    }
  }
}
