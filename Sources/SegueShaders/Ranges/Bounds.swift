import SegueLanes

/// What is known of a number for all pixels of a block: two values of the program about blocks that it is not below and not
/// above.
struct Bounds {
  enum Kind { case float, integer, mask }

  var kind: Kind
  /// Of a mask, whether it is surely set, and whether it may be.
  var low: SSAValue
  var high: SSAValue
  /// Between which numbers both lie, in any block; nil where nothing is known before the frame.
  var range: ClosedRange<Double>?
  /// Whether there are such numbers in any block.
  ///
  /// Otherwise both are NaN where the number may be anything, NaN and infinities among it.
  var isSure = true

  /// Whether `low` is the number itself, computed as it is for pixels.
  var isExact = false

  /// Whether it is one number, but for the sign of a zero.
  var isPoint: Bool { low == high }
}

/// Finds what is known of the values of a program of pixels for whole blocks of them.
///
/// The ends of a block's positions are inputs of a program about blocks. Each operation is done there on the least and the
/// greatest numbers that its inputs can be. It rounds there as it does for pixels, and rounding keeps the order, so the
/// bounds hold to the last bit. Where a function is not known to keep it, they are moved outward.
///
/// - Source: R. E. Moore, Interval Analysis, 1966; M. J. Keeter, Massively Parallel Rendering of Complex Closed-Form Implicit
///   Surfaces, 2020, for programs made shorter by it.
struct RangeAnalysis {
  let source: Graph
  let live: Set<SSAValue>
  /// The program about blocks.
  var graph = Graph(isExact: true)
  private(set) var known: [SSAValue: Bounds] = [:]

  /// The greatest progress, and the least, that programs are analyzed for: springs go beyond 0…1.
  static let progressLimit = 16.0
  /// Beyond this, numbers are not known in a block: their products stay finite.
  static let limit = 1e9

  init(_ source: Graph, live: Set<SSAValue>) {
    self.source = source
    self.live = live
    for (value, input) in source.inputs {
      switch input {
      case .x: known[value] = position(.x, .xEnd)
      case .y: known[value] = position(.y, .yEnd)
      case .frame(let index):
        let point = graph.input(input)
        let range = index == 0 ? -Self.progressLimit...Self.progressLimit : nil
        known[value] = Bounds(kind: .float, low: point, high: point, range: range, isExact: true)
      case .xEnd, .yEnd: break
      }
    }
  }

  private mutating func position(_ first: Graph.Input, _ last: Graph.Input) -> Bounds {
    Bounds(kind: .float, low: graph.input(first), high: graph.input(last), range: 0...1)
  }

  /// The bounds of a value, as numbers of a kind; nil where nothing is known.
  mutating func bounds(_ value: SSAValue, _ kind: Bounds.Kind = .float) -> Bounds? {
    if let bits = source.constant(value) {
      let point = graph.constant(bits: bits)
      let number = kind == .float ? Double(Float(bitPattern: bits)) : Double(Int32(bitPattern: bits))
      guard number.isFinite, kind != .mask || bits == 0 || bits == ~0 else { return nil }
      return Bounds(kind: kind, low: point, high: point, range: number...number)
    }
    guard var bounds = known[value] else { return nil }
    if bounds.kind == kind && bounds.range != nil { return bounds }
    // What is one number in a block can be read as any kind.
    guard bounds.isExact else { return nil }
    bounds.kind = kind
    switch kind {
    case .float: return capped(bounds)
    case .integer: return nil
    case .mask: return source.isMask(value) ? bounds : nil
    }
  }

  /// The value of the program about blocks that a value always is; nil where it may differ from pixel to pixel.
  private mutating func point(_ value: SSAValue) -> SSAValue? {
    if let bits = source.constant(value) { return graph.constant(bits: bits) }
    guard let bounds = known[value], bounds.isExact else { return nil }
    return bounds.low
  }

  /// Analyzes an operation.
  mutating func analyze(_ operation: Graph.Operation) {
    guard operation.outputs.contains(where: live.contains) else { return }
    switch operation.opcode {
    case .fetch, .fetchRow:
      let zero = graph.float(0)
      let one = graph.float(1)
      for output in operation.outputs {
        known[output] = Bounds(kind: .float, low: zero, high: one, range: 0...1)
      }
      return
    case .fetchFloats: return
    default: break
    }
    let points = operation.inputs.compactMap { point($0) }
    let isPoint = points.count == operation.inputs.count
    guard operation.outputs.count == 1 else {
      guard isPoint else { return }
      for (output, point) in zip(operation.outputs, graph.emit(operation.opcode, points)) {
        known[output] = Bounds(kind: .float, low: point, high: point, isExact: true)
      }
      return
    }
    var bounds = rule(operation.opcode, operation.inputs)
    if isPoint {
      // One number is known as it is; what its bounds say is where it lies.
      let point = graph.emit(operation.opcode, points)[0]
      let range = bounds?.isSure == true ? bounds?.range : nil
      bounds = Bounds(kind: bounds?.kind ?? .float, low: point, high: point, range: range, isExact: true)
    }
    known[operation.outputs[0]] = bounds
  }
}
