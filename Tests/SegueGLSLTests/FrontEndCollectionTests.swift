import SegueGLSL
import SegueTestSupport
import Testing

@Suite(.enabled(if: GLTransitions.folder != nil, GLTransitions.isMissing)) struct FrontEndCollectionTests {
  @Test func everyTransitionCompilesUnmodified() throws {
    let sources = try GLTransitions.sources()
    #expect(sources.count >= 100)
    for (name, text) in sources {
      do throws(ShaderError) {
        let shader = try FrontEnd.check(text, file: name)
        #expect(shader.kind == .transition)
        #expect(shader.warnings.isEmpty, "\(shader.warnings.map(\.description).joined(separator: "\n"))")
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func authorsAndLicensesAreRead() throws {
    let headers = try GLTransitions.sources().map { try FrontEnd.check($0.text, file: $0.name).header }
    let named = headers.count { $0.author != nil && $0.license != nil }
    #expect(named > headers.count * 9 / 10)
  }

  /// By the reference evaluator, a transition shows exactly the first picture at progress 0, and the second
  /// at 1.
  ///
  /// A few transitions of the collection violate this by design, so the test counts them.
  @Test func mostTransitionsBeginAndEndExactly() throws {
    var names: [String] = []
    let sources = try GLTransitions.sources()
    for (name, text) in sources {
      var evaluator = ReferenceEvaluator(try FrontEnd.check(text, file: name))
      evaluator.ratio = 1.5
      evaluator.from = { u, v in [u, v, 0.25, 1] }
      evaluator.to = { u, v in [0.25, u, v, 1] }
      for texture in ["luma", "displacementMap"] {
        evaluator.textures[texture] = ReferenceTexture { u, v in [u, u, u, 1] }
      }
      var isExact = true
      for (u, v) in [(0.1, 0.2), (0.3, 0.9), (0.6, 0.4), (0.95, 0.55)] {
        for (progress, expected) in [(0.0, [u, v, 0.25, 1]), (1.0, [0.25, u, v, 1])] {
          evaluator.progress = progress
          let color = try evaluator.color(u: u, v: v)
          if zip(color, expected).contains(where: { !(abs($0 - $1) < 1e-9) }) { isExact = false }
        }
        evaluator.progress = 0.4
        _ = try evaluator.color(u: u, v: v)
      }
      if !isExact { names.append(name) }
    }
    #expect(names.count < sources.count / 10, "\(names)")
  }
}
