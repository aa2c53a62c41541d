import SegueLaneProgram

/// The lower and upper bound of a value over the pixels of a block, as values of the block program.
struct Bounds {
  enum Kind { case float, integer, mask }

  var kind: Kind
  /// The lower and the upper bound.
  ///
  /// For a mask, `low` is set if the mask is certainly set, and `high` if it may be set.
  var low: SSAValue
  var high: SSAValue
  /// An interval that contains both bounds in all blocks; nil if it is not known when the block program is
  /// compiled.
  var range: ClosedRange<Double>?
  /// Whether both bounds are numbers, not NaN, in every block.
  ///
  /// Otherwise both bounds are NaN in a block where the value is unbounded, NaN or infinite.
  var isSure = true

  /// Whether `low` is the value itself, computed as in the pixel program, rather than a bound.
  var isExact = false

  /// Whether the value is constant in a block, up to the sign of zero.
  var isPoint: Bool { low == high }
}

/// Interval analysis: computes bounds of a program's values over blocks of pixels.
///
/// The smallest and the largest position in a block are inputs of the block program. The block program
/// applies each operation to the least and greatest values of the inputs, with the rounding of the pixel
/// program; rounding is monotonic, so bounds are exact. Bounds of functions that may not be monotonic to the
/// last bit are widened.
///
/// - Source: R. E. Moore, Interval Analysis, 1966; M. J. Keeter, Massively Parallel Rendering of Complex
///   Closed-Form Implicit Surfaces, 2020, for programs shortened by the bounds.
package struct RangeAnalysis {
  let source: Graph
  let live: ValueSet
  private let pictures: PictureFacts
  /// The block program under construction.
  var graph = Graph(isExact: true)
  private(set) var known: ValueTable<Bounds> = [:]

  /// The largest magnitude of the progress for which bounds are computed; it exceeds 1, since springs
  /// overshoot.
  package static let progressLimit = 16.0
  /// The largest magnitude of a bound, so that products stay finite; a value that may be larger counts as
  /// unbounded.
  static let limit = 1e9

  init(_ source: Graph, live: ValueSet, _ pictures: PictureFacts) {
    self.source = source
    self.live = live
    self.pictures = pictures
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

  /// Returns the bounds of a value that is read as the given kind of number; nil if unknown.
  mutating func bounds(_ value: SSAValue, _ kind: Bounds.Kind = .float) -> Bounds? {
    if let bits = source.constant(value) {
      let point = graph.constant(bits: bits)
      let number = kind == .float ? Double(Float(bitPattern: bits)) : Double(Int32(bitPattern: bits))
      guard number.isFinite, kind != .mask || bits == 0 || bits == ~0 else { return nil }
      return Bounds(kind: kind, low: point, high: point, range: number...number)
    }
    guard var bounds = known[value] else { return nil }
    if bounds.kind == kind && bounds.range != nil { return bounds }
    // A value that is constant in a block may be read as a type other than its own.
    guard bounds.isExact else { return nil }
    bounds.kind = kind
    switch kind {
    case .float: return capped(bounds)
    case .integer: return nil
    case .mask: return source.isMask(value) ? bounds : nil
    }
  }

  /// Returns the block program's value for a value that is constant in each block; nil otherwise.
  private mutating func point(_ value: SSAValue) -> SSAValue? {
    if let bits = source.constant(value) { return graph.constant(bits: bits) }
    guard let bounds = known[value], bounds.isExact else { return nil }
    return bounds.low
  }

  /// Computes the bounds of an operation's outputs.
  mutating func analyze(_ operation: Graph.Operation) {
    guard operation.outputs.contains(where: live.contains) else { return }
    switch operation.opcode {
    case .fetch, .fetchRow, .fetchFloats, .fetchRowFloats:
      guard let texels = operation.texels, pictures.bounded.contains(texels.texture) else { return }
      let zero = graph.float(0)
      let one = graph.float(1)
      for output in operation.outputs {
        known[output] = Bounds(kind: .float, low: zero, high: one, range: 0...1)
      }
      return
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
      // The value is exactly known in each block; the bounds by the rule only give its range over all blocks.
      let point = graph.emit(operation.opcode, points)[0]
      let range = bounds?.isSure == true ? bounds?.range : nil
      bounds = Bounds(kind: bounds?.kind ?? .float, low: point, high: point, range: range, isExact: true)
    }
    known[operation.outputs[0]] = bounds
  }
}
