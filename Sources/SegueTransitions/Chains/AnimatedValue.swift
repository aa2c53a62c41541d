import SeguePixels
import SegueRendering

/// A parameter whose value is computed for each frame.
struct AnimatedValue: Sendable {
  let name: String
  /// The text as given.
  let text: String
  private let components: [ProgressExpression]
  private let shape: NumberShape

  /// Parses a value; nil for constants and other texts, which the parameter itself checks.
  init?(_ text: String, for parameter: ParameterDescription) throws(ExpressionError) {
    guard let shape = NumberShape(parameter.kind), Pixel(text) == nil else { return nil }
    let parts = shape.ranges.count == 1 ? [text[...]] : piecesBetweenCommas(text[...])
    guard parts.count == shape.ranges.count, parts.contains(where: { Double($0) == nil }),
      !parts.contains(where: AnimatedValue.isWord)
    else { return nil }
    self.name = parameter.name
    self.text = text
    self.shape = shape
    var components: [ProgressExpression] = []
    for part in parts {
      do throws(ExpressionError) {
        components.append(try ProgressExpression(String(part)))
      } catch {
        throw error.named(parameter.name)
      }
    }
    self.components = components
  }

  /// The variables in its expressions.
  var variables: Set<ExpressionVariable> { components.reduce(into: []) { $0.formUnion($1.variables) } }

  /// The value as text, clamped to the parameter's range.
  func bounded(_ moment: FrameMoment, _ size: PixelSize?) -> String {
    zip(components, shape.ranges).map { component, range in
      let value = component(moment, size)
      return shape.text(max(range.lowerBound, min(range.upperBound, value.isNaN ? 0 : value)))
    }.joined(separator: ",")
  }

  /// The value as text, not clamped.
  func exact(_ moment: FrameMoment) -> String {
    components.map { shape.text($0(moment, nil)) }.joined(separator: ",")
  }

  /// Whether a text is a word, possibly with hyphens, or empty; names of variables with minus signs do not
  /// count.
  static func isWord(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-")
    return text.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
      && (parts.isEmpty
        || !parts.allSatisfy { $0 == "pi" || ExpressionVariable(rawValue: String($0)) != nil })
  }
}

/// The number and ranges of a parameter's components.
private struct NumberShape: Sendable {
  let ranges: [ClosedRange<Double>]
  private let isWhole: Bool

  init?(_ kind: ParameterKind) {
    switch kind {
    case .number(let range): self.init([range], isWhole: false)
    case .numbers(let count, let range, let isWhole):
      let all = isWhole ? Double(Int32.min)...Double(Int32.max) : -Self.largest...Self.largest
      self.init(Array(repeating: range ?? all, count: count), isWhole: isWhole)
    case .rectangle:
      let (place, side) = (-999_999_999.0...999_999_999, 1.0...999_999_999)
      self.init([place, place, side, side], isWhole: false)
    case .word, .color, .picture, .file, .fileOrName, .points, .groups: return nil
    }
  }

  private init(_ ranges: [ClosedRange<Double>], isWhole: Bool) {
    self.ranges = ranges
    self.isWhole = isWhole
  }

  private static let largest = Double(Float.greatestFiniteMagnitude)

  func text(_ value: Double) -> String {
    isWhole ? Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)" : "\(value)"
  }
}
