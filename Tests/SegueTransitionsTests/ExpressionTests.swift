import Foundation
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct ExpressionTests {
  private func value(_ text: String) throws -> Double {
    try ProgressExpression(text)(at: 0.3, time: 0.6, size: PixelSize(width: 160, height: 90))
  }

  /// Expected values for precedence are computed by hand, all others by Python, whose grammar differs only in
  /// `**`.
  static let values: [(text: String, value: Double)] = [
    ("-2^2", -4), ("2^3^2", 512), ("2^-1", 0.5), ("-2^-2", -0.25), ("(-2)^2", 4), ("2*-3", -6), ("--2", 2),
    ("+2", 2),
    ("8/4/2", 1), ("8-4-2", 2), ("2+3*4", 14), ("(2+3)*4", 20), ("6/2*3", 9), ("-3+5", 2), ("2 - -2", 4),
    ("1+1 < 3", 1), ("1 < 2 == 1", 1), ("3 > 2 > 1", 0), ("1 <= 1", 1), ("2 >= 3", 0), ("1 != 1", 0),
    ("1==1", 1),
    ("1 < 2 + 5", 1), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("2.5E-1", 0.25), ("1e+2", 100),
    ("1e2+3", 103), (" \t\n7 ", 7),
    ("progress-min(1,2)", -0.7), ("time-progress", 0.3), ("width/height", 160.0 / 90), ("pi-pi", 0),
    ("progress + (height)", 90.3),
    ("1.25 + height + height + 0.5 + 2", 183.75),
    ("time*(height)*7e-1-progress", 37.5),
    ("width*pi * 0.5 + 7e-1/(1 + time)^2^1.5", 251.5126628535268),
    ("min(pi-1.25, time)*2^0.5-width + 3", -156.15147186257613),
    ("3-width * pi + max(time, 3-1.25)", -497.9048245743669),
    ("progress^-1/1.25*1.25 * -0.5", -1.666666666666667),
    ("7e-1 * 2-height-7e-1/width-0.5", -89.10437499999999),
    ("min(0.5, 3 * time/width)", 0.01125),
    ("pi-2*7e-1 * 7e-1", 2.161592653589793),
    ("max(min(-pi, max(7e-1, 7e-1)), 0.5-0.5-progress + width)", 159.7),
    ("-max(pi, pi) + 0.5/height + time-1.25", -3.7860370980342375),
    ("-2-min(width, (height))", -92),
    ("progress^2 * pi * 2 + max(height, 7e-1)", 90.56548667764616),
    ("min(progress/height, 2)-height", -89.99666666666667),
    ("(time/7e-1)*-7e-1/7e-1 * 0.5", -0.4285714285714286),
    ("0.5-time-max(2, 0.5)-max(progress^-1, 1.25)", -5.433333333333334),
    ("max(pi + width/-7e-1, 0.5 + 3 + min(2, 3))", 5.5),
    ("3*7e-1-2 * 0.5 * width*3 * (progress)", -141.9),
    ("time-1.25-1.25*0.5-(2)/min(progress, 3)", -7.941666666666666),
    ("1.25*3 + 2 * pi*progress", 5.634955592153876),
    // Functions.
    ("min(3, 1, 2)", 1), ("max(3, 1, 4, 2)", 4), ("clamp(7, 0, 5)", 5), ("clamp(-7, 0, 5)", 0),
    ("clamp(0/0, 1, 2)", 1), ("mix(2, 4, 0.25)", 2.5), ("mix(2, 4, 1)", 4), ("step(0.5, 0.5)", 1),
    ("step(0.5, 0.4)", 0), ("smoothstep(0, 2, 0.5)", 0.15625), ("smoothstep(1, 1, 0.9)", 0),
    ("smoothstep(1, 1, 1)", 1), ("smoothstep(0, 1, 7)", 1), ("if(1 < 2, 3, 4)", 3), ("if(0, 3, 4)", 4),
    ("pow(2, 10)", 1024), ("sin(1)", 0.8414709848078965), ("cos(1)", 0.5403023058681398),
    ("tan(1)", 1.5574077246549023), ("exp(1)", 2.718281828459045), ("log(10)", 2.302585092994046),
    ("sqrt(2)", 1.4142135623730951), ("abs(-3)", 3), ("sign(-3)", -1), ("sign(0)", 0), ("sign(2)", 1),
    ("floor(-1.5)", -2), ("ceil(-1.5)", -1), ("round(2.5)", 3), ("round(-2.5)", -3), ("fract(-1.25)", 0.75),
    ("linear(0.4)", 0.4), ("ease-in-out(0.5)", 0.5), ("ease-in(0.25) < 0.25", 1),
    ("ease-out (0.25) > 0.25", 1),
    ("ease(2)", 1), ("ease(-1)", 0), ("spring(0)", 0), ("spring(1)", 1),
    ("max(spring(0.6), spring(0.6, 1)) > 1", 1),
    ("spring(0.5, 1) < 1", 1),
    // A sequence of parentheses, signs and calls does not count as nesting.
    (String(repeating: "(1)+-sin(0)+", count: 100) + "1", 101),
  ]

  @Test(arguments: values) func expressionsHaveTheirValue(text: String, expected: Double) throws {
    let value = try value(text)
    #expect(abs(value - expected) <= 1e-12 * max(1, abs(expected)), "\(text) is \(value)")
  }

  @Test func everyFunctionIsTested() throws {
    for name in [
      "min", "max", "clamp", "mix", "sin", "cos", "tan", "pow", "abs", "floor", "ceil", "round", "sqrt",
      "exp",
      "log", "fract", "sign", "step", "smoothstep", "if", "spring",
    ] + TimingCurve.named.map(\.name) {
      #expect(
        Self.values.contains { $0.text.contains("\(name)(") || $0.text.contains("\(name) (") }, "\(name)")
    }
  }

  @Test func curvesAreThoseOfTime() throws {
    for (name, curve) in TimingCurve.named {
      let expression = try ProgressExpression("\(name)(progress)")
      for progress in [0, 0.1, 0.37, 0.5, 0.99, 1] {
        #expect(expression(at: progress) == curve(at: progress))
      }
    }
    let spring = try ProgressExpression("spring(progress, 0.3)")
    #expect(spring(at: 0.4) == TimingCurve.spring(damping: 0.3, velocity: 0)(at: 0.4))
  }

  @Test func namesWithoutValues() throws {
    #expect(try ProgressExpression("time")(at: 0.25) == 0.25, "without a clock, time is progress")
    #expect(try ProgressExpression("width")(at: 0.25).isNaN)
    #expect(try ProgressExpression("1/0")(at: 0) == .infinity)
    #expect(try ProgressExpression("0/0")(at: 0).isNaN)
  }

  /// Invalid formulas, with the column of the caret.
  static let wrong: [(text: String, column: Int, words: String)] = [
    ("", 1, "the expression is empty"), ("   ", 1, "is empty"),
    ("1 +", 4, "a value is missing at the end"), ("* 2", 1, "a value is missing before '*'"),
    ("2 ** 3", 4, "a value is missing before '*'"), ("min(1, )", 8, "a value is missing before ')'"),
    ("()", 2, "a value is missing before ')'"),
    ("(1 + 2", 1, "this '(' is not closed"), ("min(progress, (2", 15, "this '(' is not closed"),
    ("1 + 2)", 6, "this ')' closes nothing"),
    ("1, 2", 2, "a comma stands only between the numbers of a function"),
    ("(1, 2)", 3, "a comma stands only"), ("2 progress", 3, "an operator is missing here"),
    ("2(3)", 2, "an operator is missing here"), ("progress 2", 10, "an operator is missing"),
    ("1.2.3", 1, "'1.2.3' is no number"), (".", 1, "'.' is no number"),
    ("progress = 1", 10, "write == to compare"), ("progress ! 1", 10, "write != to compare"),
    ("1 $ 2", 3, "'$' means nothing here"), ("40×progress", 3, "'×' means nothing here"),
    ("40*progres", 4, "there is no name 'progres'; did you mean progress?"),
    ("40 * zebra", 6, "there are progress, time, width, height, pi"),
    ("sqr(2)", 1, "there is no function 'sqr'; did you mean sqrt?"),
    ("ease-inout(progress)", 1, "there is no function 'ease-inout'; did you mean ease-in-out?"),
    ("zebra(1)", 1, "there are abs, ceil, clamp"),
    ("2*sin", 3, "sin is a function: sin(x)"), ("ease-in", 1, "ease is a function: ease(x)"),
    ("progress(1)", 9, "progress is no function"),
    ("clamp(1, 2)", 1, "clamp is given 2 numbers; its form is clamp(x, low, high)"),
    ("1+sin(1, 2)", 3, "sin is given 2 numbers; its form is sin(x)"),
    ("min(1)", 1, "its form is min(a, b, …)"),
    ("max()", 1, "max is given 0 numbers"), ("spring(1, 2, 3)", 1, "spring(x, damping)"),
    (String(repeating: "(", count: 70) + "1", 65, "nested deeper than 64 levels"),
    (String(repeating: "-", count: 70) + "1", 65, "nested deeper than 64 levels"),
    (String(repeating: "1+", count: 3000) + "1", 1, "has 6001 bytes, and may have 4096"),
  ]

  @Test(arguments: wrong) func errorsHaveMessageAndColumn(text: String, column: Int, words: String) throws {
    let error = try #require(throws: ExpressionError.self) { try ProgressExpression(text) }
    #expect(error.column == column && error.message.contains(words), "\(error)")
    #expect(!error.message.contains("\n"))
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    guard !text.isEmpty else { return }
    // Lines are the message, the text, and the caret under the character.
    #expect(lines.count == 3 || text.contains("\n"))
    let caret = try #require(lines.last)
    #expect(caret.hasSuffix("^") && caret.dropLast().allSatisfy { $0 == " " })
    if text.count < 100 { #expect(caret.count == column + 2, "\(error)") }
  }

  @Test("An error in one line has the position and the first 80 characters of the text")
  func errorsOnOneLine() throws {
    func error(_ text: String) throws -> ExpressionError {
      try #require(throws: ExpressionError.self) { try ProgressExpression(text) }
    }
    let slip = try error("40*progres")
    #expect(
      slip.line == "there is no name 'progres'; did you mean progress? (at character 4 of '40*progres')")
    #expect(slip.localizedDescription == slip.description && slip.text == "40*progres")
    let long = String(repeating: "1+", count: 60)
    #expect(
      try error(long).line == "a value is missing at the end (at character 121 of '\(long.prefix(80))')")
    #expect(try error("").line == "the expression is empty")
    #expect(try error("").description == "the expression is empty")
    // Only the start of a text beyond the limit is kept.
    #expect(try error(String(repeating: " ", count: 5000)).text == String(repeating: " ", count: 80))
  }

  /// The caret is under an unclosed parenthesis, regardless of the text before and inside it.
  @Test func unclosedParenthesesAreMarked() throws {
    let inner = ["1", "progress", "2*(3)", "min(1, 2)", "-(4)^2"]
    for before in ["", "1 + ", "2*", "max(1, 2) - ", "(3)*"] {
      for opening in ["(", "sin(", "min(1, ", "ease-in(", "if(1, 2, "] {
        for text in inner {
          let error = try #require(throws: ExpressionError.self) {
            try ProgressExpression(before + opening + text)
          }
          #expect(error.message == "this '(' is not closed", "\(error)")
          let open = try #require(opening.firstIndex(of: "("))
          let column = before.count + opening.distance(from: opening.startIndex, to: open) + 1
          #expect(error.column == column, "\(error)")
          // Tries a superfluous parenthesis, and empty parentheses.
          let closed = try #require(throws: ExpressionError.self) {
            try ProgressExpression(before + "(" + text + "))")
          }
          #expect(
            closed.message == "this ')' closes nothing" && closed.column == before.count + text.count + 3)
          #expect(throws: Never.self) { try ProgressExpression(before + "(" + text + ")") }
        }
      }
    }
  }

  @Test func errorsContainNoControlCharacters() throws {
    for text in ["1 + \u{1b}[2J", "\u{7}", "a\u{0}b", "1 \u{85} +"] {
      let error = try #require(throws: ExpressionError.self) { try ProgressExpression(text) }
      let isClean = error.description.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      }
      #expect(isClean)
    }
  }

  /// Random texts of error-prone pieces are parsed or rejected, and parsed ones can be evaluated.
  @Test func hostileTexts() throws {
    var generator = SeededGenerator(11)
    let pieces = [
      "(", ")", ",", "+", "-", "*", "/", "^", "<", "<=", "==", "!", "=", " ", ".", "1", "2e", "e-", "9e999",
      "progress",
      "time", "width", "pi", "min(", "max(", "clamp(", "if(", "ease-in-out(", "ease-", "spring(", "sin",
      "\u{0}", "é",
      "👍🏽", "\u{301}", "\n", "progres", "_", "0x10", "nan", "inf", "'", "\\", "%", "1,2",
    ]
    var read = 0
    for _ in 0..<30_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      do throws(ExpressionError) {
        _ = try ProgressExpression(text)(at: 0.5, size: PixelSize(width: 2, height: 2))
        read += 1
      } catch {
        #expect((1...text.unicodeScalars.count + 1).contains(error.column) && !error.description.isEmpty)
      }
    }
    #expect(read > 100, "too few valid texts: \(read)")
  }

  /// Parsing is linear for forms that could cost more: sums, powers, calls, and names with hyphens.
  @Test(arguments: [
    "1+", "1^", "-", "(", "sin(", "min(1,", "a-", "ease-", "ease-in-", "1 - ", "progress-", "progress<", "9",
    " ", "1,",
    "max(1,1)+",
  ])
  func isLinear(_ piece: String) throws {
    func seconds(_ length: Int) -> Double {
      let text = String(String(repeating: piece, count: length / piece.utf8.count).prefix(length)) + "1"
      return (0..<9).map { _ in
        processorTime { for _ in 0..<4 { _ = try? ProgressExpression(text)(at: 0.5) } }
      }.min() ?? 0
    }
    // For 16 times the text, quadratic parsing would take 256 times as long.
    #expect(seconds(4000) < 40 * seconds(250) + 0.0005)
  }

  @Test func animatedNumbersAreFormulas() throws {
    let animated = try Animated("40 * ease-in-out(progress) + time")
    for progress in [0, 0.2, 1] {
      #expect(animated(at: progress) == 40 * TimingCurve.easeInOut(at: progress) + progress)
    }
    let error = try #require(throws: ExpressionError.self) { try Animated("progress * width") }
    #expect(error.column == 12 && error.message.contains("width is known only to filters"))
  }

  @Test(
    "An operator without a left operand is named by its first character",
    arguments: ["*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "=", "!"])
  func valuesAreMissingBeforeOperators(text: String) throws {
    for before in ["", "2*", "max(1, "] {
      let error = try #require(throws: ExpressionError.self) { try ProgressExpression("\(before)\(text)3") }
      #expect(error.message == "a value is missing before '\(text.prefix(1))'", "\(error)")
      #expect(error.column == before.count + 1)
    }
  }

  @Test(
    "A missing operator is reported before every kind of value",
    arguments: ["2", ".5", "(2)", "pi", "_x"])
  func operatorsAreMissingBeforeValues(text: String) throws {
    let error = try #require(throws: ExpressionError.self) { try ProgressExpression("1 \(text)") }
    #expect(error.message == "an operator is missing here" && error.column == 3)
  }

  @Test("A formula prints its text, and an error has the first 40 characters of an invalid number")
  func textsAreShown() throws {
    let text = " 2*progress + min(1, 0)"
    #expect(try "\(ProgressExpression(text))" == text)
    let long = "1" + String(repeating: ".1", count: 30)
    let error = try #require(throws: ExpressionError.self) { try ProgressExpression(long) }
    #expect(error.message == "'\(long.prefix(40))' is no number" && error.text == long)
    for name in ["width", "height"] {
      let unknown = try #require(throws: ExpressionError.self) { try Animated("2 * \(name)") }
      #expect(unknown.message == "\(name) is known only to filters and blends that are named")
    }
  }
}
