import SegueLaneProgram

extension Graph {
  /// A node of a graph: an operation, or a branch or a loop, which contains nodes.
  package enum Node: Sendable {
    case operation(Operation)
    case branch(Branch)
    case loop(Loop)
  }

  /// An operation with its operands.
  package struct Operation: Sendable {
    let opcode: LaneOperation
    let inputs: [SSAValue]
    let outputs: [SSAValue]
    /// The picture that the operation reads, with the pixel offset of `fetchRow`; nil if it reads none.
    let texels: LaneProgram.Texels?
  }

  /// Two regions; each lane runs one of the two regions.
  ///
  /// `select`s after the branch choose the values.
  package struct Branch: Sendable {
    package let condition: SSAValue
    package let then: [Node]
    package let otherwise: [Node]

    package init(condition: SSAValue, then: [Node], otherwise: [Node]) {
      (self.condition, self.then, self.otherwise) = (condition, then, otherwise)
    }
  }

  /// A region that repeats until no lane runs another iteration.
  package struct Loop: Sendable {
    /// A value that one iteration passes to the next.
    package struct Carried: Sendable {
      package let value: SSAValue
      package let initial: SSAValue
      package let next: SSAValue

      package init(value: SSAValue, initial: SSAValue, next: SSAValue) {
        (self.value, self.initial, self.next) = (value, initial, next)
      }
    }

    package let carried: [Carried]
    /// The nodes that compute `alive`.
    package let head: [Node]
    /// The mask of the lanes that run the iteration; the loop ends when the mask is empty.
    package let alive: SSAValue
    package let body: [Node]

    package init(carried: [Carried], head: [Node], alive: SSAValue, body: [Node]) {
      (self.carried, self.head, self.alive, self.body) = (carried, head, alive, body)
    }
  }

  /// Whether the number of iterations of any loop differs between pixels.
  package var hasUnevenLoops: Bool { hasUnevenLoops(nodes) }

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

  /// Returns the approximate cost of nodes, in units of an addition.
  static func cost(_ nodes: [Node]) -> Int {
    nodes.reduce(0) { sum, node in
      switch node {
      case .operation(let operation): sum + operation.opcode.cost
      case .branch, .loop: sum + 1000
      }
    }
  }
}
