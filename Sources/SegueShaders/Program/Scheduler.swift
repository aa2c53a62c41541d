import SegueLanes
import SeguePixels

/// Makes a program of a graph: leaves out what nothing needs, sorts operations by how often they run, and gives
/// values their slots.
struct Scheduler {
  private let graph: Graph
  private var needed: Set<Value> = []
  private var program = LaneProgram()
  private var slots: [Value: LaneProgram.Slot] = [:]

  /// Makes the program that computes `result`: red, green, blue and alpha.
  ///
  /// - Parameter textures: How many pictures the program may read.
  static func program(of graph: Graph, result: [Value], textures: Int) -> LaneProgram {
    var scheduler = Scheduler(graph: graph)
    scheduler.program.textures = textures
    scheduler.findNeeded(from: result)
    scheduler.schedule(result)
    return scheduler.program
  }

  private init(graph: Graph) { self.graph = graph }

  // MARK: What is needed

  private mutating func findNeeded(from result: [Value]) {
    var definitions: [Value: Operation] = [:]
    /// What decides whether a value's region runs.
    var controls: [Value: [Value]] = [:]
    var carried: [Value: (initial: Value, next: Value)] = [:]
    func visit(_ items: [Graph.Item], _ control: [Value]) {
      for item in items {
        switch item {
        case .operation(let operation):
          for output in operation.outputs {
            definitions[output] = operation
            controls[output] = control
          }
        case .branch(let branch):
          visit(branch.then, control + [branch.condition])
          visit(branch.otherwise, control + [branch.condition])
        case .loop(let loop):
          for one in loop.carried {
            carried[one.value] = (one.initial, one.next)
            controls[one.value] = control + [loop.alive]
          }
          visit(loop.head, control + [loop.alive])
          visit(loop.body, control + [loop.alive])
        }
      }
    }
    visit(graph.items, [])
    var work = result
    while let value = work.popLast() {
      guard needed.insert(value).inserted else { continue }
      if let operation = definitions[value] { work += operation.inputs }
      if let (initial, next) = carried[value] { work += [initial, next] }
      work += controls[value] ?? []
    }
  }

  private func isNeeded(_ item: Graph.Item) -> Bool {
    switch item {
    case .operation(let operation): operation.outputs.contains { needed.contains($0) }
    case .branch(let branch): (branch.then + branch.otherwise).contains { isNeeded($0) }
    case .loop(let loop):
      loop.carried.contains { needed.contains($0.value) } || (loop.head + loop.body).contains { isNeeded($0) }
    }
  }

  // MARK: How often

  private enum Rate: CaseIterable { case frame, column, row, pixel }

  private func rate(_ dependence: Dependence) -> Rate {
    if dependence.isSubset(of: .frame) { return .frame }
    if dependence.isSuperset(of: .pixel) { return .pixel }
    return dependence.contains(.x) ? .column : .row
  }

  private func rate(_ item: Graph.Item) -> Rate {
    switch item {
    case .operation(let operation):
      // A row of a picture is read where the row and the column are.
      operation.outputs.isEmpty ? .pixel : rate(graph.dependence(operation.outputs[0]))
    case .branch(let branch): rate(graph.dependence(of: branch))
    case .loop(let loop): rate(graph.dependence(of: loop))
    }
  }

  private mutating func schedule(_ result: [Value]) {
    let items = graph.items.filter(isNeeded)
    let lists = Rate.allCases.map { rate in
      var list = List(graph: graph)
      list.add(items.filter { self.rate($0) == rate }, needed: needed)
      return list
    }
    for (index, rate) in Rate.allCases.enumerated() {
      // What is read at another rate is needed as it is.
      let kept = lists[(index + 1)...].reduce(into: Set(result)) { $0.formUnion($1.read) }
      var list = lists[index]
      list.fuse(keeping: kept)
      switch rate {
      case .frame: program.frame = assign(list, rate, result)
      case .column: program.column = assign(list, rate, result)
      case .row: program.row = assign(list, rate, result)
      case .pixel: program.pixel = assign(list, rate, result)
      }
    }
    program.result = result.map { slot($0) }
  }

  // MARK: Slots

  /// The slot of a value that has one, or is a constant or an input.
  private mutating func slot(_ value: Value) -> LaneProgram.Slot {
    if let known = slots[value] { return known }
    let slot: LaneProgram.Slot
    if let bits = graph.constant(value) {
      slot = newFrameSlot()
      if case .frame(let index) = slot { program.constants[index] = bits }
    } else {
      switch graph.inputs[value] {
      case .x:
        slot = newColumnSlot()
        if case .column(let index) = slot { program.x = index }
      case .y:
        slot = newRowSlot()
        if case .row(let index) = slot { program.y = index }
      case .frame(let input):
        slot = newFrameSlot()
        if case .frame(let index) = slot { program.inputs[input] = index }
      case nil: slot = newFrameSlot()
      }
    }
    slots[value] = slot
    return slot
  }

  private mutating func newFrameSlot() -> LaneProgram.Slot {
    program.frameSlots += 1
    return .frame(program.frameSlots - 1)
  }

  private mutating func newRowSlot() -> LaneProgram.Slot {
    program.rowSlots += 1
    return .row(program.rowSlots - 1)
  }

  private mutating func newColumnSlot() -> LaneProgram.Slot {
    program.columnSlots += 1
    return .column(program.columnSlots - 1)
  }

  /// Gives the values of a list their slots and makes its steps.
  ///
  /// Values that are one for all lanes get a slot of their own. The others share registers by a linear scan: a
  /// register is free again after the last step that reads it. Columns that rows need are kept for the whole frame.
  private mutating func assign(_ list: List, _ rate: Rate, _ result: [Value]) -> [LaneProgram.Step] {
    let lives = list.lives(keeping: rate == .pixel ? result : [])
    let kept = rate == .column ? columnsRead(result) : []
    var free: [Int] = []
    var releases: [Int: [Int]] = [:]
    func define(_ value: Value, at position: Int) {
      guard slots[value] == nil else { return }
      let dependence = graph.dependence(value)
      if !dependence.contains(.x) {
        slots[value] = rate == .frame ? newFrameSlot() : newRowSlot()
      } else if kept.contains(value) {
        slots[value] = newColumnSlot()
      } else {
        let register = free.popLast() ?? program.registers
        program.registers = max(program.registers, register + 1)
        slots[value] = .register(register)
        releases[max(position, lives[value] ?? position), default: []].append(register)
      }
    }
    var steps: [LaneProgram.Step] = []
    for (position, step) in list.steps.enumerated() {
      switch step {
      case .operation(let operation):
        let inputs = operation.inputs.map { slot($0) }
        // Inputs that end here may give their registers to the outputs.
        free += releases.removeValue(forKey: position) ?? []
        for output in operation.outputs { define(output, at: position) }
        steps.append(
          .call(
            operation.operation, out: operation.outputs.map { slot($0) }, in: inputs,
            texture: operation.texture))
      case .jump(let target): steps.append(.jump(target))
      case .jumpIfNone(let mask, let target): steps.append(.jumpIfNone(slot(mask), target))
      case .jumpIfAll(let mask, let target): steps.append(.jumpIfAll(slot(mask), target))
      case .count(let target): steps.append(.count(target))
      }
      // Outputs nobody reads end here as well.
      free += releases.removeValue(forKey: position) ?? []
    }
    return steps
  }

  /// Columns that rows or the result read.
  private func columnsRead(_ result: [Value]) -> Set<Value> {
    var list = List(graph: graph)
    list.add(graph.items.filter { isNeeded($0) && rate($0) == .pixel }, needed: needed)
    return list.read.union(result)
  }
}
