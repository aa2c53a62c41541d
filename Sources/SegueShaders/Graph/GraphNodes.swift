import SegueLaneProgram

extension Graph {
  /// A node of a region.
  enum Node: Sendable {
    case operation(Operation)
    case branch(Branch)
    case loop(Loop)
  }

  /// An operation with its operands.
  struct Operation: Sendable {
    let opcode: LaneOperation
    let inputs: [SSAValue]
    let outputs: [SSAValue]
    /// The picture that the operation reads, with the pixel offset of `fetchRow`; nil if it reads none.
    let texels: LaneProgram.Texels?
  }

  /// Two regions, of which each lane takes one.
  ///
  /// `select`s after the branch choose the values.
  struct Branch: Sendable {
    let condition: SSAValue
    let then: [Node]
    let otherwise: [Node]
  }

  /// A region that repeats until no lane runs another iteration.
  struct Loop: Sendable {
    /// A value that one iteration passes to the next.
    struct Carried: Sendable {
      let value: SSAValue
      let initial: SSAValue
      let next: SSAValue
    }

    let carried: [Carried]
    /// The nodes that compute `alive`.
    let head: [Node]
    /// The mask of lanes that run the iteration; the loop ends when it is empty.
    let alive: SSAValue
    let body: [Node]
  }

  /// Whether the number of iterations of any loop differs between pixels.
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
