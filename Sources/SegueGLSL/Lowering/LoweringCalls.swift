import SegueGraph
import SegueLaneProgram

extension Lowering {
  mutating func call(
    _ id: Function.ID, _ arguments: [CallArgument], at location: SourcePosition
  ) throws(ShaderError) -> [SSAValue] {
    let function = shader.functions[id]
    try step(at: location)
    nesting += 1
    defer { nesting -= 1 }
    var values: [[SSAValue]] = []
    var targets: [(index: Int, target: ResolvedLValue)] = []
    for (index, argument) in arguments.enumerated() {
      switch argument {
      case .value(let expression): values.append(try evaluate(expression))
      case .lvalue(let target):
        let resolved = try resolve(target)
        targets.append((index, resolved))
        values.append(
          function.parameters[index].direction == .out ? zeros(target.type.componentCount) : read(resolved))
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
    for (index, target) in targets {
      write(environment[function.parameters[index].variable], to: target)
    }
    return result
  }

  mutating func call(_ builtin: Builtin, _ arguments: [Expression]) throws(ShaderError) -> [SSAValue] {
    var values: [[SSAValue]] = []
    for argument in arguments { values.append(try evaluate(argument)) }
    return builtin.lower(&self, values)
  }

  // MARK: Parts of built-in functions

  /// Applies one operation to each component of vectors with equal counts.
  mutating func each(_ opcode: LaneOperation, _ arguments: [[SSAValue]]) -> [SSAValue] {
    arguments[0].indices.map { component in graph.emit(opcode, arguments.map { $0[component] })[0] }
  }

  mutating func each(_ opcode: LaneOperation, _ a: [SSAValue], _ b: [SSAValue]) -> [SSAValue] {
    each(opcode, [a, b])
  }

  mutating func scaled(_ a: [SSAValue], by factor: SSAValue) -> [SSAValue] {
    a.map { graph.emit(.mul, $0, factor) }
  }
}
