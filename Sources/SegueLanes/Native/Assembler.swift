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

  /// Emits a mask instruction: 0x41 AND, 0x45 OR, 0x47 XOR, 0x44 NOT of the last operand.
  mutating func mask(_ opcode: UInt8, _ destination: Int, _ first: Int, _ last: Int) {
    let isUnary = opcode == 0x44
    emit(
      0xc5, 0x80 | UInt8(~(isUnary ? 0 : first) & 15) << 3 | (isUnary ? 0 : 4), opcode,
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

/// Vector instruction: opcode and kinds of operands, in the terms of Intel's manual.
struct VectorInstruction: Hashable {
  /// Opcode map: 1 is 0F, 2 is 0F38, 3 is 0F3A.
  var map: UInt8
  /// Implied prefix: 0 none, 1 is 66, 2 is F3, 3 is F2.
  var prefix: UInt8
  var opcode: UInt8
  /// Whether lanes have 64 bits.
  var isWide = false
  /// Whether the last operand may be in memory.
  var readsMemory = true
  /// Whether the instruction broadcasts its operand.
  var isBroadcast = false
  /// Whether the result is a mask.
  var givesMask = false
  /// Whether the destination is in the field that has the last operand of other instructions.
  var writesLast = false
}

extension VectorInstruction {
  private static func single(_ opcode: UInt8) -> Self { Self(map: 1, prefix: 0, opcode: opcode) }
  private static func double(_ opcode: UInt8) -> Self {
    Self(map: 1, prefix: 1, opcode: opcode, isWide: true)
  }
  private static func integer(_ opcode: UInt8, map: UInt8 = 2) -> Self {
    Self(map: map, prefix: 1, opcode: opcode)
  }

  static let load = Self(map: 1, prefix: 0, opcode: 0x10)
  static let store = Self(map: 1, prefix: 0, opcode: 0x11)
  static let splat = Self(map: 2, prefix: 1, opcode: 0x18, isBroadcast: true)
  static let splatWide = Self(map: 2, prefix: 1, opcode: 0x19, isWide: true, isBroadcast: true)
  static let splatQuarter = Self(map: 2, prefix: 1, opcode: 0x5a, isBroadcast: true)

  /// Broadcast of a constant of `size` bytes.
  static func splat(of size: Int) -> Self { size == 16 ? splatQuarter : size == 8 ? splatWide : splat }

  static let add = single(0x58)
  static let multiply = single(0x59)
  static let subtract = single(0x5c)
  static let minimum = single(0x5d)
  static let divide = single(0x5e)
  static let maximum = single(0x5f)
  static let squareRoot = single(0x51)
  static let addWide = double(0x58)
  static let multiplyWide = double(0x59)
  static let subtractWide = double(0x5c)
  static let minimumWide = double(0x5d)
  static let divideWide = double(0x5e)
  static let maximumWide = double(0x5f)
  /// Fused multiply-adds with destination d: d·first + last; d + first·last; d − first·last.
  static let multiplyAddWide = Self(map: 2, prefix: 1, opcode: 0xa8, isWide: true)
  static let addProductWide = Self(map: 2, prefix: 1, opcode: 0xb8, isWide: true)
  static let subtractProductWide = Self(map: 2, prefix: 1, opcode: 0xbc, isWide: true)
  /// `vfixupimm`: replaces elements of the destination by constants.
  ///
  /// A table, the last operand, has a constant for each class of the first operand, such as NaN or 0, or keeps
  /// the element.
  static let fixWide = Self(map: 3, prefix: 1, opcode: 0x54, isWide: true)
  /// `vgetexp`, the exponent as a number; `vscalef`, a number times a power of two.
  static let exponentWide = Self(map: 2, prefix: 1, opcode: 0x42, isWide: true)
  static let scale = Self(map: 2, prefix: 1, opcode: 0x2c)
  /// `vrndscale`: 8 to nearest, 9 down, 10 up, 11 toward zero.
  static let round = Self(map: 3, prefix: 1, opcode: 0x08)

  static let compare = Self(map: 1, prefix: 0, opcode: 0xc2, givesMask: true)
  static let compareIntegers = Self(map: 3, prefix: 1, opcode: 0x1f, givesMask: true)
  static let compareUnsigned = Self(map: 3, prefix: 1, opcode: 0x1e, givesMask: true)
  /// `vblendm`: the last operand where the mask is set, the first elsewhere.
  static let blend = Self(map: 2, prefix: 1, opcode: 0x65)
  static let maskOfSigns = Self(map: 2, prefix: 2, opcode: 0x39, readsMemory: false, givesMask: true)
  static let lanesOfMask = Self(map: 2, prefix: 2, opcode: 0x38, readsMemory: false)

  static let and = integer(0xdb, map: 1)
  static let or = integer(0xeb, map: 1)
  static let xor = integer(0xef, map: 1)
  static let andWide = Self(map: 1, prefix: 1, opcode: 0xdb, isWide: true)
  static let xorWide = Self(map: 1, prefix: 1, opcode: 0xef, isWide: true)
  static let addIntegers = integer(0xfe, map: 1)
  static let subtractIntegers = integer(0xfa, map: 1)
  static let addWideIntegers = Self(map: 1, prefix: 1, opcode: 0xd4, isWide: true)
  static let multiplyIntegers = integer(0x40)
  static let minimumInteger = integer(0x39)
  static let maximumInteger = integer(0x3d)
  static let minimumUnsigned = integer(0x3b)
  static let maximumUnsigned = integer(0x3f)
  static let absoluteInteger = integer(0x1e)
  static let shiftLeft = integer(0x47)
  static let shiftRight = integer(0x46)
  static let shiftRightUnsigned = integer(0x45)
  static let shiftLeftWide = Self(map: 2, prefix: 1, opcode: 0x47, isWide: true)

  static let floatOfInteger = single(0x5b)
  static let floatOfUnsigned = Self(map: 1, prefix: 3, opcode: 0x7a)
  static let integerOfFloat = Self(map: 1, prefix: 2, opcode: 0x5b)
  static let nearestInteger = Self(map: 1, prefix: 1, opcode: 0x5b)
  static let unsignedOfFloat = single(0x78)
  /// Conversion of eight floats to doubles, and back.
  static let widen = Self(map: 1, prefix: 0, opcode: 0x5a, readsMemory: false)
  static let narrow = Self(map: 1, prefix: 1, opcode: 0x5a, isWide: true, readsMemory: false)
  /// `vpmovqd`: low halves of eight words of 64 bits.
  static let lowHalves = Self(map: 2, prefix: 2, opcode: 0x35, readsMemory: false, writesLast: true)
  /// `vpackusdw` and `vpackuswb`: narrow with saturation, within each quarter of the vectors.
  static let packDoubles = Self(map: 2, prefix: 1, opcode: 0x2b, readsMemory: false)
  static let packWords = Self(map: 1, prefix: 1, opcode: 0x67, readsMemory: false)
  /// `vpshufb`: shuffles bytes within each quarter by the last operand.
  static let shuffleBytes = Self(map: 2, prefix: 1, opcode: 0x00, readsMemory: false)
  /// Extraction of half a vector; `insert` is the reverse.
  static let extract = Self(map: 3, prefix: 1, opcode: 0x1b, readsMemory: false, writesLast: true)
  /// Lanes 1, 1, 3, 3, … and lanes 0, 0, 2, 2, ….
  static let oddLanes = Self(map: 1, prefix: 2, opcode: 0x16, readsMemory: false)
  static let evenLanes = Self(map: 1, prefix: 2, opcode: 0x12, readsMemory: false)
  /// `vshuff64x2`: two quarters of the first operand and two of the last, selected by two bits each.
  static let parts = Self(map: 3, prefix: 1, opcode: 0x23, readsMemory: false)
  static let insert = Self(map: 3, prefix: 1, opcode: 0x1a, isWide: true, readsMemory: false)
}
