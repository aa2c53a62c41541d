/// Decides what names and expressions mean, and writes the typed tree.
///
/// An error gives up the statement it stands in, and what was to be declared is declared nevertheless, so that one
/// mistake is one message.
struct Checker {
  /// Elements of an array, at most.
  static let arrayLimit = 4096
  /// Scalars in a value, at most.
  static let componentLimit = 16384
  /// Scalars in all variables together, at most.
  static let totalLimit = 65536
  /// Functions and structures of a shader, at most.
  static let declarationLimit = 1024

  /// What a name stands for.
  enum Symbol {
    case variable(Variable.ID)
    case structure(Structure)
    /// It was reported: its uses are passed over in silence.
    case invalid
  }

  /// A function as its callers see it.
  struct Signature {
    let id: Function.ID
    let name: String
    let result: ShaderType
    let parameters: [(type: ShaderType, direction: Function.Direction)]
    let offset: Int
    /// Set once the body was seen.
    var definition: Function?
  }

  var sink: DiagnosticSink
  let kind: EntryPoint.Kind
  let host: ShaderHost
  /// Comments of the source, which say the defaults of parameters.
  var comments: [Comment]
  var variables: [Variable] = []
  private var total = 0
  /// From what is built in over the shader's own global names to the innermost block.
  var scopes: [[String: (symbol: Symbol, offset: Int?)]] = [[:], [:]]
  var functions: [Signature] = []
  var functionsByName: [String: [Function.ID]] = [:]
  /// Functions whose declarations are wrong.
  var invalidFunctions: Set<String> = []
  var structureCount = 0
  /// Variables that are read or written somewhere.
  var used: Set<Variable.ID> = []
  var usesDerivatives = false
  var usesLevels = false
  /// Uniforms that have structures, and the parameters that are their members.
  var members: [Variable.ID: [Variable.ID]] = [:]
  /// The names of the source's samplers.
  var textures: Set<String> = []
  /// Constants of the shader's own.
  var constants: Set<Variable.ID> = []
  var folder = ConstantFolder()
  var globals: [GlobalVariable] = []
  var parameters: [ShaderParameter] = []
  var inputs: [Variable.ID] = []
  var passes: [ShaderPass] = []
  /// Set while a vertex shader is checked.
  var vertex: Vertex?
  var output: Variable.ID?
  /// Who calls whom, where.
  var calls: [Function.ID: [(callee: Function.ID, offset: Int)]] = [:]

  /// The function whose body is being checked.
  var current: Signature?
  var loopDepth = 0
  var switchDepth = 0

  init(_ kind: EntryPoint.Kind, _ host: ShaderHost, comments: [Comment], _ sink: DiagnosticSink) {
    self.kind = kind
    self.host = host
    self.comments = comments
    self.sink = sink
    for builtIn in host.builtIns { declareHost(builtIn.name, builtIn.type, .host(builtIn.value)) }
    declareHost("gl_FragCoord", .vec4, .host(.fragCoord))
    // There is no back.
    declareHost("gl_FrontFacing", .bool, .global)
    let isFront = node(.literal(.bool(true)), .bool, 0)
    globals.append(GlobalVariable(variable: variables.count - 1, initial: isFront))
  }

  /// The built-in constants.
  ///
  /// - Source: The OpenGL ES Shading Language 1.00, section 7.4, and 3.00, section 7.3: the least a host may have.
  static let builtInConstants: [String: Int32] = [
    "gl_MaxVertexAttribs": 16, "gl_MaxVertexUniformVectors": 256, "gl_MaxVertexOutputVectors": 16,
    "gl_MaxFragmentInputVectors": 15, "gl_MaxVaryingVectors": 15, "gl_MaxVertexTextureImageUnits": 16,
    "gl_MaxCombinedTextureImageUnits": 32, "gl_MaxTextureImageUnits": 16,
    "gl_MaxFragmentUniformVectors": 224, "gl_MaxDrawBuffers": 4, "gl_MinProgramTexelOffset": -8,
    "gl_MaxProgramTexelOffset": 7,
  ]

  /// Names that OpenGL has, and why they are not there.
  private static let missing = [
    "gl_PointCoord": "points are not drawn, only whole frames",
    "gl_PointSize": "points are not drawn, only whole frames",
    "gl_LastFragData": "what was drawn before cannot be read",
    "gl_VertexID": "the corners have no numbers", "gl_InstanceID": "there is one frame",
  ]

  mutating func declareHost(_ name: String, _ type: ShaderType, _ storage: Variable.Storage) {
    let id = addVariable(name, type, storage, isConstant: storage != .output, at: 0)
    scopes[0][name] = (.variable(id), nil)
  }

  // MARK: Reporting

  func error(_ message: String, at offset: Int) -> Recovery {
    sink.error(message, at: offset)
    return Recovery()
  }

  func location(_ offset: Int) -> SourcePosition { sink.source.location(of: offset) }

  /// Where something stands, as errors at another place name it: `line 3`, or `line 3 of noise.glsl` in another file.
  func line(_ offset: Int, from other: Int) -> String {
    let (place, here) = (sink.source.origin(of: offset), sink.source.origin(of: other))
    return place.file == here.file ? "line \(place.line)" : "line \(place.line) of \(place.file)"
  }

  // MARK: Names

  mutating func addVariable(
    _ name: String, _ type: ShaderType, _ storage: Variable.Storage, isConstant: Bool, at offset: Int
  ) -> Variable.ID {
    let id = variables.count
    let before = total
    total += type.componentCount
    if total > Checker.totalLimit, before <= Checker.totalLimit {
      sink.stop("the variables of the shader hold more than \(Checker.totalLimit) numbers", at: offset)
    }
    variables.append(
      Variable(
        id: id, name: name, type: type, storage: storage, isConstant: isConstant, location: location(offset)))
    return id
  }

  func lookup(_ name: String) -> Symbol? {
    for scope in scopes.reversed() {
      if let found = scope[name] { return found.symbol }
    }
    return nil
  }

  /// Puts a name into the innermost scope, and reports one that is there already.
  mutating func declare(_ name: String, _ symbol: Symbol, at offset: Int) {
    var symbol = symbol
    if let other = scopes[scopes.count - 1][name], let place = other.offset {
      if case .invalid = other.symbol {
      } else {
        sink.error("'\(name)' is already declared in \(line(place, from: offset))", at: offset)
        symbol = .invalid
      }
    }
    scopes[scopes.count - 1][name] = (symbol, offset)
  }

  /// A variable's name in an expression.
  mutating func variable(_ name: String, at offset: Int) throws(Recovery) -> Variable.ID {
    switch lookup(name) {
    case .variable(let id)?:
      used.insert(id)
      return id
    case .invalid?: throw Recovery()
    case .structure?: throw error("'\(name)' is a type, not a value", at: offset)
    case nil: break
    }
    if functionsByName[name] != nil || Builtin.overloads[name] != nil {
      throw error("'\(name)' is a function: call it with parentheses", at: offset)
    }
    // Known from here to the end of the function, so that it is reported once.
    scopes[min(2, scopes.count - 1)][name] = (.invalid, offset)
    let names = scopes.flatMap {
      $0.filter { if case .variable = $0.value.symbol { true } else { false } }.keys
    }
    var hint = suggestion(for: name, among: names)
    if let reason = Self.missing[name] {
      hint = ": \(reason)"
    } else if name == "gl_FragColor", kind != .fragment {
      hint = "; \(kind.noun) returns its color"
    } else if name == "gl_FragColor" || name == "gl_FragData" {
      let isShared = scopes[0]["gl_FragData"] != nil
      hint = ", since the shader \(isShared ? "writes 'gl_FragData'" : "declares an output of its own")"
    }
    throw error("'\(name)' is not declared\(hint)", at: offset)
  }

  /// Runs something in a scope of its own.
  mutating func scoped<Result>(_ body: (inout Checker) -> Result) -> Result {
    scopes.append([:])
    defer { scopes.removeLast() }
    return body(&self)
  }

  // MARK: Types

  /// The type that is written, with the array sizes of a declarator; empty sizes take `counts`, the outermost first.
  mutating func type(
    _ syntax: TypeSyntax, _ sizes: [ExpressionSyntax?] = [], counts: [Int] = []
  ) throws(Recovery) -> ShaderType {
    let element = try namedType(syntax)
    // Those of the declarator are the outer ones, and the first size is the outermost.
    return try array(of: element, sizes + syntax.sizes, counts: counts, at: syntax.offset)
  }

  /// Arrays of a type, the outermost size first; the type itself without sizes.
  mutating func array(
    of element: ShaderType, _ sizes: [ExpressionSyntax?], counts: [Int] = [], at offset: Int
  ) throws(Recovery) -> ShaderType {
    guard !sizes.isEmpty else { return element }
    if element == .void || element.isSampler {
      throw error("arrays of '\(element)' are not supported", at: offset)
    }
    var type = element
    for (index, size) in sizes.enumerated().reversed() {
      let known = counts.indices.contains(index) ? counts[index] : nil
      type = .array(type, try arraySize(size, known, at: offset))
      try checkSize(type, at: offset)
    }
    return type
  }

  private mutating func namedType(_ syntax: TypeSyntax) throws(Recovery) -> ShaderType {
    if let type = ShaderType.named[syntax.name] { return type }
    switch lookup(syntax.name) {
    case .structure(let structure)?: return .structure(structure)
    case .invalid?: throw Recovery()
    default:
      let hint = suggestion(for: syntax.name, among: ShaderType.named.keys)
      throw error("'\(syntax.name)' is not a type\(hint)", at: syntax.offset)
    }
  }

  private mutating func arraySize(
    _ size: ExpressionSyntax?, _ count: Int?, at offset: Int
  ) throws(Recovery) -> Int {
    guard let size else {
      guard let count else { throw error("this array needs a size or an initial value", at: offset) }
      guard (1...Checker.arrayLimit).contains(count) else {
        throw error("an array has 1 to \(Checker.arrayLimit) elements", at: offset)
      }
      return count
    }
    let expression = try expression(size)
    guard expression.type == .int || expression.type == .uint else {
      throw error("an array's size must be an integer, not '\(expression.type)'", at: size.offset)
    }
    guard let value = folder.integer(expression) else {
      throw error("an array's size must be a constant", at: size.offset)
    }
    guard (1...Checker.arrayLimit).contains(value) else {
      throw error("an array has 1 to \(Checker.arrayLimit) elements, not \(value)", at: size.offset)
    }
    return value
  }

  func checkSize(_ type: ShaderType, at offset: Int) throws(Recovery) {
    guard type.componentCount <= Checker.componentLimit else {
      throw error("a value of this type has more than \(Checker.componentLimit) numbers", at: offset)
    }
  }
}
