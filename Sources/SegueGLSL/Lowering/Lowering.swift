package import SegueGraph

/// Lowers a checked shader to a graph of scalars.
///
/// Functions are inlined, loops with a known number of iterations are unrolled, and assignments in branches
/// become a `select` between both branches' values.
///
/// Early exits (`return`, `break`, `continue`, `discard`) are predicated: the mask `exited` holds the lanes
/// that left, and following statements change only the remaining lanes.
package struct Lowering {
  /// The maximum number of operations in a shader (the largest in the public collection has about 3,000).
  static let operationLimit = 60_000
  /// The maximum number of lowered statements and calls; and the maximum nesting of calls, branches and early
  /// exits (a chain of `else if` or `?:` counts as one branch).
  static let stepLimit = 200_000
  static let nestingLimit = 500
  /// The maximum nesting of branches, including chains of `else if` and `?:`; and the maximum recursion depth
  /// of the lowering (about 3 KB of stack a level).
  static let branchLimit = 1500
  static let recursionLimit = 16_000
  /// The maximum number of operations, statements and iterations of one unrolled loop.
  static let unrolledOperations = 1500
  static let unrolledSteps = 20_000
  static let unrolledTurns = 128
  /// The limits for unrolling a loop whose counter indexes a large array: without unrolling, each iteration
  /// selects among all elements.
  static let indexedTurns = 4096
  static let indexedOperations = 24_000

  let shader: CheckedShader
  let specialization: Specialization
  package var graph = Graph()
  /// The components of each variable, by the variable's ID; the exit masks and the result of the current
  /// function follow.
  var environment: [[SSAValue]]
  let flags: Flags
  /// The source being lowered: the fragment shader or its vertex shader.
  var source: SourceText
  var nesting = 0
  var branchDepth = 0
  /// The number of selects, one for each element of an array, that constant indices made unnecessary.
  var sparedChoices = 0
  /// The current nesting of statements and expressions, including the bodies of inlined functions.
  var depth = 0
  /// The position of the last lowered statement or call.
  var place = SourcePosition(line: 1, column: 1)
  /// The number of lowered statements and calls.
  private(set) var steps = 0

  /// The indices of the exit masks and of the function's result in `environment`.
  struct Flags {
    let exited, returned, broke, continued, discarded, result: Int

    init(after count: Int) {
      exited = count
      returned = count + 1
      broke = count + 2
      continued = count + 3
      discarded = count + 4
      result = count + 5
    }
  }

  /// Prepares the lowering of a shader; `graph` may already hold the results of the shaders that precede this
  /// shader in a chain.
  package init(_ shader: CheckedShader, specialization: Specialization, graph: Graph = Graph()) {
    self.shader = shader
    self.specialization = specialization
    self.graph = graph
    source = shader.source
    flags = Flags(after: shader.variables.count)
    environment = Array(repeating: [], count: shader.variables.count + 6)
    clearExits()
  }

  /// Clears the exit masks.
  private mutating func clearExits() {
    for flag in [flags.exited, flags.returned, flags.broke, flags.continued, flags.discarded] {
      environment[flag] = [graph.bool(false)]
    }
  }

  /// Lowers the shader; returns red, green, blue and alpha, with straight alpha for a pointwise shader,
  /// otherwise premultiplied.
  ///
  /// `colors` are the straight colors given to a pointwise shader, one for each picture.
  package mutating func run(on colors: [[SSAValue]] = []) throws(ShaderError) -> [SSAValue] {
    let light = specialization.light
    let result = try color(on: colors.map { graph.light(of: $0, light) })
    if light == .gamma { return result }
    return shader.kind.isPointwise
      ? graph.color(of: result, light) : graph.premultipliedColor(of: result, light)
  }

  /// Sets all variables to their initial values.
  private mutating func start() throws(ShaderError) {
    for variable in shader.variables { environment[variable.id] = initialValue(of: variable) }
    if let vertex = shader.vertex {
      for (input, value) in try interpolated(vertex) { environment[input] = value }
    }
    for global in shader.globals {
      if let initial = global.initial { environment[global.variable] = try evaluate(initial) }
    }
  }

  /// Returns the value of a global scalar expression; nil if the value varies by frame or pixel.
  package mutating func constant(_ expression: Expression) throws(ShaderError) -> Float? {
    try start()
    let value = try evaluate(expression)[0]
    return graph.constant(value).map { Float(bitPattern: $0) }
  }

  private mutating func color(on colors: [[SSAValue]]) throws(ShaderError) -> [SSAValue] {
    try start()
    let entry = shader.functions[shader.entryPoint]
    let arguments = colors + [[graph.input(.x), graph.input(.y)]]
    for (parameter, argument) in zip(entry.parameters, arguments) {
      let count = shader.variables[parameter.variable].type.componentCount
      environment[parameter.variable] = Array(argument.prefix(count))
    }
    environment[flags.result] = zeros(entry.result.componentCount)
    try run(entry.body)
    let color = environment[flags.result]
    switch shader.kind {
    case .transition: return color
    case .fragment: return shader.output.map { discardable(Array(environment[$0].prefix(4))) } ?? zeros(4)
    case .effect: return graph.premultiplied(graph.bounded(color))
    case .pointEffect: return graph.bounded(color)
    case .blend:
      let bounded = graph.bounded(color)
      return color.count == 3 ? graph.composited(bounded, colors[0], colors[1]) : bounded
    }
  }

  private mutating func discardable(_ color: [SSAValue]) -> [SSAValue] {
    let discarded = environment[flags.discarded][0]
    let nothing = graph.float(0)
    return color.map { graph.emit(.select, discarded, nothing, $0) }
  }

  private mutating func initialValue(of variable: Variable) -> [SSAValue] {
    switch variable.storage {
    case .host(let value): return self.value(of: value, as: variable.type)
    case .input: return inputValue(of: variable)
    case .uniform:
      if variable.type.isSampler { return [graph.int(Int32(specialization.slots[variable.id] ?? -1))] }
      if let first = specialization.live[variable.id] {
        return (0..<variable.type.componentCount).map { graph.input(.frame(first + $0)) }
      }
      if let bits = specialization.parameters[variable.id] {
        return bits.map { graph.constant(bits: $0) }
      }
      let hostValue = shader.parameters.first { $0.variable == variable.id }?.hostValue
      return hostValue.map { value(of: $0, as: variable.type) } ?? zeros(variable.type.componentCount)
    case .local, .parameter, .global, .output: return zeros(variable.type.componentCount)
    }
  }

  /// Returns the value of an input: the pixel's position, or the position of a neighbor if the input has
  /// GPUImage's name for this neighbor.
  private mutating func inputValue(of variable: Variable) -> [SSAValue] {
    guard variable.type.componentCount >= 2 else { return zeros(variable.type.componentCount) }
    var position = [graph.input(.x), graph.input(.y)]
    func shift(_ axis: Int, _ texels: Int, _ size: Int) {
      if texels == 0 { return }
      position[axis] = graph.emit(.add, position[axis], graph.float(Float(texels) / Float(size)))
    }
    if case .position(let x, let y) = HostInput(variable) {
      shift(0, x, specialization.size.width)
      shift(1, y, specialization.size.height)
    }
    return position + zeros(variable.type.componentCount - 2)
  }

  mutating func zeros(_ count: Int) -> [SSAValue] {
    Array(repeating: graph.constant(bits: 0), count: count)
  }

  func failure(_ message: String, at location: SourcePosition) -> ShaderError {
    let sink = DiagnosticSink(source)
    sink.error(message, at: location)
    return ShaderError(diagnostics: sink.diagnostics)
  }

  mutating func step(at location: SourcePosition) throws(ShaderError) {
    steps += 1
    place = location
    guard graph.operationCount <= Self.operationLimit, steps < Self.stepLimit else {
      throw failure(
        "the shader is too long: with its loops and functions put in, more than \(Self.operationLimit) operations",
        at: location)
    }
    guard nesting <= Self.nestingLimit, depth <= Self.recursionLimit else {
      throw failure(
        "calls, branches and early exits are nested more than \(Self.nestingLimit) deep", at: location)
    }
  }
}
