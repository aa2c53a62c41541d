public import SegueFiles
package import SegueLanes
public import SeguePixels
public import SegueRendering
import Synchronization

/// A shader: GLSL source, compiled to run on the CPU.
///
///     let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
///     let shader = try Shader(source: source, file: "fade.glsl")
///     if let blend = ShaderBlend(shader) {
///       let half = try ((.from, .to) --> blend).frame(from: from, to: to, at: 0.5)
///     }
///
/// Transitions follow the GL Transition Specification, version 1; fragment shaders are those of GPUImage. The language
/// is GLSL ES 1.00 with most of 3.00 (docs/shaders.md). Pixels are premultiplied, as those hosts upload them.
///
/// A shader is compiled for a frame size and its parameters, when the first frame is asked for: some milliseconds.
public struct Shader: Sendable {
  /// What a shader is for.
  public enum Kind: Sendable {
    /// `vec4 transition(vec2 uv)`: from one picture to another.
    case transition
    /// `void main()` with one picture to read: a filter.
    case filter
    /// `void main()` with two, `inputImageTexture` and `inputImageTexture2`: a blend.
    case blend
  }

  /// The name of the file without folder and extension, in lower case.
  public let name: String
  /// What the shader is for.
  public let kind: Kind
  /// What the compiler warns of, and each uniform that is 0 because it has no default and is not set.
  public var warnings: [Shader.Diagnostic] {
    DiagnosticSink.sorted(checked.warnings + checked.warningsOfUnset { isSet.contains($0) })
  }
  let checked: CheckedShader
  private let samplers: [Variable.ID]
  private var values: [Variable.ID: [UInt32]] = [:]
  /// Parameters that were set.
  private var isSet: Set<Variable.ID> = []
  private var pictures: [Variable.ID: Bitmap] = [:]
  private let programs = ProgramCache()

  /// Compiles the source in a file, at most 1 MiB of UTF-8.
  ///
  ///     let shader = try Shader(contentsOf: "sepia.frag")
  ///
  /// - Parameter file: A path, `-` for standard input, or a `URL`.
  /// - Throws: `FileError` where the file cannot be read, `ShaderError` with all that is wrong in it and where.
  public init(contentsOf file: some FileLocation) throws {
    let path = try file.filePath()
    try self.init(source: readText(path, limit: FrontEnd.sizeLimit), file: path)
  }

  /// Compiles a source.
  ///
  ///     let red = try Shader(source: "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }")
  ///
  /// - Parameters:
  ///   - source: GLSL.
  ///   - file: What errors call it; the name of the shader is taken from it.
  /// - Throws: `ShaderError` with all that is wrong and where.
  public init(source: String, file: String = "shader.glsl") throws(ShaderError) {
    let checked = try FrontEnd.check(source, file: file)
    self.checked = checked
    let base = file.split(separator: "/").last.map(String.init) ?? file
    name = base.split(separator: ".").first.map { $0.lowercased() } ?? base
    let inputs = checked.parameters.filter { $0.type == .sampler2D }
    switch checked.kind {
    case .transition:
      kind = .transition
      samplers = inputs.map(\.variable)
    case .fragment:
      // The first picture is the input, and a second one where it has the name GPUImage gives it.
      let isBlend = inputs.count > 1 && inputs[1].name == "inputImageTexture2"
      kind = isBlend ? .blend : .filter
      samplers = inputs.map(\.variable)
    }
    for parameter in checked.parameters where parameter.type != .sampler2D {
      values[parameter.variable] = parameter.defaultValue.map(\.bits)
    }
    // What is too long to be compiled is refused here rather than in the first frame.
    let size = PixelSize(width: 16, height: 16)
    _ = try program(
      size: size, textures: Array(repeating: .init(size: size, isOpaque: false), count: textureCount))
  }

  /// One sentence: what the first comment says, or that it is a shader.
  public var summary: String { checked.header.summary ?? "A shader." }
  /// Who wrote it, as the comment `// Author: …` says.
  public var author: String? { checked.header.author }
  /// Under which license, as the comment `// License: …` says.
  public var license: String? { checked.header.license }

  /// What can be set by name.
  public var parameters: [ParameterDescription] { settable.map(\.description) }

  private var settable: [ShaderParameter] {
    checked.parameters.filter { $0.type != .sampler2D || isParameter($0.variable) }
  }

  private func isParameter(_ sampler: Variable.ID) -> Bool {
    samplers.firstIndex(of: sampler).map { kind == .transition || $0 >= inputCount } ?? false
  }

  /// How many pictures it is given.
  private var inputCount: Int { kind == .filter ? 1 : 2 }
  private var textureCount: Int {
    kind == .transition ? inputCount + samplers.count : max(samplers.count, inputCount)
  }

  /// Sets some parameters by name, as text.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let soft = try shader.with([("softness", "0.3"), ("glow", "0.2,0.1,0")])
  ///
  /// - Throws: `ParameterError` where a name is unknown or a value does not fit.
  public func with(_ values: [(key: String, value: String)]) throws(ParameterError) -> Shader {
    var shader = self
    for (key, value) in values {
      let parameter = try parameter(key)
      guard let bits = parameter.bits(of: value) else {
        throw .invalid(value, for: key, expected: "\(parameter.description.kind)")
      }
      shader = shader.setting(parameter, bits)
    }
    return shader
  }

  /// Sets a parameter of one number: `float`, `int` or `uint`.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let soft = try shader.with("softness", 0.3)
  ///
  /// - Throws: `ParameterError` where no parameter has this name, or it does not take this value.
  public func with(_ name: String, _ value: Double) throws(ParameterError) -> Shader {
    try with(name, [value])
  }

  /// Sets a parameter of several numbers, such as a vector, a matrix or an array.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let warm = try shader.with("glow", [0.2, 0.1, 0])
  ///
  /// - Throws: `ParameterError` where no parameter has this name, or it does not take these values.
  public func with(_ name: String, _ values: [Double]) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard let bits = parameter.bits(of: values) else {
      let given = values.map(shortest).joined(separator: ",")
      throw .invalid(given, for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, bits)
  }

  /// Sets a parameter that is true or false.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let back = try shader.with("reversed", true)
  ///
  /// - Throws: `ParameterError` where no parameter has this name, or it takes no such value.
  public func with(_ name: String, _ value: Bool) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard parameter.type == .bool else {
      throw .invalid("\(value)", for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, [Literal.bool(value).bits])
  }

  /// Sets a color: a parameter of three or four `float`s, each 0…1.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let blue = try shader.with("tint", Pixel(red: 0, green: 0, blue: 255))
  ///
  /// - Throws: `ParameterError` where no parameter has this name, or it takes no color.
  public func with(_ name: String, _ color: Pixel) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard let bits = parameter.bits(of: color) else {
      throw .invalid("\(color)", for: name, expected: "\(parameter.description.kind)")
    }
    return setting(parameter, bits)
  }

  private func setting(_ parameter: ShaderParameter, _ bits: [UInt32]) -> Shader {
    var shader = self
    shader.values[parameter.variable] = bits
    shader.isSet.insert(parameter.variable)
    return shader
  }

  /// Sets the picture of a `sampler2D` parameter, which stands for the first picture otherwise.
  ///
  ///     let shader = try Shader(contentsOf: "glow.glsl")
  ///     let masked = try shader.with(photo, for: "mask")
  ///
  /// - Throws: `ParameterError` where no picture has this name.
  public func with(_ picture: Bitmap, for name: String) throws(ParameterError) -> Shader {
    let parameter = try parameter(name)
    guard parameter.type == .sampler2D else {
      throw .invalid("a picture", for: name, expected: "\(parameter.description.kind)")
    }
    var shader = self
    shader.pictures[parameter.variable] = picture
    return shader
  }

  private func parameter(_ name: String) throws(ParameterError) -> ShaderParameter {
    guard let parameter = settable.first(where: { $0.name == name }) else {
      throw .unknown(name, of: self.name, known: settable.map(\.name))
    }
    return parameter
  }

  // MARK: Rows

  /// The rows of the shader's frame, whose size is that of the first input.
  package func rows(of inputs: [any RowSource], at progress: Double) -> any RowSource {
    ShaderRows(shader: self, wholes: inputs.map { WholeInput($0) }, progress: progress)
  }

  /// All pictures that the program reads: the inputs, then those that are parameters, which stand for the first input
  /// where they are not set.
  func textures(_ inputs: [Bitmap]) -> [Bitmap] {
    let slots = kind == .transition ? samplers[...] : samplers.dropFirst(inputCount)
    return inputs + slots.map { pictures[$0] ?? inputs[0] }
  }

  /// The program for pictures of these sizes.
  package func program(for textures: [Bitmap]) throws(RenderError) -> LaneProgram {
    do throws(ShaderError) {
      return try program(
        size: textures[0].size, textures: textures.map { .init(size: $0.size, isOpaque: $0.isOpaque) })
    } catch {
      throw .unrenderable("\(error.diagnostics.first.map { "\($0.file):\($0.line): \($0.message)" } ?? name)")
    }
  }

  func program(size: PixelSize, textures: [Specialization.Picture]) throws(ShaderError) -> LaneProgram {
    let first = kind == .transition ? inputCount : 0
    let specialization = Specialization(
      size: size, pictures: textures,
      slots: Dictionary(uniqueKeysWithValues: samplers.enumerated().map { ($1, first + $0) }),
      parameters: values)
    return try programs.program(checked, specialization)
  }
}

/// Programs of one shader, for the frame sizes and parameters that were asked for last.
private final class ProgramCache: Sendable {
  private let known = Mutex<[(specialization: Specialization, program: LaneProgram)]>([])
  private static let most = 4

  func program(_ shader: CheckedShader, _ specialization: Specialization) throws(ShaderError) -> LaneProgram {
    try known.withLock { (known) throws(ShaderError) in
      if let entry = known.first(where: { $0.specialization == specialization }) { return entry.program }
      // Early exits nest what follows them, so the recursion is as deep as a function is long.
      let compiled: Result<LaneProgram, ShaderError> = onLargeStack {
        Result { () throws(ShaderError) in
          var lowering = Lowering(shader, specialization: specialization)
          let result = try lowering.run()
          return Scheduler.program(
            of: lowering.graph, result: result, textures: specialization.pictures.count)
        }
      }
      let program = try compiled.get()
      if known.count == Self.most { known.removeFirst() }
      known.append((specialization, program))
      return program
    }
  }
}

/// A shader as a filter: a fragment shader that reads one picture.
///
///     if let sepia = ShaderFilter(try Shader(contentsOf: "sepia.frag")) {
///       let picture = try (photo --> sepia).frame()
///     }
public struct ShaderFilter: Filter {
  /// What is run.
  public let shader: Shader

  /// Makes a filter of a shader of kind `filter`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind == .filter else { return nil }
    self.shader = shader
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [input], at: progress)
  }
}

/// A shader as a blend: a transition at the frame's progress, or a fragment shader that reads two pictures.
///
///     if let ripple = ShaderBlend(try Shader(contentsOf: "ripple.glsl")) {
///       let half = try ((.from, .to) --> ripple).frame(from: from, to: to, at: 0.5)
///     }
public struct ShaderBlend: Blend {
  /// What is run.
  public let shader: Shader

  /// Makes a blend of a shader of kind `transition` or `blend`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind != .filter else { return nil }
    self.shader = shader
  }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress)
  }
}
