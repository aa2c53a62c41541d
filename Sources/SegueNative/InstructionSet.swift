import SegueLaneProgram

/// An instruction set of vectors: its registers, encodings, and the operations that it computes in its own way.
///
/// A basic block computes two registers side by side: two vectors of lanes, or both halves of one.
protocol InstructionSet {
  /// The number of vector registers.
  static var registers: Int { get }
  /// The number of bytes of a vector register.
  static var bytes: Int { get }
  /// Mask registers, numbered after all vector registers; empty if masks are vectors of 0 and −1.
  static var masks: Range<Int> { get }
  /// The maximum of slots that registers hold across iterations of a loop, two registers for each.
  static var maxLoopSlots: Int { get }
  /// Whether constants of the pool are whole registers, else single elements that an instruction broadcasts.
  static var poolsRegisters: Bool { get }
  /// The condition of a jump after a test for all lanes of a mask; after other tests, it is `zero`.
  static var ifAll: Assembler.Condition { get }

  /// Emits an instruction; `mask` 0 is none, except for `blend`.
  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler)

  /// Emits a test of a mask, which sets flags.
  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler)

  /// Lowers a comparison of integers, a conversion of unsigned integers, or a derivative between rows.
  static func lower(_ operation: LaneOperation, _ of: [Int], in block: inout BasicBlock) -> Int?

  /// Returns a constant where a mask is set, and 0 elsewhere.
  static func constant(_ constant: Int, where mask: Int, in block: inout BasicBlock) -> Int

  /// Returns floats times powers of two, rounded once. `exponents` are integers.
  static func scaled(_ numbers: Int, by exponents: Int, in block: inout BasicBlock) -> Int

  /// Returns the exponents of positive doubles as doubles.
  static func exponent(wide numbers: Int, in block: inout BasicBlock) -> Int

  /// Replaces logarithms of doubles that are not positive and finite: NaN and ∞ stay, 0 gives −∞, negative
  /// numbers give NaN.
  static func logarithm(wide logarithms: Int, of numbers: Int, in block: inout BasicBlock) -> Int
}

extension InstructionSet {
  /// Whether two registers are the halves of a vector of lanes.
  static var isHalf: Bool { bytes < NativeSlots.vectorBytes }

  static var all: [Int] { Array(0..<registers) + masks }
}
