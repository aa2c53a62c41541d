import SegueLaneProgram

extension LinearProgram {
  /// Instruction fusion: merges an operation with the only operation that reads its result.
  ///
  /// The fused operation rounds as the two separate operations do.
  mutating func fuse(keeping result: ValueSet) {
    var uses: ValueTable<Int> = [:]
    for step in steps {
      for value in step.read { uses[value] = (uses[value] ?? 0) + 1 }
    }
    var isTarget = [Bool](repeating: false, count: steps.count + 1)
    for target in steps.compactMap(\.target) { isTarget[target] = true }
    var producers: ValueTable<Int> = [:]
    var isRemoved = [Bool](repeating: false, count: steps.count)
    // Fuses within a basic block only.
    var blockStart = 0
    for (position, step) in steps.enumerated() {
      if isTarget[position] { blockStart = position }
      guard case .operation(var operation) = step else {
        blockStart = position
        continue
      }
      for (index, input) in operation.inputs.enumerated() {
        guard let at = producers[input], at >= blockStart, case .operation(let producer) = steps[at],
          let fused = operation.fused(with: producer, asInput: index)
        else { continue }
        operation = fused
        replace(position, by: .operation(fused))
        isRemoved[at] = true
        break
      }
      if operation.outputs.count == 1, uses[operation.outputs[0]] == 1, !result.contains(operation.outputs[0])
      {
        producers[operation.outputs[0]] = position
      }
    }
    remove(isRemoved)
  }
}

extension Graph.Operation {
  /// Returns the operation that fuses this operation with the producer of an input; nil if there is none.
  fileprivate func fused(with producer: Self, asInput index: Int) -> Self? {
    switch (opcode, producer.opcode) {
    case (.add, .mul):
      Self(opcode: .mad, inputs: producer.inputs + [inputs[1 - index]], outputs: outputs, texels: nil)
    case (.saturate, let inner):
      Self.saturated[inner].map { Self(opcode: $0, inputs: producer.inputs, outputs: outputs, texels: nil) }
    default: nil
    }
  }

  private static let saturated: [LaneOperation: LaneOperation] = [
    .add: .saturatedAdd, .mul: .saturatedMul, .mad: .saturatedMad, .mix: .saturatedMix,
  ]
}
