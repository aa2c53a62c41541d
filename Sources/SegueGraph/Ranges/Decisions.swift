import SegueLaneProgram

/// An operation for which the block program may decide that the result is a constant, or equals an input, in
/// a whole block.
struct Decision {
  enum Outcome: Hashable {
    /// The result is this constant for every pixel, given as bits.
    case constant(UInt32)
    /// The result equals the operation's input at this index for every pixel.
    case input(Int)
  }

  let value: SSAValue
  /// The possible outcomes, each with a mask in the block program; the first outcome whose mask is set
  /// applies.
  let outcomes: [(mask: SSAValue, outcome: Outcome)]
}

/// Facts about values; each fact holds in every block.
struct RangeFacts {
  /// Values that are finite for every pixel.
  let finite: ValueSet
  /// Values for which the sign of a zero may affect pixels.
  let signed: ValueSet
}

extension RangeAnalysis {
  /// Analyzes the graph.
  ///
  /// - Returns: Possible decisions, in the order of computation, and facts that hold in all blocks.
  mutating func decisions() -> (decisions: [Decision], facts: RangeFacts) {
    let signed = source.zeroSignsThatCount()
    let weights = source.mixWeights
    var decisions: [Decision] = []
    visit(source.nodes, where: nil) { analysis, operation, reached in
      guard let value = operation.outputs.first, !signed.contains(value) else { return }
      let decision = analysis.decision(operation, isWeight: weights.contains(value), where: reached)
      if let decision { decisions.append(decision) }
    }
    let finite = known.values { $0.kind == .float && $0.isSure && $0.range != nil }
    return (decisions, RangeFacts(finite: finite, signed: signed))
  }

  /// Analyzes nodes, and visits each operation with the mask of the blocks that may reach the operation; the
  /// mask is nil if all blocks reach it.
  private mutating func visit(
    _ nodes: [Graph.Node], where reached: SSAValue?,
    _ body: (inout RangeAnalysis, Graph.Operation, SSAValue?) -> Void
  ) {
    for node in nodes {
      switch node {
      case .operation(let operation):
        analyze(operation)
        if operation.outputs.contains(where: live.contains) { body(&self, operation, reached) }
      case .branch(let branch):
        var (then, otherwise) = (reached, reached)
        if let mask = bounds(branch.condition, .mask) {
          then = conjunction(reached, mask.high)
          otherwise = conjunction(reached, graph.emit(.not, mask.low))
        }
        visit(branch.then, where: then, body)
        visit(branch.otherwise, where: otherwise, body)
      case .loop(let loop):
        visit(loop.head, where: reached, body)
        visit(loop.body, where: reached, body)
      }
    }
  }

  private mutating func conjunction(_ a: SSAValue?, _ b: SSAValue) -> SSAValue {
    a.map { graph.emit(.and, $0, b) } ?? b
  }

  private mutating func decision(_ operation: Graph.Operation, isWeight: Bool, where reached: SSAValue?)
    -> Decision?
  {
    let value = operation.outputs[0]
    var outcomes: [(mask: SSAValue, outcome: Decision.Outcome)] = []
    switch operation.opcode {
    case .lt, .le, .eq, .ne, .ilt, .ile, .ieq, .ine:
      guard let mask = bounds(value, .mask) else { return nil }
      outcomes = [(mask.low, .constant(~0)), (graph.emit(.not, mask.high), .constant(0))]
    case .min, .max:
      guard let a = bounds(operation.inputs[0]), let b = bounds(operation.inputs[1]) else { return nil }
      let (isLess, isMore) = (graph.emit(.le, a.high, b.low), graph.emit(.le, b.high, a.low))
      outcomes =
        operation.opcode == .min
        ? [(isLess, .input(0)), (isMore, .input(1))] : [(isLess, .input(1)), (isMore, .input(0))]
    case .clamp:
      guard let a = bounds(operation.inputs[0]), let low = bounds(operation.inputs[1]),
        let high = bounds(operation.inputs[2])
      else { return nil }
      let isOrdered = graph.emit(.le, low.high, high.low)
      let isInside = graph.emit(.and, graph.emit(.le, low.high, a.low), graph.emit(.le, a.high, high.low))
      outcomes = [
        (graph.emit(.and, isOrdered, isInside), .input(0)),
        (graph.emit(.and, isOrdered, graph.emit(.le, a.high, low.low)), .input(1)),
        (graph.emit(.and, isOrdered, graph.emit(.le, high.high, a.low)), .input(2)),
      ]
    case .step, .smoothstep, .saturate, .sign: break
    default: if !isWeight { return nil }
    }
    if outcomes.isEmpty {
      guard let number = bounds(value) else { return nil }
      outcomes = [(Float(0), UInt32(0)), (1, Float(1).bitPattern)].map { number0, bits in
        let constant = graph.float(number0)
        let isIt = graph.emit(
          .and, graph.emit(.le, constant, number.low), graph.emit(.le, number.high, constant))
        return (isIt, .constant(bits))
      }
    }
    if let reached { outcomes = outcomes.map { (graph.emit(.and, reached, $0.mask), $0.outcome) } }
    outcomes.removeAll { graph.constant($0.mask) == 0 }
    return outcomes.isEmpty ? nil : Decision(value: value, outcomes: outcomes)
  }
}

extension Graph {
  /// The values that are weights of `mix` operations.
  fileprivate var mixWeights: ValueSet {
    var weights: ValueSet = []
    forEachOperation(nodes) { if $0.opcode == .mix { weights.insert($0.inputs[2]) } }
    return weights
  }

  fileprivate func forEachOperation(_ nodes: [Node], _ body: (Operation) -> Void) {
    for node in nodes {
      switch node {
      case .operation(let operation): body(operation)
      case .branch(let branch): forEachOperation(branch.then + branch.otherwise, body)
      case .loop(let loop): forEachOperation(loop.head + loop.body, body)
      }
    }
  }

  /// Returns the values for which the sign of a zero may affect pixels.
  fileprivate func zeroSignsThatCount() -> ValueSet {
    var inputs: ValueTable<[SSAValue]> = [:]
    var pending: [SSAValue] = []
    forEachOperation(nodes) { operation in
      switch operation.opcode {
      case .div, .mod: pending.append(operation.inputs[1])
      case .inversesqrt, .atan2, .pow, .log, .log2, .normalize2, .normalize3: pending += operation.inputs
      // The operands may be the bits of floats.
      case .and, .or, .xor, .not, .shl, .shr, .ushr, .ilt, .ile, .ieq, .ine, .ult, .ule, .iadd, .isub,
        .imul, .idiv, .imod, .imin, .imax, .ineg, .iabs, .isign, .udiv, .umod, .umin, .umax, .i2f, .u2f:
        pending += operation.inputs
      // The result of these operations does not depend on the sign of a zero.
      case .abs, .saturate, .smoothstep, .step, .lt, .le, .eq, .ne, .f2i, .f2u, .fetch, .fetchFloats: return
      default: break
      }
      for output in operation.outputs { inputs[output] = operation.inputs }
    }
    for loop in loops(nodes) { for carried in loop.carried { pending += [carried.initial, carried.next] } }
    var found: ValueSet = []
    while let value = pending.popLast() {
      // Integers and masks have no negative zero.
      guard !isMask(value), found.insert(value) else { continue }
      pending += inputs[value] ?? []
    }
    return found
  }

  private func loops(_ nodes: [Node]) -> [Loop] {
    nodes.flatMap { node -> [Loop] in
      switch node {
      case .operation: []
      case .branch(let branch): loops(branch.then + branch.otherwise)
      case .loop(let loop): [loop] + loops(loop.head + loop.body)
      }
    }
  }
}
