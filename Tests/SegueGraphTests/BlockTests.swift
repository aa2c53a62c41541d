import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Blocks of pixels, in which bounds decide values before pixels are computed.
@Suite struct BlockTests {
  /// Returns the number of pixels that differ with blocks, and the number of programs for blocks.
  static func difference(_ shader: Shader, at progress: Double, _ from: Bitmap, _ to: Bitmap) throws -> (
    Int, Int
  ) {
    let byBlocks = try ((.from, .to) --> BlendByBlocks(shader: shader, blocks: .always))
      .frame(from: from, to: to, at: progress)
    let byPixels = try ((.from, .to) --> BlendByBlocks(shader: shader, blocks: .never))
      .frame(from: from, to: to, at: progress)
    return (
      byBlocks.pixelsDiffering(from: byPixels, byMoreThan: 0), try shader.compiled(for: [from, to]).partCount
    )
  }

  /// Checks that blocks change no pixel, and that some blocks are decided.
  private func expectTheSame(_ source: String) throws {
    let shader = try Shader(source: source, file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 200, seed: 1), try Bitmap.noise(320, 200, seed: 2))
    #expect(try Self.difference(shader, at: 0.5, from, to).0 == 0)
    #expect(try shader.compiled(for: [from, to]).partCount > 1)
  }

  /// Random shaders of all operations with known bounds.
  @Test(arguments: 0..<8) func randomShadersEqualTheWholeProgram(seed: Int) throws {
    let from = try Bitmap.noise(150, 61, seed: 1)
    let to = try Bitmap.noise(150, 61, seed: 2)
    var decided = 0
    for number in 0..<40 {
      var maker = ShaderMaker(seed: UInt64(1000 * seed + number))
      let source = maker.transition()
      let shader: Shader
      do {
        shader = try Shader(source: source, file: "made.glsl").with("k", [0.3, 2, -7, 1e30][number % 4])
          .animating(number % 8 < 4 ? ["k"] : [])
      } catch let error as ShaderError {
        Issue.record("\(error.diagnostics.first?.message ?? "") in\n\(source)")
        continue
      }
      for progress in [0.3, -0.2, 1.4] {
        let (wrong, parts) = try Self.difference(shader, at: progress, from, to)
        #expect(wrong == 0, "\(seed) \(number) at \(progress): \(wrong) pixels of\n\(source)")
        decided += parts - 1
      }
    }
    #expect(decided > 40)
  }

  /// Blocks that show one picture are copied, all others are computed; each shader has values to decide.
  @Test(arguments: [
    "mix(getFromColor(uv), getToColor(uv), step(uv.x, progress))",
    "mix(getFromColor(uv), getToColor(uv), smoothstep(0.1, 0.2, length(uv - 0.5) - progress * 0.5))",
    "uv.x * uv.y < progress ? getToColor(uv) : getFromColor(uv)",
    "getFromColor(uv) * max(0.0, uv.y - progress) * 9.0",
    "getFromColor(uv) * clamp(uv.x / (uv.y - 0.5), 0.0, 1.0)",
    "mod(floor(uv.x * 4.0) + floor(uv.y * 2.0), 2.0) < 0.5 ? getToColor(uv) : getFromColor(uv)",
    "fract(sin(dot(floor(uv * 3.0), vec2(12.9898, 78.233))) * 43758.5453) < progress ? getToColor(uv) : getFromColor(uv)",
    // The divisor is zero inside a block, where the quotient exceeds its values at the block's ends.
    "0.001 / (uv.x - 0.52) > 0.1 ? getToColor(uv) : getFromColor(uv)",
    // NaN with a weight of 0 still gives NaN.
    "mix(getFromColor(uv), vec4(log(uv.x - 0.5)), step(0.7, uv.x))",
    // The sign of a sum or a maximum of −0 and 0 decides, in values of each pixel and not of rows.
    "atan(-fract(floor(uv.x * 40.0)) + (uv.y + min(uv.x, 0.0) < 0.9 ? 0.0 : 1.0), -1.0) > 0.0 ? getToColor(uv) : getFromColor(uv)",
    "uv.x < progress * 0.5 || atan(max(-fract(floor(uv.x * 40.0)), 0.0), -1.0) > uv.y ? getToColor(uv) : getFromColor(uv)",
    // Colors of a picture's pixels with a different alpha.
    "vec4(getFromColor(uv).rgb, 0.5 + step(4.0, length(sin(uv * 3.0)) + length(cos(uv * 5.0)) + uv.x))",
    "vec4(getFromColor(uv).rgb, 1.0 + step(4.0, length(sin(uv * 3.0)) + length(cos(uv * 5.0)) + uv.x))",
    // Pixels of a picture at other positions.
    "mix(getFromColor(uv + vec2(2.0 / 320.0, 0.0)), getToColor(uv), step(uv.x, progress))",
    "atan(uv.y - 0.5, uv.x - 0.5) < progress * 6.0 - 3.0 ? getToColor(uv) : getFromColor(uv)",
    // All angles occur around the origin, which lies inside a block in this shader.
    "atan(uv.y - 0.51, uv.x - 0.52) > 2.9 ? getToColor(uv) : getFromColor(uv)",
    "atan(uv.y - 0.51, uv.x - 0.52) < -2.9 ? getToColor(uv) : getFromColor(uv)",
    // A direction that is constant in a frame.
    "dot(uv - 0.5, normalize(vec2(progress - 0.4, 0.3))) < 0.1 ? getToColor(uv) : getFromColor(uv)",
  ]) func blocksOfOnePictureAreCopied(_ color: String) throws {
    let shader = try Shader(source: "vec4 transition(vec2 uv) { return \(color); }", file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 200, seed: 1), try Bitmap.noise(320, 200, seed: 2))
    for progress in [0.0, 0.3, 0.5, 0.77, 1.0] {
      #expect(try Self.difference(shader, at: progress, from, to).0 == 0, "\(progress)")
    }
    #expect(try shader.compiled(for: [from, to]).partCount > 1)
  }

  /// The sign of a zero matters in one of the branches.
  @Test(arguments: [true, false]) func zerosKeepTheirSignInBranches(isFirst: Bool) throws {
    let ways = ["atan(z, -1.0) + 0.001 * sin(sin(sin(uv.y)))", "sin(sin(sin(sin(uv.x)))) - 0.3"]
    let source = """
      vec4 transition(vec2 uv) {
        float z = -fract(floor(uv.x * 40.0)) + (uv.y < 0.9 ? 0.0 : 1.0);
        float a = 0.0;
        if (cos(uv.x * 40.0) > 0.0) { a = \(ways[isFirst ? 0 : 1]); } else { a = \(ways[isFirst ? 1 : 0]); }
        return a > 0.0 ? getToColor(uv) : getFromColor(uv);
      }
      """
    try expectTheSame(source)
  }

  /// If the condition holds in a whole block, omitting the addition of zero there would turn 0 into −0.
  @Test(
    "Operations that distinguish 0 from −0 get the sign of each pixel",
    arguments: [
      "1.0 / z > 0.0", "inversesqrt(z) > 0.0", "(floatBitsToUint(z) & 2147483648u) == 0u",
      "(floatBitsToInt(z) | 1) > 0", "(floatBitsToInt(z) ^ 1) > 0", "~floatBitsToInt(z) < 0",
      "(floatBitsToInt(z) >> 31) == 0", "(floatBitsToUint(z) >> 31u) == 0u", "(floatBitsToInt(z) << 0) >= 0",
      "floatBitsToInt(z) < 0", "floatBitsToInt(z) == 0", "floatBitsToUint(z) <= 1u",
      "-floatBitsToInt(z) == 0", "floatBitsToInt(z) % 3 == 0", "floatBitsToUint(z) / 2u == 0u",
      "max(floatBitsToUint(z), 1u) == 1u",
      "float(floatBitsToInt(z)) < 0.0", "float(floatBitsToUint(z)) > 0.0",
    ]) func signsOfZeros(condition: String) throws
  {
    let source = """
      vec4 transition(vec2 uv) {
        float z = -fract(floor(uv.x * 40.0)) + (sin(sin(uv.y + min(uv.x, 0.0))) < 0.7 ? 0.0 : 1.0);
        return \(condition) ? getToColor(uv) : getFromColor(uv);
      }
      """
    try expectTheSame(source)
  }

  /// Zeros are carried from turn to turn, or used within a turn.
  @Test(
    "Loops preserve the signs of zeros",
    arguments: [
      "a = z; for (float i = 0.0; i < 3.0 * progress; i++) a *= 1.5; a = 1.0 / a;",
      "a = 1.0; for (float i = 0.0; i < 3.0 * progress; i++) a = z; a = 1.0 / a;",
      "for (float i = 0.0; i < 3.0 * progress; i++) a += 1.0 / (z * (i + 1.0));",
      "for (float i = 0.0; i < 3.0 * progress; i++) { float b = z; for (float j = 0.0; j < 3.0 * progress; j++) b *= i + 1.5; a += 1.0 / b; }",
      "if (uv.x < 0.7) { float b = z; for (float i = 0.0; i < 3.0 * progress; i++) b *= 1.5; a = 1.0 / b; }",
    ]) func signsOfZerosInLoops(statements: String) throws
  {
    let source = """
      vec4 transition(vec2 uv) {
        float z = -fract(floor(uv.x * 40.0)) + (sin(sin(uv.y + min(uv.x, 0.0))) < 0.7 ? 0.0 : 1.0), a = 0.0;
        \(statements)
        return a > 0.0 ? getToColor(uv) : getFromColor(uv);
      }
      """
    try expectTheSame(source)
  }

  /// In `none`, the logarithm is NaN in the left half, the quotient infinite in the second quarter, and the
  /// product infinite at the left edge.
  ///
  /// The weight is 0 there.
  @Test(
    "NaN and infinities with a weight of 0 stay NaN",
    arguments: ["weight * none", "none * weight", "mix(0.0, none, weight)", "mix(none, 0.0, 1.0 - weight)"],
    ["log(uv.x - 0.5)", "1.0 / (floor(uv.x * 4.0) - 1.0)", "E * E * E * E * E"])
  func weightsOfNoNumbers(expression: String, none: String) throws {
    let source = """
      #define E exp2(28.0 - 28.0 * uv.x)
      vec4 transition(vec2 uv) {
        float all = sin(uv.x * uv.y * 7.0) + cos(uv.x * uv.y * 5.0) < 4.0 ? 1.0 : 0.0;
        float none = \(none), weight = step(0.7, uv.x);
        return getFromColor(uv) * all + vec4(\(expression));
      }
      """
    let shader = try Shader(source: source, file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 40, seed: 1), try Bitmap.noise(320, 40, seed: 2))
    #expect(try Self.difference(shader, at: 0.5, from, to).0 == 0)
    #expect(try shader.compiled(for: [from, to]).partCount > 1)
  }

  @Test(
    "Blocks are decided correctly for any value of a live parameter", arguments: [-40.0, -17, 3, 17, 40])
  func anyParameter(value: Double) throws {
    let (from, to) = (try Bitmap.noise(320, 40, seed: 1), try Bitmap.noise(320, 40, seed: 2))
    for condition in ["uv.x * (k + 17.0) < -1.0", "uv.x * (17.0 - k) < -1.0", "uv.x * k < -0.5"] {
      let shader = try Shader(
        source: """
          uniform float k; // = 1.0
          vec4 transition(vec2 uv) { return \(condition) ? getToColor(uv) : getFromColor(uv); }
          """, file: "made.glsl"
      ).with("k", value).animating(["k"])
      #expect(try Self.difference(shader, at: 0.5, from, to).0 == 0, "\(condition)")
    }
  }

  @Test("Blocks are decided correctly at any progress", arguments: [-40.0, -17, -3, 1.4, 16, 40])
  func anyProgress(progress: Double) throws {
    let (from, to) = (try Bitmap.noise(320, 40, seed: 1), try Bitmap.noise(320, 40, seed: 2))
    for condition in [
      "uv.x * (progress + 17.0) < -1.0", "uv.x * (17.0 - progress) < -1.0", "uv.x * progress < -0.5",
    ] {
      let shader = try Shader(
        source: "vec4 transition(vec2 uv) { return \(condition) ? getToColor(uv) : getFromColor(uv); }",
        file: "made.glsl")
      #expect(try Self.difference(shader, at: progress, from, to).0 == 0, "\(condition)")
    }
  }

  /// Comparisons of the left edge are false in the middle, comparisons of the right edge are true there.
  @Test("More decisions than the bits of a word are distinguished")
  func manyDecisions() throws {
    let left = (1...16).map { 0.005 * Double($0) }
    let right = (1...24).map { 0.93 + 0.002 * Double($0) }
    let sum = (left + right).map { "if (uv.x + 0.01 * uv.y < \($0)) share += 0.025;" }.joined(separator: " ")
    let shader = try Shader(
      source: """
        vec4 transition(vec2 uv) {
          float share = 0.0; \(sum)
          return mix(getFromColor(uv), getToColor(uv), share);
        }
        """, file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 40, seed: 1), try Bitmap.noise(320, 40, seed: 2))
    #expect(try Self.difference(shader, at: 0.5, from, to).0 == 0)
    #expect(try shader.compiled(for: [from, to]).partCount > 1)
  }
}

/// Blocks in shaders of the public collection of gl-transitions.
@Suite(.enabled(if: GLTransitions.folder != nil, GLTransitions.isMissing)) struct BlockCollectionTests {
  @Test func transitionsEqualTheWholeProgram() throws {
    let (from, to) = (
      try Bitmap.noise(320, 200, seed: 1, opaque: true), try Bitmap.noise(320, 200, seed: 2, opaque: true)
    )
    for (name, text) in try GLTransitions.sources() {
      let shader = try Shader(source: text, file: name)
      for progress in [0.1, 0.45, 0.8] {
        #expect(try BlockTests.difference(shader, at: progress, from, to).0 == 0, "\(name) at \(progress)")
      }
    }
  }
}

/// Writes shaders of random expressions.
private struct ShaderMaker {
  private var generator: SeededGenerator
  /// Variables declared so far.
  private var variables: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed) }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
  private mutating func number() -> String {
    pick(["0.0", "1.0", "0.5", "-1.0", "2.0", "0.25", "-0.3", "3.7", "10.0", "0.01", "progress", "k"])
  }

  mutating func transition() -> String {
    let depth = Int.random(in: 1...3, using: &generator)
    var lines = ["float a = \(float(depth));", "float b = \(float(depth));"]
    variables = ["a", "b"]
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      switch Int.random(in: 0...4, using: &generator) {
      case 0:
        lines.append(
          "if (\(bool(2))) { a = \(float(depth)); b = \(float(1)); } else { b = \(float(depth)); }")
      case 1: lines.append("for (int i = 0; i < 3; i++) { a = a * 0.5 + b; if (\(bool(1))) break; }")
      case 2: lines.append("for (float f = 0.0; f < a && f < 5.0; f += 1.0) { b = b * 0.7 + \(float(1)); }")
      case 3: lines.append("if (\(bool(2))) return \(color());")
      default: lines.append("a = \(float(depth));")
      }
    }
    return """
      uniform float k; // = 1.0
      vec4 transition(vec2 uv) {
        vec2 p = uv * 4.0 - 1.5;
        \(lines.joined(separator: "\n  "))
        return \(color());
      }
      """
  }

  private mutating func color() -> String {
    switch Int.random(in: 0...4, using: &generator) {
    case 0: "mix(getFromColor(uv), getToColor(uv), \(float(2)))"
    case 1: "mix(getFromColor(uv), getToColor(uv), clamp(\(float(3)), 0.0, 1.0))"
    case 2: "\(bool(2)) ? getFromColor(uv) : getToColor(uv)"
    case 3: "getFromColor(vec2(\(float(1)), uv.y)) * clamp(\(float(2)), 0.0, 1.0)"
    default: "vec4(\(float(2)), \(float(1)), a, b) + getToColor(uv) * \(float(2))"
    }
  }

  private mutating func float(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(["uv.x", "uv.y", "p.x", "p.y", number()] + variables)
    }
    func two(_ name: String, _ maker: inout Self) -> String {
      "\(name)(\(maker.float(depth - 1)), \(maker.float(depth - 1)))"
    }
    switch Int.random(in: 0...33, using: &generator) {
    case 0, 1: return "(\(float(depth - 1)) + \(float(depth - 1)))"
    case 2, 3: return "(\(float(depth - 1)) - \(float(depth - 1)))"
    case 4, 5: return "(\(float(depth - 1)) * \(float(depth - 1)))"
    case 6: return "(\(float(depth - 1)) / \(float(depth - 1)))"
    case 7: return two("min", &self)
    case 8: return two("max", &self)
    case 9: return two("step", &self)
    case 10: return "clamp(\(float(depth - 1)), \(float(0)), \(float(0)))"
    case 11: return "clamp(\(float(depth - 1)), 0.0, 1.0)"
    case 12: return "mix(\(float(depth - 1)), \(float(depth - 1)), \(float(depth - 1)))"
    case 13: return "smoothstep(\(number()), \(number()), \(float(depth - 1)))"
    case 14: return "smoothstep(\(float(0)), \(float(0)), \(float(depth - 1)))"
    case 15: return "abs(\(float(depth - 1)))"
    case 16: return "sign(\(float(depth - 1)))"
    case 17: return "floor(\(float(depth - 1)))"
    case 18: return "ceil(\(float(depth - 1)))"
    case 19: return "fract(\(float(depth - 1)))"
    case 20: return "mod(\(float(depth - 1)), \(number()))"
    case 21: return "sqrt(abs(\(float(depth - 1))))"
    case 22: return "inversesqrt(abs(\(float(depth - 1))))"
    case 23: return "sin(\(float(depth - 1)))"
    case 24: return "cos(\(float(depth - 1)) * 20.0)"
    case 25: return "exp(\(float(depth - 1)))"
    case 26: return "log(abs(\(float(depth - 1))) + 0.001)"
    case 27: return "pow(abs(\(float(depth - 1))), \(pick(["0.5", "1.5", "3.0", "k"])))"
    case 28: return two("atan", &self)
    case 29: return "length(vec2(\(float(depth - 1)), \(float(depth - 1))))"
    case 30: return "length(vec3(\(float(depth - 1)), \(float(0)), \(float(0))))"
    case 31: return "(\(bool(depth - 1)) ? \(float(depth - 1)) : \(float(depth - 1)))"
    case 32: return "float(int(\(float(depth - 1)) * 7.0) + 2)"
    default: return "getFromColor(uv).\(pick(["r", "g", "a"]))"
    }
  }

  private mutating func bool(_ depth: Int) -> String {
    switch Int.random(in: 0...(depth > 0 ? 8 : 4), using: &generator) {
    case 0: "\(float(1)) < \(float(1))"
    case 1: "\(float(1)) >= \(float(1))"
    case 2: "floor(\(float(1))) == \(pick(["0.0", "1.0", "-1.0"]))"
    case 3: "int(\(float(1)) * 5.0) < 2"
    case 4: "\(float(0)) != \(float(1))"
    case 5: "(\(bool(depth - 1)) && \(bool(depth - 1)))"
    case 6: "(\(bool(depth - 1)) || \(bool(depth - 1)))"
    case 7: "!(\(bool(depth - 1)))"
    default: "(\(bool(depth - 1))) ^^ (\(bool(depth - 1)))"
    }
  }
}
