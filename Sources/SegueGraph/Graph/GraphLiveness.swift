extension Graph {
  /// Returns the live values, for dead-code elimination: the results, all values from which the results are
  /// computed, and the conditions of the branches and loops that compute these values.
  func liveValues(for result: [SSAValue]) -> ValueSet {
    var definitions: ValueTable<Operation> = [:]
    var carried: ValueTable<(initial: SSAValue, next: SSAValue)> = [:]
    /// The regions of branches and loops: the index of each region's parent, and the mask that controls the
    /// region.
    var regions: [(parent: Int?, control: SSAValue)] = []
    var regionOf: ValueTable<Int> = [:]
    func visit(_ nodes: [Node], controlledBy control: SSAValue, in parent: Int?) {
      regions.append((parent, control))
      visit(nodes, in: regions.count - 1)
    }
    func visit(_ nodes: [Node], in region: Int?) {
      for node in nodes {
        switch node {
        case .operation(let operation):
          for output in operation.outputs {
            definitions[output] = operation
            regionOf[output] = region
          }
        case .branch(let branch):
          visit(branch.then, controlledBy: branch.condition, in: region)
          visit(branch.otherwise, controlledBy: branch.condition, in: region)
        case .loop(let loop):
          // The condition of a loop controls its carried values.
          let loopRegion = regions.count
          visit(loop.head + loop.body, controlledBy: loop.alive, in: region)
          for one in loop.carried {
            carried[one.value] = (one.initial, one.next)
            regionOf[one.value] = loopRegion
          }
        }
      }
    }
    visit(nodes, in: nil)

    var live: ValueSet = []
    var liveRegions: Set<Int> = []
    var work = result
    while let value = work.popLast() {
      guard live.insert(value) else { continue }
      if let operation = definitions[value] { work += operation.inputs }
      if let (initial, next) = carried[value] { work += [initial, next] }
      var region = regionOf[value]
      while let id = region, liveRegions.insert(id).inserted {
        work.append(regions[id].control)
        region = regions[id].parent
      }
    }
    return live
  }
}

extension Graph.Node {
  /// Whether any value that the node computes is live.
  func isLive(_ live: ValueSet) -> Bool {
    switch self {
    case .operation(let operation): operation.outputs.contains { live.contains($0) }
    case .branch(let branch):
      branch.then.contains { $0.isLive(live) } || branch.otherwise.contains { $0.isLive(live) }
    case .loop(let loop):
      loop.carried.contains { live.contains($0.value) } || loop.head.contains { $0.isLive(live) }
        || loop.body.contains { $0.isLive(live) }
    }
  }
}
