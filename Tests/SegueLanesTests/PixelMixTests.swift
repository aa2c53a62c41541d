import SegueLanes
import SeguePixels
import SegueTestSupport
import Testing

/// Pixels that machine code mixes as bytes are those that kernels mix as numbers.
struct PixelMixTests {
  private static let size = PixelSize(width: 256, height: 256)

  /// Steps that give a weight in register 8 from the column's position and the row's: constants 0 to 3 are 256, 1/256, 0.3 and −0.1.
  enum Weight: CaseIterable {
    /// More than 0…1, then cut off: what most edges are.
    case cut
    /// Whole parts of 256, of which many give sums between two bytes.
    case parts
    /// Outside of 0…1 on both sides.
    case outside
    /// NaN on one side.
    case root
    /// Infinite in one column.
    case inverse
    /// Too small to count.
    case small

    fileprivate var steps: [LaneProgram.Step] {
      let (x, y) = (LaneProgram.Slot.column(0), LaneProgram.Slot.row(0))
      let weight = LaneProgram.Slot.register(8)
      func call(_ operation: LaneOperation, _ inputs: LaneProgram.Slot...) -> LaneProgram.Step {
        .call(operation, out: [weight], in: inputs)
      }
      func constant(_ index: Int) -> LaneProgram.Slot { .frame(index) }
      let (scale, share, slope, offset) = (constant(0), constant(1), constant(2), constant(3))
      return switch self {
      case .cut: [call(.mad, y, slope, x), call(.add, weight, offset), call(.saturate, weight)]
      case .parts: [call(.mul, x, scale), call(.floor, weight), call(.mul, weight, share)]
      case .outside: [call(.add, x, x), call(.add, weight, offset), call(.mad, y, offset, weight)]
      case .root: [call(.sub, x, slope), call(.sqrt, weight)]
      case .inverse: [call(.mul, x, scale), call(.floor, weight), call(.div, share, weight)]
      case .small: [call(.mul, x, share)] + (0..<16).map { _ in call(.mul, weight, share) }
      }
    }
  }

  /// What is mixed: each channel of both pictures by the weight; or something that looks like it.
  enum Shape: CaseIterable {
    case same, saturated
    /// Blue by what is left of the weight.
    case otherWeight
    /// Green of the one and red of the other.
    case otherChannel
    /// Alpha is a picture's.
    case otherAlpha
  }

  private func program(_ weight: Weight, _ shape: Shape, slope: Float = 0.3) -> LaneProgram {
    func channels(_ first: Int) -> [LaneProgram.Slot] { (first..<first + 4).map { .register($0) } }
    var program = LaneProgram()
    (program.textures, program.registers) = (2, 13)
    (program.columnSlots, program.x, program.rowSlots, program.y) = (1, 0, 1, 0)
    let constants: [Float] = [256, 1 / 256, slope, -0.1, 1]
    program.frameSlots = constants.count
    for (slot, number) in constants.enumerated() { program.constants[slot] = number.bitPattern }
    program.result = (9..<12).map { .register($0) } + [shape == .otherAlpha ? .register(3) : .frame(4)]
    program.pixel =
      weight.steps + [
        .call(.fetchRow, out: channels(0), in: [], texels: .init(texture: 0)),
        .call(.fetchRow, out: channels(4), in: [], texels: .init(texture: 1)),
      ]
    program.pixel.append(.call(.sub, out: [.register(12)], in: [.frame(4), .register(8)]))
    program.pixel += (0..<3).map { channel in
      let to = shape == .otherChannel && channel == 1 ? 4 : 4 + channel
      let weight = shape == .otherWeight && channel == 2 ? 12 : 8
      return .call(
        shape == .saturated ? .saturatedMix : .mix, out: [.register(9 + channel)],
        in: [.register(channel), .register(to), .register(weight)])
    }
    return program
  }

  /// Every two bytes, in three orders of columns and rows.
  @Test(arguments: Weight.allCases, Shape.allCases)
  func bytesAreThoseOfNumbers(weight: Weight, shape: Shape) throws {
    try expectSameFrames(program(weight, shape))
  }

  /// Of some thousand sums one is so near to a half that the byte depends on every step of the kernels.
  @Test(arguments: 1...24) func bytesAreThoseOfManyWeights(round: Int) throws {
    try expectSameFrames(program(.cut, .same, slope: 0.3 + 0.013 * Float(round)))
  }

  private func expectSameFrames(_ program: LaneProgram) throws {
    var pictures = try [Bitmap(Self.size), Bitmap(Self.size)]
    for (x, y) in (0..<256).flatMap({ y in (0..<256).map { (x: $0, y: y) } }) {
      let (a, b) = (UInt8(x), UInt8(y))
      pictures[0][x, y] = Pixel(red: a, green: a ^ b, blue: a &* 77, alpha: 255)
      pictures[1][x, y] = Pixel(red: b, green: b &* 3 &+ a, blue: b, alpha: 255)
    }
    let textures = pictures.map { LaneRunner.Texture.picture($0, isFlipped: false) }
    func frame(_ level: SIMDLevel) -> [[Pixel]] {
      let runner = LaneRunner(
        program, size: Self.size, textures: textures, inputs: [], isFlipped: false, kernels: Kernels(level))
      return (0..<Self.size.height).map { y in
        var row = [Pixel](repeating: .clear, count: Self.size.width)
        var span = row.mutableSpan
        runner.read(y, into: &span)
        return row
      }
    }
    let expected = frame(.reference)
    for level in SIMDLevel.available {
      let actual = frame(level)
      let wrong = expected.indices.flatMap { y in
        expected[y].indices.filter { actual[y][$0] != expected[y][$0] }.map { (x: $0, y: y) }
      }
      #expect(
        wrong.isEmpty, "\(level): \(wrong.count) pixels, the first at \(wrong.first.map { "\($0)" } ?? "")")
    }
  }
}
