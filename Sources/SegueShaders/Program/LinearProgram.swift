import SeguePixels

/// The operations of one list of a program in a row, with jumps for branches and loops.
struct List {
  enum Step {
    case operation(Operation)
    case jump(Int)
    case jumpIfNone(Value, Int)
    case jumpIfAll(Value, Int)
    case count(Int)
  }

  private let graph: Graph
  private(set) var steps: [Step] = []
  /// Where each loop's turn begins and where the steps after it do.
  private var turns: [Range<Int>] = []
  private var needed: Set<Value> = []

  init(graph: Graph) { self.graph = graph }

  /// Adds items, as far as they are needed.
  mutating func add(_ items: [Graph.Item], needed: Set<Value>) {
    self.needed = needed
    add(items)
  }

  private mutating func add(_ items: [Graph.Item]) {
    for item in items {
      switch item {
      case .operation(let operation):
        if operation.outputs.contains(where: needed.contains) { steps.append(.operation(operation)) }
      case .branch(let branch):
        add(branch.then, skippedBy: { .jumpIfNone(branch.condition, $0) })
        add(branch.otherwise, skippedBy: { .jumpIfAll(branch.condition, $0) })
      case .loop(let loop): add(loop)
      }
    }
  }

  private mutating func add(_ items: [Graph.Item], skippedBy jump: (Int) -> Step) {
    let start = steps.count
    steps.append(.jump(0))
    add(items)
    if steps.count == start + 1 {
      steps.removeLast()
    } else {
      steps[start] = jump(steps.count)
    }
  }

  private mutating func add(_ loop: Graph.LoopItem) {
    guard needed.contains(loop.alive) else { return }
    let carried = loop.carried.filter { needed.contains($0.value) }
    func move(_ value: Value, to place: Value) -> Step {
      .operation(Operation(operation: .move, inputs: [value], outputs: [place], texture: nil))
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

  /// All that its steps read.
  var read: Set<Value> {
    steps.reduce(into: []) { read, step in
      switch step {
      case .operation(let operation): read.formUnion(operation.inputs)
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): read.insert(mask)
      case .jump, .count: break
      }
    }
  }

  /// Makes one operation of a product and the sum that alone reads it, which rounds as the two do.
  mutating func fuse(keeping result: Set<Value>) {
    var uses: [Value: Int] = [:]
    for step in steps {
      switch step {
      case .operation(let operation): for input in operation.inputs { uses[input, default: 0] += 1 }
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): uses[mask, default: 0] += 1
      case .jump, .count: break
      }
    }
    let targets = Set(steps.compactMap(\.target))
    var products: [Value: Int] = [:]
    var removed: Set<Int> = []
    for (position, step) in steps.enumerated() {
      // Only within steps that always run together.
      if targets.contains(position) { products = [:] }
      guard case .operation(let operation) = step else {
        products = [:]
        continue
      }
      if operation.operation == .mul, let product = operation.outputs.first, uses[product] == 1,
        !result.contains(product)
      {
        products[product] = position
      }
      guard operation.operation == .add else { continue }
      for (index, term) in operation.inputs.enumerated() {
        guard let at = products[term], case .operation(let product) = steps[at] else { continue }
        steps[position] = .operation(
          Operation(
            operation: .mad, inputs: product.inputs + [operation.inputs[1 - index]],
            outputs: operation.outputs,
            texture: nil))
        removed.insert(at)
        break
      }
    }
    remove(removed)
  }

  private mutating func remove(_ removed: Set<Int>) {
    guard !removed.isEmpty else { return }
    var moved: [Int] = []
    var count = 0
    for position in 0...steps.count {
      moved.append(count)
      if !removed.contains(position) { count += 1 }
    }
    steps = steps.enumerated().filter { !removed.contains($0.offset) }.map { $0.element.moved { moved[$0] } }
    turns = turns.map { moved[$0.lowerBound]..<moved[$0.upperBound] }
  }

  /// The last step that reads each value.
  ///
  /// What a loop reads from before it is read until the loop ends.
  func lives(keeping result: [Value]) -> [Value: Int] {
    var lives: [Value: Int] = [:]
    var defined: [Value: Int] = [:]
    func read(_ value: Value, at position: Int) {
      var end = position
      for turn in turns where turn.contains(position) && (defined[value] ?? -1) < turn.lowerBound {
        end = max(end, turn.upperBound - 1)
      }
      lives[value] = max(lives[value] ?? 0, end)
    }
    for (position, step) in steps.enumerated() {
      switch step {
      case .operation(let operation):
        for input in operation.inputs { read(input, at: position) }
        for output in operation.outputs where defined[output] == nil { defined[output] = position }
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): read(mask, at: position)
      case .jump, .count: break
      }
    }
    // What a turn hands on is written at its end, whether it is read in between or not.
    for (position, step) in steps.enumerated() {
      guard case .operation(let operation) = step else { continue }
      for output in operation.outputs where (defined[output] ?? position) < position {
        lives[output] = max(lives[output] ?? 0, position)
      }
    }
    for value in result { lives[value] = steps.count }
    return lives
  }
}

extension List.Step {
  fileprivate var target: Int? {
    switch self {
    case .jump(let target), .jumpIfNone(_, let target), .jumpIfAll(_, let target), .count(let target):
      target
    case .operation: nil
    }
  }

  fileprivate func moved(_ place: (Int) -> Int) -> List.Step {
    switch self {
    case .jump(let target): .jump(place(target))
    case .jumpIfNone(let mask, let target): .jumpIfNone(mask, place(target))
    case .jumpIfAll(let mask, let target): .jumpIfAll(mask, place(target))
    case .count(let target): .count(place(target))
    case .operation: self
    }
  }
}
