import SegueRendering

/// A YAML value in a storyboard, with its position for error messages.
struct Entry {
  let node: YAMLNode
  let place: StoryboardError.Place
  /// The rule for resolving file names in the value.
  let names: StoryboardNames

  /// Makes the entry of a file's root.
  init(_ node: YAMLNode, file: String, _ names: StoryboardNames) {
    self.init(node, StoryboardError.Place(file: file, line: node.line, key: ""), names)
  }

  private init(_ node: YAMLNode, _ place: StoryboardError.Place, _ names: StoryboardNames) {
    self.node = node
    self.place = place
    self.names = names
  }

  func invalid(_ reason: String) -> StoryboardError { .invalid(reason, at: place) }

  /// Whether the value is missing: an empty scalar without quotes.
  var isEmpty: Bool { node.scalar.map { $0.string.isEmpty && $0.isPlain } ?? false }

  /// Whether the value is null: missing, or null in YAML's core schema.
  ///
  /// Elsewhere, these words are texts, such as the name of a file.
  var isNull: Bool {
    node.scalar.map { $0.isPlain && ["", "null", "Null", "NULL", "~"].contains($0.string) } ?? false
  }

  /// Returns the text of a scalar, without quotation marks; numbers keep the form that they have in the file.
  func text(_ expected: String) throws(StoryboardError) -> String {
    guard let scalar = node.scalar, !isEmpty else { throw invalid("must be \(expected)") }
    // Refuses NUL characters, at which system calls would end a file name.
    guard !scalar.hasNUL else {
      throw invalid("has a NUL character, and must be \(expected)")
    }
    return scalar.string
  }

  /// Parses the text; if `make` returns nil, throws an error that states the expected form.
  func value<Value>(_ expected: String, _ make: (String) -> Value?) throws(StoryboardError) -> Value {
    let text = try text(expected)
    guard let value = make(text) else { throw invalid("'\(shortened(text))' must be \(expected)") }
    return value
  }

  /// Parses a finite number that meets a condition.
  func number(
    _ expected: String = "a number", where isAllowed: (Double) -> Bool = { _ in true }
  ) throws(StoryboardError) -> Double {
    try value(expected) { Double($0).flatMap { $0.isFinite && isAllowed($0) ? $0 : nil } }
  }

  /// Returns the item whose name is the text.
  ///
  /// `others` are also searched, but an error does not list their names.
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

  /// Returns the elements of a list; throws if the value is not a list.
  func list(_ expected: String) throws(StoryboardError) -> [Entry] {
    guard let sequence = node.sequence else { throw invalid("must be \(expected)") }
    return sequence.enumerated().map { index, node in
      Entry(node, child("[\(index)]", line: node.line), names)
    }
  }

  /// Returns the keys and values of a mapping, in the order of the file; a value has the line of its key.
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

  /// Returns the values of a mapping, by key; a key that is not in `keys` is an error.
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
