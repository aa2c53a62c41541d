import SeguePixels

/// What a shader is compiled for. All of it becomes constants.
struct ShaderHost: Hashable {
  /// A picture it can read.
  struct Picture: Hashable {
    var size: PixelSize
    /// Whether alpha is 1 everywhere.
    var isOpaque: Bool
  }

  /// The frame.
  var size: PixelSize
  /// The pictures by slot: first those of the transition or filter, then those of parameters.
  var pictures: [Picture]
  /// Which slot a sampler variable reads.
  var slots: [Variable.ID: Int] = [:]
  /// The values of parameters, as bits.
  var parameters: [Variable.ID: [UInt32]] = [:]
}

/// Turns a checked shader into a graph of scalars: calls are put in, loops whose turns are known are written out,
/// what a branch or loop assigns becomes a choice.
///
/// Control flow that leaves early (`return`, `break`, `continue`, `discard`) is kept as masks: lanes that have left
/// are set in `exited`, and what follows runs for the others only.
struct Lowering {
  /// Operations a shader may come to. The largest of the public collection has about 3,000.
  static let operationLimit = 60_000
  /// Statements and calls that may be gone through, whatever they come to, and how deep they may nest.
  static let stepLimit = 200_000
  static let nestingLimit = 500
  /// Operations that written-out turns of one loop may come to, statements in them, and turns.
  static let unrolledOperations = 1500
  static let unrolledSteps = 20_000
  static let unrolledTurns = 128

  let shader: CheckedShader
  let host: ShaderHost
  var graph = Graph()
  /// The components of every variable by its id, and after them the masks and the result of the present function.
  var environment: [[Value]]
  let flags: Flags
  private var nesting = 0
  /// Statements and calls gone through.
  private(set) var steps = 0

  /// Where the environment keeps what is not a variable.
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

  init(_ shader: CheckedShader, host: ShaderHost) {
    self.shader = shader
    self.host = host
    flags = Flags(after: shader.variables.count)
    environment = Array(repeating: [], count: shader.variables.count + 6)
    for flag in [flags.exited, flags.returned, flags.broke, flags.continued, flags.discarded] {
      environment[flag] = [graph.bool(false)]
    }
  }

  /// Lowers the whole shader; gives red, green, blue and alpha.
  mutating func run() throws(ShaderError) -> [Value] {
    for variable in shader.variables { environment[variable.id] = initialValue(of: variable) }
    for global in shader.globals {
      if let initial = global.initial { environment[global.variable] = try evaluate(initial) }
    }
    let entry = shader.functions[shader.entry]
    switch shader.kind {
    case .transition:
      if let parameter = entry.parameters.first {
        environment[parameter.variable] = [graph.input(.x), graph.input(.y)]
      }
      try run(entry.body)
      let color = environment[flags.result]
      return color.count == 4 ? discardable(color) : zeros(4)
    case .fragment:
      try run(entry.body)
      guard let output = shader.output else { return zeros(4) }
      return discardable(environment[output])
    }
  }

  private mutating func discardable(_ color: [Value]) -> [Value] {
    let discarded = environment[flags.discarded][0]
    let nothing = graph.float(0)
    return color.map { graph.emit(.select, discarded, nothing, $0) }
  }

  private mutating func initialValue(of variable: Variable) -> [Value] {
    switch variable.storage {
    case .progress: return [graph.input(.frame(0))]
    case .ratio: return [graph.float(Float(Double(host.size.width) / Double(host.size.height)))]
    case .fragCoord:
      let width = graph.float(Float(host.size.width))
      let height = graph.float(Float(host.size.height))
      let y = graph.emit(.mul, graph.input(.y), height)
      return [
        graph.emit(.mul, graph.input(.x), width),
        shader.kind == .transition ? y : graph.emit(.sub, height, y), graph.float(0), graph.float(1),
      ]
    case .input: return inputValue(of: variable)
    case .uniform:
      if let slot = host.slots[variable.id] { return [graph.int(Int32(slot))] }
      guard let bits = host.parameters[variable.id] else { return zeros(variable.type.componentCount) }
      return bits.map { graph.constant(bits: $0) }
    case .local, .parameter, .global, .output: return zeros(variable.type.componentCount)
    }
  }

  /// The position, or that of a neighbor as GPUImage's vertex shaders for 3 × 3 pixels name them.
  private mutating func inputValue(of variable: Variable) -> [Value] {
    let name = variable.name.lowercased()
    guard variable.type.componentCount >= 2 else { return zeros(variable.type.componentCount) }
    var position = [graph.input(.x), graph.input(.y)]
    func shift(_ axis: Int, _ texels: Float, _ size: Int) {
      position[axis] = graph.emit(.add, position[axis], graph.float(texels / Float(size)))
    }
    let isNeighbour = name.hasSuffix("texturecoordinate")
    if isNeighbour && name.contains("left") { shift(0, -1, host.size.width) }
    if isNeighbour && name.contains("right") { shift(0, 1, host.size.width) }
    if isNeighbour && name.contains("top") { shift(1, -1, host.size.height) }
    if isNeighbour && name.contains("bottom") { shift(1, 1, host.size.height) }
    return position + zeros(variable.type.componentCount - 2)
  }

  mutating func zeros(_ count: Int) -> [Value] {
    Array(repeating: graph.constant(bits: 0), count: count)
  }

  func failure(_ message: String, at location: SourcePosition) -> ShaderError {
    let reports = Reports(shader.source)
    reports.error(message, at: location)
    return ShaderError(diagnostics: reports.diagnostics)
  }

  private mutating func step(at location: SourcePosition) throws(ShaderError) {
    steps += 1
    guard graph.operationCount < Self.operationLimit, steps < Self.stepLimit else {
      throw failure(
        "the shader is too long: with its loops and functions put in, more than \(Self.operationLimit) operations",
        at: location)
    }
    guard nesting < Self.nestingLimit else {
      throw failure(
        "calls, branches and early exits are nested more than \(Self.nestingLimit) deep", at: location)
    }
  }

  // MARK: Statements

  mutating func run(_ statements: [Statement]) throws(ShaderError) {
    try run(statements[...])
  }

  private mutating func run(_ statements: ArraySlice<Statement>) throws(ShaderError) {
    var rest = statements
    while let statement = rest.popFirst() {
      try run(statement)
      let exited = environment[flags.exited][0]
      switch graph.constant(exited) {
      case .some(0): continue
      case .some: return
      case nil:
        guard !rest.isEmpty else { return }
        let stay = graph.emit(.not, exited)
        let remaining = rest
        try branch(stay) { (self) throws(ShaderError) in
          self.environment[self.flags.exited] = [self.graph.bool(false)]
          try self.run(remaining)
        }
        return
      }
    }
  }

  private mutating func run(_ statement: Statement) throws(ShaderError) {
    try step(at: statement.location)
    switch statement.kind {
    case .declare(let variable, let initial):
      environment[variable] =
        try initial.map { (initial) throws(ShaderError) in try evaluate(initial) }
        ?? zeros(shader.variables[variable].type.componentCount)
    case .expression(let expression): _ = try evaluate(expression)
    case .block(let statements): try run(statements)
    case .if(let condition, let then, let otherwise):
      let mask = try evaluate(condition)[0]
      try branch(mask) { (self) throws(ShaderError) in
        try self.run(then)
      } else: { (self) throws(ShaderError) in
        try self.run(otherwise)
      }
    case .loop(let loop): try run(loop, at: statement.location)
    case .switch(let value, let sections): try runSwitch(try evaluate(value)[0], sections)
    case .break: exit(flags.broke)
    case .continue: exit(flags.continued)
    case .return(let value):
      if let value { environment[flags.result] = try evaluate(value) }
      exit(flags.returned)
    case .discard:
      exit(flags.discarded)
    }
  }

  private mutating func exit(_ flag: Int) {
    environment[flag] = [graph.bool(true)]
    environment[flags.exited] = [graph.bool(true)]
  }

  /// Sets `exited` to the lanes of some flags.
  mutating func setExited(_ some: Int...) {
    let none = graph.bool(false)
    environment[flags.exited] = [
      some.reduce(none) { graph.emit(.or, $0, environment[$1][0]) }
    ]
  }

  typealias Body = (inout Lowering) throws(ShaderError) -> Void

  /// Runs one of two bodies, or both and chooses.
  mutating func branch(
    _ condition: Value, _ then: Body, else otherwise: Body = { (_) throws(ShaderError) in }
  ) throws(ShaderError) {
    if let known = graph.constant(condition) {
      if known != 0 { try then(&self) } else { try otherwise(&self) }
      return
    }
    nesting += 1
    defer { nesting -= 1 }
    let before = environment
    graph.open()
    try then(&self)
    let thenItems = graph.close()
    let a = environment
    environment = before
    graph.open()
    try otherwise(&self)
    let otherwiseItems = graph.close()
    graph.add(Graph.Branch(condition: condition, then: thenItems, otherwise: otherwiseItems))
    merge(condition, a, environment)
  }

  /// Sets the environment to a choice between two.
  mutating func merge(_ condition: Value, _ a: [[Value]], _ b: [[Value]]) {
    for index in environment.indices where a[index] != b[index] {
      // The result of a function has components from the first `return` on.
      let count = max(a[index].count, b[index].count)
      environment[index] = (0..<count).map { component in
        let nothing = graph.constant(bits: 0)
        let x = component < a[index].count ? a[index][component] : nothing
        let y = component < b[index].count ? b[index][component] : nothing
        return graph.emit(.select, condition, x, y)
      }
    }
  }

  private mutating func runSwitch(_ value: Value, _ sections: [Section]) throws(ShaderError) {
    let outer = environment[flags.broke]
    environment[flags.broke] = [graph.bool(false)]
    func isLabel(_ label: Literal) -> Value { graph.emit(.ieq, value, self.value(of: label)) }
    let none = graph.bool(false)
    let labels = sections.flatMap { $0.labels.compactMap { $0 } }
    let any = labels.reduce(none) { graph.emit(.or, $0, isLabel($1)) }
    var reached = none
    for section in sections {
      for label in section.labels {
        reached = graph.emit(.or, reached, label.map { isLabel($0) } ?? graph.emit(.not, any))
      }
      let enter = graph.emit(.and, reached, graph.emit(.not, environment[flags.exited][0]))
      try branch(enter) { (self) throws(ShaderError) in
        self.environment[self.flags.exited] = [self.graph.bool(false)]
        try self.run(section.body)
      }
    }
    environment[flags.broke] = outer
    setExited(flags.returned, flags.continued, flags.discarded)
  }

  mutating func value(of literal: Literal) -> Value {
    switch literal {
    case .float(let value): graph.float(Float(value))
    case .int(let value): graph.int(value)
    case .uint(let value): graph.constant(bits: value)
    case .bool(let value): graph.bool(value)
    }
  }

  // MARK: Calls

  mutating func call(
    _ id: Function.ID, _ arguments: [CallArgument], at location: SourcePosition
  ) throws(ShaderError) -> [Value] {
    let function = shader.functions[id]
    try step(at: location)
    nesting += 1
    defer { nesting -= 1 }
    var values: [[Value]] = []
    var places: [(index: Int, place: ResolvedPlace)] = []
    for (index, argument) in arguments.enumerated() {
      switch argument {
      case .value(let expression): values.append(try evaluate(expression))
      case .place(let place):
        let resolved = try resolve(place)
        places.append((index, resolved))
        values.append(
          function.parameters[index].direction == .out ? zeros(place.type.componentCount) : read(resolved))
      }
    }
    for (parameter, value) in zip(function.parameters, values) { environment[parameter.variable] = value }
    let outer = environment[flags.result]
    environment[flags.result] = zeros(function.result.componentCount)
    try run(function.body)
    let result = environment[flags.result]
    environment[flags.result] = outer
    environment[flags.returned] = [graph.bool(false)]
    setExited(flags.discarded)
    for (index, place) in places {
      write(environment[function.parameters[index].variable], to: place)
    }
    return result
  }
}
