import SegueGLSL
import SeguePixels
import SegueRendering
import Testing

/// Checks a source that must be valid.
func checked(_ source: String) throws -> CheckedShader { try FrontEnd.check(source, file: "test.glsl") }

/// Returns the errors of a source, as `line:column: message`.
func errors(_ source: String) -> [String] {
  do throws(ShaderError) {
    _ = try FrontEnd.check(source, file: "test.glsl")
    return []
  } catch {
    return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
  }
}

/// Evaluates an expression of a scalar, vector or matrix type after declarations and statements.
func evaluate(
  _ expression: String, as type: String = "float", after statements: String = "",
  with declarations: String = ""
) throws -> [Double] {
  // One component for each run, since a fragment shader outputs only four.
  func component(_ index: Int) throws -> Double {
    let part =
      switch type {
      case "float", "int", "uint", "bool": "result"
      case let matrix where matrix.hasPrefix("mat"):
        "result[\(index / (Int(matrix.suffix(1)) ?? 1))][\(index % (Int(matrix.suffix(1)) ?? 1))]"
      default: "result[\(index)]"
      }
    let shader = try checked(
      """
      #version 300 es
      precision highp float;
      \(declarations)
      void main() {
        \(statements)
        \(type) result = \(expression);
        gl_FragColor = vec4(\(part));
      }
      """)
    var evaluator = ReferenceEvaluator(shader)
    return try evaluator.color()[0]
  }
  let count =
    type.hasPrefix("mat") ? (Int(type.suffix(1)) ?? 1) * (Int(type.suffix(1)) ?? 1) : Int(type.suffix(1)) ?? 1
  return try (0..<count).map(component)
}
