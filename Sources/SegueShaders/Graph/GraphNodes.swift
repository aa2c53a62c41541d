import SegueLanes

extension Graph {
  /// Part of a region.
  enum Node: Sendable {
    case operation(Operation)
    case branch(Branch)
    case loop(Loop)
  }

  /// Something the graph computes.
  struct Operation: Sendable {
    let opcode: LaneOperation
    let inputs: [SSAValue]
    let outputs: [SSAValue]
    /// What it reads of pictures.
    let texels: LaneProgram.Texels?
  }

  /// Two regions of which each lane takes one.
  ///
  /// Their values are chosen from afterwards, by `select`s.
  struct Branch: Sendable {
    let condition: SSAValue
    let then: [Node]
    let otherwise: [Node]
  }

  /// A region that is run again and again until no lane wants another turn.
  struct Loop: Sendable {
    /// Values that one turn hands to the next.
    struct Carried: Sendable {
      let value: SSAValue
      let initial: SSAValue
      let next: SSAValue
    }

    let carried: [Carried]
    /// Computes `alive`.
    let head: [Node]
    /// Lanes that take the turn; none: the loop ends.
    let alive: SSAValue
    let body: [Node]
  }

  /// Whether there is a loop that pixels leave at different turns.
  var hasUnevenLoops: Bool { hasUnevenLoops(nodes) }

  private func hasUnevenLoops(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .operation: false
      case .branch(let branch): hasUnevenLoops(branch.then) || hasUnevenLoops(branch.otherwise)
      case .loop(let loop):
        dependence(loop.alive).isOfPixels || hasUnevenLoops(loop.head)
          || hasUnevenLoops(loop.body)
      }
    }
  }
}
