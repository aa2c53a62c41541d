import SegueLaneProgram

/// NEON, the vectors of 64-bit ARM.
///
/// A register is a quarter of a vector of lanes, and masks are vectors of 0 and −1.
enum NEON: InstructionSet {
  /// Register 31 is a scratch register for the code of one instruction.
  static let (registers, bytes) = (31, 16)
  private static let temporary = 31
  static let masks = 0..<0
  static let maxLoopSlots = 0
  static let blendsBySigns = false
  static let poolsRegisters = true
  static let readsMemory = false
  static let updatesAddend = true
  /// Conditional jumps and loads of constants have 19 bits for the distance, counted in instructions.
  static let reach = 1 << 20
  static let ifAll = GeneralInstruction.Condition.zero

  static func emit(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Assembler.Operand, mask: Int,
    isZeroing: Bool, immediate: UInt8?, to assembler: inout Assembler
  ) {
    switch last {
    case .register(let last):
      if instruction.neon & 0x003e_0c00 == 0x0020_0800 {
        // The operand of an instruction with one operand is in the field of the first operand.
        assembler.word(instruction.neon, destination, last)
      } else if instruction.neon != 0 {
        assembler.word(instruction.neon, destination, first, last)
      } else {
        emitSeveral(instruction, destination, first, last, mask: mask, control: immediate, to: &assembler)
      }
    case .memory(let memory): assembler.access(destination, memory, isStore: instruction == .store)
    case .constant(let constant):
      if instruction == .load {
        assembler.refer(to: constant)
        assembler.word(Word.loadConstant, destination)
      } else {
        shift(instruction, destination, first, UInt32(constant.bits), to: &assembler)
      }
    }
  }

  static func takes(_ constant: Assembler.Constant, in instruction: VectorInstruction, isLast: Bool) -> Bool {
    switch instruction {
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: constant.size == 4
    case .shiftLeftWide, .shiftRightUnsignedWide: constant.size == 8
    default: false
    }
  }

  /// Emits a shift by a constant.
  private static func shift(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ bits: UInt32,
    to assembler: inout Assembler
  ) {
    guard bits > 0 else { return assembler.word(Word.move, destination, first, first) }
    let word =
      switch instruction {
      case .shiftLeft: Word.shiftLeft | (32 + bits) << 16
      case .shiftLeftWide: Word.shiftLeft | (64 + bits) << 16
      case .shiftRight: Word.shiftRight | (64 - bits) << 16
      case .shiftRightUnsigned: Word.shiftRightUnsigned | (64 - bits) << 16
      default: Word.shiftRightUnsigned | (128 - bits) << 16
      }
    assembler.word(word, destination, first)
  }

  /// Emits an x86 instruction as one or several NEON instructions.
  private static func emitSeveral(
    _ instruction: VectorInstruction, _ destination: Int, _ first: Int, _ last: Int, mask: Int,
    control: UInt8?, to assembler: inout Assembler
  ) {
    switch instruction {
    case .load: assembler.word(Word.move, destination, last, last)
    case .compare: compare(control, destination, first, last, isWide: false, to: &assembler)
    case .compareWide: compare(control, destination, first, last, isWide: true, to: &assembler)
    case .blend, .blendWide: blend(destination, first, last, mask, to: &assembler)
    case .minimum, .maximum:
      // Like x86, returns the last operand unless the first operand is less (minimum) or greater (maximum).
      let (greater, less) = instruction == .minimum ? (last, first) : (first, last)
      let isFree = destination != first && destination != last
      let mask = isFree ? destination : temporary
      assembler.word(Word.greater, mask, greater, less)
      blend(destination, last, first, mask, to: &assembler)
    case .round: assembler.word(control.flatMap { Word.roundings[$0] } ?? 0, destination, last)
    case .maskOfSigns: assembler.word(Word.signs, destination, last)
    case .extract: assembler.word(Word.upperHalf, destination, last)
    case .packDoubles, .packWords:
      let narrow = instruction == .packDoubles ? Word.narrowIntegers : Word.narrowWords
      let isFree = destination != last
      let packed = isFree ? destination : temporary
      assembler.word(narrow, packed, first)
      assembler.word(narrow | Word.toUpperHalf, packed, last)
      if !isFree { assembler.word(Word.move, destination, packed, packed) }
    case .nearestIntegerWide:
      assembler.word(Word.nearestWide, destination, last)
      assembler.word(Word.narrowWide, destination, destination)
    case .shiftRight, .shiftRightUnsigned:
      assembler.word(Word.negative, temporary, last)
      let word = instruction == .shiftRight ? Word.shiftByRegister : VectorInstruction.shiftLeft.neon
      assembler.word(word, destination, first, temporary)
    default: assembler.isComplete = false
    }
  }

  private static func compare(
    _ control: UInt8?, _ destination: Int, _ first: Int, _ last: Int, isWide: Bool,
    to assembler: inout Assembler
  ) {
    let size = isWide ? Word.ofDoubles : 0
    switch control {
    case Comparison.less: assembler.word(Word.greater | size, destination, last, first)
    case Comparison.lessOrEqual: assembler.word(Word.greaterOrEqual | size, destination, last, first)
    case Comparison.greater: assembler.word(Word.greater | size, destination, first, last)
    case Comparison.greaterOrEqual: assembler.word(Word.greaterOrEqual | size, destination, first, last)
    default:
      assembler.word(Word.equal | size, destination, first, last)
      // Inverts the mask for `notEqual` and `unordered`. `unordered` compares a value with itself, and only
      // NaN differs from itself.
      if control != Comparison.equal && control != Comparison.ordered {
        assembler.word(Word.not, destination, destination)
      }
    }
  }

  /// Emits a selection of the last operand where the mask is set, and of the first operand elsewhere.
  private static func blend(
    _ destination: Int, _ first: Int, _ last: Int, _ mask: Int, to assembler: inout Assembler
  ) {
    switch destination {
    case first: assembler.word(Word.insertIfSet, destination, last, mask)
    case last: assembler.word(Word.insertIfNot, destination, first, mask)
    default:
      if destination != mask { assembler.word(Word.move, destination, mask, mask) }
      assembler.word(Word.select, destination, last, first)
    }
  }

  static func test(_ mask: Int, _ kind: BasicBlock.Test, to assembler: inout Assembler) {
    assembler.word(kind == .any ? Word.greatest : Word.least, temporary, mask)
    assembler.word(Word.general, GeneralRegister.scratch.neon, temporary)
    assembler.word(kind == .any ? Word.isZero : Word.isAll, 0, GeneralRegister.scratch.neon)
  }

  static func lower(_ operation: LaneOperation, _ of: [Int], in block: inout BasicBlock) -> Int? {
    switch operation {
    case .ilt: return block.emit(.greaterIntegers, of[1], of[0])
    case .ile: return block.emit(.greaterOrEqualIntegers, of[1], of[0])
    case .ieq: return block.emit(.equalIntegers, of[0], of[1])
    case .ine: return block.emit(.not, block.emit(.equalIntegers, of[0], of[1]))
    case .ult: return block.emit(.greaterUnsigned, of[1], of[0])
    case .ule: return block.emit(.greaterOrEqualUnsigned, of[1], of[0])
    case .not: return block.emit(.not, of[0])
    case .neg: return block.emit(.negative, of[0])
    case .abs: return block.emit(.magnitude, of[0])
    // NEON's conversions clamp, and give 0 for NaN.
    case .f2i: return block.emit(.integerOfFloat, of[0])
    case .f2u: return block.emit(.unsignedOfFloat, of[0])
    case .u2f: return block.emit(.floatOfUnsigned, of[0])
    case .ddx:
      return block.emit(
        .subtract, block.emit(.oddElements, of[0], of[0]), block.emit(.evenElements, of[0], of[0]))
    case .ddy: return block.emit(.subtractUpper, of[0], of[0])
    default: return nil
    }
  }
}

/// Instruction words with register fields of 0.
private enum Word {
  static let move: UInt32 = 0x4ea0_1c00
  static let loadConstant: UInt32 = 0x9c00_0000
  static let shiftLeft: UInt32 = 0x4f00_5400
  static let shiftRight: UInt32 = 0x4f00_0400
  static let shiftRightUnsigned: UInt32 = 0x6f00_0400
  /// `sshl`: shifts to the left by positive numbers, and to the right by negative numbers.
  static let shiftByRegister: UInt32 = 0x4ea0_4400
  static let negative: UInt32 = 0x6ea0_b800
  static let equal: UInt32 = 0x4e20_e400
  static let greater: UInt32 = 0x6ea0_e400
  static let greaterOrEqual: UInt32 = 0x6e20_e400
  static let ofDoubles: UInt32 = 0x0040_0000
  static let not: UInt32 = 0x6e20_5800
  /// `bsl`, whose destination is the mask; `bit` and `bif`, which replace elements of the destination.
  static let select: UInt32 = 0x6e60_1c00
  static let insertIfSet: UInt32 = 0x6ea0_1c00
  static let insertIfNot: UInt32 = 0x6ee0_1c00
  /// `frintn`, `frintm`, `frintp` and `frintz`.
  static let roundings: [UInt8: UInt32] = [
    Rounding.nearest: 0x4e21_8800, Rounding.down: 0x4e21_9800, Rounding.up: 0x4ea1_8800,
    Rounding.towardZero: 0x4ea1_9800,
  ]
  static let signs: UInt32 = 0x4f21_0400
  static let upperHalf: UInt32 = 0x4e18_0400
  /// `sqxtun`: narrows with saturation, to the lower half or the upper half of the destination.
  static let narrowIntegers: UInt32 = 0x2e61_2800
  static let narrowWords: UInt32 = 0x2e21_2800
  static let toUpperHalf: UInt32 = 0x4000_0000
  static let nearestWide: UInt32 = 0x4e61_a800
  static let narrowWide: UInt32 = 0x0ea1_2800
  /// `umaxv` and `uminv` over all elements; a move to a general register; comparisons with 0 and −1.
  static let greatest: UInt32 = 0x6eb0_a800
  static let least: UInt32 = 0x6eb1_a800
  static let general: UInt32 = 0x1e26_0000
  static let isZero: UInt32 = 0x7100_001f
  static let isAll: UInt32 = 0x3100_041f
}

extension VectorInstruction {
  fileprivate static let greaterOrEqualIntegers = Self(neon: 0x4ea0_3c00)
  fileprivate static let greaterUnsigned = Self(neon: 0x6ea0_3400)
  fileprivate static let greaterOrEqualUnsigned = Self(neon: 0x6ea0_3c00)
  fileprivate static let not = Self(neon: 0x6e20_5800)
  fileprivate static let negative = Self(neon: 0x6ea0_f800)
  fileprivate static let magnitude = Self(neon: 0x4ea0_f800)
  fileprivate static let unsignedOfFloat = Self(neon: 0x6ea1_b800)
  fileprivate static let floatOfUnsigned = Self(neon: 0x6e21_d800)
  /// `trn2` and `trn1`: elements 1, 1, 3, 3 and 0, 0, 2, 2 of equal operands.
  fileprivate static let oddElements = Self(neon: 0x4e80_6800)
  fileprivate static let evenElements = Self(neon: 0x4e80_2800)
  /// Subtracts the upper row of a quad from the lower row, which is in the second half of the parallel
  /// registers.
  fileprivate static let subtractUpper = Self(neon: 0x4ea0_d400, readsOther: true)
}
