/// What shaders are written for: what tells its shaders, and what they find there.
///
/// A new one is a value of this type in a file of its own, and its name in `all`.
struct ShaderHost: Sendable {
  /// What lists and messages call it.
  let name: String
  /// Whether v counts from the bottom up, in positions and in pictures.
  var isFlipped = false
  /// Whether `gl_FragCoord` counts rows from the top, as where a frame is drawn into a texture.
  var countsFromTop = false
  /// Whether corners are given to a vertex shader as places in the picture, 0 or 1, whatever their names.
  var givesPlaces = false
  /// What it knows, by names that shaders need not declare.
  var builtIns: [BuiltIn] = []
  /// What it puts into the uniforms that a source declares, by their names.
  var uniforms: [String: HostValue] = [:]
  /// Uniforms that are there without being declared; a source may declare them nevertheless.
  var parameters: [HostParameter] = []
  /// GLSL before the source, without what the source declares itself.
  var before = ""
  /// GLSL behind the source.
  var behind = ""
  /// What comments at the top cannot say.
  var header: ShaderHeader?
  /// The samplers that are the pictures of a frame, in this order, where their names decide that: of one, those of a filter;
  /// of two, those of a transition.
  var pictures: [String] = []
  /// The samplers that come first where a source has them, and are its pictures before others.
  var order: [String] = []
  /// Whether the size of a picture is in a uniform beside it: `u_tex0Resolution`.
  var knowsSizesOfPictures = false
  /// Whether a name is that of something that is not there, and no picture of the frame.
  var isNoInput: @Sendable (String) -> Bool = { _ in false }
  /// GLSL before a vertex shader, and positions that it need not declare to write.
  var beforeVertex = ""
  var vertexInputs: [String] = []
  /// What is rendered before the picture.
  var passes: [PassSyntax] = []

  /// A name that stands for something a host knows.
  struct BuiltIn: Sendable {
    let name: String
    let type: ShaderType
    let value: HostValue

    init(_ name: String, _ type: ShaderType, _ value: HostValue) {
      (self.name, self.type, self.value) = (name, type, value)
    }
  }

  /// The host of a source.
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
  /// What its header allows, of each component.
  var range: ClosedRange<Double>?
  var summary = ""
  /// Whether it is a picture of sound, of which there is none.
  var isSilent = false
  /// The file of a picture that belongs to the shader.
  var file: String?
  /// What the host puts there unless it is set.
  var value: HostValue?
  /// What stands for a picture that is not set.
  var unset = UnsetPicture.error

  init(
    name: String, type: ShaderType, defaultValue: [Literal] = [], summary: String = "",
    isSilent: Bool = false,
    file: String? = nil
  ) {
    (self.name, self.type, self.defaultValue) = (name, type, defaultValue)
    (self.summary, self.isSilent, self.file) = (summary, isSilent, file)
  }

  /// A uniform that a host fills, and a user may set.
  init(_ name: String, _ type: ShaderType, _ value: HostValue) {
    (self.name, self.type, self.value) = (name, type, value)
  }

  /// The parameter of a shader that it is, whether the source declares it or not.
  func parameter(_ variable: Variable.ID, at location: SourcePosition) -> ShaderParameter {
    ShaderParameter(
      variable: variable, name: name, type: type, defaultValue: defaultValue, hasDefault: true, range: range,
      unit: "", summary: summary, location: location, hostValue: value, isSilent: isSilent, file: file,
      unset: unset)
  }
}

/// What tells which host a source is for.
struct SourceClues {
  /// The names of its functions.
  let functions: Set<String>
  /// Its global variables, by name, with their qualifiers.
  let variables: [String: Qualifiers.Storage?]
  /// Everything that it names, or its vertex shader.
  let identifiers: Set<String>
  /// Its comments between `/*` and `*/`.
  let blockComments: [String]
  /// Whom to tell what is wrong with it.
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

  /// Whether it declares a uniform of a name.
  func hasUniform(_ name: String) -> Bool { variables[name] == .uniform }

  /// Its inputs.
  var inputs: [String] { variables.filter { $0.value == .varying || $0.value == .in }.map(\.key) }
}
