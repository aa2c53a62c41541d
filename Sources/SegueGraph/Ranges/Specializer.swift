import SegueLaneProgram

/// Facts about pictures: for each fact, the set of the texture slots whose pictures have this property.
package struct PictureFacts {
  /// Pictures whose pixels are all opaque.
  package let opaque: Set<Int>
  /// Pictures with the frame's size.
  package let framed: Set<Int>
  /// Pictures whose samples are in 0…1.
  package let bounded: Set<Int>
  /// Pictures with the sample type of the frame, and without negative zeros.
  package let copyable: Set<Int>

  package init(opaque: Set<Int>, framed: Set<Int>, bounded: Set<Int>, copyable: Set<Int>) {
    (self.opaque, self.framed, self.bounded, self.copyable) = (opaque, framed, bounded, copyable)
  }
}

/// Rebuilds a graph for the decisions of a block: replaces the result of each decided operation by a constant
/// or by one of the operation's inputs, and leaves out dead values of the original graph and branches that
/// are never taken.
struct Specializer {
  private let source: Graph
  private let live: ValueSet
  private let decided: ValueTable<Decision.Outcome>
  private let facts: RangeFacts
  private let pictures: PictureFacts
  private var graph = Graph(isExact: true)
  private var values: ValueTable<SSAValue> = [:]

  /// - Parameters:
  ///   - source: The graph.
  ///   - live: The values that the graph's results need.
  ///   - decided: The outcome of each decided value.
  ///   - facts: Facts about values that hold in every block.
  ///   - pictures: Facts about the graph's pictures.
  private init(
    _ source: Graph, live: ValueSet, decided: ValueTable<Decision.Outcome>, _ facts: RangeFacts,
    _ pictures: PictureFacts
  ) {
    self.source = source
    self.live = live
    self.decided = decided
    self.facts = facts
    self.pictures = pictures
  }

  /// Returns the specialized graph and its results.
  static func specialize(
    _ source: Graph, _ results: [SSAValue], live: ValueSet, decided: ValueTable<Decision.Outcome>,
    _ facts: RangeFacts, _ pictures: PictureFacts
  ) -> (graph: Graph, results: [SSAValue]) {
    var specializer = Specializer(source, live: live, decided: decided, facts, pictures)
    specializer.add(source.nodes)
    let mapped = results.map { specializer.mapped($0) }
    return (specializer.graph, mapped)
  }

  private mutating func mapped(_ value: SSAValue) -> SSAValue {
    if let known = values[value] { return known }
    if let bits = source.constant(value) { return graph.constant(bits: bits) }
    if let input = source.inputs[value] { return graph.input(input) }
    // Returns any constant for a value that only an unreachable region computes, since no select reads it.
    return graph.constant(bits: 0)
  }

  private mutating func add(_ nodes: [Graph.Node]) {
    for node in nodes where node.isLive(live) {
      switch node {
      case .operation(let operation): add(operation)
      case .branch(let branch):
        let condition = mapped(branch.condition)
        if let bits = graph.constant(condition) {
          add(bits == 0 ? branch.otherwise : branch.then)
          continue
        }
        graph.open()
        add(branch.then)
        let then = graph.close()
        graph.open()
        add(branch.otherwise)
        let otherwise = graph.close()
        graph.add(Graph.Branch(condition: condition, then: then, otherwise: otherwise))
      case .loop(let loop): add(loop)
      }
    }
  }

  private mutating func add(_ loop: Graph.Loop) {
    let initial = loop.carried.map { mapped($0.initial) }
    graph.open(loop: true)
    let places = loop.carried.map { graph.carried(source.dependence($0.value)) }
    for (carried, place) in zip(loop.carried, places) { values[carried.value] = place }
    add(loop.head)
    let alive = mapped(loop.alive)
    let head = graph.takeNodes()
    add(loop.body)
    // Copies a carried value that takes the value of another carried value, since all carried values change
    // simultaneously.
    let next = zip(loop.carried, places).map { carried, place in
      let value = mapped(carried.next)
      return value != place && places.contains(value) ? graph.copy(value) : value
    }
    let body = graph.close()
    let carried = places.indices.map {
      Graph.Loop.Carried(value: places[$0], initial: initial[$0], next: next[$0])
    }
    graph.add(Graph.Loop(carried: carried, head: head, alive: alive, body: body))
  }

  private mutating func add(_ operation: Graph.Operation) {
    let inputs = operation.inputs.map { mapped($0) }
    switch operation.outputs.first.flatMap({ decided[$0] }) {
    case .constant(let bits): values[operation.outputs[0]] = graph.constant(bits: bits)
    case .input(let index): values[operation.outputs[0]] = inputs[index]
    case nil:
      if operation.opcode == .move {
        values[operation.outputs[0]] = graph.copy(inputs[0], source.dependence(operation.outputs[0]))
      } else if let value = simplified(operation, inputs) {
        values[operation.outputs[0]] = value
      } else {
        let outputs =
          rowFetch(operation, inputs).map { graph.emit($0, [], texels: operation.texels) }
          ?? graph.emit(operation.opcode, inputs, texels: operation.texels)
        for (output, value) in zip(operation.outputs, outputs) { values[output] = value }
      }
    }
  }

  /// Returns the operation that replaces a sample at the pixel's own position: a read of the texel, without
  /// interpolation.
  ///
  /// Nil for other operations.
  ///
  /// A warp, for example, samples at the pixel's own position in blocks that it does not distort.
  private mutating func rowFetch(_ operation: Graph.Operation, _ inputs: [SSAValue]) -> LaneOperation? {
    guard let texels = operation.texels, pictures.framed.contains(texels.texture),
      inputs == [graph.input(.x), graph.input(.y)]
    else { return nil }
    switch operation.opcode {
    case .fetch: return .fetchRow
    case .fetchFloats: return .fetchRowFloats
    default: return nil
    }
  }

  /// Returns an existing value or a constant that equals the operation's result, up to the sign of zero; nil
  /// if no rule applies.
  private mutating func simplified(_ operation: Graph.Operation, _ inputs: [SSAValue]) -> SSAValue? {
    guard let output = operation.outputs.first, !facts.signed.contains(output) else { return nil }
    func isFinite(_ index: Int) -> Bool {
      let input = operation.inputs[index]
      return facts.finite.contains(input)
        || source.constant(input).map { Float(bitPattern: $0).isFinite } ?? false
    }
    func isConstant(_ index: Int, _ number: Float) -> Bool {
      graph.constant(inputs[index]) == number.bitPattern
    }
    switch operation.opcode {
    case .mix:
      if isConstant(2, 0) && isFinite(1) { return inputs[0] }
      if isConstant(2, 1) && isFinite(0) { return inputs[1] }
    case .mul:
      if isConstant(0, 0) && isFinite(1) || isConstant(1, 0) && isFinite(0) { return graph.float(0) }
    case .add:
      if isConstant(0, 0) { return inputs[1] }
      if isConstant(1, 0) { return inputs[0] }
    case .sub:
      if isConstant(1, 0) { return inputs[0] }
    default: break
    }
    return nil
  }
}
