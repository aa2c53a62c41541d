import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Chains of operators and of `else if` are limited by their length, not by the nesting limit.
@Suite struct LongSourceTests {
  /// Renders a frame of 250 pixels, where `k` is a pixel's number, and returns the reds.
  private func reds(_ declarations: String, _ body: String) throws -> [UInt8] {
    let source = """
      varying vec2 textureCoordinate;
      \(declarations)
      void main() {
        int k = int(textureCoordinate.x * 250.0);
        float value = 0.0;
        \(body)
        gl_FragColor = vec4(value / 255.0, 0.0, 0.0, 1.0);
      }
      """
    let filter = try #require(ShaderFilter(Shader(source: source, file: "long.frag")))
    let frame = try (Bitmap(width: 250, height: 1) --> filter).frame()
    return (0..<250).map { frame[$0, 0].red }
  }

  private let numbers = (0..<250).map { UInt8($0) }

  @Test("Chains of 250 and 1000 links are right", arguments: [250, 1000]) func chains(count: Int) throws {
    let all = 0..<count
    let elses = all.map { "if (k == \($0)) value = \($0).0;" }.joined(separator: " else ")
    #expect(try reds("", elses) == numbers)
    let choices = all.map { "k == \($0) ? \($0).0 : " }.joined()
    #expect(try reds("", "value = \(choices)0.0;") == numbers)
    let sum = all.map { "(k > \($0) ? 1.0 : 0.0)" }.joined(separator: " + ")
    #expect(try reds("", "value = \(sum);") == numbers)
    // The result of subtractions shows that they start at the left.
    let difference = all.dropFirst().map { _ in " - 1.0" }.joined()
    #expect(try reds("", "value = \(count - 1).0 + float(k)\(difference);") == numbers)
    let and = all.map { "k != \($0 + 9)" }.joined(separator: " && ")
    #expect(try reds("", "value = \(and) ? 9.0 : 0.0;") == numbers.map { $0 < 9 ? 9 : 0 })
    let or = all.map { "k == \($0 + 9)" }.joined(separator: " || ")
    #expect(try reds("", "value = \(or) ? 0.0 : 9.0;") == numbers.map { $0 < 9 ? 9 : 0 })
  }

  @Test("Operands after the deciding one are not evaluated") func operandsThatAreNotEvaluated() throws {
    let and = (0..<300).map { "k != \($0)" }.joined(separator: " && ")
    let count = "int n = 0; bool bump() { n++; return true; }"
    #expect(try reds(count, "bool b = \(and) && bump(); value = float(n);") == numbers.map { _ in 0 })
    #expect(try reds(count, "bool b = !(\(and)) && bump(); value = float(n);") == numbers.map { _ in 1 })
  }

  @Test("The last operand of several ?: may be an assignment") func assignmentsBehindChoices() throws {
    #expect(
      try reds("", "int a = 0; int b = k > 3 ? 1 : k > 2 ? 2 : (a = 5); value = float(a + b);")[0] == 10)
    #expect(try reds("", "float a = 1.0; k < 300 ? a : a = 5.0; value = a;")[0] == 1)
  }

  @Test(
    "Longer chains are an error, whatever their operators",
    arguments: [
      "float a = 1.0\(repeated(" + 1.0", 1001));", "int a = \(repeated("true ? 1 : ", 1001))1;",
      "\(repeated("if (true) ; else ", 1001));", "bool a = true\(repeated(" && true", 1001));",
    ]) func whatIsTooLong(body: String)
  {
    let messages = errors("void main() { \(body) }")
    #expect(messages.count == 1 && messages[0].contains("this is a chain of more than 1000 "), "\(messages)")
  }

  @Test("Chains in chains, and in functions that call each other, are an error, not a crash")
  func chainsWithinChains() throws {
    let open = repeated("if (x < 0.0) ; else { ", 60)
    let chain = (0..<900).map { "if (x == \($0).0) x += 1.0;" }.joined(separator: " else ")
    let nested = "\(open)\(chain) else { \(chain) }\(repeated("}", 60))"
    let functions = (1...30).map {
      "float f\($0)(float x) { \(chain) else return f\($0 - 1)(x); return x; }"
    }
    let sums = (1...30).map { number in
      "float f\(number)(float x) { return \(repeated("x > 0.5 ? x : ", 900))f\(number - 1)(x); }"
    }
    for source in [
      "varying vec2 textureCoordinate; void main() { float x = textureCoordinate.x; \(nested) gl_FragColor = vec4(x); }",
      "varying vec2 textureCoordinate; float f0(float x) { return x; }\n\(functions.joined(separator: "\n")) void main() { gl_FragColor = vec4(f30(textureCoordinate.x)); }",
      "varying vec2 textureCoordinate; float f0(float x) { return x; }\n\(sums.joined(separator: "\n")) void main() { gl_FragColor = vec4(f30(textureCoordinate.x)); }",
    ] {
      #expect(throws: ShaderError.self) { try Shader(source: source) }
    }
  }

  /// Finding a position in a line does not scan the whole line.
  @Test("A line of 12,000 statements compiles as fast as 12,000 lines") func longLines() throws {
    func time(_ separator: String) throws -> Duration {
      let statements = (0..<12_000).map { "c.r += float(k == \($0));" }.joined(separator: separator)
      let start = ContinuousClock.now
      _ = try Shader(
        source:
          "varying vec2 textureCoordinate; void main() { int k = int(textureCoordinate.x * 9.0); vec4 c = vec4(0.0);\n\(statements)\ngl_FragColor = c; }"
      )
      return ContinuousClock.now - start
    }
    let lines = try time("\n")
    #expect(try time(" ") < lines * 2 + .milliseconds(500))
    #expect(lines < .seconds(6))
  }
}
