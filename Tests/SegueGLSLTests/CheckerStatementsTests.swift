import SegueShaders
import Testing

@Suite struct CheckerStatementsTests {
  /// `break` leaves a `switch`, but `continue` needs a loop.
  @Test(
    arguments: [
      ("switch (1) { case 1: continue; } return vec4(1);", ["2:22: 'continue' outside of a loop"]),
      ("continue; return vec4(1);", ["2:1: 'continue' outside of a loop"]),
      ("for (int i = 0; i < 2; i++) { switch (i) { case 1: continue; } } return vec4(1);", []),
      ("switch (1) { case 1: break; } return vec4(1);", []),
    ] as [(String, [String])]) func continueNeedsALoop(body: String, expected: [String])
  {
    #expect(errors("vec4 transition(vec2 uv) {\n\(body)\n}") == expected)
  }
}
