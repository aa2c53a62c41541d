import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// What is said of shaders, and what they render.
@Suite("Recorded: shaders") struct RecordedTests {
  /// The lines of a table.
  static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  private static func text(_ diagnostics: [Shader.Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      "\(diagnostic.line):\(diagnostic.column): "
        + (diagnostic.severity == .warning ? "warning: " : "") + diagnostic.message
    }.joined(separator: " | ")
  }

  /// All that is wrong with each source, and where.
  @Test func diagnostics() throws {
    var recorded = Recorded("diagnostics")
    func add(_ line: String, _ source: String) {
      do throws(ShaderError) {
        let shader = try Shader(source: source.replacing("¶", with: "\n"))
        recorded.add(line, shader.warnings.isEmpty ? "right" : Self.text(shader.warnings))
      } catch {
        recorded.add(line, Self.text(error.diagnostics))
      }
    }
    for line in Self.lines(WrongSources.bodies) { add(line, "void main() { \(line) }") }
    for line in Self.lines(WrongSources.wholes) { add(line, line) }
    try recorded.check()
  }
}
