import SegueRendering
import SegueShaders
import Synchronization

extension CatalogItem<any Transition> {
  /// Enters a shader of Shaders/, compiled when something is first asked of it: a command uses one at most.
  init(_ name: String, _ source: [UInt8]) {
    let lazy = LazyShader(name, source)
    self.init(name: name, summary: lazy.shader.summary, parameters: lazy.shader.parameters) {
      (values) throws(ParameterError) in BuiltInShader(shader: try lazy.shader.with(values))
    }
  }
}

/// A shader between the pictures, and the pictures themselves at both ends.
///
/// The shaders of the catalog end in the same bytes; this way straight alpha survives as well.
private struct BuiltInShader: Transition, Blend {
  let shader: Shader

  func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> self }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress <= 0 { return a }
    if progress >= 1 { return b }
    return shader.rows(of: [a, b], at: progress)
  }
}

private final class LazyShader: Sendable {
  private let name: String
  private let source: [UInt8]
  private let compiled = Mutex<Shader?>(nil)

  init(_ name: String, _ source: [UInt8]) {
    self.name = name
    self.source = source
  }

  var shader: Shader {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      do throws(ShaderError) {
        let shader = try Shader(source: String(decoding: source, as: UTF8.self), file: "\(name).glsl")
        compiled = shader
        return shader
      } catch {
        // Nothing from outside comes here, and tests compile every one.
        preconditionFailure("\(error)")
      }
    }
  }
}
