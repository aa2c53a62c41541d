import SegueLaneProgram
import SegueLanes
import SeguePixels
import SegueTestSupport
import Testing

@Suite struct LaneRunnerTests {
  private func rows(_ steps: [LaneProgram.Step], _ result: [Int], _ pictures: [Bitmap], _ level: SIMDLevel)
    -> [[Pixel]]
  {
    let size = PixelSize(width: 50, height: 5)
    var program = LaneProgram()
    (program.textures, program.registers, program.pixel) = (2, 11, steps)
    (program.columnSlots, program.x, program.rowSlots, program.y) = (1, 0, 3, 0)
    program.result = result.map { .register($0) }
    let runner = LaneRunner(
      PreparedProgram(program), size: size, textures: pictures.map { .picture($0, isFlipped: false) },
      inputs: [],
      isFlipped: false, kernels: Kernels(level))
    return (0..<size.height).map { y in
      var row = [Pixel](repeating: .clear, count: size.width)
      var span = row.mutableSpan
      runner.read(y, into: &span)
      return row
    }
  }

  /// Two fetches in sequence at one position are fused.
  ///
  /// Results stay the same, even if the first one overwrites the position or a jump leads to the second.
  @Test func fetchesOneAfterTheOther() throws {
    func channels(_ first: Int) -> [LaneProgram.Slot] { (first..<first + 4).map { .register($0) } }
    func fetch(_ texture: Int, _ out: [LaneProgram.Slot], at x: LaneProgram.Slot) -> LaneProgram.Step {
      .call(.fetch, out: out, in: [x, .row(0)], texels: .init(texture: texture))
    }
    let x = LaneProgram.Slot.column(0)
    let own = LaneProgram.Slot.register(8)
    let between: [LaneProgram.Step] = [.call(.move, out: [.register(10)], in: [x])]
    let programs: [(first: [LaneProgram.Step], second: LaneProgram.Step, result: [Int])] = [
      ([fetch(0, channels(0), at: x)], fetch(1, channels(4), at: x), [0, 5, 2, 7]),
      (
        [.call(.move, out: [own], in: [x]), fetch(0, [own] + channels(1).prefix(3), at: own)],
        fetch(1, channels(4), at: own), [8, 5, 2, 7]
      ),
      (
        [
          .call(.lt, out: [.register(9)], in: [x, x]), .jumpIfNone(.register(9), 3),
          fetch(0, channels(0), at: x),
        ],
        fetch(1, channels(4), at: x), [4, 5, 6, 7]
      ),
    ]
    for (width, height) in [(50, 5), (31, 5), (50, 3)] {
      let pictures = [
        try Bitmap.noise(50, 5, seed: 1, opaque: true), try .noise(width, height, seed: 2, opaque: true),
      ]
      for (index, program) in programs.enumerated() {
        for level in SIMDLevel.available {
          let together = rows(program.first + [program.second], program.result, pictures, level)
          let apart = rows(program.first + between + [program.second], program.result, pictures, level)
          #expect(together == apart, "\(index), \(width)x\(height), \(level)")
        }
      }
    }
  }

  /// Uniform values are hoisted, unless they read a value that is overwritten after its use by lanes.
  @Test func valuesOfARowMayBeSetAgain() throws {
    let (x, y, value) = (LaneProgram.Slot.column(0), LaneProgram.Slot.row(0), LaneProgram.Slot.row(1))
    let steps: [LaneProgram.Step] = [
      .call(.move, out: [value], in: [y]), .call(.mul, out: [.register(0)], in: [x, value]),
      .call(.add, out: [value], in: [value, value]), .call(.mul, out: [.row(2)], in: [value, value]),
      .call(.add, out: [.register(1)], in: [.register(0), .row(2)]),
      .call(.mul, out: [.register(2)], in: [x, .row(2)]), .call(.step, out: [.register(3)], in: [x, x]),
    ]
    let picture = try Bitmap.noise(50, 5, seed: 1)
    for level in SIMDLevel.available {
      for (row, pixels) in rows(steps, [0, 1, 2, 3], [picture, picture], level).enumerated() {
        let y = (Double(row) + 0.5) / 5
        for (column, pixel) in pixels.enumerated() {
          let x = (Double(column) + 0.5) / 50
          let expected = [x * y, x * y + 4 * y * y, x * 4 * y * y].map { 255 * min($0, 1) }
          let channels = [pixel.red, pixel.green, pixel.blue].map(Double.init)
          #expect(zip(channels, expected).allSatisfy { abs($0 - $1) < 0.51 }, "\(column), \(row), \(level)")
        }
      }
    }
  }
}
