import SegueGraph
import SeguePixels

extension Lowering {
  mutating func run(_ loop: Loop, at location: SourcePosition) throws(ShaderError) {
    try run(loop.initial)
    let outer = (environment[flags.broke], environment[flags.continued])
    environment[flags.broke] = [graph.bool(false)]
    environment[flags.continued] = [graph.bool(false)]
    let saved = (graph, environment)
    if !(try unroll(loop)) {
      (graph, environment) = saved
      try runTurns(loop, at: location)
    }
    environment[flags.broke] = outer.0
    environment[flags.continued] = outer.1
    setExited(flags.returned, flags.discarded)
  }

  /// Unrolls the loop; returns false if the condition or the exits of an iteration are not constant, or a
  /// limit is exceeded.
  private mutating func unroll(_ loop: Loop) throws(ShaderError) -> Bool {
    let start = (operations: graph.operationCount, steps: steps, spared: sparedChoices)
    var turns = 0
    while true {
      if let condition = loop.condition, loop.testsFirst || turns > 0 {
        let mask = try evaluate(condition)[0]
        guard let known = graph.constant(mask) else { return false }
        if known == 0 { return true }
      }
      turns += 1
      let spared = sparedChoices - start.spared
      guard turns <= max(Self.unrolledTurns, min(spared, Self.indexedTurns)),
        graph.operationCount - start.operations
          < max(Self.unrolledOperations, min(spared, Self.indexedOperations)),
        steps - start.steps < max(Self.unrolledSteps, min(spared, Self.stepLimit / 2))
      else { return false }
      try turn(loop)
      guard let left = graph.constant(environment[flags.exited][0]) else { return false }
      if left != 0 { return true }
    }
  }

  /// Lowers the body and the step of a loop for the lanes inside the loop; afterwards the mask `exited` holds
  /// the lanes that leave the loop.
  private mutating func turn(_ loop: Loop) throws(ShaderError) {
    try run(loop.body)
    environment[flags.continued] = [graph.bool(false)]
    setExited(flags.returned, flags.broke, flags.discarded)
    guard let step = loop.step else { return }
    let stay = graph.emit(.not, environment[flags.exited][0])
    try branch(stay) { (self) throws(ShaderError) in _ = try self.evaluate(step) }
  }

  /// A component of a variable: the variable's index in `environment`, and the component's index.
  private struct Component: Hashable {
    let index: Int
    let component: Int
  }

  /// Lowers a loop whose number of iterations is not known at compile time.
  ///
  /// The values that iterations pass on (carried values), and the inputs on which these values depend, are
  /// found by a fixed-point iteration: the first attempt carries no values, and each later attempt also
  /// carries the values that the previous attempt changed. The set of carried values only grows, so the
  /// attempts end.
  private mutating func runTurns(_ loop: Loop, at location: SourcePosition) throws(ShaderError) {
    var carried: [Component: Dependence] = [:]
    // Each attempt starts from the same graph and environment.
    let saved = (graph, environment)
    while true {
      (graph, environment) = saved
      let before = environment
      let order = carried.keys.sorted { ($0.index, $0.component) < ($1.index, $1.component) }
      graph.open(loop: true)
      var values: [Component: SSAValue] = [:]
      for key in order {
        let value = graph.carried(carried[key] ?? [])
        values[key] = value
        environment[key.index][key.component] = value
      }
      let atStart = environment
      let left = environment[flags.exited][0]
      environment[flags.exited] = [graph.bool(false)]
      var alive = graph.emit(.not, left)
      // A condition with assignments is evaluated within the iteration.
      var testsInside = false
      if let condition = loop.condition, loop.testsFirst {
        let here = (graph, environment)
        let mask = try evaluate(condition)[0]
        if environment == here.1 {
          alive = graph.emit(.and, alive, mask)
        } else {
          (graph, environment) = here
          testsInside = true
        }
      }
      let head = graph.takeNodes()
      if testsInside, let condition = loop.condition {
        let mask = try evaluate(condition)[0]
        try leave(unless: mask)
        let stay = graph.emit(.not, environment[flags.exited][0])
        try branch(stay) { (self) throws(ShaderError) in
          self.environment[self.flags.exited] = [self.graph.bool(false)]
          try self.turn(loop)
        }
      } else {
        try turn(loop)
      }
      if let condition = loop.condition, !loop.testsFirst {
        let stay = graph.emit(.not, environment[flags.exited][0])
        try branch(stay) { (self) throws(ShaderError) in
          try self.leave(unless: try self.evaluate(condition)[0])
        }
      }
      // Keeps the values of lanes outside the loop by selects; none is needed if all lanes leave the loop
      // together.
      let isUniform = !graph.dependence(alive).contains(.x)
      var next: [Component: SSAValue] = [:]
      var grew = false
      for index in environment.indices
      where environment[index] != atStart[index] || before[index] != atStart[index] {
        // Locals of the body are not carried: each iteration sets them anew.
        guard environment[index].count == before[index].count else { continue }
        for component in environment[index].indices {
          let key = Component(index: index, component: component)
          let now = environment[index][component]
          let then = atStart[index][component]
          if now == then && values[key] == nil { continue }
          let kept = isUniform ? now : graph.emit(.select, alive, now, then)
          let dependence = graph.dependence(kept).union(graph.dependence(alive)).union(
            graph.dependence(before[index][component]))
          if let known = carried[key], known.isSuperset(of: dependence) {
            next[key] = kept
          } else {
            carried[key, default: []].formUnion(dependence)
            grew = true
          }
        }
      }
      if grew { continue }

      // Copies a carried value that takes the value of another carried value, since all carried values change
      // simultaneously.
      let ids = Set(values.values)
      for key in order {
        if let value = next[key], ids.contains(value), value != values[key] { next[key] = graph.copy(value) }
      }
      let body = graph.close()
      let node = Graph.Loop(
        carried: order.compactMap { key in
          guard let value = values[key], let next = next[key] else { return nil }
          return .init(value: value, initial: before[key.index][key.component], next: next)
        }, head: head, alive: alive, body: body)
      graph.add(node)
      environment = atStart
      environment[flags.exited] = [left]
      // Makes the values after the loop depend on all inputs on which the loop depends.
      let whole = graph.dependence(of: node)
      for key in order {
        environment[key.index][key.component] = graph.copy(environment[key.index][key.component], whole)
      }
      return
    }
  }

  /// Makes the lanes outside a mask leave the loop.
  private mutating func leave(unless mask: SSAValue) throws(ShaderError) {
    let out = graph.emit(.not, mask)
    environment[flags.broke] = [graph.emit(.or, environment[flags.broke][0], out)]
    environment[flags.exited] = [graph.emit(.or, environment[flags.exited][0], out)]
  }
}
