import SegueLanes
import SeguePixels

extension Lowering {
  mutating func call(
    _ builtin: Builtin, _ arguments: [Expression], _ expression: Expression
  ) throws(ShaderError) -> [Value] {
    switch builtin {
    case .texture, .textureProj, .texelFetch, .textureSize:
      let sampler = try evaluate(arguments[0])[0]
      guard let slot = graph.constant(sampler) else { return zeros(4) }
      var position = arguments.count > 1 ? try evaluate(arguments[1]) : []
      return read(builtin, slot: Int(slot), &position)
    case .getFromColor, .getToColor:
      let position = try evaluate(arguments[0])
      return fetch(builtin == .getFromColor ? 0 : 1, position[0], position[1])
    default: break
    }
    var values: [[Value]] = []
    for argument in arguments { values.append(try evaluate(argument)) }
    let scalar = arguments[0].type.scalar ?? .float
    let mixes = builtin == .mix && arguments[2].type.scalar == .float
    if let operation = mixes ? .mix : builtin.componentwise(scalar, arguments: values.count) {
      return values[0].indices.map { component in graph.emit(operation, values.map { $0[component] })[0] }
    }
    return special(builtin, values, arguments.map(\.type))
  }

  // MARK: Pictures

  private mutating func read(_ builtin: Builtin, slot: Int, _ position: inout [Value]) -> [Value] {
    guard host.pictures.indices.contains(slot) else { return zeros(4) }
    let size = host.pictures[slot].size
    switch builtin {
    case .textureSize: return [graph.int(Int32(size.width)), graph.int(Int32(size.height))]
    case .texelFetch:
      func center(_ index: Value, _ count: Int) -> Value {
        let middle = graph.emit(.add, graph.emit(.i2f, index), graph.float(0.5))
        return graph.emit(.mul, middle, graph.float(1 / Float(count)))
      }
      return fetch(slot, center(position[0], size.width), center(position[1], size.height))
    case .textureProj:
      guard let divisor = position.last else { return zeros(4) }
      return fetch(
        slot, graph.emit(.div, position[0], divisor), graph.emit(.div, position[1], divisor))
    default: return fetch(slot, position[0], position[1])
    }
  }

  private mutating func fetch(_ slot: Int, _ u: Value, _ v: Value) -> [Value] {
    let picture = host.pictures[slot]
    // At the pixel's own position there is nothing to interpolate, and neighbors lie side by side.
    let isOwn = u == graph.input(.x) && v == graph.input(.y) && picture.size == host.size
    var color =
      isOwn
      ? graph.emit(.fetchRow, [], texture: slot) : graph.emit(.fetch, [u, v], texture: slot)
    if picture.isOpaque { color[3] = graph.float(1) }
    return color
  }

  // MARK: Functions that mix components

  private mutating func special(_ builtin: Builtin, _ values: [[Value]], _ types: [ShaderType]) -> [Value] {
    let a = values[0]
    let b = values.count > 1 ? values[1] : a
    let scalar = types[0].scalar ?? .float
    func each(_ operation: LaneOperation, _ a: [Value], _ b: [Value]) -> [Value] {
      zip(a, b).map { graph.emit(operation, $0, $1) }
    }
    func scale(_ a: [Value], _ factor: Value) -> [Value] { a.map { graph.emit(.mul, $0, factor) } }
    switch builtin {
    case .radians: return scale(a, graph.float(.pi / 180))
    case .degrees: return scale(a, graph.float(180 / .pi))
    case .floatBitsToInt, .floatBitsToUint, .intBitsToFloat, .uintBitsToFloat: return a
    case .clamp:
      return each(scalar == .uint ? .umin : .imin, each(scalar == .uint ? .umax : .imax, a, b), values[2])
    case .mix:
      return a.indices.map { graph.emit(.select, values[2][$0], b[$0], a[$0]) }
    case .length: return [length(a)]
    case .distance: return [length(each(.sub, a, b))]
    case .dot: return [dot(a, b)]
    case .cross:
      return [(1, 2), (2, 0), (0, 1)].map { i, j in
        graph.emit(.sub, graph.emit(.mul, a[i], b[j]), graph.emit(.mul, b[i], a[j]))
      }
    case .normalize:
      switch a.count {
      case 1: return [graph.emit(.sign, a[0])]
      case 2: return graph.emit(.normalize2, a)
      case 3: return graph.emit(.normalize3, a)
      default: return scale(a, graph.emit(.inversesqrt, dot(a, a)))
      }
    case .faceforward:
      let away = graph.emit(.lt, dot(values[2], b), graph.float(0))
      return a.map { graph.emit(.select, away, $0, graph.emit(.neg, $0)) }
    case .reflect:
      let twice = graph.emit(.mul, graph.float(2), dot(b, a))
      return each(.sub, a, scale(b, twice))
    case .refract:
      let eta = values[2][0]
      let cosine = dot(b, a)
      let sine = graph.emit(.sub, graph.float(1), graph.emit(.mul, cosine, cosine))
      let k = graph.emit(.sub, graph.float(1), graph.emit(.mul, graph.emit(.mul, eta, eta), sine))
      let factor = graph.emit(.add, graph.emit(.mul, eta, cosine), graph.emit(.sqrt, k))
      let total = graph.emit(.lt, k, graph.float(0))
      return each(.sub, scale(a, eta), scale(b, factor)).map {
        graph.emit(.select, total, graph.float(0), $0)
      }
    case .matrixCompMult: return each(.mul, a, b)
    case .outerProduct: return b.flatMap { scale(a, $0) }
    case .transpose:
      let side = a.count == 4 ? 2 : a.count == 9 ? 3 : 4
      return a.indices.map { a[$0 % side * side + $0 / side] }
    case .determinant: return [determinant(a)]
    case .inverse: return inverse(a)
    case .lessThan: return each(comparison(scalar, strict: true), a, b)
    case .lessThanEqual: return each(comparison(scalar, strict: false), a, b)
    case .greaterThan: return each(comparison(scalar, strict: true), b, a)
    case .greaterThanEqual: return each(comparison(scalar, strict: false), b, a)
    case .equal: return each(scalar == .float ? .eq : .ieq, a, b)
    case .notEqual: return each(scalar == .float ? .ne : .ine, a, b)
    case .any: return [a.dropFirst().reduce(a[0]) { graph.emit(.or, $0, $1) }]
    case .all: return [a.dropFirst().reduce(a[0]) { graph.emit(.and, $0, $1) }]
    default: return a
    }
  }

  /// From the last component to the first, as Mesa sums.
  private mutating func dot(_ a: [Value], _ b: [Value]) -> Value {
    var sum = graph.emit(.mul, a[a.count - 1], b[a.count - 1])
    for i in a.indices.dropLast().reversed() { sum = graph.emit(.add, sum, graph.emit(.mul, a[i], b[i])) }
    return sum
  }

  private mutating func length(_ a: [Value]) -> Value {
    switch a.count {
    case 1: graph.emit(.abs, a[0])
    case 2: graph.emit(.length2, a)[0]
    case 3: graph.emit(.length3, a)[0]
    default: graph.emit(.sqrt, dot(a, a))
    }
  }

  /// Expanded by the first column.
  private mutating func determinant(_ a: [Value]) -> Value {
    let side = a.count == 4 ? 2 : a.count == 9 ? 3 : 4
    return (0..<side).reduce(graph.float(0)) { sum, row in
      let term = graph.emit(.mul, a[row], minor(a, side, row: row, column: 0))
      return graph.emit(row % 2 == 0 ? .add : .sub, sum, term)
    }
  }

  private mutating func minor(_ a: [Value], _ side: Int, row: Int, column: Int) -> Value {
    let rest = a.indices.filter { $0 % side != row && $0 / side != column }.map { a[$0] }
    return rest.count == 1 ? rest[0] : determinant(rest)
  }

  /// The adjugate over the determinant.
  private mutating func inverse(_ a: [Value]) -> [Value] {
    let side = a.count == 4 ? 2 : a.count == 9 ? 3 : 4
    let whole = graph.emit(.div, graph.float(1), determinant(a))
    return a.indices.map { index in
      let (column, row) = (index / side, index % side)
      let cofactor = minor(a, side, row: column, column: row)
      let signed = (row + column) % 2 == 0 ? cofactor : graph.emit(.neg, cofactor)
      return graph.emit(.mul, signed, whole)
    }
  }
}

extension Builtin {
  /// The operation that does it for each component; nil where it takes more than that.
  fileprivate func componentwise(_ scalar: Scalar, arguments: Int) -> LaneOperation? {
    let isFloat = scalar == .float
    return switch self {
    case .sin: .sin
    case .cos: .cos
    case .tan: .tan
    case .asin: .asin
    case .acos: .acos
    case .sinh: .sinh
    case .cosh: .cosh
    case .tanh: .tanh
    case .asinh: .asinh
    case .acosh: .acosh
    case .atanh: .atanh
    case .atan: arguments == 2 ? .atan2 : .atan
    case .pow: .pow
    case .exp: .exp
    case .log: .log
    case .exp2: .exp2
    case .log2: .log2
    case .sqrt: .sqrt
    case .inversesqrt: .inversesqrt
    case .abs: isFloat ? .abs : .iabs
    case .sign: isFloat ? .sign : .isign
    case .floor: .floor
    case .ceil: .ceil
    case .trunc: .trunc
    case .round, .roundEven: .roundEven
    case .fract: .fract
    case .mod: .mod
    case .min: isFloat ? .min : scalar == .uint ? .umin : .imin
    case .max: isFloat ? .max : scalar == .uint ? .umax : .imax
    case .clamp: isFloat ? .clamp : nil
    case .step: .step
    case .smoothstep: .smoothstep
    case .isnan: .isNaN
    case .isinf: .isInf
    case .not: .not
    default: nil
    }
  }
}
