import SegueGraph

extension Lowering {
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
    depth += 1
    defer { depth -= 1 }
    switch statement.kind {
    case .declare(let variable, let initial):
      environment[variable] =
        try initial.map { (initial) throws(ShaderError) in try evaluate(initial) }
        ?? zeros(shader.variables[variable].type.componentCount)
    case .expression(let expression): _ = try evaluate(expression)
    case .block(let statements): try run(statements)
    case .if(let condition, let then, let otherwise):
      let mask = try evaluate(condition)[0]
      var isLink = false
      if otherwise.count == 1, case .if = otherwise[0].kind { isLink = true }
      try branch(mask, isLink: isLink) { (self) throws(ShaderError) in
        try self.run(then)
      } else: { (self) throws(ShaderError) in
        try self.run(otherwise)
      }
    case .loop(let loop): try run(loop, at: statement.location)
    case .switch(let value, let cases): try runSwitch(try evaluate(value)[0], cases)
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

  /// Sets `exited` to the union of some exit masks.
  mutating func setExited(_ some: Int...) {
    let none = graph.bool(false)
    environment[flags.exited] = [
      some.reduce(none) { graph.emit(.or, $0, environment[$1][0]) }
    ]
  }

  typealias Body = (inout Lowering) throws(ShaderError) -> Void

  /// Lowers one of two bodies if the condition is constant, else both bodies with a selection of their
  /// results.
  ///
  /// With `isLink`, which marks a branch of a chain of `else if`, `?:`, `&&` or `||`, the second body does
  /// not count toward the nesting limit.
  mutating func branch(
    _ condition: SSAValue, isLink: Bool = false, _ then: Body,
    else otherwise: Body = { (_) throws(ShaderError) in }
  ) throws(ShaderError) {
    if let known = graph.constant(condition) {
      if known != 0 { try then(&self) } else { try otherwise(&self) }
      return
    }
    nesting += 1
    branchDepth += 1
    defer {
      if !isLink { nesting -= 1 }
      branchDepth -= 1
    }
    guard branchDepth <= Self.branchLimit else {
      throw failure("branches are nested more than \(Self.branchLimit) deep", at: place)
    }
    let before = environment
    graph.open()
    try then(&self)
    let thenNodes = graph.close()
    let a = environment
    environment = before
    if isLink { nesting -= 1 }
    graph.open()
    try otherwise(&self)
    let otherwiseNodes = graph.close()
    graph.add(Graph.Branch(condition: condition, then: thenNodes, otherwise: otherwiseNodes))
    merge(condition, a, environment)
  }

  /// Sets each variable to a selection between its values in two environments.
  mutating func merge(_ condition: SSAValue, _ a: [[SSAValue]], _ b: [[SSAValue]]) {
    for index in environment.indices where a[index] != b[index] {
      // Uses 0 for a component that one of the environments lacks.
      let count = max(a[index].count, b[index].count)
      environment[index] = (0..<count).map { component in
        let nothing = graph.constant(bits: 0)
        let x = component < a[index].count ? a[index][component] : nothing
        let y = component < b[index].count ? b[index][component] : nothing
        return graph.emit(.select, condition, x, y)
      }
    }
  }

  private mutating func runSwitch(_ value: SSAValue, _ cases: [SwitchCase]) throws(ShaderError) {
    let outer = environment[flags.broke]
    environment[flags.broke] = [graph.bool(false)]
    func isLabel(_ label: Literal) -> SSAValue { graph.emit(.ieq, value, self.value(of: label)) }
    let none = graph.bool(false)
    let labels = cases.flatMap { $0.labels.compactMap { $0 } }
    let any = labels.reduce(none) { graph.emit(.or, $0, isLabel($1)) }
    var reached = none
    for one in cases {
      for label in one.labels {
        reached = graph.emit(.or, reached, label.map { isLabel($0) } ?? graph.emit(.not, any))
      }
      let enter = graph.emit(.and, reached, graph.emit(.not, environment[flags.exited][0]))
      try branch(enter) { (self) throws(ShaderError) in
        self.environment[self.flags.exited] = [self.graph.bool(false)]
        try self.run(one.body)
      }
    }
    environment[flags.broke] = outer
    setExited(flags.returned, flags.continued, flags.discarded)
  }
}
