/// A scalar constant; floats keep the double precision of the source.
package enum Literal: Hashable, Sendable {
  case float(Double)
  case int(Int32)
  case uint(UInt32)
  case bool(Bool)
}

extension Literal {
  /// Makes a literal from the bits of a lane.
  init(bits: UInt32, of scalar: Scalar) {
    self =
      switch scalar {
      case .float: .float(Double(Float(bitPattern: bits)))
      case .int: .int(Int32(bitPattern: bits))
      case .uint: .uint(bits)
      case .bool: .bool(bits != 0)
      }
  }

  /// The value as the bits of a lane.
  package var bits: UInt32 {
    switch self {
    case .float(let value): Float(value).bitPattern
    case .int(let value): UInt32(bitPattern: value)
    case .uint(let value): value
    case .bool(let value): value ? ~0 : 0
    }
  }

  var scalar: Scalar {
    switch self {
    case .float: .float
    case .int: .int
    case .uint: .uint
    case .bool: .bool
    }
  }

  /// The value as a number; 0 or 1 for a bool.
  var number: Double {
    switch self {
    case .float(let value): value
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .bool(let value): value ? 1 : 0
    }
  }

  static func zero(_ scalar: Scalar) -> Literal {
    switch scalar {
    case .float: .float(0)
    case .int: .int(0)
    case .uint: .uint(0)
    case .bool: .bool(false)
    }
  }

  /// Returns the value as another scalar; nil for a float out of an integer's range, which the language
  /// leaves undefined.
  func converted(to scalar: Scalar) -> Literal? {
    switch (self, scalar) {
    case (_, .float): return .float(number)
    case (_, .bool): return .bool(number != 0)
    case (.float(let value), .int): return Int32(exactly: value.rounded(.towardZero)).map { .int($0) }
    case (.float(let value), .uint): return UInt32(exactly: value.rounded(.towardZero)).map { .uint($0) }
    case (.int(let value), .uint): return .uint(UInt32(bitPattern: value))
    case (.uint(let value), .int): return .int(Int32(bitPattern: value))
    case (.bool(let value), .int): return .int(value ? 1 : 0)
    case (.bool(let value), .uint): return .uint(value ? 1 : 0)
    case (.int, .int), (.uint, .uint): return self
    }
  }
}
