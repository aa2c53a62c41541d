/// The operations that run at one rate, such as once a row, in linear order, with jumps for branches and
/// loops.
struct LinearProgram {
  enum Step {
    case operation(Graph.Operation)
    case jump(Int)
    case jumpIfNone(SSAValue, Int)
    case jumpIfAll(SSAValue, Int)
    case count(Int)
  }

  private(set) var steps: [Step] = []
  /// The range of steps of each loop, moves of initial values excluded.
  private(set) var turns: [Range<Int>] = []
  private let live: ValueSet

  /// Linearizes the nodes that compute live values.
  init(_ nodes: [Graph.Node], live: ValueSet) {
    self.live = live
    add(nodes)
  }

  private mutating func add(_ nodes: [Graph.Node]) {
    for node in nodes {
      switch node {
      case .operation(let operation):
        if operation.outputs.contains(where: live.contains) { steps.append(.operation(operation)) }
      case .branch(let branch):
        add(branch.then, skippedBy: { .jumpIfNone(branch.condition, $0) })
        add(branch.otherwise, skippedBy: { .jumpIfAll(branch.condition, $0) })
      case .loop(let loop): add(loop)
      }
    }
  }

  private mutating func add(_ nodes: [Graph.Node], skippedBy jump: (Int) -> Step) {
    let start = steps.count
    steps.append(.jump(0))
    add(nodes)
    if steps.count == start + 1 {
      steps.removeLast()
    } else {
      steps[start] = jump(steps.count)
    }
  }

  private mutating func add(_ loop: Graph.Loop) {
    guard live.contains(loop.alive) else { return }
    let carried = loop.carried.filter { live.contains($0.value) }
    func move(_ value: SSAValue, to place: SSAValue) -> Step {
      .operation(Graph.Operation(opcode: .move, inputs: [value], outputs: [place], texels: nil))
    }
    steps += carried.map { move($0.initial, to: $0.value) }
    let start = steps.count
    add(loop.head)
    let test = steps.count
    steps.append(.jump(0))
    add(loop.body)
    steps += carried.filter { $0.next != $0.value }.map { move($0.next, to: $0.value) }
    let count = steps.count
    steps.append(.jump(0))
    steps.append(.jump(start))
    steps[test] = .jumpIfNone(loop.alive, steps.count)
    steps[count] = .count(steps.count)
    turns.append(start..<steps.count)
  }

  /// The values that the steps read.
  var read: ValueSet { steps.reduce(into: []) { $0.formUnion($1.read) } }

  /// The values that the steps compute.
  var written: ValueSet { steps.reduce(into: []) { $0.formUnion($1.written) } }

  /// Removes the steps for which `isRemoved` is true, and adjusts the targets of jumps.
  mutating func remove(_ isRemoved: [Bool]) {
    guard isRemoved.contains(true) else { return }
    var moved: [Int] = []
    var count = 0
    for position in 0...steps.count {
      moved.append(count)
      if position < steps.count && !isRemoved[position] { count += 1 }
    }
    steps = steps.indices.filter { !isRemoved[$0] }.map { steps[$0].moved { moved[$0] } }
    turns = turns.map { moved[$0.lowerBound]..<moved[$0.upperBound] }
  }

  mutating func replace(_ position: Int, by step: Step) { steps[position] = step }
}

extension LinearProgram.Step {
  /// The values that the step reads.
  var read: [SSAValue] {
    switch self {
    case .operation(let operation): operation.inputs
    case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): [mask]
    case .jump, .count: []
    }
  }

  /// The values that the step computes.
  var written: [SSAValue] { if case .operation(let operation) = self { operation.outputs } else { [] } }

  var target: Int? {
    switch self {
    case .jump(let target), .jumpIfNone(_, let target), .jumpIfAll(_, let target), .count(let target):
      target
    case .operation: nil
    }
  }

  fileprivate func moved(_ place: (Int) -> Int) -> LinearProgram.Step {
    switch self {
    case .jump(let target): .jump(place(target))
    case .jumpIfNone(let mask, let target): .jumpIfNone(mask, place(target))
    case .jumpIfAll(let mask, let target): .jumpIfAll(mask, place(target))
    case .count(let target): .count(place(target))
    case .operation: self
    }
  }
}
