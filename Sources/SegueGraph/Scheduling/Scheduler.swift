package import SegueLaneProgram

/// Compiles a graph to a lane program: removes dead code, sorts operations by rate, and allocates slots and
/// registers.
package struct Scheduler {
  let graph: Graph
  let result: [SSAValue]
  let live: ValueSet
  private let hasBands: Bool
  var program = LaneProgram()
  /// The slots that are allocated to values so far.
  var slots: ValueTable<LaneProgram.Slot> = [:]

  /// Compiles the program that computes `result`: red, green, blue and alpha, or the result words of a block
  /// program.
  ///
  /// `textures` is the number of pictures. With `hasBands`, values shared by the rows of a band are computed
  /// once a band if this saves enough time.
  package static func program(
    of graph: Graph, result: [SSAValue], textures: Int, hasBands: Bool = false
  ) -> LaneProgram {
    let live = graph.liveValues(for: result)
    var scheduler = Scheduler(graph: graph, result: result, live: live, hasBands: hasBands)
    scheduler.program.textures = textures
    scheduler.schedule()
    return scheduler.program
  }

  /// The rate at which a value is computed.
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
      // An operation runs at the rate of its outputs; an operation without outputs runs once a pixel.
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
      // Fusion must not remove results, or values that operations at rates later in `Rate.allCases` read.
      let kept = linear[(index + 1)...].reduce(into: ValueSet(result)) {
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

  /// Groups nodes by rate; without bands, nodes at the rate of bands run at the rate of pixels.
  private func sorted(_ nodes: [Graph.Node], hasBands: Bool) -> [Rate: [Graph.Node]] {
    // Results of branches and loops at the rate of pixels: operations on these results have to run later,
    // even if their own rate is lower.
    var late: ValueSet = []
    return Dictionary(grouping: nodes) { node in
      let linear = LinearProgram([node], live: live)
      let own = rate(node)
      let isLate =
        own == .pixel || own == .band && !hasBands
        || linear.steps.contains { $0.read.contains { late.contains($0) } }
      if isLate { for step in linear.steps { late.formUnion(step.written) } }
      return isLate ? .pixel : own
    }
  }

  /// Whether computing a band's values for each pixel would cost more than loading them.
  ///
  /// Each stored value costs the load of a vector. The gain is about zero if one stored value replaces a
  /// square root and a quotient.
  private func isWorthKeeping(_ band: [Graph.Node], for pixels: [Graph.Node]) -> Bool {
    var read = LinearProgram(pixels, live: live).read
    read.formUnion(result)
    let kept = LinearProgram(band, live: live).written.intersection(read)
    return Graph.cost(band) >= max(7, 4 * kept.count)
  }
}
