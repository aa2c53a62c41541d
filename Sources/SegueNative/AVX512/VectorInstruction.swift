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
  /// `vrndscale`, in a direction of `Rounding`.
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
  /// `vshuff64x2`: two quarters of the first operand and two of the last, selected by two bits each; `Halves`
  /// has the uses.
  static let parts = Self(map: 3, prefix: 1, opcode: 0x23, readsMemory: false)
  static let insert = Self(map: 3, prefix: 1, opcode: 0x1a, isWide: true, readsMemory: false)
}
