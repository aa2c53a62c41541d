package import SegueLaneProgram

/// The intermediate representation: operations on scalars in order of computation, with branches and loops as
/// nested regions.
///
/// The graph is optimized while it is built: `emit` folds constants (with the kernels themselves),
/// simplifies, eliminates common subexpressions, and hoists loop-invariant code.
package struct Graph: Sendable {
  /// The properties of a value.
  private struct ValueInfo {
    var dependence: Dependence
    var constant: UInt32?
    /// The nesting depth of the region that defines the value: 0 outside all branches and loops.
    var depth: Int
    var definition: (opcode: LaneOperation, inputs: [SSAValue])?
    var isRead = false
    /// Whether every lane is 0 or has all bits set.
    ///
    /// Cached, since the test walks a chain of mask operations, one for each early exit of the shader.
    var isMask = false
  }

  /// The identity of an operation, for common-subexpression elimination.
  private struct OperationKey: Hashable {
    let opcode: LaneOperation
    let inputs: [SSAValue]
    let texels: LaneProgram.Texels?
  }

  /// A region under construction.
  private struct Region {
    let isLoop: Bool
    var nodes: [Node] = []
    /// Operations whose results can be reused until the region is closed.
    var available: [OperationKey] = []
  }

  /// Whether only bit-exact simplifications apply; set for graphs derived from another graph.
  let isExact: Bool
  private var infos: [ValueInfo] = []
  private var constants: [UInt32: SSAValue] = [:]
  private var regions = [Region(isLoop: false)]
  /// The results of the expressions that are available in the open regions.
  private var available: [OperationKey: [SSAValue]] = [:]
  /// The number of operations added so far, for limits on the size of a shader.
  package private(set) var operationCount = 0
  package private(set) var inputs: [SSAValue: Input] = [:]
  /// Known quotients, each with its divisor, by dividend: for example pixel coordinates divided by the frame
  /// size.
  package var quotients: [SSAValue: (divisor: UInt32, quotient: SSAValue)] = [:]
  private var inputValues: [Input: SSAValue] = [:]

  /// Lookup tables; a program reads them as pictures, with indices after the indices of all other pictures.
  package private(set) var tables: [GraphTable] = []

  /// Whether some values depend on the row only through step functions, and so are equal in neighboring rows.
  package private(set) var hasBands = false

  /// Whether a register holds quads of 2 × 2 pixels, so that the pixels of a register differ in row as well
  /// as in column.
  package let hasQuads: Bool

  package init(isExact: Bool = false, hasQuads: Bool = false) {
    self.isExact = isExact
    self.hasQuads = hasQuads
  }

  /// An input of the program.
  package enum Input: Hashable {
    /// The position of the pixel's center, 0…1; in block programs the smallest position in the block.
    case x, y
    /// The largest position of a pixel's center in the block, for block programs.
    case xEnd, yEnd
    /// A number set for each frame.
    case frame(Int)
  }

  var nodes: [Node] { regions[0].nodes }

  /// Adds a table and returns its index; equal tables share one index.
  package mutating func index(of table: GraphTable) -> Int {
    if let known = tables.firstIndex(of: table) { return known }
    tables.append(table)
    return tables.count - 1
  }

  package func dependence(_ value: SSAValue) -> Dependence { infos[value.id].dependence }
  package func constant(_ value: SSAValue) -> UInt32? { infos[value.id].constant }

  /// Returns the operation that computes a value; nil for constants, inputs and carried values.
  package func definition(_ value: SSAValue) -> (opcode: LaneOperation, inputs: [SSAValue])? {
    infos[value.id].definition
  }

  /// Whether every lane of a value is 0 or has all bits set.
  func isMask(_ value: SSAValue) -> Bool { infos[value.id].isMask }

  /// Whether an operation added so far reads a value.
  func isRead(_ value: SSAValue) -> Bool { infos[value.id].isRead }

  private mutating func make(_ dependence: Dependence, constant: UInt32? = nil, depth: Int) -> SSAValue {
    infos.append(ValueInfo(dependence: dependence, constant: constant, depth: depth))
    return SSAValue(id: infos.count - 1)
  }

  package mutating func constant(bits: UInt32) -> SSAValue {
    if let known = constants[bits] { return known }
    let value = make([], constant: bits, depth: 0)
    infos[value.id].isMask = bits == 0 || bits == ~0
    constants[bits] = value
    return value
  }

  package mutating func float(_ value: Float) -> SSAValue { constant(bits: value.bitPattern) }
  package mutating func int(_ value: Int32) -> SSAValue { constant(bits: UInt32(bitPattern: value)) }
  package mutating func bool(_ value: Bool) -> SSAValue { constant(bits: value ? ~0 : 0) }

  package mutating func input(_ input: Input) -> SSAValue {
    if let known = inputValues[input] { return known }
    let dependence: Dependence =
      switch input {
      case .x, .xEnd: .x
      case .y, .yEnd: hasQuads ? .pixel : .y
      case .frame: .frame
      }
    let value = make(dependence, depth: 0)
    inputValues[input] = value
    inputs[value] = input
    return value
  }

  /// Adds an operation, or returns its results if an equal operation is available.
  package mutating func emit(_ opcode: LaneOperation, _ inputs: [SSAValue], texels: LaneProgram.Texels? = nil)
    -> [SSAValue]
  {
    if texels == nil {
      // Simplifies powers before folding constants: a power replaced by a product is also defined for
      // negative bases, and folding must give the same value.
      if !isExact, opcode == .pow, let product = simplified(opcode, inputs) { return [product] }
      let bits = inputs.compactMap { constant($0) }
      if bits.count == inputs.count, let folded = opcode.evaluate(bits) {
        return folded.map { constant(bits: $0) }
      }
      if let simple = isExact ? exactlySimplified(opcode, inputs) : simplified(opcode, inputs) {
        return [simple]
      }
    }
    let key = OperationKey(opcode: opcode, inputs: inputs, texels: texels)
    if let known = available[key] { return known }
    var dependence = inputs.reduce(into: Dependence()) { $0.formUnion(self.dependence($1)) }
    if opcode.readsRun { dependence = .pixel }
    if opcode.hasSteps && dependence.contains(.y) && !dependence.contains(.x) {
      dependence.remove(.y)
      dependence.insert(.band)
      hasBands = true
    }
    let depth = hoistedDepth(of: inputs, dependence)
    let outputs = append(opcode, inputs, texels: texels, dependence, depth: depth)
    makeAvailable(key, outputs, depth: depth)
    return outputs
  }

  private mutating func append(
    _ opcode: LaneOperation, _ inputs: [SSAValue], texels: LaneProgram.Texels?, _ dependence: Dependence,
    depth: Int
  ) -> [SSAValue] {
    let outputs = (0..<opcode.outputs).map { _ in make(dependence, depth: depth) }
    let givesMask = givesMask(opcode, inputs)
    for output in outputs {
      infos[output.id].definition = (opcode, inputs)
      infos[output.id].isMask = givesMask
    }
    for input in inputs { infos[input.id].isRead = true }
    regions[depth].nodes.append(
      .operation(Operation(opcode: opcode, inputs: inputs, outputs: outputs, texels: texels)))
    operationCount += 1
    return outputs
  }

  /// Emits a copy of a value in the current region.
  ///
  /// If `dependence` is given, it becomes the dependence of the copy; a value that already has this
  /// dependence is not copied. A dependence that exceeds the value's own is passed on to operations on the
  /// copy, so they are not hoisted before the copy.
  package mutating func copy(_ value: SSAValue, _ dependence: Dependence? = nil) -> SSAValue {
    let known = infos[value.id].dependence
    if let dependence, known == dependence { return value }
    return append(.move, [value], texels: nil, dependence ?? known, depth: regions.count - 1)[0]
  }

  /// Returns the union of the dependences of a loop's values.
  package func dependence(of loop: Loop) -> Dependence {
    func union(_ nodes: [Node]) -> Dependence {
      nodes.reduce(into: Dependence()) { union, node in
        switch node {
        case .operation(let operation):
          for output in operation.outputs { union.formUnion(infos[output.id].dependence) }
        case .branch(let branch): union.formUnion(dependence(of: branch))
        case .loop(let loop): union.formUnion(dependence(of: loop))
        }
      }
    }
    let values = loop.carried.reduce(into: Dependence()) {
      $0.formUnion(infos[$1.value.id].dependence.union(infos[$1.initial.id].dependence))
    }
    return values.union(union(loop.head)).union(union(loop.body))
  }

  /// Returns the union of the dependences of a branch's values.
  package func dependence(of branch: Branch) -> Dependence {
    let loop = Loop(carried: [], head: branch.then, alive: branch.condition, body: branch.otherwise)
    return dependence(of: loop).union(infos[branch.condition.id].dependence)
  }

  package mutating func emit(_ opcode: LaneOperation, _ inputs: SSAValue...) -> SSAValue {
    emit(opcode, inputs)[0]
  }

  /// Returns the depth of the region to which an operation is hoisted (loop-invariant code motion).
  ///
  /// Operations that run less often than once a pixel cost little, and are hoisted out of branches and loops.
  /// All other operations are hoisted out of loops only, as far as their inputs allow.
  private func hoistedDepth(of inputs: [SSAValue], _ dependence: Dependence) -> Int {
    let least = inputs.reduce(0) { max($0, infos[$1.id].depth) }
    if !dependence.isOfPixels { return min(least, regions.count - 1) }
    var depth = regions.count - 1
    while depth > least && regions[depth].isLoop { depth -= 1 }
    return depth
  }

  // MARK: Regions

  package mutating func open(loop: Bool = false) { regions.append(Region(isLoop: loop)) }

  package mutating func close() -> [Node] {
    let region = regions.removeLast()
    for key in region.available { available[key] = nil }
    return region.nodes
  }

  private mutating func makeAvailable(_ key: OperationKey, _ outputs: [SSAValue], depth: Int) {
    available[key] = outputs
    regions[depth].available.append(key)
  }

  /// Removes and returns the nodes of the current region as the head of a loop; nodes added later form the
  /// loop's body.
  package mutating func takeNodes() -> [Node] {
    defer { regions[regions.count - 1].nodes = [] }
    return regions[regions.count - 1].nodes
  }

  /// Adds a branch whose regions are closed.
  ///
  /// If both regions are cheap, adds their operations without the branch (if-conversion); `select`s choose
  /// the values in either case.
  package mutating func add(_ branch: Branch) {
    let cost = Graph.cost(branch.then) + Graph.cost(branch.otherwise)
    // Keeps the branch only if its regions cost more than 16 additions, or more than 4 if the condition does
    // not depend on the column: a branch must test masks, but skips a region in tiles where no lane enters
    // it.
    if cost <= (dependence(branch.condition).contains(.x) ? 16 : 4) {
      splice(branch.then)
      splice(branch.otherwise)
    } else {
      regions[regions.count - 1].nodes.append(.branch(branch))
    }
  }

  /// Moves the nodes of a closed region into the current region.
  private mutating func splice(_ nodes: [Node]) {
    let depth = regions.count - 1
    for node in nodes {
      if case .operation(let operation) = node {
        for output in operation.outputs { infos[output.id].depth = depth }
        makeAvailable(
          OperationKey(opcode: operation.opcode, inputs: operation.inputs, texels: operation.texels),
          operation.outputs, depth: depth)
      } else if case .loop(let loop) = node {
        for carried in loop.carried { infos[carried.value.id].depth = depth }
      }
      regions[depth].nodes.append(node)
    }
  }

  /// Makes a value that a loop carries from iteration to iteration.
  package mutating func carried(_ dependence: Dependence) -> SSAValue {
    make(dependence, depth: regions.count - 1)
  }

  /// Adds a loop; after the loop, the carried values have the values of its last iteration.
  package mutating func add(_ loop: Loop) {
    regions[regions.count - 1].nodes.append(.loop(loop))
    for carried in loop.carried { infos[carried.value.id].depth = regions.count - 1 }
  }
}
