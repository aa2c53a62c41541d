/// Executes directives and expands macros.
struct Preprocessor {
  private let sink: DiagnosticSink
  private var raw: [Token]
  private var position = 0
  /// The path of the current file, relative to the shader's folder, and the number of nested `#include`s that
  /// lead to this file.
  private var path = ""
  private var fileDepth = 0
  private var includes: Includes
  /// The include guards of files, by path: a file is skipped while its include guard, a macro, is defined.
  private var guards: [String: String] = [:]
  /// The comments of all files, in the order of their offsets in the source with its included files.
  private(set) var comments: [Comment]
  private var expander: MacroExpander
  private var conditions: [Condition] = []
  private var output: [Token] = []

  /// An open `#if`.
  private struct Condition {
    let offset: Int
    /// Whether the lines around the `#if` are kept.
    let isWithinKept: Bool
    /// Whether the current branch is kept.
    var keeps: Bool
    /// Whether the current branch, or an earlier branch of this `#if`, was kept.
    var hasKept: Bool
    var hasElse = false
  }

  /// Takes a source's tokens and comments, the host's macros, and the reader of included files.
  init(
    _ lexer: Lexer, macros: KeyValuePairs<String, UInt32> = [:], include: Includes.Reader? = nil,
    _ sink: DiagnosticSink
  ) {
    raw = lexer.tokens
    comments = lexer.comments
    includes = Includes(include)
    self.sink = sink
    expander = MacroExpander(sink)
    for (name, value) in macros { expander.predefine(name, value) }
  }

  /// Returns the tokens that remain after preprocessing, followed by a token of kind `end`.
  mutating func run() -> [Token] {
    readFile()
    if let open = conditions.last {
      sink.error("this condition is not closed: '#endif' is missing", at: open.offset)
    }
    output.append(raw[position])
    return output
  }

  /// Reads to the end of the current file.
  private mutating func readFile() {
    while raw[position].kind != .end {
      if raw[position].startsLine, raw[position].kind == .is(.hash) {
        directive()
      } else {
        text()
      }
    }
  }

  /// The number after `#version`, 100 without one.
  var version: UInt32 { expander.version }

  private var keeps: Bool { conditions.last?.keeps ?? true }

  /// Expands the lines up to the next directive; drops these lines in a skipped branch.
  private mutating func text() {
    let start = position
    repeat {
      position += 1
    } while raw[position].kind != .end
      && !(raw[position].startsLine && raw[position].kind == .is(.hash))
    guard keeps else { return }
    for token in expander.expand(Array(raw[start..<position])) {
      if case .invalid(let message) = token.kind {
        sink.error(message, at: token.offset)
      } else {
        output.append(token)
      }
    }
  }

  private mutating func directive() {
    let hash = raw[position]
    position += 1
    let start = position
    while !raw[position].startsLine { position += 1 }
    var line = raw[start..<position]
    guard let first = line.popFirst() else { return }
    guard case .identifier(let name) = first.kind else {
      if keeps {
        sink.error("expected a directive after '#', found \(first.kind.description)", at: first.offset)
      }
      return
    }
    switch name {
    case "if": open(at: hash.offset) { $0.expander.condition(line, after: first) }
    case "ifdef": open(at: hash.offset) { $0.isDefined(line, after: first) }
    case "ifndef": open(at: hash.offset) { !$0.isDefined(line, after: first) }
    case "elif": branch("#elif", at: hash.offset) { $0.expander.condition(line, after: first) }
    case "else":
      branch("#else", at: hash.offset) { _ in true }
      if !conditions.isEmpty { conditions[conditions.count - 1].hasElse = true }
    case "endif":
      if conditions.popLast() == nil { sink.error("'#endif' without '#if'", at: hash.offset) }
    case _ where !keeps: break
    case "define": expander.define(line, after: first)
    case "undef":
      if let name = macroName(line, after: first) { expander.undefine(name.text, at: name.offset) }
    case "error":
      let message = line.isEmpty ? "" : ": " + text(of: line)
      sink.error("#error\(message)", at: hash.offset)
    case "version":
      guard case .int(let version)? = line.first?.kind else {
        sink.error("expected a number after '#version'", at: first.offset)
        return
      }
      expander.version = version
    case "line": expander.count(line, after: first)
    case "extension", "pragma": break
    // Ignores directives for the channels of a Shadertoy tab, which `ShadertoyProject` has read.
    case _ where name.hasPrefix("iChannel"): break
    case "include": include(at: hash.offset)
    default:
      sink.error(
        "unknown directive '#\(name)'\(suggestion(for: "#" + name, among: Preprocessor.names))",
        at: first.offset)
    }
  }

  /// Inserts a file in place of the `#include` line.
  private mutating func include(at offset: Int) {
    guard includes.areThere else { return sink.error("'#include' is for shaders in files", at: offset) }
    let line = sink.source.text(offset..<sink.source.endOfLine(from: offset))
    guard let name = Includes.name(in: line), let file = includes.file(name, from: path) else {
      return sink.error("there is no such file in the folder of the shader", at: offset)
    }
    if let macro = guards[file.path], expander.isDefined(macro) { return }
    guard fileDepth < Includes.depthLimit else {
      return sink.stop("files include one another more than \(Includes.depthLimit) deep", at: offset)
    }
    guard !sink.isFull, sink.source.bytes.count + file.text.utf8.count <= FrontEnd.sizeLimit else {
      return sink.stop(
        "the source with the files that it includes is larger than \(FrontEnd.sizeLimit) bytes", at: offset)
    }
    let outer = (raw, position, path)
    raw = tokens(of: sink.include(file.text, file: file.path))
    guards[file.path] = Self.guardMacro(of: raw)
    (position, path) = (0, file.path)
    fileDepth += 1
    readFile()
    fileDepth -= 1
    (raw, position, path) = outer
  }

  /// Returns the include guard of a file: MACRO if all of the file is between `#ifndef MACRO` and its
  /// `#endif`, otherwise nil.
  private static func guardMacro(of tokens: [Token]) -> String? {
    let directives = tokens.indices.filter { tokens[$0].startsLine && tokens[$0].kind == .is(.hash) }
    guard directives.first == 0, tokens.count > 3, tokens[1].name == "ifndef", let macro = tokens[2].name
    else {
      return nil
    }
    var depth = 0
    for index in directives {
      switch tokens[index + 1].name {
      case "if", "ifdef", "ifndef": depth += 1
      case "else", "elif": if depth == 1 { return nil }
      case "endif":
        depth -= 1
        // Only the end token may follow the last `#endif`.
        if depth == 0 { return tokens.count == index + 3 ? macro : nil }
      default: break
      }
    }
    return nil
  }

  /// Returns the tokens of an included file; its comments are added to `comments`.
  private mutating func tokens(of range: Range<Int>) -> [Token] {
    let lexer = Lexer(sink.source, in: range)
    comments += lexer.comments
    return lexer.tokens
  }

  private static let names = [
    "#if", "#ifdef", "#ifndef", "#elif", "#else", "#endif", "#define", "#undef", "#error", "#version",
    "#extension",
    "#pragma",
    "#line", "#include",
  ]

  private func text(of line: ArraySlice<Token>) -> String {
    guard let first = line.first, let last = line.last else { return "" }
    return sink.source.text(first.offset..<last.end)
  }

  private mutating func open(at offset: Int, _ holds: (inout Preprocessor) -> Bool) {
    let isWithinKept = keeps
    let holds = isWithinKept && holds(&self)
    conditions.append(Condition(offset: offset, isWithinKept: isWithinKept, keeps: holds, hasKept: holds))
  }

  private mutating func branch(_ name: String, at offset: Int, _ holds: (inout Preprocessor) -> Bool) {
    guard var condition = conditions.popLast() else {
      sink.error("'\(name)' without '#if'", at: offset)
      return
    }
    if condition.hasElse { sink.error("'\(name)' after '#else'", at: offset) }
    condition.keeps = condition.isWithinKept && !condition.hasKept && holds(&self)
    condition.hasKept = condition.hasKept || condition.keeps
    conditions.append(condition)
  }

  private func isDefined(_ line: ArraySlice<Token>, after directive: Token) -> Bool {
    macroName(line, after: directive).map { expander.isDefined($0.text) } ?? false
  }

  private func macroName(_ line: ArraySlice<Token>, after directive: Token) -> (text: String, offset: Int)? {
    guard let token = line.first, case .identifier(let name) = token.kind else {
      sink.error("expected a macro's name after \(directive.kind.description)", at: directive.offset)
      return nil
    }
    return (name, token.offset)
  }
}
