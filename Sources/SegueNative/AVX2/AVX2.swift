import SegueLaneProgram

/// AVX2 with FMA, in the VEX encoding.
///
/// A register is half a vector of lanes, and masks are vectors of 0 and −1.
enum AVX2: X86 {
  static let (registers, bytes) = (16, 32)
  static let masks = 0..<0
  /// A basic block needs all registers for its own values: if registers hold four slots across iterations, a
  /// ray marcher takes 1.08 times as long as with none, a Mandelbrot set 1.1 times.
  static let maxLoopSlots = 0
  static let blendsBySigns = true
  static let poolsRegisters = true
  static let ifAll = GeneralInstruction.Condition.zero

  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler
  ) {
    // Blends encode the mask's register in an immediate byte.
    assembler.vex(
      instruction.vex, destination, first, last, isLong: true,
      immediate: instruction.isBlend ? UInt8(mask) << 4 : immediate)
  }

  static func takes(_ constant: Assembler.Constant, in instruction: VectorInstruction, isLast: Bool) -> Bool {
    !instruction.writesLast
  }

  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler) {
    assembler.vector(.signs, GeneralRegister.scratch.x86, .register(mask))
    // cmp eax, 0 or 0xff: no sign is set, or all signs are set
    assembler.emit(0x3d)
    assembler.emit32(kind == .any ? 0 : 0xff)
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
      // Converts the lower and the upper 16 bits to floats, and sums them; only this sum rounds.
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
}

extension BasicBlock {
  fileprivate mutating func inverted(_ mask: Int) -> Int { emit(.xor, mask, constant(UInt32.max)) }
}

extension VectorInstruction {
  /// `vmovmskps`: signs of lanes as bits of a general register.
  fileprivate static let signs = Self(map: 1, prefix: 0, opcode: 0x50)
  /// Subtracts the first half of a vector of lanes from the second half; both halves get the difference.
  fileprivate static let subtractHalves = Self(map: 1, prefix: 0, opcode: 0x5c, readsOther: true)
}
