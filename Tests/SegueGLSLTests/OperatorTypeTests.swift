import SegueShaders
import Testing

/// Types of operands and results of operators.
///
/// - Source: The OpenGL Shading Language 4.60, section 5.9.
@Suite struct OperatorTypeTests {
  private func effect(_ statements: String) -> String {
    "#version 300 es\nprecision highp float;\nvec4 effect(vec4 color) { \(statements) }"
  }

  @Test(arguments: [
    "mat2(1.0) + vec2(1.0)", "vec2(1.0) - mat2(1.0)", "mat3(1.0) / mat2(1.0)", "mat2x3(1.0) + mat3x2(1.0)",
    "mat2(1.0) * vec3(1.0)", "mat2x3(1.0) * mat2x3(1.0)", "mat2(1.0) + ivec2(1)", "mat2(1.0) / bvec2(true)",
  ])
  func matricesOfDifferentTypesAreAnError(expression: String) {
    #expect(errors(effect("\(expression); return color;")).first?.contains("cannot be applied to") == true)
  }

  @Test(arguments: ["+", "-", "/"]) func matricesAreCombinedByComponents(sign: String) throws {
    let values = try evaluate("mat2(8, 6, 4, 2) \(sign) mat2(2, 2, 4, 4)", as: "mat2")
    #expect(values == ["+": [10, 8, 8, 6], "-": [6, 4, 0, -2], "/": [4, 3, 1, 0.5]][sign])
  }

  @Test(arguments: ["mat2 + 1", "1 + mat2"]) func aNumberIsAddedToEachComponent(sum: String) throws {
    let matrix = sum.replacing("mat2", with: "mat2(8, 6, 4, 2)")
    #expect(try evaluate(matrix, as: "mat2") == [9, 7, 5, 3])
  }

  /// The shift count may be signed or unsigned, in constants as well.
  @Test(arguments: ["6 >> 1u", "3u >> 0", "6u >> 1", "-6 >> 1u << 31u >> 31u & 3"])
  func shiftCountsMayBeSignedOrUnsigned(length: String) throws {
    let value = try evaluate("float(list.length())", after: "float list[\(length)];")
    #expect(value == [3])
  }

  @Test func tokensAreLimited() {
    // There are 11 tokens besides the empty statements.
    func source(_ tokens: Int) -> String {
      "vec4 effect(vec4 color) { \(String(repeating: ";", count: tokens - 11)) return color; }"
    }
    #expect(errors(source(200_000)).isEmpty)
    #expect(errors(source(200_001)).first?.contains("more than 200000 tokens") == true)
  }
}
