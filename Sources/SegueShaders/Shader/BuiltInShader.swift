package import SegueRendering
import Synchronization

/// A shader of the catalog, compiled on first use: a command uses one or two of them.
package final class BuiltInShader: Sendable {
  private let name: String
  private let source: [UInt8]
  private let shared: [String: [UInt8]]
  private let compiled = Mutex<Shader?>(nil)

  /// Keeps the source, and the texts of files that it may name by `#include`; nothing is compiled yet.
  package init(_ name: String, _ source: [UInt8], shared: [String: [UInt8]] = [:]) {
    self.name = name
    self.source = source
    self.shared = shared
  }

  /// The source text with included files inserted, so that it compiles alone.
  package var text: String { text(of: source) }

  private func text(of source: [UInt8]) -> String {
    String(decoding: source, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      guard line.hasPrefix("#include"), let name = Includes.name(in: String(line)),
        let included = shared[name]
      else { return String(line) }
      return text(of: included)
    }.joined(separator: "\n")
  }

  /// The shader, compiled on first use.
  package var shader: Shader {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      do throws(ShaderError) {
        // Skips the trial compilation: tests compile every shader, and a list of all shaders need not.
        let shader = try Shader(source: text, file: "\(name).glsl", isTried: false)
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
