public import SegueFiles
import SegueStoryboard

extension Job {
  /// Reads a job from JSON.
  ///
  ///     let job = try Job(json: #"{"from": "list.png", "to": "detail.png", "transition": "cube"}"#)
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file for error messages; nil for none.
  /// - Throws: `JobError` with the line and the key: for text that is not JSON, an unknown or repeated key, a
  ///   value of another type, an unknown version, or more than 32 levels of nesting.
  public init(json: String, named file: String? = nil) throws(JobError) {
    do throws(JobError) {
      var text = JSONText(json)
      self = try Job(JobEntry(tree: try text.document(), key: ""))
    } catch {
      throw error.of(file: file)
    }
  }

  /// Reads a job from a YAML file if its name ends in `.yaml` or `.yml`; otherwise from a JSON file.
  ///
  ///     let job = try Job(contentsOf: "job.json")
  ///
  /// - Parameter file: A path, a `URL`, or `-` for standard input.
  /// - Throws: `FileError` if the file cannot be read; `JobError` if it does not contain a job.
  public init(contentsOf file: some FileLocation) throws {
    let path = try file.filePath()
    let text = try Self.text(path)
    let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    self = isYAML ? try Job(yaml: text, named: path) : try Job(json: text, named: path)
  }

  /// Reads the text of a job's file.
  ///
  /// The file is not recorded as an input of a plan, since the plan stores the job itself.
  private static func text(_ path: String) throws(FileError) -> String {
    let limit = 1 << 24
    do throws(FileError) {
      let bytes = try readFile(path, limit: limit, isInput: false)
      return try SegueFiles.text(of: bytes, named: path, other: .refused)
    } catch {
      guard error.code == .fileTooLarge else { throw error }
      throw .notText(file: path, reason: "a text of more than \(limit) bytes")
    }
  }

  /// The job as JSON, with each field on its own line.
  public var json: String { tree.json + "\n" }
}

extension Job.Output {
  /// Makes an output with the given file name, and with the other fields from JSON.
  ///
  /// - Throws: `JobError` for invalid JSON or an invalid field, and if the JSON has a file name.
  package init(file: String, json: String, named name: String) throws(JobError) {
    self.init(file: "")
    do throws(JobError) {
      var text = JSONText(json)
      try JobEntry(tree: try text.document(), key: "").read(Self.fields, into: &self)
      if !self.file.isEmpty { throw JobError("file", "is given twice") }
    } catch {
      throw error.of(file: name)
    }
    self.file = file
  }
}

extension JobTree {
  /// The value as JSON; each key of a map is on its own line.
  fileprivate var json: String { json(indent: "") }

  private func json(indent: String) -> String {
    let inner = indent + "  "
    switch content {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let text): return text
    case .text(let text): return Self.quoted(text)
    case .list(let values):
      let texts = values.map { $0.json(indent: inner) }
      // Writes each element of a list on its own line if the list contains maps.
      guard texts.contains(where: { $0.hasPrefix("{") }) else { return "[\(texts.joined(separator: ", "))]" }
      return "[\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .map(let pairs):
      let lines = pairs.map { "\(inner)\(Self.quoted($0.key)): \($0.value.json(indent: inner))" }
      return pairs.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  /// Quotes a text, with escapes.
  static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }
}

/// A JSON parser, according to RFC 8259, that keeps line numbers, the order of keys, and the text of numbers.
///
/// `JSONDecoder` keeps none of these, and silently accepts repeated keys.
private struct JSONText {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The path of keys to the current value.
  private var path = ""
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses the whole text.
  mutating func document() throws(JobError) -> JobTree {
    let tree = try value()
    skipSpace()
    guard position == bytes.count else { throw fault("something follows the end") }
    return tree
  }

  private func fault(_ reason: String) -> JobError { JobError(path, "is not JSON: \(reason)", line: line) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  /// Skips white space, then consumes the next character if it is `character`; returns whether it was
  /// consumed.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JobError) -> JobTree {
    skipSpace()
    let line = line
    guard let first = next else { throw fault("it ends too early") }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      position += 1
      depth += 1
      guard depth <= JobTree.maxDepth else {
        throw JobError(path, "is nested more than \(JobTree.maxDepth) levels deep", line: line)
      }
      defer { depth -= 1 }
      return JobTree(first == UInt8(ascii: "{") ? .map(try pairs()) : .list(try values()), line: line)
    case UInt8(ascii: "\""): return JobTree(.text(try string()), line: line)
    default: return JobTree(try word(), line: line)
    }
  }

  private mutating func pairs() throws(JobError) -> [JobTree.Pair] {
    var pairs: [JobTree.Pair] = []
    if take("}") { return pairs }
    let outer = path
    defer { path = outer }
    repeat {
      path = outer
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("a key must be a text in quotes") }
      let key = try string()
      path = outer.isEmpty ? shortened(key) : "\(outer).\(shortened(key))"
      guard take(":") else { throw fault("a colon must follow a key") }
      pairs.append(.init(key: key, value: try value()))
    } while take(",")
    guard take("}") else { throw fault("a comma or } must follow a value") }
    return pairs
  }

  private mutating func values() throws(JobError) -> [JobTree] {
    var values: [JobTree] = []
    if take("]") { return values }
    let outer = path
    defer { path = outer }
    repeat {
      path = "\(outer)[\(values.count)]"
      values.append(try value())
    } while take(",")
    guard take("]") else { throw fault("a comma or ] must follow a value") }
    return values
  }

  /// The bytes that end a number or a name such as `true`, without being part of it.
  private static let ends = Array(",]}: \t\n\r\"[{".utf8)

  /// Parses true, false, null or a number.
  private mutating func word() throws(JobError) -> JobTree.Content {
    let start = position
    while let byte = next, !Self.ends.contains(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard isJSONNumber(word) else {
        throw fault("\(word.isEmpty ? "a value is missing" : "'\(shortened(word))' is no value")")
      }
      return .number(word)
    }
  }

  private mutating func string() throws(JobError) -> String {
    position += 1
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a text has a control character, or no end") }
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      units += Array(String(try escaped()).utf8)
    }
    guard next != nil else { throw fault("a text has no end") }
    position += 1
    return String(decoding: units, as: UTF8.self)
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
  ]

  /// Parses an escape after its backslash.
  private mutating func escaped() throws(JobError) -> Unicode.Scalar {
    guard let byte = next else { throw fault("a text has no end") }
    position += 1
    if let letter = Self.letters[Unicode.Scalar(byte)] { return letter }
    guard byte == UInt8(ascii: "u") else { throw fault("a text has an unknown escape") }
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A character above U+FFFF is escaped as a pair of surrogates.
    guard first < 0xDC00, bytes[position...].starts(with: Array("\\u".utf8)) else {
      throw fault("a text has half of a character")
    }
    position += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("a text has half of a character") }
    return scalar
  }

  private mutating func hexadecimal() throws(JobError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16) else {
      throw fault("\\u takes four hexadecimal digits")
    }
    position += 4
    return number
  }
}

/// Returns whether a character needs an escape: control characters, and characters that YAML refuses or reads
/// as line breaks.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
  default: false
  }
}

/// Returns whether a text is a number in JSON.
func isJSONNumber(_ text: String) -> Bool {
  var rest = text.utf8[...]
  func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  func takeDigits() -> Bool {
    let count = rest.prefix(while: isDigit).count
    rest = rest.dropFirst(count)
    return count > 0
  }
  if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
  let isZero = rest.first == UInt8(ascii: "0")
  guard takeDigits(), !isZero || text.utf8.count - rest.count == (text.hasPrefix("-") ? 2 : 1) else {
    return false
  }
  if rest.first == UInt8(ascii: ".") {
    rest = rest.dropFirst()
    guard takeDigits() else { return false }
  }
  if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
    rest = rest.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    guard takeDigits() else { return false }
  }
  return rest.isEmpty
}
