import SegueStoryboard

/// A value in the JSON or YAML text of a job, with the line of the value.
struct JobTree: Equatable {
  enum Content: Equatable {
    case null
    case bool(Bool)
    /// The text of a number, as it is written.
    case number(String)
    case text(String)
    case list([JobTree])
    /// The keys and values, in the order of the text.
    case map([Pair])
  }

  struct Pair: Equatable {
    let key: String
    let value: JobTree
  }

  var content: Content
  /// The line of the first character, from 1; nil for a value made in code.
  var line: Int?

  /// The maximum number of levels of lists and maps.
  static let maxDepth = 32

  init(_ content: Content, line: Int? = nil) { (self.content, self.line) = (content, line) }

  /// Compares contents, ignoring line numbers.
  static func == (one: JobTree, other: JobTree) -> Bool { one.content == other.content }
}

/// A value in a job's text, with the path of keys to it, for error messages.
struct JobEntry {
  let tree: JobTree
  let key: String

  /// Makes an error whose reason continues the key, such as `must be a text`.
  func invalid(_ reason: String) -> JobError { JobError(key, reason, line: tree.line) }

  func text() throws(JobError) -> String {
    guard case .text(let text) = tree.content else { throw invalid("must be a text") }
    guard !text.contains("\0") else { throw invalid("has a NUL character") }
    return text
  }

  /// Returns a text, or a number as it is written.
  func textOrNumber() throws(JobError) -> String {
    if case .number(let text) = tree.content { return text }
    guard case .text = tree.content else { throw invalid("must be a text or a number") }
    return try text()
  }

  func number() throws(JobError) -> Double {
    guard case .number(let text) = tree.content, let number = Double(text) else {
      throw invalid("must be a number")
    }
    guard number.isFinite else { throw invalid("must be a finite number") }
    return number
  }

  func count() throws(JobError) -> Int {
    guard let count = Int(exactly: try number()) else { throw invalid("must be a whole number") }
    return count
  }

  func bool() throws(JobError) -> Bool {
    guard case .bool(let value) = tree.content else { throw invalid("must be true or false") }
    return value
  }

  func list() throws(JobError) -> [JobEntry] {
    guard case .list(let trees) = tree.content else { throw invalid("must be a list") }
    return trees.enumerated().map { JobEntry(tree: $1, key: "\(key)[\($0)]") }
  }

  /// Returns the keys and values of a map; a repeated key is an error.
  func pairs() throws(JobError) -> [(key: String, value: JobEntry)] {
    guard case .map(let pairs) = tree.content else { throw invalid("must be a map of keys to values") }
    var names: Set<String> = []
    var entries: [(key: String, value: JobEntry)] = []
    for pair in pairs {
      let path = (key.isEmpty ? "" : "\(key).") + shortened(pair.key)
      let entry = JobEntry(tree: pair.value, key: path)
      guard names.insert(pair.key).inserted else { throw entry.invalid("is there twice") }
      entries.append((pair.key, entry))
    }
    return entries
  }

  /// Reads parameters: texts, numbers, true or false, or lists of numbers.
  func parameters() throws(JobError) -> Job.Parameters {
    var values: [(key: String, value: String)] = []
    for (key, entry) in try pairs() { values.append((key, try entry.parameter())) }
    return Job.Parameters(values)
  }

  private func parameter() throws(JobError) -> String {
    switch tree.content {
    case .bool(let value): return "\(value)"
    case .list(let trees):
      return try trees.map { (tree) throws(JobError) in
        guard case .number(let text) = tree.content else { throw invalid("must be a list of numbers") }
        return text
      }.joined(separator: ",")
    case .text, .number: return try textOrNumber()
    case .null, .map: throw invalid("must be a text, a number, true, false or a list of numbers")
    }
  }
}

/// Conversions of values to trees; `JobEntry` converts trees to values.
extension JobTree {
  static func text(_ text: String) -> JobTree { JobTree(.text(text)) }

  /// Makes a number; nil for infinity and NaN, which JSON cannot express.
  static func number(_ value: Double) -> JobTree? {
    value.isFinite ? number(text: shortestNumber(value)) : nil
  }

  static func number(text: String) -> JobTree { JobTree(.number(text)) }

  /// Makes a map without the keys of nil values; nil if nothing remains.
  static func map(_ pairs: [(String, JobTree?)]) -> JobTree? {
    let pairs = pairs.compactMap { key, value in value.map { Pair(key: key, value: $0) } }
    return pairs.isEmpty ? nil : JobTree(.map(pairs))
  }

  /// Makes a map of parameters; numbers, true and false are written without quotes.
  static func parameters(_ parameters: Job.Parameters) -> JobTree? {
    map(parameters.values.map { ($0.key, value($0.value)) })
  }

  /// Converts `text` to a number or a Boolean if the text form of that value is exactly `text`; otherwise
  /// makes a text.
  static func value(_ text: String) -> JobTree {
    Bool(text).map { JobTree(.bool($0)) } ?? textOrNumber(text)
  }

  /// Converts `text` to a number if the text form of that number is exactly `text`; otherwise makes a text.
  static func textOrNumber(_ text: String) -> JobTree {
    if let number = Double(text), number.isFinite, shortestNumber(number) == text {
      return .number(text: text)
    }
    return .text(text)
  }
}

/// Formats a number, without `.0` for an integer; large and small numbers have an exponent.
private func shortestNumber(_ value: Double) -> String {
  if value == 0 { return "0" }
  return value == value.rounded() && abs(value) < 0x1p53 ? "\(Int(value))" : "\(value)"
}
