import SegueGLSL
import SegueRendering
import SeguePixels

extension Literal {
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
  /// The description of the parameter, for lists and help.
  var description: ParameterDescription {
    ParameterDescription(
      name: name,
      defaultValue: hostValue?.text
        ?? (type.isSampler ? pictureText : defaultValue.map(\.text).joined(separator: ",")),
      shownValue: shownValue?.map(\.text).joined(separator: ","),
      kind: kind, unit: unit, summary: summary, isRequired: isRequired, isOfFrame: hostValue != nil)
  }

  /// Whether the parameter is a picture without a default.
  private var isRequired: Bool {
    if case .error = unset { type.isSampler && !isSilent && file == nil } else { false }
  }

  /// The text that lists show as the default of a picture parameter.
  private var pictureText: String {
    if isSilent { return "silence" }
    return switch unset {
    case .error: file ?? ""
    case .firstPicture: "the first picture"
    case .nothing: "none"
    }
  }

  /// The scalar type of the components; nil for a texture.
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

  /// Parses a value: numbers separated by commas, `true` or `false`, or a color for three or four floats; nil
  /// for other texts.
  func bits(of text: String) -> [UInt32]? {
    if let color = Pixel(text), let bits = bits(of: color) { return bits }
    return bits(
      of: text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        switch scalar {
        case .bool: Bool(String(part)).map { .bool($0) }
        case .float: Double(part).map { .float($0) }
        case .int: Int32(part).map { .int($0) }
        case .uint: UInt32(part).map { .uint($0) }
        case nil: nil
        }
      })
  }

  /// Converts numbers to the bits of components; nil if the numbers do not fit the type or the range.
  func bits(of values: [Double]) -> [UInt32]? {
    bits(
      of: values.map { value in
        switch scalar {
        case .float: .float(value)
        case .int: Int32(exactly: value).map { .int($0) }
        case .uint: UInt32(exactly: value).map { .uint($0) }
        case .bool, nil: nil
        }
      })
  }

  /// Converts a color to the bits of three or four floats; nil for parameters of another type.
  func bits(of color: Pixel) -> [UInt32]? {
    guard scalar == .float, [3, 4].contains(type.componentCount) else { return nil }
    return [color.red, color.green, color.blue, color.alpha].prefix(type.componentCount)
      .map { (Float($0) / 255).bitPattern }
  }

  /// Converts components to bits; nil if the number of components is wrong, or a component is out of range.
  private func bits(of literals: [Literal?]) -> [UInt32]? {
    guard scalar != nil, literals.count == type.componentCount else { return nil }
    var bits: [UInt32] = []
    for literal in literals {
      guard let literal, isAllowed(literal) else { return nil }
      bits.append(literal.bits)
    }
    return bits
  }

  private func isAllowed(_ literal: Literal) -> Bool {
    switch literal {
    case .float(let value): value.isFinite && range?.contains(value) ?? true
    case .int(let value): range?.contains(Double(value)) ?? true
    case .uint(let value): range?.contains(Double(value)) ?? true
    case .bool: true
    }
  }
}
