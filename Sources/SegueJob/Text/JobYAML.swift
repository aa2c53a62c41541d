import SegueStoryboard

extension Job {
  /// Reads a job from YAML, with the keys of its JSON.
  ///
  ///     let job = try Job(
  ///       yaml: """
  ///         from: list.png
  ///         to: detail.png
  ///         transition: {name: cube, parameters: {eye: 2}}
  ///         output: movie.mp4
  ///         """)
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file for error messages; nil for none.
  /// - Throws: `JobError` with the line and the key.
  public init(yaml: String, named file: String? = nil) throws(JobError) {
    do throws(JobError) {
      self = try Job(JobEntry(tree: try JobTree(yaml: yaml), key: ""))
    } catch {
      throw error.of(file: file)
    }
  }

  /// The job as YAML.
  public var yaml: String { tree.yaml(indent: "").joined(separator: "\n") + "\n" }
}

extension JobTree {
  fileprivate init(yaml: String) throws(JobError) {
    do throws(YAMLNode.Fault) {
      guard let root = try YAMLNode.root(of: yaml) else {
        throw YAMLNode.Fault(reason: "is empty", line: 1)
      }
      self = try JobTree(root, depth: 1)
    } catch {
      throw JobError("", error.reason, line: error.line)
    }
  }

  private init(_ node: YAMLNode, depth: Int) throws(YAMLNode.Fault) {
    guard depth <= Self.maxDepth || node.scalar != nil else {
      throw .init(reason: "is nested more than \(Self.maxDepth) levels deep", line: node.line)
    }
    switch node.content {
    case .scalar(let scalar):
      self.init(scalar.isPlain ? Self.plain(scalar.string) : .text(scalar.string), line: node.line)
      // Appends a NUL character, so that reading the text is an error.
      if scalar.hasNUL { content = .text(scalar.string + "\0") }
    case .sequence(let nodes):
      var values: [JobTree] = []
      for node in nodes { values.append(try JobTree(node, depth: depth + 1)) }
      self.init(.list(values), line: node.line)
    case .mapping(let nodes):
      var pairs: [Pair] = []
      for (key, value) in nodes {
        guard let name = key.scalar, !name.hasNUL else {
          throw .init(reason: "has a key that is no word", line: key.line)
        }
        var tree = try JobTree(value, depth: depth + 1)
        tree.line = key.line
        pairs.append(Pair(key: name.string, value: tree))
      }
      self.init(.map(pairs), line: node.line)
    }
  }

  /// Parses a scalar without quotes: null, true, false and numbers in the forms of JSON; all else is text.
  private static func plain(_ text: String) -> Content {
    switch text {
    case "", "~", "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: isJSONNumber(text) ? .number(text) : .text(text)
    }
  }

  /// Returns the lines of the value; a list or a map is a block.
  fileprivate func yaml(indent: String) -> [String] {
    switch content {
    case .map(let pairs):
      pairs.flatMap { pair in
        let key = "\(indent)\(yamlScalar(pair.key)):"
        return pair.value.isBlock
          ? [key] + pair.value.yaml(indent: indent + "  ") : ["\(key) \(pair.value.scalar)"]
      }
    case .list(let values):
      values.flatMap { value in
        guard value.isBlock else { return ["\(indent)- \(value.scalar)"] }
        let lines = value.yaml(indent: indent + "  ")
        return ["\(indent)- \(lines[0].dropFirst(indent.count + 2))"] + lines.dropFirst()
      }
    default: [indent + scalar]
    }
  }

  /// Whether the value is written as a block on lines of its own: a map or a list that is not empty.
  private var isBlock: Bool {
    switch content {
    case .map(let pairs): !pairs.isEmpty
    case .list(let values): !values.isEmpty
    default: false
    }
  }

  private var scalar: String {
    switch content {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .number(let text): return text
    case .list: return "[]"
    case .map: return "{}"
    case .text(let text):
      // Quotes a text that would be read as another value, by Segue or by readers of YAML 1.1.
      if case .text = Self.plain(text), !isAmbiguous(text) { return yamlScalar(text) }
      return "'\(text)'"
    }
  }
}

/// Returns whether readers of YAML 1.1 take a text for a Boolean, a null, a number or a date.
private func isAmbiguous(_ text: String) -> Bool {
  if ["yes", "no", "on", "off", "y", "n", "true", "false", "null"].contains(text.lowercased()) {
    return true
  }
  return !text.isEmpty && text.first?.isLetter == false
    && text.allSatisfy { $0.isASCII && ($0.isHexDigit || "xo_.:+-".contains($0)) }
}

/// Returns a text as a YAML scalar, quoted unless it is plain.
func yamlScalar(_ text: String) -> String {
  // Within single quotes, a line break would be read as a space.
  if text.unicodeScalars.contains(where: isControl) { return JobTree.quoted(text) }
  let isPlain =
    text.first.map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
    && text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "-_./".unicodeScalars.contains($0)
    }
  guard !isPlain else { return text }
  return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
}
