/// An attribute or element in XML whose namespace is one of `XMPNamespace`.
struct XMLProperty {
  let namespace: XMPNamespace
  /// The name without the namespace prefix.
  let name: String
  /// The byte range of the attribute or element, including the white space before it.
  let range: Range<Int>
  /// The byte range of the value: between the quotes of an attribute, or the content of an element that has
  /// only text.
  let value: Range<Int>?

  /// Returns whether the property has the given namespace and local name.
  func has(_ namespace: XMPNamespace, _ name: String) -> Bool {
    self.namespace == namespace && self.name == name
  }
}

/// A parser that finds attributes and elements by namespace in one pass, and stops at malformed XML.
///
/// - Source: XML 1.0, 2 and 3; Namespaces in XML 1.0.
struct XMLProperties {
  private let bytes: [UInt8]
  private var at = 0
  /// The open elements: name, start, start of the content, qualified name, whether the element has children,
  /// and the number of prefixes declared outside of it.
  private var open:
    [(name: Range<Int>, start: Int, content: Int, key: Key?, hasChildren: Bool, prefixes: Int)] = []
  /// The namespace prefixes in scope; prefixes declared by inner elements follow those of outer elements.
  private var prefixes: [(prefix: String, namespace: XMPNamespace?)] = []
  /// The properties found, in the order in which they end in the text.
  private(set) var list: [XMLProperty] = []
  /// The namespace declarations, each with the white space before it.
  private(set) var declarations: [(namespace: XMPNamespace, range: Range<Int>)] = []
  /// Whether the text was parsed to its end.
  private(set) var isWhole = false

  private typealias Key = (namespace: XMPNamespace, name: String)

  /// The maximum nesting depth of elements, and the maximum number of prefixes in scope (programs write about
  /// ten).
  private static let most = 256

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while let next = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = next
      guard readMarkup(), max(open.count, prefixes.count) <= Self.most else { return }
    }
    isWhole = true
  }

  static func isBlank(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

  private func begins(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }

  /// Moves past the next occurrence of a string; false if there is none.
  private mutating func skip(to word: String) -> Bool {
    guard let range = bytes[at...].firstRange(of: Array(word.utf8)) else { return false }
    at = range.upperBound
    return true
  }

  private mutating func skipBlanks() { while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 } }

  /// Returns the start of the white space that ends at an offset; the offset itself if there is none.
  private func blanksBefore(_ place: Int) -> Int {
    bytes[..<place].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
  }

  /// Parses a name at the current position.
  private mutating func readName() -> Range<Int>? {
    let ends = Set("=/><\"'".utf8)
    let start = at
    while at < bytes.count, !Self.isBlank(bytes[at]), !ends.contains(bytes[at]) { at += 1 }
    return at > start ? start..<at : nil
  }

  /// Parses markup that begins with `<`; false if it is malformed.
  private mutating func readMarkup() -> Bool {
    if begins("<!--") { return skip(to: "-->") }
    if begins("<![CDATA[") { return skip(to: "]]>") }
    if begins("<?") { return skip(to: "?>") }
    if begins("<!") { return skip(to: ">") }
    return begins("</") ? readEnd() : readStart()
  }

  private mutating func readEnd() -> Bool {
    let end = at
    at += 2
    guard let name = readName(), let element = open.popLast(), bytes[name] == bytes[element.name] else {
      return false
    }
    skipBlanks()
    guard begins(">") else { return false }
    at += 1
    if let key = element.key {
      append(key, element.start, value: element.hasChildren ? nil : element.content..<end)
    }
    prefixes.removeLast(prefixes.count - element.prefixes)
    return true
  }

  private mutating func readStart() -> Bool {
    let start = at
    at += 1
    guard let name = readName() else { return false }
    if !open.isEmpty { open[open.count - 1].hasChildren = true }
    let known = prefixes.count
    var attributes: [(name: Range<Int>, end: Int, value: Range<Int>)] = []
    while true {
      skipBlanks()
      if begins("/>") || begins(">") { break }
      guard let attribute = readAttribute() else { return false }
      attributes.append(attribute)
      let said = text(attribute.name)
      if said.hasPrefix("xmlns:") {
        let namespace = XMPNamespace(rawValue: text(attribute.value))
        prefixes.append((String(said.dropFirst(6)), namespace))
        if let namespace {
          declarations.append((namespace, blanksBefore(attribute.name.lowerBound)..<attribute.end))
        }
      }
    }
    for (name, end, value) in attributes {
      guard let key = key(name) else { continue }
      let start = blanksBefore(name.lowerBound)
      list.append(XMLProperty(namespace: key.namespace, name: key.name, range: start..<end, value: value))
    }
    let key = key(name)
    if begins("/>") {
      at += 2
      if let key { append(key, start, value: nil) }
      prefixes.removeLast(prefixes.count - known)
    } else {
      at += 1
      open.append((name, start, at, key, false, known))
    }
    return true
  }

  private mutating func readAttribute() -> (name: Range<Int>, end: Int, value: Range<Int>)? {
    guard let name = readName() else { return nil }
    skipBlanks()
    guard begins("=") else { return nil }
    at += 1
    skipBlanks()
    guard at < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]),
      let close = bytes[(at + 1)...].firstIndex(of: bytes[at])
    else { return nil }
    let value = at + 1..<close
    at = close + 1
    return (name, at, value)
  }

  /// Adds an element that ends at the current position to `list`.
  private mutating func append(_ key: Key, _ start: Int, value: Range<Int>?) {
    list.append(
      XMLProperty(namespace: key.namespace, name: key.name, range: blanksBefore(start)..<at, value: value))
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the namespace and local name of a prefixed name; nil if the prefix is unknown.
  private func key(_ name: Range<Int>) -> Key? {
    guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let prefix = text(name.lowerBound..<colon)
    let namespace: XMPNamespace?
    if let said = prefixes.last(where: { $0.prefix == prefix }) {
      namespace = said.namespace
    } else {
      namespace = XMPNamespace(prefix: prefix)
    }
    return namespace.map { ($0, text(colon + 1..<name.upperBound)) }
  }
}
