import SegueRendering

/// A value of a storyboard's file, with its place.
struct Entry {
  let node: YAMLNode
  let place: StoryboardError.Place
  /// The resolution of file names.
  let names: StoryboardNames

  /// Makes the root of a file.
  init(_ node: YAMLNode, file: String, _ names: StoryboardNames) {
    self.init(node, StoryboardError.Place(file: file, line: node.line, key: ""), names)
  }

  private init(_ node: YAMLNode, _ place: StoryboardError.Place, _ names: StoryboardNames) {
    self.node = node
    self.place = place
    self.names = names
  }

  func invalid(_ reason: String) -> StoryboardError { .invalid(reason, at: place) }

  /// Whether the value is empty and unquoted, which its text alone does not tell.
  var isEmpty: Bool { node.scalar.map { $0.string.isEmpty && $0.isPlain } ?? false }

  /// The text of any scalar, as written.
  func text(_ expected: String) throws(StoryboardError) -> String {
    guard let scalar = node.scalar, !isEmpty else { throw invalid("must be \(expected)") }
    // A NUL would end a file name in system calls.
    guard !scalar.hasNUL else {
      throw invalid("has a NUL character, and must be \(expected)")
    }
    return scalar.string
  }

  /// Parses the text; throws an error that names what was expected if `make` returns nil.
  func value<Value>(_ expected: String, _ make: (String) -> Value?) throws(StoryboardError) -> Value {
    let text = try text(expected)
    guard let value = make(text) else { throw invalid("'\(shortened(text))' must be \(expected)") }
    return value
  }

  /// A finite number that passes a test.
  func number(
    _ expected: String = "a number", where isAllowed: (Double) -> Bool = { _ in true }
  ) throws(StoryboardError) -> Double {
    try value(expected) { Double($0).flatMap { $0.isFinite && isAllowed($0) ? $0 : nil } }
  }

  /// The item with the name that is written here.
  func named<Item>(
    in items: [Item], also others: [Item] = [], kind: String, _ nameOf: (Item) -> String
  ) throws(StoryboardError) -> Item {
    let name = try text("the name of a \(kind)")
    do throws(UnknownName) {
      return try find(shortened(name), in: items, also: others, kind: kind, nameOf)
    } catch {
      throw invalid("\(error)")
    }
  }

  /// The values of a list.
  func list(_ expected: String) throws(StoryboardError) -> [Entry] {
    guard let sequence = node.sequence else { throw invalid("must be \(expected)") }
    return sequence.enumerated().map { index, node in
      Entry(node, child("[\(index)]", line: node.line), names)
    }
  }

  /// The values of a mapping with its keys, in the file's order; a value's line is its key's.
  func pairs(_ expected: String) throws(StoryboardError) -> [(key: String, value: Entry)] {
    guard let mapping = node.mapping else { throw invalid("must be \(expected)") }
    var pairs: [(key: String, value: Entry)] = []
    for (key, value) in mapping {
      guard let scalar = key.scalar else {
        throw .invalid("a key must be a word", at: child("", line: key.line))
      }
      guard !scalar.hasNUL else {
        throw .invalid("a key has a NUL character", at: child("", line: key.line))
      }
      let name = scalar.string
      let dot = place.key.isEmpty ? "" : "."
      pairs.append((name, Entry(value, child(dot + shortened(name), line: key.line), names)))
    }
    return pairs
  }

  /// The values of a mapping with keys from a list; other keys are errors.
  func section(_ keys: [String]) throws(StoryboardError) -> [String: Entry] {
    var section: [String: Entry] = [:]
    for (key, value) in try pairs("a mapping with the keys \(keys.joined(separator: ", "))") {
      do throws(UnknownName) {
        _ = try find(shortened(key), in: keys, kind: "key") { $0 }
      } catch {
        throw value.invalid("\(error)")
      }
      section[key] = value
    }
    return section
  }

  private func child(_ name: String, line: Int) -> StoryboardError.Place {
    StoryboardError.Place(file: place.file, line: line, key: place.key + name)
  }
}

/// A value in an error message, with long ones cut.
func shortened(_ text: String) -> String {
  text.utf8.count <= 80 ? text : "\(text.prefix(60))… (\(text.utf8.count) bytes)"
}
