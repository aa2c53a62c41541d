import SegueLanes
import SeguePixels

/// A scalar value of a shader: 32 bits a pixel, a float, an integer or a mask of all bits.
struct Value: Hashable {
  let id: Int
}

/// What a value depends on. It decides how often it is computed.
struct Dependence: OptionSet, Hashable {
  let rawValue: UInt8

  /// The progress, or what else is set for each frame.
  static let frame = Dependence(rawValue: 1)
  /// The column.
  static let x = Dependence(rawValue: 2)
  /// The row.
  static let y = Dependence(rawValue: 4)
  static let pixel: Dependence = [.x, .y]
}

/// Something the graph computes.
struct Operation {
  let operation: LaneOperation
  let inputs: [Value]
  let outputs: [Value]
  /// The picture it reads.
  let texture: Int?
}

/// Values and operations in the order they are computed, with branches and loops in it.
///
/// Equal operations are found and computed once, constants are folded with the kernels themselves, and what does
/// not change in a loop is put before it.
struct Graph {
  /// Part of a region.
  enum Item {
    case operation(Operation)
    case branch(Branch)
    case loop(LoopItem)
  }

  /// Two regions of which each lane takes one. Their values are chosen from afterwards, by `select`s.
  struct Branch {
    let condition: Value
    let then: [Item]
    let otherwise: [Item]
  }

  /// A region that is run again and again until no lane wants another turn.
  struct LoopItem {
    /// Values that one turn hands to the next.
    struct Carried {
      let value: Value
      let initial: Value
      let next: Value
    }

    let carried: [Carried]
    /// Computes `alive`.
    let head: [Item]
    /// Lanes that take the turn; none: the loop ends.
    let alive: Value
    let body: [Item]
  }

  private struct Info {
    var dependence: Dependence
    var constant: UInt32?
    /// How many regions enclose it.
    var depth: Int
    var definition: (operation: LaneOperation, inputs: [Value])?
    var isRead = false
  }

  private struct Key: Hashable {
    let operation: LaneOperation
    let inputs: [Value]
    let texture: Int?
  }

  private struct Region {
    let isLoop: Bool
    var items: [Item] = []
    var known: [Key: [Value]] = [:]
  }

  private var infos: [Info] = []
  private var constants: [UInt32: Value] = [:]
  private var regions = [Region(isLoop: false)]
  /// How many operations were put in, for limits.
  private(set) var operationCount = 0
  private(set) var inputs: [Value: Input] = [:]
  private var inputValues: [Input: Value] = [:]

  /// What comes from outside.
  enum Input: Hashable {
    /// The position of the pixel's center, 0…1.
    case x, y
    /// A number set for each frame.
    case frame(Int)
  }

  var items: [Item] { regions[0].items }

  func dependence(_ value: Value) -> Dependence { infos[value.id].dependence }
  func constant(_ value: Value) -> UInt32? { infos[value.id].constant }

  /// The operation that computes a value; nil for constants, inputs, and what loops hand on.
  func definition(_ value: Value) -> (operation: LaneOperation, inputs: [Value])? {
    infos[value.id].definition
  }

  /// Whether an operation put in so far reads a value.
  func isRead(_ value: Value) -> Bool { infos[value.id].isRead }

  private mutating func make(_ dependence: Dependence, constant: UInt32? = nil, depth: Int) -> Value {
    infos.append(Info(dependence: dependence, constant: constant, depth: depth))
    return Value(id: infos.count - 1)
  }

  mutating func constant(bits: UInt32) -> Value {
    if let known = constants[bits] { return known }
    let value = make([], constant: bits, depth: 0)
    constants[bits] = value
    return value
  }

  mutating func float(_ value: Float) -> Value { constant(bits: value.bitPattern) }
  mutating func int(_ value: Int32) -> Value { constant(bits: UInt32(bitPattern: value)) }
  mutating func bool(_ value: Bool) -> Value { constant(bits: value ? ~0 : 0) }

  mutating func input(_ input: Input) -> Value {
    if let known = inputValues[input] { return known }
    let dependence: Dependence =
      switch input {
      case .x: .x
      case .y: .y
      case .frame: .frame
      }
    let value = make(dependence, depth: 0)
    inputValues[input] = value
    inputs[value] = input
    return value
  }

  /// Puts an operation in, or finds its result.
  mutating func emit(_ operation: LaneOperation, _ inputs: [Value], texture: Int? = nil) -> [Value] {
    if texture == nil {
      let bits = inputs.compactMap { constant($0) }
      if bits.count == inputs.count, let folded = operation.evaluate(bits) {
        return folded.map { constant(bits: $0) }
      }
      if let simple = simplified(operation, inputs) { return [simple] }
    }
    let key = Key(operation: operation, inputs: inputs, texture: texture)
    for region in regions.reversed() {
      if let known = region.known[key] { return known }
    }
    var dependence = inputs.reduce(into: Dependence()) { $0.formUnion(self.dependence($1)) }
    if operation == .fetchRow { dependence = .pixel }
    let depth = home(of: inputs, dependence)
    let outputs = put(operation, inputs, texture: texture, dependence, depth: depth)
    regions[depth].known[key] = outputs
    return outputs
  }

  private mutating func put(
    _ operation: LaneOperation, _ inputs: [Value], texture: Int?, _ dependence: Dependence, depth: Int
  ) -> [Value] {
    let outputs = (0..<operation.outputs).map { _ in make(dependence, depth: depth) }
    for output in outputs { infos[output.id].definition = (operation, inputs) }
    for input in inputs { infos[input.id].isRead = true }
    regions[depth].items.append(
      .operation(Operation(operation: operation, inputs: inputs, outputs: outputs, texture: texture)))
    operationCount += 1
    return outputs
  }

  /// A value of its own that is the same as another, computed here.
  ///
  /// - Parameter dependence: What is known of it; more than the other's keeps what is made of it from going before
  ///   what computes the other.
  mutating func copy(_ value: Value, _ dependence: Dependence? = nil) -> Value {
    let known = infos[value.id].dependence
    if let dependence, known == dependence { return value }
    return put(.move, [value], texture: nil, dependence ?? known, depth: regions.count - 1)[0]
  }

  /// What the values of a loop depend on, all together.
  func dependence(of loop: LoopItem) -> Dependence {
    func union(_ items: [Item]) -> Dependence {
      items.reduce(into: Dependence()) { union, item in
        switch item {
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

  /// What the values of a branch depend on, all together.
  func dependence(of branch: Branch) -> Dependence {
    let loop = LoopItem(carried: [], head: branch.then, alive: branch.condition, body: branch.otherwise)
    return dependence(of: loop).union(infos[branch.condition.id].dependence)
  }

  mutating func emit(_ operation: LaneOperation, _ inputs: Value...) -> Value { emit(operation, inputs)[0] }

  /// The depth of the region an operation goes to.
  ///
  /// What is computed less often than for every pixel goes out of branches, for it costs nothing there; all else
  /// goes out of loops only, as far as its inputs let it.
  private func home(of inputs: [Value], _ dependence: Dependence) -> Int {
    let least = inputs.reduce(0) { max($0, infos[$1.id].depth) }
    if !dependence.isSuperset(of: .pixel) { return min(least, regions.count - 1) }
    var depth = regions.count - 1
    while depth > least && regions[depth].isLoop { depth -= 1 }
    return depth
  }

  // MARK: Regions

  mutating func open(loop: Bool = false) { regions.append(Region(isLoop: loop)) }

  mutating func close() -> [Item] { regions.removeLast().items }

  /// Takes what `close` gave for a head back, to go on after it.
  mutating func takeItems() -> [Item] {
    defer { regions[regions.count - 1].items = [] }
    return regions[regions.count - 1].items
  }

  /// Adds a branch whose regions were built, as it is or, where both are cheap, without one.
  mutating func add(_ branch: Branch) {
    let cost = Graph.cost(branch.then) + Graph.cost(branch.otherwise)
    // A skipped region saves its cost in tiles where no lane goes there; testing a mask costs about four adds.
    if cost <= (dependence(branch.condition).contains(.x) ? 16 : 4) {
      splice(branch.then)
      splice(branch.otherwise)
    } else {
      regions[regions.count - 1].items.append(.branch(branch))
    }
  }

  /// Moves items of a closed region into the present one.
  private mutating func splice(_ items: [Item]) {
    let depth = regions.count - 1
    for item in items {
      if case .operation(let operation) = item {
        for output in operation.outputs { infos[output.id].depth = depth }
        regions[depth].known[
          Key(operation: operation.operation, inputs: operation.inputs, texture: operation.texture)] =
          operation.outputs
      } else if case .loop(let loop) = item {
        for carried in loop.carried { infos[carried.value.id].depth = depth }
      }
      regions[depth].items.append(item)
    }
  }

  /// Makes a value that a loop hands on.
  mutating func carried(_ dependence: Dependence) -> Value { make(dependence, depth: regions.count - 1) }

  /// Adds a loop; its carried values have their last ones from here on.
  mutating func add(_ loop: LoopItem) {
    regions[regions.count - 1].items.append(.loop(loop))
    for carried in loop.carried { infos[carried.value.id].depth = regions.count - 1 }
  }

  /// About how many adds the items are worth.
  static func cost(_ items: [Item]) -> Int {
    items.reduce(0) { sum, item in
      switch item {
      case .operation(let operation): sum + operation.operation.cost
      case .branch, .loop: sum + 1000
      }
    }
  }
}
