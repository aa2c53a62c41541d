import SegueLaneProgram

/// A vector instruction set: its registers, its encodings, and its own lowering of some operations.
///
/// The code of a basic block computes `width` registers in parallel: the parts of a vector of lanes, or two
/// vectors.
protocol InstructionSet {
  /// The number of vector registers that basic blocks use.
  static var registers: Int { get }
  /// The number of bytes of a vector register.
  static var bytes: Int { get }
  /// Mask registers, numbered after all vector registers; empty if masks are vectors of 0 and −1.
  static var masks: Range<Int> { get }
  /// Whether blends read only the sign bit of each lane of a mask.
  static var blendsBySigns: Bool { get }
  /// The maximum number of slots that registers hold across iterations of a loop.
  static var maxLoopSlots: Int { get }
  /// Whether the constant pool stores a whole register for each constant; otherwise it stores one element,
  /// which an instruction broadcasts.
  static var poolsRegisters: Bool { get }
  /// Whether instructions may read slots and spilled values in place.
  static var readsMemory: Bool { get }
  /// Whether a fused multiply-add overwrites its addend; otherwise it overwrites a factor.
  static var updatesAddend: Bool { get }
  /// The maximum distance in bytes of a jump or of a reference to a constant.
  static var reach: Int { get }
  /// The condition for jumping if all lanes of the tested mask are set; the condition for jumping if no lane
  /// is set is `zero` in all instruction sets.
  static var ifAll: GeneralInstruction.Condition { get }

  /// Emits an instruction; `mask` 0 means no mask, except for `blend`.
  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler)

  /// Whether an instruction can read a constant as its last operand, without a register.
  ///
  /// `isLast` is true if no later instruction reads the constant.
  static func takes(_ constant: Assembler.Constant, in instruction: VectorInstruction, isLast: Bool) -> Bool

  static func emit(_ instruction: GeneralInstruction, to assembler: inout Assembler)

  /// Sets the stack size of a function, a multiple of 64, in its `enter` instruction, which ends at `end`.
  static func setStack(_ size: Int, before end: Int, in assembler: inout Assembler)

  /// Emits a jump without its target; returns the position for `patch`, which is 4 bytes before the end of
  /// the jump.
  static func jump(if condition: GeneralInstruction.Condition?, to assembler: inout Assembler) -> Int

  /// Emits a call of machine code without its target; returns the position for `patch`, which is 4 bytes
  /// before the end of the call.
  static func callPart(to assembler: inout Assembler) -> Int

  /// Sets the target of the jump, the call or the reference to a constant at a position of the code.
  static func patch(_ at: Int, to place: Int, in assembler: inout Assembler)

  /// Emits a test of a mask, which sets flags.
  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler)

  /// Lowers an operation in a way specific to the instruction set; nil if there is none.
  static func lower(_ operation: LaneOperation, _ of: [Int], in block: inout BasicBlock) -> Int?

  /// Returns a constant where a mask is set, and 0 elsewhere.
  static func constant(_ constant: Int, where mask: Int, in block: inout BasicBlock) -> Int

  /// Returns floats times powers of two, rounded once. `exponents` are integers.
  static func scaled(_ numbers: Int, by exponents: Int, in block: inout BasicBlock) -> Int

  /// Returns the binary exponents of positive doubles, as doubles.
  static func exponent(wide numbers: Int, in block: inout BasicBlock) -> Int

  /// Corrects logarithms of doubles that are not positive and finite: NaN and ∞ stay, 0 gives −∞, negative
  /// numbers give NaN.
  static func logarithm(wide logarithms: Int, of numbers: Int, in block: inout BasicBlock) -> Int
}

extension InstructionSet {
  /// The number of registers that hold a vector of lanes.
  static var parts: Int { NativeSlots.vectorBytes / bytes }

  /// The number of registers that a basic block computes in parallel.
  static var width: Int { max(2, parts) }

  static var all: [Int] { Array(0..<registers) + masks }
}

// Default implementations with the operations of the kernels, for instruction sets without suitable
// instructions.
extension InstructionSet {
  static func constant(_ constant: Int, where mask: Int, in block: inout BasicBlock) -> Int {
    block.emit(.and, mask, constant)
  }

  /// Multiplies by two powers of two, as the kernel does.
  static func scaled(_ numbers: Int, by exponents: Int, in block: inout BasicBlock) -> Int {
    func power(_ exponents: Int) -> Int {
      let biased = block.emit(.addIntegers, exponents, block.constant(127 as UInt32))
      return block.emit(.shiftLeft, biased, block.constant(23 as UInt32))
    }
    let half = block.emit(.shiftRight, exponents, block.constant(1 as UInt32))
    let (low, high) = (power(half), power(block.emit(.subtractIntegers, exponents, half)))
    let isAboveZero = block.emit(.greaterIntegers, exponents, block.constant(UInt32(bitPattern: -151)))
    return block.emit(
      .multiply, block.emit(.multiply, numbers, low), block.emit(.and, high, isAboveZero))
  }

  /// Converts the biased exponent by inserting it into the low bits of 2^52.
  static func exponent(wide numbers: Int, in block: inout BasicBlock) -> Int {
    let biased = block.emit(.shiftRightUnsignedWide, numbers, block.constant(wide: 52))
    let inserted = block.emit(.orWide, biased, block.constant(0x1p52))
    return block.emit(.subtractWide, inserted, block.constant(0x1p52 + 1023))
  }

  static func logarithm(wide logarithms: Int, of numbers: Int, in block: inout BasicBlock) -> Int {
    func compare(_ number: Double, _ comparison: UInt8) -> Int {
      block.emit(.compareWide, numbers, block.constant(number), control: comparison)
    }
    let isFinite = compare(.infinity, Comparison.less)
    let finite = block.emit(.blendWide, numbers, logarithms, mask: isFinite)
    let others = block.emit(
      .blendWide, block.constant(Double.nan), block.constant(-Double.infinity),
      mask: compare(0, Comparison.equal))
    return block.emit(.blendWide, others, finite, mask: compare(0, Comparison.greater))
  }
}
