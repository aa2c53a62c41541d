import SegueGLSL
package import SeguePixels
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

/// A shader of the catalog, compiled on first use, since a command uses only one or two shaders.
package final class BuiltInShader: Sendable {
  fileprivate let text: ShaderText
  private let compiled = Mutex<Shader?>(nil)

  /// Stores the text without compiling it.
  package init(_ text: ShaderText) { self.text = text }

  /// The shader, compiled on first use.
  package var shader: Shader {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      do throws(ShaderError) {
        // Skips the trial compilation, which a list of all shaders does not need; tests compile every shader.
        let shader = try Shader(source: text.source, file: "\(text.name).glsl", isTried: false)
        compiled = shader
        return shader
      } catch {
        // The source is part of the package, so this is a programming error.
        preconditionFailure("\(error)")
      }
    }
  }

  /// Makes the rows of a frame for one pass of a filter; `values` and `constants` are clamped to the
  /// parameters' ranges.
  ///
  /// The `values` may change from frame to frame; a change of `constants` compiles another program.
  package func rows(
    of inputs: [any RowSource], at progress: Double, _ values: KeyValuePairs<String, [Double]>,
    constants: KeyValuePairs<String, [Double]> = [:]
  ) -> any RowSource {
    let fixed = constants.reduce(shader) { $0.nearest($1.key, $1.value) }
    return values.reduce(fixed) { $0.nearest($1.key, $1.value) }.animating(Set(values.map(\.key)))
      .rows(of: inputs, at: progress)
  }
}

/// An argument of a built-in shader.
package struct ShaderArgument: Sendable {
  fileprivate enum Value {
    case numbers([Animated]), flag(Bool), picture(Bitmap?)
  }

  fileprivate let name: String
  fileprivate let value: Value

  /// Makes an argument of numbers, which may follow the progress.
  package init(_ name: String, _ numbers: [Animated]) { (self.name, value) = (name, .numbers(numbers)) }

  /// Makes an argument of a `bool`.
  package init(_ name: String, _ flag: Bool) { (self.name, value) = (name, .flag(flag)) }

  /// Makes an argument that is a picture; nil for the default.
  package init(_ name: String, _ picture: Bitmap?) { (self.name, value) = (name, .picture(picture)) }
}

extension BuiltInShader {
  /// Returns the shader with the values of the arguments at a progress, each clamped to its parameter's
  /// range.
  ///
  /// Constant arguments become constants of the program; animated arguments become inputs of the program.
  package func with(_ arguments: [ShaderArgument], at progress: Double) -> Shader {
    var shader = shader
    var animated: Set<String> = []
    for argument in arguments {
      switch argument.value {
      case .numbers(let numbers):
        shader = shader.nearest(argument.name, numbers.map { $0(at: progress) })
        if !numbers.allSatisfy(\.isConstant) { animated.insert(argument.name) }
      case .flag(let flag): shader = (try? shader.with(argument.name, flag)) ?? shader
      case .picture(let picture):
        shader = picture.flatMap { try? shader.with($0, for: argument.name) } ?? shader
      }
    }
    return animated.isEmpty ? shader : shader.animating(animated)
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
