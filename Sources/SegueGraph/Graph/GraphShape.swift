package import SegueLaneProgram

extension Graph {
  /// Classifies the function that maps an opaque pixel to a color: lookup tables, a matrix, or any other
  /// program.
  ///
  /// Row kernels compute tables and matrices in a fraction of the time that programs take. These kernels
  /// round once, to nearest, as a program does when it stores pixels.
  package func shape(of result: [SSAValue], from pixel: [SSAValue]) -> LaneProgram.Shape {
    guard constant(result[3]) == Float(1).bitPattern else { return .program }
    if zip(result, pixel).prefix(3).allSatisfy({ dependsOnly($0, on: $1) }) { return .tables }
    var forms = AffineForms(graph: self, pixel: pixel)
    let rows = result[..<3].compactMap { forms.unbounded($0) }
    return rows.count == 3 ? .matrix(rows) : .program
  }

  /// Whether a value is computed only from constants, inputs set for each frame, and `leaf`.
  private func dependsOnly(_ value: SSAValue, on leaf: SSAValue) -> Bool {
    var seen: ValueSet = []
    var pending = [value]
    while let next = pending.popLast() {
      if next == leaf || constant(next) != nil || !seen.insert(next) { continue }
      if case .frame? = inputs[next] { continue }
      guard let definition = definition(next), !definition.opcode.readsRun, definition.opcode != .fetch
      else {
        return false
      }
      pending += definition.inputs
    }
    return true
  }
}

/// Values as affine functions of a pixel's red, green and blue.
private struct AffineForms {
  let graph: Graph
  let pixel: [SSAValue]
  /// By value: the weights of red, green and blue, and the constant term; nil if the value is not affine.
  private var known: [SSAValue: [Double]?] = [:]

  init(graph: Graph, pixel: [SSAValue]) {
    self.graph = graph
    self.pixel = pixel
  }

  /// Returns the affine form of a value without its final clamp to 0…1; storing bytes clamps again.
  mutating func unbounded(_ value: SSAValue) -> [Double]? {
    bounded(value).flatMap { form($0) } ?? form(value)
  }

  /// Returns the input of a `saturate`; nil for other operations.
  private func bounded(_ value: SSAValue) -> SSAValue? {
    guard let (opcode, inputs) = graph.definition(value), opcode == .saturate else { return nil }
    return inputs[0]
  }

  private func number(_ value: SSAValue) -> Double? {
    graph.constant(value).map { Double(Float(bitPattern: $0)) }
  }

  private mutating func form(_ value: SSAValue) -> [Double]? {
    if let known = known[value] { return known }
    known[value] = .some(nil)
    let form = computed(value)
    known[value] = form
    return form
  }

  private mutating func computed(_ value: SSAValue) -> [Double]? {
    if let number = number(value) { return number.isFinite ? [0, 0, 0, number] : nil }
    if let channel = pixel[..<3].firstIndex(of: value) { return (0..<4).map { $0 == channel ? 1 : 0 } }
    if let inside = bounded(value), let form = form(inside), Self.staysWithin01(form) { return form }
    guard let (opcode, inputs) = graph.definition(value) else { return nil }
    let forms = inputs.map { form($0) }
    func constant(_ index: Int) -> Double? {
      forms[index].flatMap { $0[..<3].allSatisfy { $0 == 0 } ? $0[3] : nil }
    }
    func sum(_ a: [Double]?, _ b: [Double]?, _ weight: Double) -> [Double]? {
      a.flatMap { a in b.map { b in zip(a, b).map { $0 + weight * $1 } } }
    }
    switch opcode {
    case .neg: return forms[0].map { $0.map { -$0 } }
    case .add: return sum(forms[0], forms[1], 1)
    case .sub: return sum(forms[0], forms[1], -1)
    case .mul:
      if let factor = constant(0) { return forms[1].map { $0.map { $0 * factor } } }
      return constant(1).flatMap { factor in forms[0].map { $0.map { $0 * factor } } }
    case .div: return constant(1).flatMap { divisor in forms[0].map { $0.map { $0 / divisor } } }
    case .mix:
      return constant(2).flatMap { share in
        forms[0].flatMap { a in forms[1].map { b in zip(a, b).map { $0 * (1 - share) + $1 * share } } }
      }
    default: return nil
    }
  }

  /// Whether the affine form is in 0…1 for every color in 0…1, so that clamping has no effect.
  private static func staysWithin01(_ form: [Double]) -> Bool {
    let least = form[3] + form[..<3].reduce(0) { $0 + min($1, 0) }
    let most = form[3] + form[..<3].reduce(0) { $0 + max($1, 0) }
    return least > -1e-6 && most < 1 + 1e-6
  }
}
