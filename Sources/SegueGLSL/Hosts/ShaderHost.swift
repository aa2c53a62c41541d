/// A host that shaders are written for: its recognition, names and conventions.
///
/// A new host needs a value in a new file, and a line in `of`.
package struct ShaderHost: Sendable {
  /// The name in lists and messages.
  package let name: String
  /// Whether v points up, in positions and in pictures.
  package var isFlipped = false
  /// Whether `gl_FragCoord` counts rows from the top, as when rendering into a texture.
  var countsFromTop = false
  /// Whether all vertex attributes are positions in the picture, 0 or 1 at a corner; otherwise an attribute's
  /// name decides between such positions and clip space.
  var givesPlaces = false
  /// The host's values whose names a shader uses without a declaration.
  var builtIns: [BuiltIn] = []
  /// Values of uniforms that a source declares, by name.
  var uniforms: [String: HostValue] = [:]
  /// Uniforms that the host declares; a source may declare them again.
  var parameters: [HostParameter] = []
  /// GLSL inserted before the source, except for declarations that the source has itself.
  var before = ""
  /// GLSL appended to the source.
  var behind = ""
  /// The header, if the host has its own form of headers.
  var header: ShaderHeader?
  /// The samplers of the frame's pictures, in order, if the host fixes their names: one for a filter, two for
  /// a transition.
  package var pictures: [String] = []
  /// Samplers that are the frame's pictures if the source declares them; they precede samplers with other
  /// names.
  var order: [String] = []
  /// Whether a picture's size is in a uniform with a derived name: `u_tex0Resolution`.
  package var knowsSizesOfPictures = false
  /// Whether a name belongs to the host's scenes, lights or internal passes, such as `u_light` or
  /// `u_buffer0`.
  ///
  /// A sampler of this name is never bound to an input picture of the frame. A uniform of this name that the
  /// shader reads must be set, unless it has a default.
  package var isNoInput: @Sendable (String) -> Bool = { _ in false }
  /// GLSL inserted before a vertex shader, and the names of the positions that a vertex shader writes without
  /// a declaration.
  var beforeVertex = ""
  var vertexInputs: [String] = []
  /// The rendered passes, in order; empty if neither the host nor its header declares passes.
  var passes: [PassSyntax] = []

  /// A predeclared name for one of the host's values.
  struct BuiltIn: Sendable {
    let name: String
    let type: ShaderType
    let value: HostValue

    init(_ name: String, _ type: ShaderType, _ value: HostValue) {
      (self.name, self.type, self.value) = (name, type, value)
    }
  }

  /// Recognizes the host that a source is written for.
  static func of(_ source: SourceClues) -> ShaderHost {
    if let host = isf(source) { return host }
    if source.functions.contains("mainImage"), source.functions.isDisjoint(with: ["main", "transition"]) {
      return shadertoy(source)
    }
    guard source.functions.contains("main") else { return own(source) }
    if isPixi(source) { return pixi }
    if isGLFX(source) { return glfx }
    return isPlain(source) ? plain(source) : gpuImage
  }
}

/// A uniform that a host or its header declares.
struct HostParameter: Sendable {
  let name: String
  let type: ShaderType
  var defaultValue: [Literal] = []
  /// The range of each component, from the header.
  var range: ClosedRange<Double>?
  var summary = ""
  /// Whether the parameter is a picture of sound data, which is transparent black until it is set.
  var isSilent = false
  /// The picture file that belongs to the shader and is read for the parameter; nil if there is none.
  var file: String?
  /// The host's value, used until the user sets the parameter; nil if the host has no value.
  var value: HostValue?
  /// The replacement for a picture that is not set.
  var unset = UnsetPicture.error

  init(
    name: String, type: ShaderType, defaultValue: [Literal] = [], summary: String = "",
    isSilent: Bool = false,
    file: String? = nil
  ) {
    (self.name, self.type, self.defaultValue) = (name, type, defaultValue)
    (self.summary, self.isSilent, self.file) = (summary, isSilent, file)
  }

  /// Declares a uniform that a host fills and a user may set.
  init(_ name: String, _ type: ShaderType, _ value: HostValue) {
    (self.name, self.type, self.value) = (name, type, value)
  }

  /// Makes the shader parameter that is stored in a variable, whether or not the source declares the uniform.
  func parameter(_ variable: Variable.ID, at location: SourcePosition) -> ShaderParameter {
    ShaderParameter(
      variable: variable, name: name, type: type, defaultValue: defaultValue, hasDefault: !type.isSampler,
      range: range,
      unit: "", summary: summary, location: location, hostValue: value, isSilent: isSilent, file: file,
      unset: unset)
  }
}

/// The features of a source by which its host is recognized.
struct SourceClues {
  /// The names of the functions that the source defines.
  let functions: Set<String>
  /// Global variables by name, with their storage qualifiers.
  let variables: [String: Qualifiers.Storage?]
  /// All identifiers of the source and its vertex shader.
  let identifiers: Set<String>
  /// Comments between `/*` and `*/`.
  let blockComments: [String]
  /// The sink to which errors are reported.
  let sink: DiagnosticSink

  init(_ declarations: [DeclarationSyntax], _ tokens: [Token], _ comments: [Comment], _ sink: DiagnosticSink)
  {
    var functions: Set<String> = []
    var variables: [String: Qualifiers.Storage?] = [:]
    for declaration in declarations {
      switch declaration {
      case .function(let function): functions.insert(function.name)
      case .variables(let syntax):
        for declarator in syntax.declarators { variables[declarator.name] = syntax.qualifiers.storage }
      case .block(let block):
        guard block.instance == nil else { continue }
        for member in block.members {
          for declarator in member.declarators { variables[declarator.name] = .uniform }
        }
      case .structure: break
      }
    }
    self.functions = functions
    self.variables = variables
    identifiers = Set(tokens.compactMap { if case .identifier(let name) = $0.kind { name } else { nil } })
    let bytes = sink.source.bytes
    blockComments = comments.lazy.map(\.text).filter { bytes[$0.lowerBound - 1] == UInt8(ascii: "*") }
      .map { sink.source.text($0) }
    self.sink = sink
  }

  /// Whether the source declares a uniform of a name.
  func hasUniform(_ name: String) -> Bool { variables[name] == .uniform }

  /// The names of the variables with the storage `varying` or `in`.
  var inputs: [String] { variables.filter { $0.value == .varying || $0.value == .in }.map(\.key) }
}
