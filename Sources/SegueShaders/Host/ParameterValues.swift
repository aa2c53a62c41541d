import SegueRendering
import SeguePixels

extension Literal {
  /// The value as a lane holds it.
  var bits: UInt32 {
    switch self {
    case .float(let value): Float(value).bitPattern
    case .int(let value): UInt32(bitPattern: value)
    case .uint(let value): value
    case .bool(let value): value ? ~0 : 0
    }
  }

  fileprivate var text: String {
    switch self {
    case .float(let value): shortest(value)
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }
}

extension ShaderParameter {
  /// For lists and help.
  var description: ParameterDescription {
    ParameterDescription(
      name: name,
      defaultValue: type == .sampler2D
        ? "the first picture" : defaultValue.map(\.text).joined(separator: ","),
      kind: kind, unit: unit, summary: summary)
  }

  /// What its components are; nil for a texture.
  private var scalar: Scalar? {
    if case .array(let element, _) = type { return element.scalar }
    return type.scalar
  }

  private var kind: ParameterKind {
    guard let scalar else { return .picture }
    if type == .bool { return .word(["true", "false"]) }
    if type == .float, let range { return .number(range) }
    return .numbers(count: type.componentCount, in: range, whole: scalar == .int || scalar == .uint)
  }

  /// The value of a text: numbers with commas between, `true` or `false`, or for three or four floats a color; nil
  /// where it is none.
  func bits(of text: String) -> [UInt32]? {
    guard let scalar else { return nil }
    if scalar == .float, [3, 4].contains(type.componentCount), let color = Pixel(text) {
      return [color.red, color.green, color.blue, color.alpha].prefix(type.componentCount)
        .map { (Float($0) / 255).bitPattern }
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == type.componentCount else { return nil }
    var bits: [UInt32] = []
    for part in parts {
      let literal: Literal
      switch scalar {
      case .bool:
        guard let value = Bool(String(part)) else { return nil }
        literal = .bool(value)
      case .float:
        guard let value = Double(part), value.isFinite, range?.contains(value) ?? true else { return nil }
        literal = .float(value)
      case .int:
        guard let value = Int32(part), range?.contains(Double(value)) ?? true else { return nil }
        literal = .int(value)
      case .uint:
        guard let value = UInt32(part), range?.contains(Double(value)) ?? true else { return nil }
        literal = .uint(value)
      }
      bits.append(literal.bits)
    }
    return bits
  }
}
