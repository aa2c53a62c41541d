extension [LaneProgram.Step] {
  /// The indices of the steps that start a basic block: the first step, steps after a jump, and targets of
  /// jumps.
  package var basicBlockStarts: Set<Int> {
    var starts: Set = [0]
    for (position, step) in enumerated() {
      if let target = step.target { starts.formUnion([target, position + 1]) }
    }
    return starts
  }
}

extension LaneProgram.Step {
  /// The index of the step to which this step may jump; nil if this step is not a jump.
  package var target: Int? {
    switch self {
    case .jump(let target), .jumpIfNone(_, let target), .jumpIfAll(_, let target), .count(let target): target
    case .call, .native: nil
    }
  }
}
