import SegueLaneProgram

/// AVX-512, in the EVEX encoding for vectors and the VEX encoding for masks.
///
/// A register is a vector of lanes.
enum AVX512: X86 {
  static let (registers, bytes) = (32, 64)
  /// The mask registers 1 to 7, which have the numbers 33 to 39.
  ///
  /// In an instruction, mask register 0 means no mask, so this register cannot select lanes.
  static let masks = 33..<40
  /// Eight slots take two registers each, so half of the registers remain for a basic block's own values.
  static let maxLoopSlots = 8
  static let blendsBySigns = false
  static let poolsRegisters = false
  static let ifAll = GeneralInstruction.Condition.below

  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler
  ) {
    if instruction.isOfMasks {
      return assembler.vex(
        instruction, destination & 7, first & 7, last, isLong: instruction.isLong, immediate: nil)
    }
    let (destination, last) = instruction.fields(destination, last)
    var p0 = instruction.map | 0xf0
    if destination & 8 != 0 { p0 &= ~0x80 }
    if destination & 16 != 0 { p0 &= ~0x10 }
    var isBroadcast = false
    switch last {
    case .register(let register):
      if register & 8 != 0 { p0 &= ~0x20 }
      if register & 16 != 0 { p0 &= ~0x40 }
    case .memory(let memory):
      if memory.base.x86 & 8 != 0 { p0 &= ~0x20 }
      if let index = memory.index, index.x86 & 8 != 0 { p0 &= ~0x40 }
    case .constant: isBroadcast = !instruction.isBroadcast
    }
    let p1 = (instruction.isWide ? 0x80 : 0) | UInt8(~first & 15) << 3 | 4 | instruction.prefix
    let p2 =
      (isZeroing ? 0x80 : 0) | 0x40 | (isBroadcast ? 0x10 : 0)
      | (first & 16 != 0 ? 0 : 8) | UInt8(mask & 7)
    for byte in [0x62, p0, p1, p2, instruction.opcode] { assembler.emit(byte) }
    assembler.operand(
      last, UInt8(destination & 7) << 3, unit: instruction.isBroadcast ? nil : bytes, immediate: immediate)
  }

  static func takes(_ constant: Assembler.Constant, in instruction: VectorInstruction, isLast: Bool) -> Bool {
    instruction.readsMemory
      && (instruction.isBroadcast || constant.size == (instruction.isWide ? 8 : 4) && isLast)
  }

  /// Sets flags by a mask: zero if no lane is set, carry if all lanes are set.
  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler) {
    assembler.vector(.testMasks, mask, .register(mask))
  }

  static func lower(_ operation: LaneOperation, _ of: [Int], in block: inout BasicBlock) -> Int? {
    switch operation {
    case .ilt: return block.emit(.compareIntegers, of[0], of[1], control: IntegerComparison.less)
    case .ile: return block.emit(.compareIntegers, of[0], of[1], control: IntegerComparison.lessOrEqual)
    case .ieq: return block.emit(.compareIntegers, of[0], of[1], control: IntegerComparison.equal)
    case .ine: return block.emit(.compareIntegers, of[0], of[1], control: IntegerComparison.notEqual)
    case .ult: return block.emit(.compareUnsigned, of[0], of[1], control: IntegerComparison.less)
    case .ule: return block.emit(.compareUnsigned, of[0], of[1], control: IntegerComparison.lessOrEqual)
    case .f2u: return block.emit(.unsignedOfFloat, of[0], mask: block.above(of[0], 0), isZeroing: true)
    case .u2f: return block.emit(.floatOfUnsigned, of[0])
    case .ddy:
      // Subtracts the first half, the upper row, from the second half, in both halves of the result.
      let lower = block.emit(.parts, of[0], of[0], control: Halves.upper)
      return block.emit(.subtract, lower, block.emit(.parts, of[0], of[0], control: Halves.lower))
    default: return nil
    }
  }

  static func constant(_ constant: Int, where mask: Int, in block: inout BasicBlock) -> Int {
    block.emit(.splat, constant, mask: mask, isZeroing: true)
  }

  /// Rounds once, by `vscalef`.
  ///
  /// The kernel also rounds once: it multiplies by two powers of two, and only the second product is inexact.
  static func scaled(_ numbers: Int, by exponents: Int, in block: inout BasicBlock) -> Int {
    block.emit(.scale, numbers, block.emit(.floatOfInteger, exponents))
  }

  static func exponent(wide numbers: Int, in block: inout BasicBlock) -> Int {
    block.emit(.exponentWide, numbers)
  }

  static func logarithm(wide logarithms: Int, of numbers: Int, in block: inout BasicBlock) -> Int {
    block.update(logarithms, .fixWide, numbers, block.constant(wide: logarithmKinds), control: 0)
  }

  /// Table of `vfixupimm` for logarithms, four bits for each class of the argument.
  private static let logarithmKinds: UInt64 = 0x0353_0422
}

/// Predicates of comparisons of integers.
private enum IntegerComparison {
  static let equal: UInt8 = 0
  static let less: UInt8 = 1
  static let lessOrEqual: UInt8 = 2
  static let notEqual: UInt8 = 4
}

/// The halves that `parts` joins: one half of the first operand, then one half of the last operand.
private enum Halves {
  static let lower: UInt8 = 0x44
  static let upper: UInt8 = 0xee
}

extension VectorInstruction {
  fileprivate static let compareIntegers = Self(map: 3, prefix: 1, opcode: 0x1f, givesMask: true)
  fileprivate static let compareUnsigned = Self(map: 3, prefix: 1, opcode: 0x1e, givesMask: true)
  fileprivate static let floatOfUnsigned = Self(map: 1, prefix: 3, opcode: 0x7a)
  fileprivate static let unsignedOfFloat = Self(map: 1, prefix: 0, opcode: 0x78)
  /// `vgetexp`, the exponent as a number; `vscalef`, a number times a power of two.
  fileprivate static let exponentWide = Self(map: 2, prefix: 1, opcode: 0x42, isWide: true)
  fileprivate static let scale = Self(map: 2, prefix: 1, opcode: 0x2c)
  /// `vfixupimm`: replaces elements of the destination by constants.
  ///
  /// A table, the last operand, has a constant for each class of the first operand, such as NaN or 0, or keeps
  /// the element.
  fileprivate static let fixWide = Self(map: 3, prefix: 1, opcode: 0x54, isWide: true)
  /// `vshuff64x2`: joins two quarters of the first operand and two quarters of the last operand, each
  /// selected by two bits; `Halves` lists the selections in use.
  fileprivate static let parts = Self(map: 3, prefix: 1, opcode: 0x23, readsMemory: false)
}
