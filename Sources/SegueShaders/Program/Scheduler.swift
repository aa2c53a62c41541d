import SegueLanes

/// Makes a lane program of a graph: leaves dead code out, sorts what is left by how often it runs, and allocates slots
/// and registers.
struct Scheduler {
  let graph: Graph
  let result: [SSAValue]
  let live: Set<SSAValue>
  private let hasBands: Bool
  var program = LaneProgram()
  /// Where values are kept, as far as that is decided.
  var slots: [SSAValue: LaneProgram.Slot] = [:]

  /// Makes the program that computes `result`, red, green, blue and alpha, and may read so many pictures.
  ///
  /// With bands it keeps what rows beside one another have in common.
  static func program(
    of graph: Graph, result: [SSAValue], textures: Int, hasBands: Bool = false
  ) -> LaneProgram {
    let live = graph.liveValues(for: result)
    var scheduler = Scheduler(graph: graph, result: result, live: live, hasBands: hasBands)
    scheduler.program.textures = textures
    scheduler.schedule()
    return scheduler.program
  }

  /// How often something is computed.
  enum Rate: CaseIterable { case frame, column, row, band, pixel }

  private func rate(_ dependence: Dependence) -> Rate {
    if dependence.isSubset(of: .frame) { return .frame }
    if !dependence.contains(.x) { return .row }
    if dependence.contains(.y) { return .pixel }
    return dependence.contains(.band) ? .band : .column
  }

  private func rate(_ node: Graph.Node) -> Rate {
    switch node {
    case .operation(let operation):
      // A row of a picture is read where the row and the column are.
      operation.outputs.isEmpty ? .pixel : rate(graph.dependence(operation.outputs[0]))
    case .branch(let branch): rate(graph.dependence(of: branch))
    case .loop(let loop): rate(graph.dependence(of: loop))
    }
  }

  private mutating func schedule() {
    let live = graph.nodes.filter { $0.isLive(self.live) }
    var nodes = sorted(live, hasBands: hasBands)
    if hasBands && !isWorthKeeping(nodes[.band] ?? [], for: nodes[.pixel] ?? []) {
      nodes = sorted(live, hasBands: false)
    }
    let linear = Rate.allCases.map { LinearProgram(nodes[$0] ?? [], live: self.live) }
    for (index, rate) in Rate.allCases.enumerated() {
      // What is read at another rate is kept as it is.
      let kept = linear[(index + 1)...].reduce(into: Set(result)) {
        $0.formUnion($1.read)
      }
      var fused = linear[index]
      fused.fuse(keeping: kept)
      let steps = allocate(fused, rate, keptColumns: rate == .column || rate == .band ? kept : [])
      switch rate {
      case .frame: program.frame = steps
      case .column: program.column = steps
      case .row: program.row = steps
      case .band: program.band = steps
      case .pixel: program.pixel = steps
      }
    }
    program.result = result.map { slot($0) }
  }

  /// Sorts nodes by how often they run; without bands those of a band run for every pixel.
  private func sorted(_ nodes: [Graph.Node], hasBands: Bool) -> [Rate: [Graph.Node]] {
    // What branches and loops compute for pixels, though it is the same for many: nothing can be made of it before them.
    var late: Set<SSAValue> = []
    return Dictionary(grouping: nodes) { node in
      let linear = LinearProgram([node], live: live)
      let own = rate(node)
      let isLate = own == .pixel || own == .band && !hasBands || !linear.read.isDisjoint(with: late)
      if isLate { late.formUnion(linear.written) }
      return isLate ? .pixel : own
    }
  }

  /// Whether what is the same for rows of a band takes more than to read what pixels need of it.
  ///
  /// That is a load for each vector. A dot's root and quotient, of which one number is kept, are about the least that pays.
  private func isWorthKeeping(_ band: [Graph.Node], for pixels: [Graph.Node]) -> Bool {
    let read = LinearProgram(pixels, live: live).read.union(result)
    let kept = LinearProgram(band, live: live).written.intersection(read)
    return Graph.cost(band) >= max(7, 4 * kept.count)
  }
}
