import SegueLaneProgram

extension LinearProgram {
  /// Instruction fusion: merges an operation with the only operation that reads its result.
  ///
  /// The fused operation rounds as the two separate operations do.
  mutating func fuse(keeping result: Set<SSAValue>) {
    var uses: [SSAValue: Int] = [:]
    for step in steps {
      switch step {
      case .operation(let operation): for input in operation.inputs { uses[input, default: 0] += 1 }
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): uses[mask, default: 0] += 1
      case .jump, .count: break
      }
    }
    let targets = Set(steps.compactMap(\.target))
    var producers: [SSAValue: Int] = [:]
    var removed: Set<Int> = []
    for (position, step) in steps.enumerated() {
      // Fuses within a basic block only.
      if targets.contains(position) { producers = [:] }
      guard case .operation(var operation) = step else {
        producers = [:]
        continue
      }
      for (index, input) in operation.inputs.enumerated() {
        guard let at = producers[input], case .operation(let producer) = steps[at],
          let fused = operation.fused(with: producer, asInput: index)
        else { continue }
        operation = fused
        replace(position, by: .operation(fused))
        removed.insert(at)
        break
      }
      if operation.outputs.count == 1, uses[operation.outputs[0]] == 1, !result.contains(operation.outputs[0])
      {
        producers[operation.outputs[0]] = position
      }
    }
    remove(removed)
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
