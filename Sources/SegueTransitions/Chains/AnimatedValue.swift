import SeguePixels
import SegueRendering

/// A parameter value written as a formula of the progress, or as a vector of formulas.
struct AnimatedValue: Sendable {
  let name: String
  /// The text, as the user wrote it.
  let text: String
  private let components: [ProgressExpression]
  private let shape: NumberShape

  /// Parses a value.
  ///
  /// The result is nil for constants, and for texts that are no formulas, such as words, which only the
  /// parameter can check.
  init?(_ text: String, for parameter: ParameterDescription) throws(ExpressionError) {
    guard let shape = NumberShape(parameter.kind), Pixel(text) == nil else { return nil }
    var parts = shape.ranges.count == 1 ? [text[...]] : piecesBetweenCommas(text[...])
    // A single formula applies to all components of a vector.
    if parts.count == 1, shape.isVector { parts = Array(repeating: parts[0], count: shape.ranges.count) }
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

  /// The variables that the formulas use.
  var variables: Set<ExpressionVariable> { components.reduce(into: []) { $0.formUnion($1.variables) } }

  /// Evaluates the value for a frame and returns it as text, clamped to the parameter's range.
  func bounded(_ moment: FrameMoment, _ size: PixelSize?) -> String {
    zip(components, shape.ranges).map { component, range in
      let value = component(moment, size)
      return shape.text(max(range.lowerBound, min(range.upperBound, value.isNaN ? 0 : value)))
    }.joined(separator: ",")
  }

  /// Evaluates the value for a frame and returns it as text, without clamping.
  func exact(_ moment: FrameMoment) -> String {
    components.map { shape.text($0(moment, nil)) }.joined(separator: ",")
  }

  /// Returns whether a text is empty or a word, possibly with hyphens, rather than a formula such as
  /// `progress-time`.
  static func isWord(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-")
    return text.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
      && (parts.isEmpty
        || !parts.allSatisfy { $0 == "pi" || ExpressionVariable(rawValue: String($0)) != nil })
  }
}

/// The number of components of a parameter, and the range of each.
private struct NumberShape: Sendable {
  let ranges: [ClosedRange<Double>]
  /// Whether all components have the same meaning, unlike the x and the width of a rectangle.
  let isVector: Bool
  private let isWhole: Bool

  init?(_ kind: ParameterKind) {
    switch kind {
    case .number(let range): self.init([range], isVector: false, isWhole: false)
    case .numbers(let count, let range, let isWhole):
      let all = isWhole ? Double(Int32.min)...Double(Int32.max) : -Self.largest...Self.largest
      self.init(Array(repeating: range ?? all, count: count), isVector: true, isWhole: isWhole)
    case .rectangle:
      let (place, side) = (-999_999_999.0...999_999_999, 1.0...999_999_999)
      self.init([place, place, side, side], isVector: false, isWhole: false)
    case .word, .color, .picture, .file, .fileOrName, .points, .groups, .text, .length, .place: return nil
    }
  }

  private init(_ ranges: [ClosedRange<Double>], isVector: Bool, isWhole: Bool) {
    self.ranges = ranges
    self.isVector = isVector
    self.isWhole = isWhole
  }

  private static let largest = Double(Float.greatestFiniteMagnitude)

  func text(_ value: Double) -> String {
    isWhole ? Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)" : "\(value)"
  }
}
