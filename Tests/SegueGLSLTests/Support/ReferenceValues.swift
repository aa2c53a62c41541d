import SegueGLSL

extension Literal {
  var kind: Scalar {
    switch self {
    case .float: .float
    case .int: .int
    case .uint: .uint
    case .bool: .bool
    }
  }

  var double: Double {
    switch self {
    case .float(let value): value
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .bool(let value): value ? 1 : 0
    }
  }

  /// Converts to another type of scalar.
  func converted(_ scalar: Scalar) -> Literal {
    switch (scalar, self) {
    case (.float, _): .float(double)
    case (.bool, _): .bool(double != 0)
    case (.int, .uint(let value)): .int(Int32(truncatingIfNeeded: value))
    case (.uint, .int(let value)): .uint(UInt32(truncatingIfNeeded: value))
    case (.int, _): .int(double.isNaN ? 0 : Int32(max(-2_147_483_648, min(2_147_483_647, double))))
    case (.uint, _): .uint(double.isNaN ? 0 : UInt32(max(0, min(4_294_967_295, double))))
    }
  }

  func stepped(_ by: Int) -> Literal {
    switch self {
    case .float(let value): .float(value + Double(by))
    case .int(let value): .int(value &+ Int32(by))
    case .uint(let value): .uint(value &+ UInt32(truncatingIfNeeded: by))
    case .bool: self
    }
  }

  /// The value as an index, clamped to the range.
  func index(below count: Int) -> Int { Int(max(0, min(Double(count - 1), double))) }
}

extension ShaderType {
  /// The type of an element.
  var element: ShaderType {
    switch self {
    case .vector(let scalar, _): .scalar(scalar)
    case .matrix(_, let rows): .vector(.float, rows)
    case .array(let element, _): element
    default: self
    }
  }

  var elementCount: Int {
    switch self {
    case .vector(_, let count), .matrix(let count, _), .array(_, let count): count
    default: 1
    }
  }
}

extension Value {
  static func float(_ value: Double) -> Value { .components([.float(value)]) }
  static func floats(_ values: [Double]) -> Value { .components(values.map { .float($0) }) }
  static func bool(_ value: Bool) -> Value { .components([.bool(value)]) }

  static func zero(_ type: ShaderType) -> Value {
    switch type {
    case .array(let element, let count): .parts(Array(repeating: zero(element), count: count))
    case .structure(let structure): .parts(structure.fields.map { zero($0.type) })
    default:
      .components(
        Array(repeating: Literal.int(0).converted(type.scalar ?? .float), count: type.componentCount))
    }
  }

  /// Makes a value of a type from all its scalars.
  static func shaped(_ components: [Literal], as type: ShaderType) -> Value {
    guard case .array(let element, let count) = type else { return .components(components) }
    let size = element.componentCount
    return .parts((0..<count).map { .components(Array(components[$0 * size..<($0 + 1) * size])) })
  }

  var numbers: [Double] {
    get throws {
      guard case .components(let components) = self else {
        throw ReferenceEvaluator.Failure.malformed("not a scalar, vector or matrix")
      }
      return components.map(\.double)
    }
  }

  /// An element of a vector, of a matrix (a column), or of an array.
  func element(_ index: Literal, of type: ShaderType) throws -> Value {
    let index = index.index(below: type.elementCount)
    switch self {
    case .components(let all):
      let size = type.element.componentCount
      return .components(Array(all[index * size..<(index + 1) * size]))
    case .parts(let parts): return parts[index]
    case .texture: throw ReferenceEvaluator.Failure.malformed("an element of a texture")
    }
  }
}
