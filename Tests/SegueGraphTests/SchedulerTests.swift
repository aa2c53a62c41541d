import SegueLaneProgram
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Lane programs compiled from shaders.
@Suite struct SchedulerTests {
  private func program(_ source: String) throws -> LaneProgram {
    let picture = try Bitmap(PixelSize(width: 8, height: 4), filledWith: .black)
    return try Shader(source: source, file: "test.frag").compiled(for: [picture]).program
  }

  private func operations(_ program: LaneProgram) -> [LaneOperation] {
    (program.frame + program.column + program.row + program.pixel).compactMap {
      if case .call(let operation, _, _, _) = $0 { operation } else { nil }
    }
  }

  /// An instruction that no shader uses is dead code, or lacks its name in Swift.
  @Test func everyInstructionIsUsed() throws {
    let head = "varying vec2 textureCoordinate; uniform sampler2D map;"
    var unused = Set(LaneOperation.all)
    unused.remove(.store)  // `LaneRunner` adds it.
    for (expression, type) in ShaderSamples.expressions {
      let sum = type == "float" ? "result" : type.hasPrefix("mat") ? "result[0].x" : "result.x"
      unused.subtract(
        operations(
          try program(
            "\(head) void main() { vec2 p = textureCoordinate; \(type) result = \(expression); gl_FragColor = vec4(\(sum)); }"
          )))
    }
    for body in ShaderSamples.bodies { unused.subtract(operations(try program(ShaderSamples.program(body)))) }
    for (read, _, _) in ShaderSamples.reads {
      unused.subtract(
        operations(try program("\(head) void main() { vec2 p = textureCoordinate; gl_FragColor = \(read); }"))
      )
    }
    for (expression, _) in Self.bounds { unused.subtract(try bounding(expression, stored: "sin(x)")) }
    // Float passes and quads use these (ShaderPassTests); linking combines two fetches into a pair.
    unused.subtract([.fetchFloats, .fetchRowFloats, .storeFloats, .ddx, .ddy, .fetchPair])
    #expect(unused.isEmpty, "\(unused.map(\.description).sorted())")
  }

  /// Column values are computed once a frame, row values once a row, unused values never.
  @Test func operationsAreSortedByRateAndDeadOnesLeftOut() throws {
    let program = try program(
      """
      varying vec2 textureCoordinate;
      void main() {
        vec2 p = textureCoordinate;
        float dead = tan(p.x);
        gl_FragColor = vec4(sin(p.x), cos(p.y), exp(p.x * p.y), 1.0);
      }
      """)
    func contains(_ steps: [LaneProgram.Step], _ wanted: LaneOperation) -> Bool {
      steps.contains { if case .call(wanted, _, _, _) = $0 { true } else { false } }
    }
    #expect(contains(program.column, .sin) && contains(program.row, .cos) && contains(program.pixel, .exp))
    #expect(!operations(program).contains(.tan) && program.frame.isEmpty)
  }

  private static let bounds: [(expression: String, operation: LaneOperation)] = [
    ("clamp(p.x + p.y, 0.0, 1.0)", .saturatedAdd), ("clamp(p.x * p.y, 0.0, 1.0)", .saturatedMul),
    ("clamp(p.x * p.y + p.y, 0.0, 1.0)", .saturatedMad),
    ("clamp(mix(p.x, p.y, p.x), 0.0, 1.0)", .saturatedMix),
    ("clamp(exp(p.x * p.y), 0.0, 1.0)", .saturate),
  ]

  private func bounding(_ expression: String, stored: String) throws -> [LaneOperation] {
    operations(
      try program(
        "varying vec2 textureCoordinate; void main() { vec2 p = textureCoordinate; float x = \(expression); gl_FragColor = vec4(\(stored)); }"
      ))
  }

  /// Clamping is fused into the clamped instruction, and omitted where storing the pixel clamps.
  @Test(arguments: bounds) func clampingIsFused(expression: String, operation: LaneOperation) throws {
    let read = try bounding(expression, stored: "sin(x)")
    #expect(read.contains(operation))
    let arithmetic: Set<LaneOperation> = [.add, .mul, .mad, .mix, .clamp, .min, .max]
    #expect(read.allSatisfy { !arithmetic.contains($0) || operation == .saturate })
    #expect(try !bounding(expression, stored: "x").contains(operation))
  }
}
