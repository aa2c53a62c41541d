import SegueLaneProgram

/// Encodes x86-64 instructions; those on vectors by an instruction set.
struct Assembler {
  /// Last operand of an instruction.
  enum Operand {
    case register(Int)
    case memory(Memory)
    /// Constant in every lane, from the pool after the code.
    case constant(Constant)
  }

  /// An address: `base + index · 2 ^ shift + offset`.
  struct Memory {
    var base: Register
    var index: Register?
    var shift: UInt8 = 0
    var offset = 0
  }

  /// Constant of the pool: 4, 8 or 16 bytes, of equal lanes.
  struct Constant: Hashable {
    let bits: UInt64
    let upperBits: UInt64
    let size: Int

    init(_ bits: UInt64, size: Int) { (self.bits, upperBits, self.size) = (bits, 0, size) }
    init(quarter bits: UInt64, _ upperBits: UInt64) {
      (self.bits, self.upperBits, size) = (bits, upperBits, 16)
    }
  }

  /// Call of a kernel that is rarely needed, placed after the code.
  struct RareCall {
    let operation: LaneOperation
    let inputs: [Int]
    let output: Int
    /// Position of the jump's displacement; execution continues after it.
    let jump: Int
  }

  let set: any InstructionSet.Type
  private(set) var bytes: [UInt8] = []
  var rareCalls: [RareCall] = []
  private var pool: [UInt8] = []
  private var places: [Constant: Int] = [:]
  /// References to the constant pool: the position of the offset, the end of the instruction, and the
  /// position in the pool.
  private var references: [(at: Int, end: Int, place: Int)] = []

  init(_ set: any InstructionSet.Type) { self.set = set }

  var count: Int { bytes.count }

  mutating func emit(_ code: UInt8...) { bytes += code }

  mutating func emit32(_ value: Int) {
    let bits = UInt32(truncatingIfNeeded: value)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  mutating func emit64(_ value: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Overwrites a number of 32 bits.
  mutating func patch32(at place: Int, _ value: Int) {
    let bits = UInt32(truncatingIfNeeded: value)
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * index)) }
  }

  /// Emits a vector instruction of one operand.
  mutating func vector(
    _ instruction: VectorInstruction, _ destination: Int, _ last: Operand, immediate: UInt8? = nil
  ) {
    vector(instruction, destination, 0, last, immediate: immediate)
  }

  mutating func vector(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Operand, mask: Int = 0,
    isZeroing: Bool = false, immediate: UInt8? = nil
  ) {
    set.emit(
      instruction, destination, first, last, mask: mask, isZeroing: isZeroing, immediate: immediate, to: &self
    )
  }

  /// Emits an instruction with a VEX prefix, of two bytes if possible.
  mutating func vex(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Operand, isLong: Bool,
    immediate: UInt8?
  ) {
    var (index, base) = (0, 0)
    switch last {
    case .register(let register): base = register
    case .memory(let memory): (index, base) = (memory.index?.rawValue ?? 0, memory.base.rawValue)
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
    case .register(let register): bytes.append(0xc0 | field | UInt8(register & 7))
    case .memory(let memory): address(memory, field, unit: unit)
    case .constant(let constant):
      bytes.append(field | 5)
      references.append((bytes.count, bytes.count + (immediate == nil ? 4 : 5), place(of: constant)))
      emit32(0)
    }
    if let immediate { bytes.append(immediate) }
  }

  /// Emits the ModRM byte, SIB byte and displacement of an address.
  ///
  /// The displacement takes one byte if it is a small multiple of `unit`.
  mutating func address(_ memory: Memory, _ field: UInt8, unit: Int? = nil) {
    let base = UInt8(memory.base.rawValue & 7)
    let index = UInt8((memory.index ?? .rsp).rawValue & 7)
    // An address without an index needs a SIB byte only for rsp and r12.
    let registers = memory.index == nil && base != 4 ? [] : [memory.shift << 6 | index << 3 | base]
    let first = field | (registers.isEmpty ? base : 4)
    if let unit, memory.offset % unit == 0, let short = Int8(exactly: memory.offset / unit) {
      bytes += [0x40 | first] + registers + [UInt8(bitPattern: short)]
    } else {
      bytes += [0x80 | first] + registers
      emit32(memory.offset)
    }
  }

  private mutating func place(of constant: Constant) -> Int {
    if let known = places[constant] { return known }
    let size = set.poolsRegisters ? set.bytes : constant.size
    while pool.count % min(size, 8) != 0 { pool.append(0) }
    let place = pool.count
    for index in 0..<size {
      let place = index % constant.size
      let word = place < 8 ? constant.bits : constant.upperBits
      pool.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * (place % 8))))
    }
    places[constant] = place
    return place
  }

  /// Appends the constant pool to the code, and patches the references to it.
  mutating func finish() {
    while bytes.count % set.bytes != 0 { bytes.append(0xcc) }
    let start = bytes.count
    for reference in references { patch32(at: reference.at, start + reference.place - reference.end) }
    bytes += pool
    references = []
  }
}
