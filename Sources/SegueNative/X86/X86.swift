/// An instruction set of x86-64: instructions on general registers, jumps, and addresses of all instructions.
protocol X86: InstructionSet {}

extension X86 {
  private typealias Register = GeneralRegister
  private typealias Memory = Assembler.Memory
  private typealias Width = GeneralInstruction.Width

  /// Registers that a function preserves, besides the pointer to its frame.
  private static var saved: [GeneralRegister] { [.slots, .columns, .place, .state, .nextPlace] }

  static var readsMemory: Bool { true }
  static var updatesAddend: Bool { false }
  static var reach: Int { Int(Int32.max) }

  static func emit(_ instruction: GeneralInstruction, to assembler: inout Assembler) {
    switch instruction {
    case .enter:
      // push rbp; mov rbp, rsp
      assembler.emit(0x55, 0x48, 0x89, 0xe5)
      for register in saved { short(0x50, register, &assembler) }
      // and rsp, -64; sub rsp, the number that `setStack` changes
      assembler.emit(0x48, 0x83, 0xe4, 0xc0, 0x48, 0x81, 0xec)
      assembler.emit32(0)
    case .leave:
      // lea rsp, [rbp - 40]
      assembler.emit(0x48, 0x8d, 0x65, 0xd8)
      for register in saved.reversed() { short(0x58, register, &assembler) }
      // pop rbp; vzeroupper, since SSE code may be slow until upper halves are cleared; ret
      assembler.emit(0x5d, 0xc5, 0xf8, 0x77, 0xc3)
    case .enterPart: immediate(5, .stack, 8, &assembler)
    case .leavePart:
      immediate(0, .stack, 8, &assembler)
      assembler.emit(0xc3)
    case .move(let to, let from): general([0x89], from.x86, to, .bits64, &assembler)
    case .moveIf(let condition, let to, let from):
      general([0x0f, 0x40 | condition.x86], to.x86, from, .bits64, &assembler)
    case .number(let register, 0): general([0x31], register.x86, register, .bits32, &assembler)
    case .number(let register, let number):
      assembler.emit(0x48 | UInt8(register.x86 >> 3), 0xb8 | UInt8(register.x86 & 7))
      assembler.emit64(number)
    case .load(let to, let from, let width): general([0x8b], to.x86, from, width, &assembler)
    case .store(let from, let to, let width): general([0x89], from.x86, to, width, &assembler)
    case .address(let to, let of): general([0x8d], to.x86, of, .bits64, &assembler)
    case .add(let register, let number): immediate(0, register, number, &assembler)
    case .compare(let register, let other, let width):
      general([0x3b], register.x86, other, width, &assembler)
    case .call(let register): general([0xff], 2, register, .bits32, &assembler)
    }
  }

  static func setStack(_ size: Int, before end: Int, in assembler: inout Assembler) {
    assembler.patch32(at: end - 4, size)
  }

  static func jump(if condition: GeneralInstruction.Condition?, to assembler: inout Assembler) -> Int {
    if let condition { assembler.emit(0x0f, 0x80 | condition.x86) } else { assembler.emit(0xe9) }
    assembler.emit32(0)
    return assembler.count - 4
  }

  static func callPart(to assembler: inout Assembler) -> Int {
    assembler.emit(0xe8)
    assembler.emit32(0)
    return assembler.count - 4
  }

  static func patch(_ at: Int, to place: Int, in assembler: inout Assembler) {
    assembler.patch32(at: at, place - at - 4)
  }

  // MARK: - Encoding

  private static func short(_ opcode: UInt8, _ register: Register, _ assembler: inout Assembler) {
    if register.x86 > 7 { assembler.emit(0x41) }
    assembler.emit(opcode | UInt8(register.x86 & 7))
  }

  private static func immediate(
    _ field: Int, _ register: Register, _ number: UInt8, _ assembler: inout Assembler
  ) {
    general([0x83], field, register, .bits64, &assembler)
    assembler.emit(number)
  }

  private static func prefix(
    _ field: Int, _ index: Register?, _ base: Register, _ width: Width, _ assembler: inout Assembler
  ) {
    let bits = (width == .bits64 ? 8 : 0) | (field >> 3) << 2 | ((index?.x86 ?? 0) >> 3) << 1 | base.x86 >> 3
    if bits != 0 { assembler.emit(0x40 | UInt8(bits)) }
  }

  private static func general(
    _ opcode: [UInt8], _ field: Int, _ register: Register, _ width: Width, _ assembler: inout Assembler
  ) {
    prefix(field, nil, register, width, &assembler)
    for byte in opcode { assembler.emit(byte) }
    assembler.emit(0xc0 | UInt8(field & 7) << 3 | UInt8(register.x86 & 7))
  }

  private static func general(
    _ opcode: [UInt8], _ field: Int, _ memory: Memory, _ width: Width, _ assembler: inout Assembler
  ) {
    prefix(field, memory.index, memory.base, width, &assembler)
    for byte in opcode { assembler.emit(byte) }
    assembler.address(memory, UInt8(field & 7) << 3, unit: 1)
  }
}

extension GeneralRegister {
  /// Number of the register: rax, rcx, rsp, rbx, r12, r14, r13, r15 twice, rdi, rsi, rdx, and rcx again.
  var x86: Int { [0, 1, 4, 3, 12, 14, 13, 15, 15, 7, 6, 2, 1][rawValue] }
}

extension GeneralInstruction.Condition {
  fileprivate var x86: UInt8 {
    switch self {
    case .below: 2
    case .notBelow: 3
    case .zero: 4
    case .notZero: 5
    case .above: 7
    }
  }
}

extension VectorInstruction {
  /// Returns the destination and the last operand; for an instruction with the destination in the field for
  /// the last operand, exchanges the two registers.
  func fields(_ destination: Int, _ last: Assembler.Operand) -> (Int, Assembler.Operand) {
    guard writesLast, case .register(let source) = last else { return (destination, last) }
    return (source, .register(destination))
  }

  /// The instruction as encoded by VEX; the numbers of three instructions differ from EVEX.
  var vex: Self {
    switch self {
    case .extract: Self(map: 3, prefix: 1, opcode: 0x19, writesLast: true)
    case .insert: Self(map: 3, prefix: 1, opcode: 0x18)
    case .blend: Self(map: 3, prefix: 1, opcode: 0x4a, isBlend: true)
    default: self
    }
  }
}

extension Assembler {
  /// Emits an instruction with a VEX prefix, of two bytes if possible.
  mutating func vex(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Operand, isLong: Bool,
    immediate: UInt8?
  ) {
    let (destination, last) = instruction.fields(destination, last)
    var (index, base) = (0, 0)
    switch last {
    case .register(let register): base = register
    case .memory(let memory): (index, base) = (memory.index?.x86 ?? 0, memory.base.x86)
    case .constant: break
    }
    let reversed: UInt8 = destination & 8 == 0 ? 0x80 : 0
    let rest = UInt8(~first & 15) << 3 | (isLong ? 4 : 0) | instruction.prefix
    if instruction.map == 1 && index & 8 == 0 && base & 8 == 0 {
      emit(0xc5, reversed | rest)
    } else {
      let addressed: UInt8 = (index & 8 == 0 ? 0x40 : 0) | (base & 8 == 0 ? 0x20 : 0)
      emit(0xc4, reversed | addressed | instruction.map, (instruction.isWide ? 0x80 : 0) | rest)
    }
    emit(instruction.opcode)
    operand(last, UInt8(destination & 7) << 3, unit: 1, immediate: immediate)
  }

  /// Emits the ModRM byte of an operand, its address, and an immediate operand.
  mutating func operand(_ last: Operand, _ field: UInt8, unit: Int?, immediate: UInt8?) {
    switch last {
    case .register(let register): emit(0xc0 | field | UInt8(register & 7))
    case .memory(let memory): address(memory, field, unit: unit)
    case .constant(let constant):
      emit(field | 5)
      refer(to: constant, extra: immediate == nil ? 0 : 1)
      emit32(0)
    }
    if let immediate { emit(immediate) }
  }

  /// Emits the ModRM byte, SIB byte and displacement of an address.
  ///
  /// The displacement takes one byte if it is a small multiple of `unit`.
  fileprivate mutating func address(_ memory: Memory, _ field: UInt8, unit: Int? = nil) {
    let base = UInt8(memory.base.x86 & 7)
    let index = UInt8((memory.index ?? .stack).x86 & 7)
    // An address without an index needs a SIB byte only for rsp and r12.
    let isIndexed = memory.index != nil || base == 4
    let first = field | (isIndexed ? 4 : base)
    let short = unit.flatMap { memory.offset % $0 == 0 ? Int8(exactly: memory.offset / $0) : nil }
    emit((short == nil ? 0x80 : 0x40) | first)
    if isIndexed { emit(memory.shift << 6 | index << 3 | base) }
    if let short { emit(UInt8(bitPattern: short)) } else { emit32(memory.offset) }
  }
}
