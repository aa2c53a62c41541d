import CSegueKernels
import Foundation
import SegueFilters
import SegueLaneProgram
import SegueNative
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// Machine code for 64-bit ARM, made on any machine.
@Suite struct NEONProgramTests {
  /// The file to which programs are written for `scripts/arm`.
  static let file = ProcessInfo.processInfo.environment["SEGUE_ARM_PROGRAMS"]

  /// `Tests/Kernels/native.c` runs the programs in an emulator.
  @Test(.enabled(if: file != nil, "SEGUE_ARM_PROGRAMS names no file"))
  func `Programs for ARM are written`() throws {
    var text = ""
    for operation in NativeProgramTests.operations {
      text += ArmProgram("\(operation)", of: operation).text
      for input in 0..<operation.inputs {
        // Other masks than 0 and −1 are not defined.
        for number in operation == .select && input == 0 ? [0, .max] : Self.numbers {
          for isConstant in [true, false] {
            let name = "\(operation)-\(input)-\(String(number, radix: 16))-\(isConstant)"
            text += ArmProgram(name, of: operation, where: input, is: number, isConstant: isConstant).text
          }
        }
      }
    }
    text += ArmProgram("columns", NativeProgramTests.columnsAroundCalls, stores: false, rounds: 4).text
    for seed in 0..<300 {
      var random = RandomLaneProgram(seed: seed)
      let program = random.make()
      text += ArmProgram("random-\(seed)", program, stores: seed % 2 == 0, rounds: 4).text
    }
    for (name, source) in try Self.shaders() {
      let shader = try Shader(source: source, file: "\(name).glsl")
      // Inputs and pictures of parameters; further ones are not read.
      let pictures = try (0..<5).map { try Bitmap.noise(96, 64, seed: $0) }
      let program = try shader.compiled(for: pictures).program
      text += ArmProgram(name, program, stores: true, rounds: 3).text
    }
    try text.write(toFile: try #require(Self.file), atomically: true, encoding: .utf8)
  }

  /// The shaders of the catalog that sample pictures, and those of the collection of gl-transitions where it is
  /// present.
  static func shaders() throws -> [(name: String, source: String)] {
    func sources<Made>(_ section: CatalogSection<Made>, _ kind: String) -> [(String, String)] {
      section.items.compactMap { item in item.glsl.map { ("\(kind)-\(item.name)", $0()) } }
        .filter { !$0.1.contains("vec4 effect(vec4 ") }
    }
    return try sources(Catalog.filters, "filter") + sources(Catalog.transitions, "transition")
      + GLTransitions.sources().map { ("gl-\($0.name)", $0.text) }
  }

  static let numbers: [UInt32] =
    ([0, -0.0, 1, -1, 0.5, 2, .infinity, .nan] as [Float]).map(\.bitPattern) + [1, 31, 32, 33, .max]
}

/// A program as text, with machine code for 64-bit ARM.
struct ArmProgram {
  /// Vectors from one register to the next, and the size of a program's slots in `native.c`.
  private static let tileVectors = 5

  private let name: String
  private let program: LaneProgram
  private let store: LaneProgram.Step?
  private let rounds: Int
  private let isFloat: Bool
  private let hasRandomRegisters: Bool
  /// Values of frame slots that are neither constants nor inputs.
  private var uniforms: [Int: UInt32] = [:]
  let code: MachineCode?

  init(
    _ name: String, _ program: LaneProgram, stores: Bool, rounds: Int, isFloat: Bool = true,
    hasRandomRegisters: Bool = false
  ) {
    (self.name, self.program, self.rounds) = (name, program, rounds)
    (self.isFloat, self.hasRandomRegisters) = (isFloat, hasRandomRegisters)
    store = stores ? .call(.store, out: [], in: program.result) : nil
    code = MachineCode(program, store: store, tileVectors: Self.tileVectors, for: .neon) {
      0x1000_0000 + 16 * UInt64($0.rawValue)
    }
  }

  /// Makes a program of one operation, optionally with a number as one of its inputs.
  init(
    _ name: String, of operation: LaneOperation, where input: Int? = nil, is number: UInt32 = 0,
    isConstant: Bool = false
  ) {
    var program = LaneProgram()
    (program.frameSlots, program.registers) = (1, operation.inputs + operation.outputs)
    if input != nil && isConstant { program.constants = [0: number] }
    let slots = (0..<program.registers).map { $0 == input ? LaneProgram.Slot.frame(0) : .register($0) }
    program.result = Array(slots[operation.inputs...])
    program.pixel = [.call(operation, out: program.result, in: Array(slots[..<operation.inputs]))]
    let op = segue_lane_op(rawValue: operation.rawValue)
    self.init(
      name, program, stores: false, rounds: input == nil ? 60 : 10,
      // All bit patterns of NaN count as one result.
      isFloat: op.sameBits(Float.nan.bitPattern, Float.nan.bitPattern | 1), hasRandomRegisters: true)
    uniforms = [0: number]
  }

  /// The machine code as instructions.
  var words: [UInt32]? {
    code.map { code in
      stride(from: 0, to: code.bytes.count, by: 4).map { start in
        code.bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  private func text(_ slot: LaneProgram.Slot) -> String {
    switch slot {
    case .frame(let index): "f\(index)"
    case .row(let index): "r\(index)"
    case .column(let index): "c\(index)"
    case .register(let index): "v\(index)"
    case .nowhere: "-0"
    }
  }

  private func text(_ slots: [LaneProgram.Slot]) -> String {
    ([String(slots.count)] + slots.map(text)).joined(separator: " ")
  }

  private func text(_ step: LaneProgram.Step) -> String {
    switch step {
    case .call(let operation, let out, let inputs, let texels):
      let data = texels.map { operation.readsRun ? program.runs.firstIndex(of: $0) ?? 0 : $0.texture } ?? -1
      return "call \(operation.rawValue) \(data) \(text(out)) \(text(inputs))"
    case .jump(let target): return "jump \(target)"
    case .jumpIfNone(let mask, let target): return "none \(text(mask)) \(target)"
    case .jumpIfAll(let mask, let target): return "all \(text(mask)) \(target)"
    case .count(let target): return "count \(target)"
    case .native(let number): return "native \(code?.entries[number] ?? 0)"
    }
  }

  private func text(_ steps: [LaneProgram.Step]) -> String {
    ([String(steps.count)] + steps.map(text)).joined(separator: "\n")
  }

  /// The program in the order that `native.c` reads.
  var text: String {
    let sizes = [
      program.frameSlots, program.rowSlots, program.columnSlots, program.registers, program.textures,
      program.x ?? -1, program.y ?? -1, program.quadY ?? -1, rounds, isFloat ? 1 : 0, store == nil ? 0 : 1,
      hasRandomRegisters ? 1 : 0,
    ]
    var bits = [UInt32](repeating: 0, count: program.frameSlots)
    for (slot, value) in uniforms { bits[slot] = value }
    for slot in program.inputs.values { bits[slot] = Float(0.37).bitPattern }
    for (slot, value) in program.constants { bits[slot] = value }
    let runs = program.runs
    let pixel = program.pixel + [store].compactMap(\.self)
    var lines = ["program \(name)", sizes.map(String.init).joined(separator: " ")]
    lines.append(bits.map { String($0, radix: 16) }.joined(separator: " "))
    lines.append(text(program.result))
    lines.append(String(runs.count))
    lines += runs.map { "\($0.texture) \($0.x) \($0.y)" }
    lines += [program.frame, program.column, program.row, program.band, pixel, code?.steps ?? pixel].map(text)
    lines.append(String(code?.bytes.count ?? 0))
    lines.append((words ?? []).map { String($0, radix: 16) }.joined(separator: " "))
    return lines.joined(separator: "\n") + "\n"
  }
}
