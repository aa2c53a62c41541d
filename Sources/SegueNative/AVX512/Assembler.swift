import SegueLaneProgram

/// Encodes x86-64 instructions with AVX-512: EVEX for vectors, VEX for masks.
///
/// Vectors are registers 0 to 31, masks 1 to 7.
struct Assembler {
  /// Last operand of an instruction.
  enum Operand {
    case register(Int)
    case memory(Memory)
    /// Constant broadcast to every lane, from the pool after the code.
    case constant(Constant)
  }

  /// An address: `base + index · 2 ^ shift + offset`.
  struct Memory {
    var base: Register
    var index: Register?
    var shift: UInt8 = 0
    var offset = 0
  }

  /// Constant of the pool: 4, 8 or 16 bytes; 16 are a quarter of a vector.
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

  private(set) var bytes: [UInt8] = []
  var rareCalls: [RareCall] = []
  private var pool: [UInt8] = []
  private var places: [Constant: Int] = [:]
  /// References to the constant pool: the position of the offset, the end of the instruction, and the
  /// position in the pool.
  private var references: [(at: Int, end: Int, place: Int)] = []

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

  /// Emits a vector instruction; `mask` 0 is none.
  mutating func vector(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Operand, mask: Int = 0,
    isZeroing: Bool = false, immediate: UInt8? = nil
  ) {
    var p0 = instruction.map | 0xf0
    if destination & 8 != 0 { p0 &= ~0x80 }
    if destination & 16 != 0 { p0 &= ~0x10 }
    var isBroadcast = false
    switch last {
    case .register(let register):
      if register & 8 != 0 { p0 &= ~0x20 }
      if register & 16 != 0 { p0 &= ~0x40 }
    case .memory(let memory):
      if memory.base.rawValue & 8 != 0 { p0 &= ~0x20 }
      if let index = memory.index, index.rawValue & 8 != 0 { p0 &= ~0x40 }
    case .constant: isBroadcast = !instruction.isBroadcast
    }
    let p1 = (instruction.isWide ? 0x80 : 0) | UInt8(~first & 15) << 3 | 4 | instruction.prefix
    let p2 =
      (isZeroing ? 0x80 : 0) | 0x40 | (isBroadcast ? 0x10 : 0)
      | (first & 16 != 0 ? 0 : 8) | UInt8(mask)
    bytes += [0x62, p0, p1, p2, instruction.opcode]
    let field = UInt8(destination & 7) << 3
    switch last {
    case .register(let register): bytes.append(0xc0 | field | UInt8(register & 7))
    case .memory(let memory): address(memory, field, unit: instruction.isBroadcast ? nil : 64)
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
    while pool.count % min(constant.size, 8) != 0 { pool.append(0) }
    let place = pool.count
    for index in 0..<constant.size {
      let word = index < 8 ? constant.bits : constant.upperBits
      pool.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * (index % 8))))
    }
    places[constant] = place
    return place
  }

  /// Emits a mask instruction; `not` has no first operand.
  mutating func mask(_ instruction: MaskInstruction, _ destination: Int, _ first: Int, _ last: Int) {
    let isUnary = instruction == .not
    emit(
      0xc5, 0x80 | UInt8(~(isUnary ? 0 : first) & 15) << 3 | (isUnary ? 0 : 4), instruction.rawValue,
      0xc0 | UInt8(destination) << 3 | UInt8(last))
  }

  /// Sets flags by a mask: zero if no lane is set, carry if all are.
  mutating func test(mask: Int) { emit(0xc5, 0xf8, 0x98, 0xc0 | UInt8(mask) << 3 | UInt8(mask)) }

  /// Stores a mask to the stack, or loads it.
  mutating func mask(_ mask: Int, isStore: Bool, at offset: Int) {
    emit(0xc5, 0xf8, isStore ? 0x91 : 0x90)
    address(Memory(base: .rsp, offset: offset), UInt8(mask) << 3)
  }

  /// Appends the constant pool to the code, and patches the references to it.
  mutating func finish() {
    while bytes.count % 8 != 0 { bytes.append(0xcc) }
    let start = bytes.count
    for reference in references { patch32(at: reference.at, start + reference.place - reference.end) }
    bytes += pool
    references = []
  }
}
