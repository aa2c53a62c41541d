/// What makes pixels those of a picture: where every one has this number, the rest of the program need not be computed.
///
/// A vector of pixels that is on one side of an edge has a weight of 0 or 1, and is a copy.
struct Shortcut {
  var value: SSAValue
  let bits: UInt32
  let texture: Int
}

extension Graph {
  /// The first number for each picture that decides it, in the order they are computed.
  ///
  /// Only of what runs from its start to its end, for a vector cannot leave a branch or a loop; and of what is short, for the program is
  /// made once more for each number that it mixes or chooses by.
  func shortcuts(
    to result: [SSAValue], live: Set<SSAValue>, _ decisions: [Decision], _ facts: RangeFacts,
    _ pictures: PictureFacts
  ) -> [Shortcut] {
    let isStraight = nodes.allSatisfy { node in
      if case .operation(let operation) = node {
        operation.opcode != .fetch && operation.opcode != .fetchFloats
      } else {
        false
      }
    }
    guard isStraight && nodes.count <= 400 else { return [] }
    var choosing: Set<SSAValue> = []
    for case .operation(let operation) in nodes {
      switch operation.opcode {
      case .mix: choosing.insert(operation.inputs[2])
      case .select: choosing.insert(operation.inputs[0])
      default: break
      }
    }
    var found: [Shortcut] = []
    for decision in decisions
    where choosing.contains(decision.value) && dependence(decision.value).contains(.x) {
      for case (_, .constant(let bits)) in decision.outcomes {
        let (graph, colors, _) = Specializer.specialize(
          self, result, live: live, decided: [decision.value: .constant(bits)], facts, pictures)
        guard let texture = graph.textureCopied(by: colors, opaque: pictures.opaque),
          !found.contains(where: { $0.texture == texture })
        else { continue }
        found.append(Shortcut(value: decision.value, bits: bits, texture: texture))
      }
    }
    return found
  }

  /// The picture whose pixels some colors are, each at its own place; nil where they are not.
  func textureCopied(by colors: [SSAValue], opaque: Set<Int>) -> Int? {
    for case .operation(let operation) in nodes where operation.opcode == .fetchRow {
      guard let texels = operation.texels, texels.x == 0, texels.y == 0 else { continue }
      let isAlpha =
        colors[3] == operation.outputs[3]
        || opaque.contains(texels.texture) && constant(colors[3]) == Float(1).bitPattern
      if isAlpha && colors[..<3].elementsEqual(operation.outputs[..<3]) { return texels.texture }
    }
    return nil
  }
}
