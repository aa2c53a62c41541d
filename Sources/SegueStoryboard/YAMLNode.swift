import CSegueYAML

/// A value of a YAML document, with its line.
package struct YAMLNode {
  /// A scalar of the document.
  package struct Scalar {
    /// The text, without quotation marks and with escape sequences replaced; it ends before a NUL character.
    package let string: String
    /// Whether the text contains a NUL character, at which system calls would end a file name.
    package let hasNUL: Bool
    /// Whether the scalar is not quoted.
    package let isPlain: Bool
    /// The range of the scalar as written in the document, in Unicode scalars.
    package let range: Range<Int>
  }

  package enum Content {
    case scalar(Scalar)
    case sequence([YAMLNode])
    /// The keys and values, in the order of the document.
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  package let content: Content
  /// The line of the first character, from 1.
  package let line: Int
  /// Whether the node is a mapping written in braces (flow style).
  package let isFlow: Bool

  package var scalar: Scalar? { if case .scalar(let scalar) = content { scalar } else { nil } }
  package var sequence: [YAMLNode]? { if case .sequence(let nodes) = content { nodes } else { nil } }
  package var mapping: [(key: YAMLNode, value: YAMLNode)]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// An error in the YAML syntax, or a document that exceeds a limit.
  package struct Fault: Error {
    package let reason: String
    package let line: Int

    package init(reason: String, line: Int) { (self.reason, self.line) = (reason, line) }
  }

  /// Parses a single document; nil if the text is empty.
  ///
  /// An alias shares the node of its anchor. More than 1,000 levels of nesting or a million values are
  /// errors; a value counts again for each alias.
  package static func root(of text: String) throws(Fault) -> YAMLNode? {
    guard let document = segue_yaml_parse(text, text.utf8.count) else {
      throw Fault(reason: "not YAML: out of memory", line: 1)
    }
    defer { segue_yaml_free(document) }
    var line = 0
    if let reason = segue_yaml_error(document, &line) {
      throw Fault(reason: "not YAML: \(String(cString: reason))", line: line)
    }
    var nodes: [YAMLNode] = []
    for index in 0..<segue_yaml_count(document) {
      let node = segue_yaml_node_at(document, index)
      let children = (0..<node.count).map { nodes[segue_yaml_child(document, index, $0)] }
      nodes.append(YAMLNode(content: try content(of: node, children), line: node.line, isFlow: node.is_flow))
    }
    return nodes.last
  }

  private static func content(of node: segue_yaml_node, _ children: [YAMLNode]) throws(Fault) -> Content {
    switch node.kind {
    case SEGUE_YAML_SCALAR:
      let string = node.text.map { String(cString: $0) } ?? ""
      return .scalar(
        Scalar(
          string: string, hasNUL: string.utf8.count != node.length, isPlain: node.is_plain,
          range: node.start..<node.end))
    case SEGUE_YAML_SEQUENCE: return .sequence(children)
    default:
      let pairs = stride(from: 0, to: children.count - 1, by: 2).map {
        (key: children[$0], value: children[$0 + 1])
      }
      try refuseRepeatedKeys(of: pairs.map(\.key))
      return .mapping(pairs)
    }
  }

  private static func refuseRepeatedKeys(of keys: [YAMLNode]) throws(Fault) {
    var lines: [String: Int] = [:]
    var repeated: Set<String> = []
    for key in keys {
      guard let name = key.scalar?.string else { continue }
      if lines[name] == nil { lines[name] = key.line } else { repeated.insert(name) }
    }
    guard let first = repeated.min() else { return }
    throw Fault(
      reason: "the key \(shortened(repeated.sorted().joined(separator: ", "))) is given twice",
      line: lines[first] ?? 1)
  }
}
