import SegueLaneProgram

/// AVX2 with FMA: VEX.
///
/// A register is half a vector of lanes, and masks are vectors of 0 and −1.
enum AVX2: InstructionSet {
  static let (registers, bytes) = (16, 32)
  static let masks = 0..<0
  /// A basic block needs all registers for its own values: with four slots, a ray marcher takes 1.08 times as
  /// long, a Mandelbrot set 1.1 times.
  static let maxLoopSlots = 0
  static let poolsRegisters = true
  static let ifAll = Assembler.Condition.zero

  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler
  ) {
    // Blends have the mask's register in the bits of an immediate.
    assembler.vex(
      instruction.vex, destination, first, last, isLong: true,
      immediate: instruction.isBlend ? UInt8(mask) << 4 : immediate)
  }

  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler) {
    assembler.vector(.signs, Assembler.Register.rax.rawValue, .register(mask))
    assembler.compare(.rax, kind == .any ? 0 : 0xff)
  }

  static func lower(_ operation: LaneOperation, _ of: [Int], in block: inout BasicBlock) -> Int? {
    switch operation {
    case .ilt: return block.emit(.greaterIntegers, of[1], of[0])
    case .ile: return block.inverted(block.emit(.greaterIntegers, of[0], of[1]))
    case .ieq: return block.emit(.equalIntegers, of[0], of[1])
    case .ine: return block.inverted(block.emit(.equalIntegers, of[0], of[1]))
    case .ult:
      return block.inverted(block.emit(.equalIntegers, block.emit(.minimumUnsigned, of[0], of[1]), of[1]))
    case .ule: return block.emit(.equalIntegers, block.emit(.minimumUnsigned, of[0], of[1]), of[0])
    case .f2u: return unsigned(of[0], in: &block)
    case .u2f:
      // Sums floats of both halves of the bits; only this sum rounds.
      let low = block.emit(.and, of[0], block.constant(0xffff as UInt32))
      let high = block.emit(.shiftRightUnsigned, of[0], block.constant(16 as UInt32))
      let float = block.emit(.or, low, block.constant(0x1p23 as Float))
      let scaled = block.emit(.or, high, block.constant(0x1p39 as Float))
      return block.emit(.add, float, block.emit(.subtract, scaled, block.constant(0x1p39 + 0x1p23 as Float)))
    case .ddy: return block.emit(.subtractHalves, of[0], of[0])
    default: return nil
    }
  }

  /// Converts floats to unsigned integers, clamped; NaN gives 0.
  private static func unsigned(_ x: Int, in block: inout BasicBlock) -> Int {
    let half = block.constant(0x1p31 as Float)
    let clamped = block.emit(.maximum, x, block.constant(0 as Float))
    let low = block.emit(.integerOfFloat, clamped)
    let rest = block.emit(.integerOfFloat, block.emit(.subtract, clamped, half))
    let high = block.emit(.xor, rest, block.constant(0x8000_0000 as UInt32))
    let isLarge = block.emit(.compare, clamped, half, control: Comparison.greaterOrEqual)
    let isOver = block.emit(
      .compare, clamped, block.constant(0x1p32 as Float), control: Comparison.greaterOrEqual)
    return block.emit(.or, block.emit(.blend, low, high, mask: isLarge), isOver)
  }

  static func constant(_ constant: Int, where mask: Int, in block: inout BasicBlock) -> Int {
    block.emit(.and, mask, constant)
  }

  /// Multiplies by two powers of two, as the kernel.
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

extension BasicBlock {
  fileprivate mutating func inverted(_ mask: Int) -> Int { emit(.xor, mask, constant(UInt32.max)) }
}

extension VectorInstruction {
  fileprivate static let greaterIntegers = Self(map: 1, prefix: 1, opcode: 0x66)
  fileprivate static let equalIntegers = Self(map: 1, prefix: 1, opcode: 0x76)
  fileprivate static let orWide = Self(map: 1, prefix: 1, opcode: 0xeb, isWide: true)
  fileprivate static let shiftRightUnsignedWide = Self(map: 2, prefix: 1, opcode: 0x45, isWide: true)
  fileprivate static let compareWide = Self(map: 1, prefix: 1, opcode: 0xc2, isWide: true)
  fileprivate static let blendWide = Self(map: 3, prefix: 1, opcode: 0x4b, isBlend: true)
  /// `vmovmskps`: signs of lanes as bits of a general register.
  fileprivate static let signs = Self(map: 1, prefix: 0, opcode: 0x50)
  /// The value of the second half minus that of the first one, for both.
  fileprivate static let subtractHalves = Self(map: 1, prefix: 0, opcode: 0x5c, readsOther: true)
}
