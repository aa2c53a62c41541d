import SegueGLSL
package import SegueRendering
import Synchronization

/// The name and the source of a shader of the catalog, with included files inserted; CatalogPlugin generates them.
package struct ShaderText: Sendable {
  package let name: String
  package let source: String

  package init(_ name: String, _ source: String) {
    self.name = name
    self.source = source
  }
}

/// A shader of the catalog, compiled on first use: a command uses one or two of them.
package final class BuiltInShader: Sendable {
  fileprivate let text: ShaderText
  private let compiled = Mutex<Shader?>(nil)

  /// Keeps the text; nothing is compiled yet.
  package init(_ text: ShaderText) { self.text = text }

  /// The shader, compiled on first use.
  package var shader: Shader {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      do throws(ShaderError) {
        // Skips the trial compilation: tests compile every shader, and a list of all shaders need not.
        let shader = try Shader(source: text.source, file: "\(text.name).glsl", isTried: false)
        compiled = shader
        return shader
      } catch {
        // The source is part of the package, so this is a programming error.
        preconditionFailure("\(error)")
      }
    }
  }

  /// The rows of a frame with parameters that may change from frame to frame, each clamped to its range; used
  /// as one pass of a filter.
  ///
  /// A change of `constants` compiles another program.
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
  /// Makes a catalog item of a built-in shader.
  package init(
    _ text: ShaderText, aliases: [String] = [], variants: CatalogVariants = [:],
    make: @escaping @Sendable (Shader) -> Made
  ) {
    let shader = BuiltInShader(text)
    self.init(
      name: text.name, aliases: aliases, variants: variants, summary: shader.shader.summary,
      parameters: shader.shader.parameters,
      source: shader.shader.source, example: shader.shader.example
    ) { (assignments) throws(ParameterError) in make(try shader.shader.with(assignments)) }
    glsl = { text.source }
  }
}
