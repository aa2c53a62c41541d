import SegueLaneProgram

/// Lowers steps to instructions, with the operations of the steps' kernels in the same order.
extension BasicBlock {
  /// Adds the instructions of a step.
  mutating func add(
    _ operation: LaneOperation, out: [LaneProgram.Slot], in inputs: [LaneProgram.Slot],
    texels: LaneProgram.Texels?
  ) {
    if operation == .fetchRow, let texels {
      let pixels = read(slots.number(texels))
      for (channel, slot) in out.enumerated() where slot != .nowhere {
        write(slots.number(slot), color(of: pixels, channel))
      }
      return
    }
    if operation == .store {
      return write(slots.pixels, pixels(of: inputs.map { read($0) }))
    }
    if let instruction = Self.maskInstruction(operation), inputs.allSatisfy(holdsMask) {
      let operands = inputs.map { readMask($0) }
      let first = operation == .not ? -1 : operands[0]
      write(slots.number(out[0]), emit(instruction, first, operands[operands.count - 1]))
      return
    }
    if operation == .select {
      let mask = readMask(inputs[0])
      write(slots.number(out[0]), emit(.blend, read(inputs[2]), read(inputs[1]), mask: mask))
      return
    }
    let operands = inputs.map { read($0) }
    var results = lowered(operation, operands)
    if results.isEmpty { results = call(operation, operands, results: out.count) }
    for (slot, result) in zip(out, results) { write(slots.number(slot), result) }
  }

  /// Extracts a channel of pixels as floats 0…1.
  private mutating func color(of pixels: Int, _ channel: Int) -> Int {
    emit(.multiply, byte(channel, of: pixels), constant(1 / 255 as Float))
  }

  /// Extracts a channel of pixels as floats 0…255.
  private mutating func byte(_ channel: Int, of pixels: Int) -> Int {
    let byte =
      switch channel {
      case 0: emit(.and, pixels, constant(255 as UInt32))
      case 1: emit(.shuffleBytes, pixels, constant(Self.second))
      case 2: emit(.shuffleBytes, pixels, constant(Self.third))
      default: emit(.shiftRightUnsigned, pixels, constant(24 as UInt32))
      }
    return emit(.floatOfInteger, byte)
  }

  /// Shuffles that extract the second and the third byte of each pixel as an integer.
  private static let second = Assembler.Constant(quarter: 0x8080_8005_8080_8001, 0x8080_800d_8080_8009)
  private static let third = Assembler.Constant(quarter: 0x8080_8006_8080_8002, 0x8080_800e_8080_800a)

  /// Packs four channels to pixels: narrows them to bytes, then transposes each 16 bytes.
  private mutating func pixels(of channels: [Int]) -> Int {
    let bytes = channels.map { byte(of: $0) }
    let packed = emit(
      .packWords, emit(.packDoubles, bytes[0], bytes[1]), emit(.packDoubles, bytes[2], bytes[3]))
    return emit(.shuffleBytes, packed, constant(Self.transposed))
  }

  /// Shuffle that transposes four bytes of each channel, within each 16 bytes, to four pixels.
  private static let transposed = Assembler.Constant(quarter: 0x0d09_0501_0c08_0400, 0x0f0b_0703_0e0a_0602)

  /// Channel scaled to an integer of at most 255.
  ///
  /// Packing then clamps negative numbers to 0, and also NaN, which was converted to the minimum integer.
  private mutating func byte(of channel: Int) -> Int {
    if let number = number(channel) {
      return constant(UInt32((255 * max(0, min(1, number))).rounded(.toNearestOrEven)))
    }
    let low = emit(.minimumOfNumber, constant(1 as Float), channel)
    return emit(.nearestInteger, emit(.multiply, low, constant(255 as Float)))
  }

  private static func maskInstruction(_ operation: LaneOperation) -> VectorInstruction? {
    switch operation {
    case .and: .andMasks
    case .or: .orMasks
    case .xor: .xorMasks
    case .not: .notMask
    default: nil
    }
  }

  /// Operations that are one instruction of two operands.
  private static let instructions: [LaneOperation: VectorInstruction] = [
    .add: .add, .sub: .subtract, .mul: .multiply, .div: .divide, .iadd: .addIntegers,
    .isub: .subtractIntegers, .imul: .multiplyIntegers, .imin: .minimumInteger, .imax: .maximumInteger,
    .umin: .minimumUnsigned, .umax: .maximumUnsigned, .and: .and, .or: .or, .xor: .xor,
  ]

  /// Returns an operation's results; none if its kernel must be called.
  private mutating func lowered(_ operation: LaneOperation, _ of: [Int]) -> [Int] {
    if let own = set.lower(operation, of, in: &self) { return [own] }
    if let instruction = Self.instructions[operation] { return [emit(instruction, of[0], of[1])] }
    switch operation {
    case .move: return [of[0]]
    case .ddx: return [emit(.subtract, emit(.oddLanes, of[0]), emit(.evenLanes, of[0]))]
    case .neg: return [emit(.xor, of[0], constant(0x8000_0000 as UInt32))]
    case .abs: return [magnitude(of[0])]
    case .sign:
      let one = constant(1 as Float)
      let positive = set.constant(one, where: above(of[0], 0), in: &self)
      let below = emit(.compare, of[0], constant(0 as Float), control: Comparison.less)
      return [emit(.blend, positive, constant(-1 as Float), mask: below)]
    case .floor: return [floor(of[0])]
    case .ceil: return [emit(.round, of[0], control: Rounding.up)]
    case .trunc: return [emit(.round, of[0], control: Rounding.towardZero)]
    case .roundEven: return [emit(.round, of[0], control: Rounding.nearest)]
    case .fract: return [emit(.subtract, of[0], floor(of[0]))]
    case .sqrt: return [emit(.squareRoot, of[0])]
    case .inversesqrt: return [inverse(emit(.squareRoot, of[0]))]
    case .min: return [smaller(of[0], of[1])]
    case .max: return [larger(of[0], of[1])]
    case .mod:
      let whole = floor(emit(.divide, of[0], of[1]))
      return [emit(.subtract, of[0], emit(.multiply, of[1], whole))]
    case .step:
      let mask = emit(.compare, of[1], of[0], control: Comparison.greaterOrEqual)
      return [set.constant(constant(1 as Float), where: mask, in: &self)]
    case .mad: return [multiplyAdd(of)]
    case .mix: return [mix(of)]
    case .clamp: return [smaller(larger(of[1], of[0]), of[2])]
    case .saturate: return [saturated(of[0])]
    case .saturatedAdd: return [saturated(emit(.add, of[0], of[1]))]
    case .saturatedMul: return [saturated(emit(.multiply, of[0], of[1]))]
    case .saturatedMad: return [saturated(multiplyAdd(of))]
    case .saturatedMix: return [saturated(mix(of))]
    case .smoothstep:
      // Edges 0 and 1 need neither a subtraction nor a division.
      let isWhole = number(of[0]) == 0 && number(of[1]) == 1
      let share =
        isWhole
        ? of[2] : emit(.divide, emit(.subtract, of[2], of[0]), emit(.subtract, of[1], of[0]))
      let t = saturated(share)
      let twice = emit(.multiply, t, constant(2 as Float))
      return [emit(.multiply, emit(.multiply, t, t), emit(.subtract, constant(3 as Float), twice))]
    case .length2, .length3: return [length(of)]
    case .normalize2, .normalize3:
      let scale = inverse(length(of))
      return of.map { emit(.multiply, $0, scale) }
    case .lt: return [emit(.compare, of[0], of[1], control: Comparison.less)]
    case .le: return [emit(.compare, of[0], of[1], control: Comparison.lessOrEqual)]
    case .eq: return [emit(.compare, of[0], of[1], control: Comparison.equal)]
    case .ne: return [emit(.compare, of[0], of[1], control: Comparison.notEqual)]
    case .isNaN: return [isNaN(of[0])]
    case .isInf:
      return [emit(.compare, magnitude(of[0]), constant(Float.infinity), control: Comparison.equal)]
    case .ineg: return [emit(.subtractIntegers, constant(0 as UInt32), of[0])]
    case .iabs: return [emit(.absoluteInteger, of[0])]
    case .not: return [emit(.xor, of[0], constant(UInt32.max))]
    case .shl: return [emit(.shiftLeft, of[0], shift(of[1]))]
    case .shr: return [emit(.shiftRight, of[0], shift(of[1]))]
    case .ushr: return [emit(.shiftRightUnsigned, of[0], shift(of[1]))]
    case .f2i:
      // Conversion of numbers out of range gives the minimum integer.
      let least = emit(.integerOfFloat, of[0])
      let over = emit(.compare, of[0], constant(0x1p31 as Float), control: Comparison.greaterOrEqual)
      let most = emit(.blend, least, constant(UInt32(Int32.max)), mask: over)
      return [emit(.blend, most, constant(0 as UInt32), mask: isNaN(of[0]))]
    case .i2f: return [emit(.floatOfInteger, of[0])]
    default: return function(operation, of).map { [$0] } ?? []
    }
  }

  private mutating func shift(_ bits: Int) -> Int {
    if let known = known(bits), known < 32 { return bits }
    return emit(.and, bits, constant(31 as UInt32))
  }

  mutating func magnitude(_ x: Int) -> Int { emit(.and, x, constant(0x7fff_ffff as UInt32)) }
  mutating func isNaN(_ x: Int) -> Int { emit(.compare, x, x, control: Comparison.unordered) }
  mutating func above(_ x: Int, _ number: Float) -> Int {
    emit(.compare, x, constant(number), control: Comparison.greater)
  }
  private mutating func floor(_ x: Int) -> Int { emit(.round, x, control: Rounding.down) }
  private mutating func inverse(_ x: Int) -> Int { emit(.divide, constant(1 as Float), x) }
  private mutating func multiplyAdd(_ of: [Int]) -> Int { emit(.add, emit(.multiply, of[0], of[1]), of[2]) }

  private mutating func mix(_ of: [Int]) -> Int {
    let rest = emit(.subtract, constant(1 as Float), of[2])
    return emit(.add, emit(.multiply, of[0], rest), emit(.multiply, of[1], of[2]))
  }

  private mutating func length(_ of: [Int]) -> Int {
    let squares = of.map { emit(.multiply, $0, $0) }
    var sum = squares[squares.count - 1]
    for square in squares.dropLast().reversed() { sum = emit(.add, sum, square) }
    return emit(.squareRoot, sum)
  }

  private mutating func saturated(_ x: Int) -> Int {
    emit(.minimumOfNumber, emit(.maximum, x, constant(0 as Float)), constant(1 as Float))
  }

  /// Returns the float that a constant holds; nil if `value` is not a constant or is NaN.
  func number(_ value: Int) -> Float? {
    guard let bits = known(value) else { return nil }
    let number = Float(bitPattern: bits)
    return number.isNaN ? nil : number
  }

  private mutating func smaller(_ a: Int, _ b: Int) -> Int { extreme(.minimum, a, b) }
  private mutating func larger(_ a: Int, _ b: Int) -> Int { extreme(.maximum, a, b) }

  /// Returns the minimum or maximum.
  ///
  /// The instruction returns its last operand if either operand is NaN, or if both are equal.
  private mutating func extreme(_ instruction: VectorInstruction, _ a: Int, _ b: Int) -> Int {
    // The order of equal operands matters only for zeros of different signs.
    if let number = number(b), number != 0 { return emit(instruction, a, b) }
    let result = emit(instruction, b, a)
    if number(a) != nil { return result }
    return emit(.blend, b, result, mask: emit(.compare, a, a, control: Comparison.ordered))
  }
}
