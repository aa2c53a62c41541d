import SegueTestSupport

/// Writes random integer programs that terminate.
struct ProgramWriter {
  private var random: SeededGenerator
  private var loops = 0

  init(seed: UInt64) { random = SeededGenerator(seed) }

  mutating func body() -> String {
    (0..<Int.random(in: 2...5, using: &random)).map { _ in statement(3) }.joined(separator: " ")
  }

  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

  private mutating func place() -> String { pick(["a", "b", "c", "d"]) }

  private mutating func value(_ depth: Int) -> String {
    guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
      return Bool.random(using: &random) ? place() : "\(Int.random(in: -4...9, using: &random))"
    }
    let operation = pick(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "?"])
    if operation == "?" { return "(\(condition(depth - 1)) ? \(value(depth - 1)) : \(value(depth - 1)))" }
    return "(\(value(depth - 1)) \(operation) \(value(depth - 1)))"
  }

  private mutating func condition(_ depth: Int) -> String {
    let comparison = "\(value(depth)) \(pick(["<", "<=", ">", ">=", "==", "!="])) \(value(depth))"
    guard depth > 0, Bool.random(using: &random) else { return comparison }
    return "(\(comparison) \(pick(["&&", "||", "^^"])) \(condition(depth - 1)))"
  }

  private mutating func statement(_ depth: Int, inLoop: Bool = false) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0, 1: return "\(place()) = \(value(2));"
    case 2: return "\(place()) \(pick(["+=", "-=", "*=", "^=", "&="])) \(value(1));"
    case 3:
      guard inLoop else { return "\(place())++;" }
      return "if (\(condition(1))) \(pick(["break;", "continue;", "return;"]))"
    case 4: return "if (\(condition(1))) { \(block(depth, inLoop)) }"
    case 5: return "if (\(condition(1))) { \(block(depth, inLoop)) } else { \(block(depth, inLoop)) }"
    default:
      loops += 1
      let name = "i\(loops)"
      let end = Bool.random(using: &random) ? "\(Int.random(in: 1...6, using: &random))" : "(\(place()) & 7)"
      // The limit on iterations ends loops whose condition depends on variables that the body changes.
      return
        "for (int \(name) = 0, n\(name) = 0; \(name) < \(end) && n\(name) < 9; \(name)++, n\(name)++) { \(block(depth, true)) }"
    }
  }

  private mutating func block(_ depth: Int, _ inLoop: Bool) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in statement(depth - 1, inLoop: inLoop) }.joined(
      separator: " ")
  }
}
