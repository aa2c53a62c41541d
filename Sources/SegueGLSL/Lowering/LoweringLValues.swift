import SegueGraph

extension Lowering {
  /// The components of a variable that an lvalue denotes, as alternatives: the first alternative whose mask
  /// is set applies.
  ///
  /// A dynamic index gives an alternative for each element, with a mask. Without a dynamic index, the only
  /// alternative has no mask.
  struct ResolvedLValue {
    struct Alternative {
      var mask: SSAValue?
      var components: [Int]
    }

    let variable: Variable.ID
    var alternatives: [Alternative]
  }

  mutating func resolve(_ target: LValue) throws(ShaderError) -> ResolvedLValue {
    var type = shader.variables[target.variable].type
    var alternatives = [ResolvedLValue.Alternative(mask: nil, components: Array(0..<type.componentCount))]
    for step in target.path {
      switch step {
      case .swizzle(let indices):
        for i in alternatives.indices {
          alternatives[i].components = indices.map { alternatives[i].components[$0] }
        }
        type = .components(type.scalar ?? .float, indices.count)
      case .field(let index):
        guard case .structure(let structure) = type else { continue }
        let start = structure.fields[..<index].reduce(0) { $0 + $1.type.componentCount }
        type = structure.fields[index].type
        let range = start..<start + type.componentCount
        for i in alternatives.indices {
          alternatives[i].components = Array(alternatives[i].components[range])
        }
      case .element(let expression):
        let (count, element) = elements(of: type)
        let size = element.componentCount
        let index = try evaluate(expression)[0]
        type = element
        func part(_ components: [Int], _ k: Int) -> [Int] { Array(components[k * size..<(k + 1) * size]) }
        if let known = graph.constant(index) {
          let k = max(0, min(count - 1, Int(Int32(bitPattern: known))))
          noteKnownIndex(of: count)
          for i in alternatives.indices { alternatives[i].components = part(alternatives[i].components, k) }
        } else {
          alternatives = alternatives.flatMap { alternative in
            (0..<count).map { k in
              let here = graph.emit(.ieq, index, graph.int(Int32(k)))
              return .init(
                mask: alternative.mask.map { graph.emit(.and, $0, here) } ?? here,
                components: part(alternative.components, k))
            }
          }
        }
      }
    }
    return ResolvedLValue(variable: target.variable, alternatives: alternatives)
  }

  func elements(of type: ShaderType) -> (count: Int, element: ShaderType) {
    switch type {
    case .vector(let scalar, let count): (count, .scalar(scalar))
    case .matrix(let columns, let rows): (columns, .vector(.float, rows))
    case .array(let element, let count): (count, element)
    default: (1, type)
    }
  }

  /// Counts the selects that a constant index makes unnecessary, one for each of `count` elements; small
  /// arrays are not counted.
  mutating func noteKnownIndex(of count: Int) {
    if count >= GraphTable.leastCount { sparedChoices += count }
  }

  mutating func read(_ target: ResolvedLValue) -> [SSAValue] {
    let all = environment[target.variable]
    return choose(target.alternatives.map { ($0.mask, $0.components.map { all[$0] }) })
  }

  /// Returns the values of the first alternative whose mask is set, or else of the last alternative.
  mutating func choose(_ alternatives: [(mask: SSAValue?, values: [SSAValue])]) -> [SSAValue] {
    guard var chosen = alternatives.last?.values else { return [] }
    for alternative in alternatives.dropLast().reversed() {
      guard let mask = alternative.mask else { continue }
      chosen = zip(alternative.values, chosen).map { graph.emit(.select, mask, $0, $1) }
    }
    return chosen
  }

  mutating func write(_ values: [SSAValue], to target: ResolvedLValue) {
    for alternative in target.alternatives {
      for (component, value) in zip(alternative.components, values) {
        let old = environment[target.variable][component]
        environment[target.variable][component] =
          alternative.mask.map { graph.emit(.select, $0, value, old) } ?? value
      }
    }
  }
}
