import Foundation
import SegueGLSL

extension Reference {
  static func sample(_ builtin: Builtin, _ texture: ReferenceTexture, _ given: [[Double]]) throws -> Value {
    let at = given[0]
    switch builtin.name {
    case "texture", "texture2D": return .floats(texture.sample(at[0], at[1]))
    case "textureProj", "texture2DProj":
      return .floats(texture.sample(at[0] / at[at.count - 1], at[1] / at[at.count - 1]))
    case "textureSize":
      return .components([texture.width, texture.height].map { .int(Int32(max(1, $0 >> Int(at[0])))) })
    case "texelFetch":
      let isInside = 0..<Double(texture.width) ~= at[0] && 0..<Double(texture.height) ~= at[1]
      guard isInside else { return .floats([0, 0, 0, 0]) }
      return .floats(
        texture.sample((at[0] + 0.5) / Double(texture.width), (at[1] + 0.5) / Double(texture.height)))
    default: throw Failure.malformed("\(builtin.name) of a texture")
    }
  }

  static func apply(_ builtin: Builtin, _ given: [Value], _ type: ShaderType) throws -> Value {
    let components = try given.map { value -> [Literal] in
      guard case .components(let components) = value else {
        throw Failure.malformed("\(builtin.name) of parts")
      }
      return components
    }
    switch builtin.name {
    case let name where name.hasPrefix("pack"):
      return .components([.uint(try packed(name, components[0].map(\.double)))])
    case let name where name.hasPrefix("unpack"):
      guard case .uint(let word) = components[0][0] else { throw Failure.malformed(name) }
      return .floats(try unpacked(name, word))
    case "any": return .bool(components[0].contains(.bool(true)))
    case "all": return .bool(!components[0].contains(.bool(false)))
    case "length", "distance", "dot", "cross", "normalize", "faceforward", "reflect", "refract",
      "outerProduct",
      "transpose",
      "determinant", "inverse":
      return .floats(try geometry(builtin, components.map { $0.map(\.double) }))
    default: break
    }
    // All other functions apply to each component.
    return .components(
      try components[0].indices.map { index in
        let arguments = components.map { $0[index] }
        if let bits = bits(builtin, arguments) { return bits }
        switch arguments[0] {
        case .float: return try float(builtin, arguments)
        case .int, .uint: return try integer(builtin, arguments)
        case .bool(let value):
          switch builtin.name {
          case "not": return .bool(!value)
          case "equal": return .bool(arguments[0] == arguments[1])
          case "notEqual": return .bool(arguments[0] != arguments[1])
          default: throw Failure.malformed("\(builtin.name) of bools")
          }
        }
      })
  }

  /// Packs numbers into a word, the first one in the lowest bits.
  private static func packed(_ name: String, _ numbers: [Double]) throws -> UInt32 {
    let width = 32 / numbers.count
    return try numbers.enumerated().reduce(UInt32(0)) { word, part in
      let bits: Int32
      switch name.dropFirst(4).prefix(5) {
      case "Half2": bits = Int32(Float16(Float(part.element)).bitPattern)
      case "Snorm":
        let scale = Double(1 << (width - 1) - 1)
        bits = Int32((Swift.max(-1, Swift.min(1, part.element)) * scale).rounded(.toNearestOrEven))
      case "Unorm":
        let scale = Double(1 << width - 1)
        bits = Int32((Swift.max(0, Swift.min(1, part.element)) * scale).rounded(.toNearestOrEven))
      default: throw Failure.malformed(name)
      }
      return word | (UInt32(bitPattern: bits) & (1 << UInt32(width) - 1)) << UInt32(part.offset * width)
    }
  }

  private static func unpacked(_ name: String, _ word: UInt32) throws -> [Double] {
    let count = name.hasSuffix("4x8") ? 4 : 2
    return try (0..<count).map { index in
      let bits = word >> UInt32(32 / count * index)
      switch (name.dropFirst(6).prefix(5), count) {
      case ("Half2", _): return Double(Float16(bitPattern: UInt16(truncatingIfNeeded: bits)))
      case ("Snorm", 2): return Swift.max(-1, Double(Int16(truncatingIfNeeded: bits)) / 32767)
      case ("Snorm", _): return Swift.max(-1, Double(Int8(truncatingIfNeeded: bits)) / 127)
      case ("Unorm", 2): return Double(UInt16(truncatingIfNeeded: bits)) / 65535
      case ("Unorm", _): return Double(UInt8(truncatingIfNeeded: bits)) / 255
      default: throw Failure.malformed(name)
      }
    }
  }

  private static func bits(_ builtin: Builtin, _ given: [Literal]) -> Literal? {
    switch (builtin.name, given[0]) {
    case ("floatBitsToInt", .float(let x)): .int(Int32(bitPattern: Float(x).bitPattern))
    case ("floatBitsToUint", .float(let x)): .uint(Float(x).bitPattern)
    case ("intBitsToFloat", .int(let x)): .float(Double(Float(bitPattern: UInt32(bitPattern: x))))
    case ("uintBitsToFloat", .uint(let x)): .float(Double(Float(bitPattern: x)))
    default: nil
    }
  }

  private static func integer(_ builtin: Builtin, _ given: [Literal]) throws -> Literal {
    let n = given.map(\.double)
    // Every 32-bit integer is exact as a Double.
    let value: Double
    switch builtin.name {
    case "abs":
      return n[0] == -2_147_483_648 ? given[0] : Literal.float(Swift.abs(n[0])).converted(given[0].kind)
    case "sign": value = n[0] > 0 ? 1 : n[0] < 0 ? -1 : 0
    case "min": value = n[1] < n[0] ? n[1] : n[0]
    case "max": value = n[0] < n[1] ? n[1] : n[0]
    case "clamp": value = Swift.min(Swift.max(n[0], n[1]), n[2])
    default: return .bool(try compare(builtin, n))
    }
    return Literal.float(value).converted(given[0].kind)
  }

  private static func compare(_ builtin: Builtin, _ n: [Double]) throws -> Bool {
    switch builtin.name {
    case "lessThan": n[0] < n[1]
    case "lessThanEqual": n[0] <= n[1]
    case "greaterThan": n[0] > n[1]
    case "greaterThanEqual": n[0] >= n[1]
    case "equal": n[0] == n[1]
    case "notEqual": n[0] != n[1]
    case "isnan": n[0].isNaN
    case "isinf": n[0].isInfinite
    default: throw Failure.malformed("\(builtin.name) of numbers")
    }
  }

  /// Returns the other argument for NaN.
  private static func smaller(_ a: Double, _ b: Double) -> Double { a.isNaN || b < a ? b : a }
  private static func larger(_ a: Double, _ b: Double) -> Double { a.isNaN || a < b ? b : a }

  private static func float(_ builtin: Builtin, _ given: [Literal]) throws -> Literal {
    let n = given.map(\.double)
    let x = n[0]
    let value: Double
    switch builtin.name {
    case "radians": value = x * .pi / 180
    case "degrees": value = x * 180 / .pi
    case "sin": value = sin(x)
    case "cos": value = cos(x)
    case "tan": value = tan(x)
    case "asin": value = asin(x)
    case "acos": value = acos(x)
    case "sinh": value = sinh(x)
    case "cosh": value = cosh(x)
    case "tanh": value = tanh(x)
    case "asinh": value = asinh(x)
    case "acosh": value = acosh(x)
    case "atanh": value = atanh(x)
    case "atan": value = n.count == 2 ? atan2(x, n[1]) : atan(x)
    case "pow": value = pow(x, n[1])
    case "exp": value = exp(x)
    case "log": value = log(x)
    case "exp2": value = exp2(x)
    case "log2": value = log2(x)
    case "sqrt": value = x.squareRoot()
    case "inversesqrt": value = 1 / x.squareRoot()
    case "abs": value = Swift.abs(x)
    case "sign": value = x > 0 ? 1 : x < 0 ? -1 : 0
    case "floor": value = x.rounded(.down)
    case "ceil": value = x.rounded(.up)
    case "trunc": value = x.rounded(.towardZero)
    case "round", "roundEven": value = x.rounded(.toNearestOrEven)
    case "fract": value = x - x.rounded(.down)
    case "mod": value = x - n[1] * (x / n[1]).rounded(.down)
    case "min": value = smaller(x, n[1])
    case "max": value = larger(x, n[1])
    case "clamp": value = smaller(larger(n[1], x), n[2])
    case "step": value = n[1] >= x ? 1 : 0
    case "smoothstep":
      let t = smaller(larger(0, (n[2] - x) / (n[1] - x)), 1)
      value = t * t * (3 - 2 * t)
    case "mix":
      if case .bool(let second) = given[2] { return second ? given[1] : given[0] }
      value = x * (1 - n[2]) + n[1] * n[2]
    case "matrixCompMult": value = x * n[1]
    default: return .bool(try compare(builtin, n))
    }
    return .float(value)
  }

  private static func geometry(_ builtin: Builtin, _ given: [[Double]]) throws -> [Double] {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let a = given[0]
    let side = Int(Double(a.count).squareRoot())
    switch builtin.name {
    case "length": return [dot(a, a).squareRoot()]
    case "distance":
      let way = zip(a, given[1]).map { $0 - $1 }
      return [dot(way, way).squareRoot()]
    case "dot": return [dot(a, given[1])]
    case "cross":
      let b = given[1]
      return [a[1] * b[2] - b[1] * a[2], a[2] * b[0] - b[2] * a[0], a[0] * b[1] - b[0] * a[1]]
    case "normalize": return a.map { $0 / dot(a, a).squareRoot() }
    case "faceforward": return dot(given[2], given[1]) < 0 ? a : a.map { -$0 }
    case "reflect":
      let normal = given[1]
      return zip(a, normal).map { $0 - 2 * dot(normal, a) * $1 }
    case "refract":
      let (normal, eta) = (given[1], given[2][0])
      let cosine = dot(normal, a)
      let k = 1 - eta * eta * (1 - cosine * cosine)
      return k < 0 ? a.map { _ in 0 } : zip(a, normal).map { eta * $0 - (eta * cosine + k.squareRoot()) * $1 }
    case "outerProduct": return given[1].flatMap { column in a.map { $0 * column } }
    case "transpose": return (0..<a.count).map { a[$0 % side * side + $0 / side] }
    case "determinant": return [determinant(a, side)]
    case "inverse":
      // Transposed matrix of cofactors, divided by the determinant.
      let whole = determinant(a, side)
      return (0..<a.count).map { place in
        let (column, row) = (place / side, place % side)
        let sign = (column + row) % 2 == 0 ? 1.0 : -1.0
        return sign * determinant(minor(a, side, withoutColumn: row, row: column), side - 1) / whole
      }
    default: throw Failure.malformed("\(builtin.name)")
    }
  }

  /// Expands along the first column.
  private static func determinant(_ a: [Double], _ side: Int) -> Double {
    if side == 0 { return 1 }
    return (0..<side).reduce(0) { sum, row in
      let sign = row % 2 == 0 ? 1.0 : -1.0
      return sum + sign * a[row] * determinant(minor(a, side, withoutColumn: 0, row: row), side - 1)
    }
  }

  private static func minor(_ a: [Double], _ side: Int, withoutColumn column: Int, row: Int) -> [Double] {
    a.indices.filter { $0 / side != column && $0 % side != row }.map { a[$0] }
  }
}
