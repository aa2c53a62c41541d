import SeguePlatform

/// A function or an operator of expressions.
struct ExpressionFunction: Sendable {
  let name: String
  /// The name as Unicode scalars, for comparison with the text being parsed.
  let characters: [Unicode.Scalar]
  /// The names of the parameters, for messages.
  let parameters: [String]
  /// The number of required parameters.
  let required: Int
  /// Whether arguments beyond `parameters` are allowed, as in `min(a, b, c)`.
  let takesMore: Bool
  let body: @Sendable ([Double]) -> Double

  init(
    _ name: String, _ parameters: [String], required: Int? = nil, takesMore: Bool = false,
    _ body: @escaping @Sendable ([Double]) -> Double
  ) {
    self.name = name
    characters = Array(name.unicodeScalars)
    self.parameters = parameters
    self.required = required ?? parameters.count
    self.takesMore = takesMore
    self.body = body
  }

  /// The signature shown in messages, such as `clamp(x, low, high)`.
  var form: String { "\(name)(\(parameters.joined(separator: ", "))\(takesMore ? ", …" : ""))" }

  func takes(_ count: Int) -> Bool { count >= required && (takesMore || count <= parameters.count) }

  /// All functions by name.
  static let named = Dictionary(uniqueKeysWithValues: (numbers + easings).map { ($0.name, $0) })

  /// The function names that messages list: all except Penner's easings, `cubic-bezier` and `steps`.
  static let listed = named.keys.filter {
    TimingCurve.pennerSpellings[$0.lowercased()] == nil && $0 != "cubic-bezier" && $0 != "steps"
  }.sorted()

  private static let numbers = [
    ExpressionFunction("min", ["a", "b"], takesMore: true) { $0.reduce(.infinity, Double.minimum) },
    ExpressionFunction("max", ["a", "b"], takesMore: true) { $0.reduce(-.infinity, Double.maximum) },
    ExpressionFunction("clamp", ["x", "low", "high"]) { Double.minimum(Double.maximum($0[0], $0[1]), $0[2]) },
    ExpressionFunction("mix", ["a", "b", "share"]) { $0[0] * (1 - $0[2]) + $0[1] * $0[2] },
    ExpressionFunction("step", ["edge", "x"]) { $0[1] < $0[0] ? 0 : 1 },
    ExpressionFunction("smoothstep", ["low", "high", "x"]) { smoothstep($0[0], $0[1], $0[2]) },
    ExpressionFunction("if", ["condition", "a", "b"]) { $0[0] != 0 ? $0[1] : $0[2] },
    ExpressionFunction("pow", ["x", "power"]) { pow($0[0], $0[1]) },
    ExpressionFunction("sin", ["x"]) { sin($0[0]) },
    ExpressionFunction("cos", ["x"]) { cos($0[0]) },
    ExpressionFunction("tan", ["x"]) { tan($0[0]) },
    ExpressionFunction("exp", ["x"]) { exp($0[0]) },
    ExpressionFunction("log", ["x"]) { log($0[0]) },
    ExpressionFunction("sqrt", ["x"]) { $0[0].squareRoot() },
    ExpressionFunction("abs", ["x"]) { abs($0[0]) },
    ExpressionFunction("sign", ["x"]) { $0[0] > 0 ? 1 : $0[0] < 0 ? -1 : 0 },
    ExpressionFunction("floor", ["x"]) { $0[0].rounded(.down) },
    ExpressionFunction("ceil", ["x"]) { $0[0].rounded(.up) },
    ExpressionFunction("round", ["x"]) { $0[0].rounded() },
    ExpressionFunction("fract", ["x"]) { $0[0] - $0[0].rounded(.down) },
  ]

  /// The easing curves of `TimingCurve.named`, curves with parameters, and Penner's easings by all spellings.
  private static let easings =
    TimingCurve.named.map { easing in
      ExpressionFunction(easing.name, ["x"]) { easing.curve(at: $0[0]) }
    } + [
      ExpressionFunction("spring", ["x", "damping"], required: 1) { numbers in
        TimingCurve.spring(damping: numbers.count > 1 ? numbers[1] : 0.8, velocity: 0)(at: numbers[0])
      },
      ExpressionFunction("cubic-bezier", ["x", "x1", "y1", "x2", "y2"]) { numbers in
        func share(_ x: Double) -> Double { Double.minimum(Double.maximum(x, 0), 1) }
        return TimingCurve.cubicBezier(share(numbers[1]), numbers[2], share(numbers[3]), numbers[4])(
          at: numbers[0])
      },
      ExpressionFunction("steps", ["x", "count"]) { numbers in
        TimingCurve.steps(Int(Double.minimum(Double.maximum(numbers[1].rounded(), 1), 1_000_000)))(
          at: numbers[0])
      },
    ]
    + PennerEasing.Family.allCases.flatMap { family in
      PennerEasing.Way.allCases.flatMap { way in
        PennerEasing.spellings(family, way).map { name in
          ExpressionFunction(name, ["x"]) { TimingCurve.penner(family, way)(at: $0[0]) }
        }
      }
    }
}

/// The operators; `levels` has the left-associative binary operators in order of rising precedence.
enum ExpressionOperators {
  static let levels: [[ExpressionFunction]] = [
    [
      ExpressionFunction("==", ["a", "b"]) { $0[0] == $0[1] ? 1 : 0 },
      ExpressionFunction("!=", ["a", "b"]) { $0[0] != $0[1] ? 1 : 0 },
    ],
    [
      ExpressionFunction("<=", ["a", "b"]) { $0[0] <= $0[1] ? 1 : 0 },
      ExpressionFunction(">=", ["a", "b"]) { $0[0] >= $0[1] ? 1 : 0 },
      ExpressionFunction("<", ["a", "b"]) { $0[0] < $0[1] ? 1 : 0 },
      ExpressionFunction(">", ["a", "b"]) { $0[0] > $0[1] ? 1 : 0 },
    ],
    [
      ExpressionFunction("+", ["a", "b"]) { $0[0] + $0[1] },
      ExpressionFunction("-", ["a", "b"]) { $0[0] - $0[1] },
    ],
    [
      ExpressionFunction("*", ["a", "b"]) { $0[0] * $0[1] },
      ExpressionFunction("/", ["a", "b"]) { $0[0] / $0[1] },
    ],
  ]
  static let power = ExpressionFunction("^", ["a", "b"]) { pow($0[0], $0[1]) }
  static let negation = ExpressionFunction("-", ["a"]) { -$0[0] }
}

/// Interpolates smoothly from 0 at `low` to 1 at `high`, as GLSL's `smoothstep`; a hard step if `low` and
/// `high` are equal.
func smoothstep(_ low: Double, _ high: Double, _ x: Double) -> Double {
  guard low != high else { return x < low ? 0 : 1 }
  let z = Double.minimum(1, Double.maximum(0, (x - low) / (high - low)))
  return z * z * (3 - 2 * z)
}
