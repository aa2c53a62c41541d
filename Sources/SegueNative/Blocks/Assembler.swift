import SegueLaneProgram

/// Machine code under construction; an instruction set encodes the instructions.
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
    var base: GeneralRegister
    var index: GeneralRegister?
    var shift: UInt8 = 0
    var offset = 0
  }

  /// Constant of the pool: 4, 8 or 16 bytes, which are repeated to fill a register.
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
    /// The position, for `patch`, of the jump to this call; after the call, execution continues behind that
    /// jump.
    let jump: Int
  }

  let set: any InstructionSet.Type
  private(set) var bytes: [UInt8] = []
  /// Whether the instruction set can encode all instructions emitted so far.
  var isComplete = true
  var rareCalls: [RareCall] = []
  private var pool: [UInt8] = []
  private var places: [Constant: Int] = [:]
  /// References to the constant pool: the position of each reference in the code, and the position of its
  /// constant in the pool.
  private var references: [(at: Int, place: Int)] = []

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

  /// Overwrites 32 bits of the code at a position.
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

  mutating func emit(_ instruction: GeneralInstruction) { set.emit(instruction, to: &self) }

  /// Emits a jump to a position in the code, conditional unless the condition is nil.
  mutating func jump(to place: Int, if condition: GeneralInstruction.Condition? = nil) {
    let jump = set.jump(if: condition, to: &self)
    set.patch(jump, to: place, in: &self)
  }

  /// Records a reference to a constant of the pool at the current position; `extra` is the number of bytes of
  /// the instruction that follow the reference.
  mutating func refer(to constant: Constant, extra: Int = 0) {
    references.append((count, place(of: constant) - extra))
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
    for (at, place) in references { set.patch(at, to: start + place, in: &self) }
    bytes += pool
    references = []
  }
}
