/// Resolves names and types, and builds the typed tree.
///
/// An error ends the check of its statement. A faulty declaration still declares its name, so that one
/// mistake gives one message.
struct Checker {
  /// The maximum number of elements of an array.
  static let arrayLimit = 4096
  /// The maximum number of scalars in a value.
  static let componentLimit = 16384
  /// The maximum number of scalars in all variables.
  static let totalLimit = 65536
  /// The maximum number of functions, and also of structures, in a shader.
  static let declarationLimit = 1024

  /// The entity that a name denotes.
  enum Symbol {
    case variable(Variable.ID)
    case structure(Structure)
    /// A name whose error was reported: its uses give no further error.
    case invalid
  }

  /// A function's name, parameters and result.
  struct Signature {
    let id: Function.ID
    let name: String
    let result: ShaderType
    let parameters: [(type: ShaderType, direction: Function.Direction)]
    let offset: Int
    /// The checked definition; nil while only a prototype was seen.
    var definition: Function?
  }

  var sink: DiagnosticSink
  let kind: EntryPoint.Kind
  let host: ShaderHost
  /// The source's comments, which give the defaults of parameters.
  var comments: [Comment]
  var variables: [Variable] = []
  private var total = 0
  /// The scopes, from the outermost to the innermost: built-in names, global names, and each open block.
  var scopes: [[String: (symbol: Symbol, offset: Int?)]] = [[:], [:]]
  var functions: [Signature] = []
  var functionsByName: [String: [Function.ID]] = [:]
  /// Names of functions with a faulty declaration.
  var invalidFunctions: Set<String> = []
  var structureCount = 0
  /// The variables that the source reads or writes.
  var used: Set<Variable.ID> = []
  var usesDerivatives = false
  var usesLevels = false
  /// By uniform of a structure type: the variables of its members, each of which is a parameter.
  var members: [Variable.ID: [Variable.ID]] = [:]
  /// The names of the source's global `sampler2D` variables.
  var textures: Set<String> = []
  /// The `const` variables that the shader declares.
  var constants: Set<Variable.ID> = []
  var folder = ConstantFolder()
  var globals: [GlobalVariable] = []
  var parameters: [ShaderParameter] = []
  var inputs: [Variable.ID] = []
  var passes: [ShaderPass] = []
  /// The state of checking the vertex shader; nil while the fragment shader is checked.
  var vertex: Vertex?
  var output: Variable.ID?
  /// The call graph: by function, the functions that it calls, with the source offset of each call.
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
    // Declares `gl_FrontFacing` as true, since the frame has no back side.
    declareHost("gl_FrontFacing", .bool, .global)
    let isFront = node(.literal(.bool(true)), .bool, 0)
    globals.append(GlobalVariable(variable: variables.count - 1, initial: isFront))
  }

  /// The built-in constants, with the minimum values of the specification.
  ///
  /// - Source: The OpenGL ES Shading Language 1.00, section 7.4, and 3.00, section 7.3.
  static let builtInConstants: [String: Int32] = [
    "gl_MaxVertexAttribs": 16, "gl_MaxVertexUniformVectors": 256, "gl_MaxVertexOutputVectors": 16,
    "gl_MaxFragmentInputVectors": 15, "gl_MaxVaryingVectors": 15, "gl_MaxVertexTextureImageUnits": 16,
    "gl_MaxCombinedTextureImageUnits": 32, "gl_MaxTextureImageUnits": 16,
    "gl_MaxFragmentUniformVectors": 224, "gl_MaxDrawBuffers": 4, "gl_MinProgramTexelOffset": -8,
    "gl_MaxProgramTexelOffset": 7,
  ]

  /// Names of OpenGL that are not supported, each with the reason.
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

  /// Names the line of an offset, for an error that is reported at the offset `other`: `line 3`, or `line 3
  /// of noise.glsl` if the files differ.
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

  /// Declares a name in the innermost scope; reports a redeclaration.
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

  /// Resolves a name in an expression to a variable; throws if it denotes none.
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
    // Declares an unknown name as invalid up to the end of the function, so that the error is reported once.
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

  /// Runs a closure in a new scope.
  mutating func scoped<Result>(_ body: (inout Checker) -> Result) -> Result {
    scopes.append([:])
    defer { scopes.removeLast() }
    return body(&self)
  }

  // MARK: Types

  /// Resolves a type with array sizes from both the type and the declarator; `counts` gives the sizes of
  /// empty brackets, outermost first.
  mutating func type(
    _ syntax: TypeSyntax, _ sizes: [ExpressionSyntax?] = [], counts: [Int] = []
  ) throws(Recovery) -> ShaderType {
    let element = try namedType(syntax)
    // The declarator's sizes are the outer sizes, and the first size is the outermost.
    return try array(of: element, sizes + syntax.sizes, counts: counts, at: syntax.offset)
  }

  /// Returns an array type, with its sizes given from the outermost; the element type if there are no sizes.
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
