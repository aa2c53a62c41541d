/// A vector instruction: the numbers of its encoding, and the kinds of its operands in the terms of Intel's
/// manual.
///
/// AVX2 and AVX-512 encode an instruction with equal numbers unless noted.
struct VectorInstruction: Hashable {
  /// Opcode map of x86: 1 is 0F, 2 is 0F38, 3 is 0F3A.
  var map: UInt8 = 0
  /// Implied prefix of x86: 0 none, 1 is 66, 2 is F3, 3 is F2.
  var prefix: UInt8 = 0
  var opcode: UInt8 = 0
  /// The instruction of NEON, with register fields of 0; 0 if no single instruction has the same operands.
  var neon: UInt32 = 0
  /// Whether lanes have 64 bits.
  var isWide = false
  /// Whether the last operand may be in memory.
  var readsMemory = true
  /// Whether the instruction broadcasts its operand.
  var isBroadcast = false
  /// Whether the result is a mask.
  var givesMask = false
  /// Whether the destination is in the encoding's field for the last operand.
  var writesLast = false
  /// Whether the operands are mask registers; two mask registers with `isLong`.
  var isOfMasks = false
  var isLong = false
  /// Whether the mask selects between the operands.
  var isBlend = false
  /// Whether the first operand is read from the second half of the parallel registers, so that both halves
  /// get the same result.
  var readsOther = false
}

extension VectorInstruction {
  private static func single(_ opcode: UInt8, neon: UInt32 = 0) -> Self {
    Self(map: 1, opcode: opcode, neon: neon)
  }
  private static func double(_ opcode: UInt8, neon: UInt32) -> Self {
    Self(map: 1, prefix: 1, opcode: opcode, neon: neon, isWide: true)
  }
  private static func integer(_ opcode: UInt8, map: UInt8 = 2, neon: UInt32 = 0) -> Self {
    Self(map: map, prefix: 1, opcode: opcode, neon: neon)
  }

  static let load = single(0x10)
  static let store = single(0x11)
  static let splat = Self(map: 2, prefix: 1, opcode: 0x18, isBroadcast: true)
  static let splatWide = Self(map: 2, prefix: 1, opcode: 0x19, isWide: true, isBroadcast: true)
  static let splatQuarter = Self(map: 2, prefix: 1, opcode: 0x5a, isBroadcast: true)

  /// Broadcast of a constant of `size` bytes.
  static func splat(of size: Int) -> Self { size == 16 ? splatQuarter : size == 8 ? splatWide : splat }

  static let add = single(0x58, neon: 0x4e20_d400)
  static let multiply = single(0x59, neon: 0x6e20_dc00)
  static let subtract = single(0x5c, neon: 0x4ea0_d400)
  static let minimum = single(0x5d)
  /// Minimum; the first operand must not be NaN, since x86 then returns the second operand and NEON returns
  /// NaN.
  static let minimumOfNumber = single(0x5d, neon: 0x4ea0_f400)
  static let divide = single(0x5e, neon: 0x6e20_fc00)
  static let maximum = single(0x5f)
  static let squareRoot = single(0x51, neon: 0x6ea1_f800)
  static let addWide = double(0x58, neon: 0x4e60_d400)
  static let multiplyWide = double(0x59, neon: 0x6e60_dc00)
  static let subtractWide = double(0x5c, neon: 0x4ee0_d400)
  static let minimumWide = double(0x5d, neon: 0x4ee0_f400)
  static let divideWide = double(0x5e, neon: 0x6e60_fc00)
  static let maximumWide = double(0x5f, neon: 0x4e60_f400)
  /// Fused multiply-adds with destination d: d·first + last; d + first·last; d − first·last.
  static let multiplyAddWide = Self(map: 2, prefix: 1, opcode: 0xa8, isWide: true)
  static let addProductWide = Self(map: 2, prefix: 1, opcode: 0xb8, neon: 0x4e60_cc00, isWide: true)
  static let subtractProductWide = Self(map: 2, prefix: 1, opcode: 0xbc, neon: 0x4ee0_cc00, isWide: true)
  /// Rounding in a direction of `Rounding`.
  static let round = Self(map: 3, prefix: 1, opcode: 0x08)

  static let compare = Self(map: 1, opcode: 0xc2, givesMask: true)
  /// `vblendm`, or `vblendv` with AVX2: the last operand where the mask is set, the first operand elsewhere.
  static let blend = Self(map: 2, prefix: 1, opcode: 0x65, isBlend: true)

  static let greaterIntegers = integer(0x66, map: 1, neon: 0x4ea0_3400)
  static let equalIntegers = integer(0x76, map: 1, neon: 0x6ea0_8c00)
  static let compareWide = double(0xc2, neon: 0)
  static let blendWide = Self(map: 3, prefix: 1, opcode: 0x4b, isBlend: true)
  static let orWide = double(0xeb, neon: 0x4ea0_1c00)
  static let and = integer(0xdb, map: 1, neon: 0x4e20_1c00)
  static let or = integer(0xeb, map: 1, neon: 0x4ea0_1c00)
  static let xor = integer(0xef, map: 1, neon: 0x6e20_1c00)
  static let andWide = double(0xdb, neon: 0x4e20_1c00)
  static let xorWide = double(0xef, neon: 0x6e20_1c00)
  static let addIntegers = integer(0xfe, map: 1, neon: 0x4ea0_8400)
  static let subtractIntegers = integer(0xfa, map: 1, neon: 0x6ea0_8400)
  static let addWideIntegers = double(0xd4, neon: 0x4ee0_8400)
  static let multiplyIntegers = integer(0x40, neon: 0x4ea0_9c00)
  static let minimumInteger = integer(0x39, neon: 0x4ea0_6c00)
  static let maximumInteger = integer(0x3d, neon: 0x4ea0_6400)
  static let minimumUnsigned = integer(0x3b, neon: 0x6ea0_6c00)
  static let maximumUnsigned = integer(0x3f, neon: 0x6ea0_6400)
  static let absoluteInteger = integer(0x1e, neon: 0x4ea0_b800)
  static let shiftLeft = integer(0x47, neon: 0x6ea0_4400)
  static let shiftRight = integer(0x46)
  static let shiftRightUnsigned = integer(0x45)
  static let shiftRightUnsignedWide = Self(map: 2, prefix: 1, opcode: 0x45, isWide: true)
  static let shiftLeftWide = Self(map: 2, prefix: 1, opcode: 0x47, neon: 0x6ee0_4400, isWide: true)

  static let floatOfInteger = single(0x5b, neon: 0x4e21_d800)
  static let integerOfFloat = Self(map: 1, prefix: 2, opcode: 0x5b, neon: 0x4ea1_b800)
  static let nearestInteger = Self(map: 1, prefix: 1, opcode: 0x5b, neon: 0x4e21_a800)
  /// Conversion of half a register of floats to doubles, and back; conversion of doubles to integers.
  static let widen = Self(map: 1, opcode: 0x5a, neon: 0x0e61_7800, readsMemory: false)
  static let narrow = Self(
    map: 1, prefix: 1, opcode: 0x5a, neon: 0x0e61_6800, isWide: true, readsMemory: false)
  static let nearestIntegerWide = Self(map: 1, prefix: 3, opcode: 0xe6, isWide: true, readsMemory: false)
  /// `vpackusdw` and `vpackuswb`: narrow with saturation, within each 16 bytes.
  static let packDoubles = Self(map: 2, prefix: 1, opcode: 0x2b, readsMemory: false)
  static let packWords = Self(map: 1, prefix: 1, opcode: 0x67, readsMemory: false)
  /// `vpshufb`: shuffles bytes within each 16 bytes by the last operand.
  static let shuffleBytes = Self(map: 2, prefix: 1, opcode: 0x00, neon: 0x4e00_0000, readsMemory: false)
  /// Extraction of half a register; `insert` is the reverse.
  static let extract = Self(map: 3, prefix: 1, opcode: 0x1b, readsMemory: false, writesLast: true)
  static let insert = Self(
    map: 3, prefix: 1, opcode: 0x1a, neon: 0x4ec0_3800, isWide: true, readsMemory: false)
  /// Lanes 1, 1, 3, 3, … and lanes 0, 0, 2, 2, ….
  static let oddLanes = Self(map: 1, prefix: 2, opcode: 0x16, readsMemory: false)
  static let evenLanes = Self(map: 1, prefix: 2, opcode: 0x12, readsMemory: false)
}

// Instructions on mask registers.
extension VectorInstruction {
  private static func masks(_ opcode: UInt8, isLong: Bool = false) -> Self {
    Self(
      map: 1, opcode: opcode, readsMemory: false, givesMask: true, isOfMasks: true, isLong: isLong)
  }

  static let andMasks = masks(0x41, isLong: true)
  static let notMask = masks(0x44)
  static let orMasks = masks(0x45, isLong: true)
  static let xorMasks = masks(0x47, isLong: true)
  static let loadMask = masks(0x90)
  static let storeMask = masks(0x91)
  static let testMasks = masks(0x98)
  static let maskOfSigns = Self(map: 2, prefix: 2, opcode: 0x39, readsMemory: false, givesMask: true)
  static let lanesOfMask = Self(map: 2, prefix: 2, opcode: 0x38, readsMemory: false)
}
