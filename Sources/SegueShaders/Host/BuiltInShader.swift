package import SegueRendering
import Synchronization

/// A shader of a catalog's own, compiled when something is first asked of it: a command uses one or two of them.
package final class BuiltInShader: Sendable {
  private let name: String
  private let source: [UInt8]
  private let shared: [String: [UInt8]]
  private let compiled = Mutex<Shader?>(nil)

  /// Takes the text of a file, and the texts of files that it may name by `#include`; nothing is compiled yet.
  package init(_ name: String, _ source: [UInt8], shared: [String: [UInt8]] = [:]) {
    self.name = name
    self.source = source
    self.shared = shared
  }

  /// The text with included files in place of their lines, so that it compiles without them.
  package var text: String {
    Includes(String(decoding: source, as: UTF8.self), file: "\(name).glsl") { name in
      shared[name].map { String(decoding: $0, as: UTF8.self) }
    }.text
  }

  /// The shader.
  package var shader: Shader {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      do throws(ShaderError) {
        // Tests compile every one, and lists of all of them need not.
        let shader = try Shader(source: text, file: "\(name).glsl", isTried: false)
        compiled = shader
        return shader
      } catch {
        // Nothing from outside comes here.
        preconditionFailure("\(error)")
      }
    }
  }

  /// The rows of its frame with numbers that may differ from frame to frame, each the nearest one that it takes: what a
  /// filter of several passes makes one of.
  ///
  /// For `constants` it is compiled anew where they differ.
  package func rows(
    of inputs: [any RowSource], at progress: Double, _ values: KeyValuePairs<String, [Double]>,
    constants: KeyValuePairs<String, [Double]> = [:]
  ) -> any RowSource {
    let fixed = constants.reduce(shader) { $0.nearest($1.key, $1.value) }
    return values.reduce(fixed) { $0.nearest($1.key, $1.value) }.animating(Set(values.map(\.key)))
      .rows(of: inputs, at: progress)
  }
}

extension CatalogItem {
  /// Enters a shader of a catalog's own.
  package init(
    _ shader: BuiltInShader, name: String, aliases: [String] = [], variants: CatalogVariants = [:],
    make: @escaping @Sendable (Shader) -> Made
  ) {
    self.init(
      name: name, aliases: aliases, variants: variants, summary: shader.shader.summary,
      parameters: shader.shader.parameters,
      source: shader.shader.source, example: shader.shader.example
    ) { (assignments) throws(ParameterError) in make(try shader.shader.with(assignments)) }
    glsl = { shader.text }
  }
}
