extension LinearProgram {
  /// Instruction fusion: makes one operation of a product and the sum that alone reads it, which rounds as the two do.
  mutating func fuseProductsIntoSums(keeping result: Set<SSAValue>) {
    var uses: [SSAValue: Int] = [:]
    for step in steps {
      switch step {
      case .operation(let operation): for input in operation.inputs { uses[input, default: 0] += 1 }
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): uses[mask, default: 0] += 1
      case .jump, .count: break
      }
    }
    let targets = Set(steps.compactMap(\.target))
    var products: [SSAValue: Int] = [:]
    var removed: Set<Int> = []
    for (position, step) in steps.enumerated() {
      // Only within steps that always run together.
      if targets.contains(position) { products = [:] }
      guard case .operation(let operation) = step else {
        products = [:]
        continue
      }
      if operation.opcode == .mul, let product = operation.outputs.first, uses[product] == 1,
        !result.contains(product)
      {
        products[product] = position
      }
      guard operation.opcode == .add else { continue }
      for (index, term) in operation.inputs.enumerated() {
        guard let at = products[term], case .operation(let product) = steps[at] else { continue }
        let sum = Graph.Operation(
          opcode: .mad, inputs: product.inputs + [operation.inputs[1 - index]], outputs: operation.outputs,
          texture: nil)
        replace(position, by: .operation(sum))
        removed.insert(at)
        break
      }
    }
    remove(removed)
  }
}
