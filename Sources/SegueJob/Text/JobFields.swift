import SegueExport
import SegueRendering
import SegueStoryboard
import SegueTransitions

/// A field of a job, or of a part of a job: the key, and the functions that read and write the field.
struct JobField<Owner> {
  let key: String
  let read: (inout Owner, JobEntry) throws(JobError) -> Void
  /// Returns the value as a tree; nil if the field has no value.
  let write: (Owner) -> JobTree?
}

extension JobField {
  init<Value>(
    _ key: String, _ path: WritableKeyPath<Owner, Value?>,
    _ read: @escaping (JobEntry) -> () throws(JobError) -> Value, _ write: @escaping (Value) -> JobTree?
  ) {
    self.init(
      key: key, read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try read(entry)() },
      write: { $0[keyPath: path].flatMap(write) })
  }

  static func text(_ key: String, _ path: WritableKeyPath<Owner, String?>) -> JobField {
    JobField(key, path, JobEntry.text, JobTree.text)
  }

  static func number(_ key: String, _ path: WritableKeyPath<Owner, Double?>) -> JobField {
    JobField(key, path, JobEntry.number, JobTree.number)
  }

  /// Makes the field of a flag; a flag that is false, the default, is not written.
  static func flag(_ key: String, _ path: WritableKeyPath<Owner, Bool>) -> JobField {
    JobField(
      key: key, read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try entry.bool() },
      write: { $0[keyPath: path] ? JobTree(.bool(true)) : nil })
  }

  static func item(_ key: String, _ path: WritableKeyPath<Owner, Job.Item?>) -> JobField {
    JobField(key, path, JobEntry.item) { JobTree.item($0) }
  }

  static func source(_ key: String, _ path: WritableKeyPath<Owner, Job.Source?>) -> JobField {
    JobField(key, path, JobEntry.source) {
      .map([("name", .text($0.name)), ("text", .text($0.text))])
    }
  }

  static func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ path: WritableKeyPath<Owner, Word?>
  ) -> JobField where Word.RawValue == String {
    JobField(
      key: key, read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try entry.word() },
      write: { $0[keyPath: path].map { .text($0.rawValue) } })
  }

  /// Makes the field of a frame rate, which is stored as text.
  static func rate(_ key: String, _ path: WritableKeyPath<Owner, String?>) -> JobField {
    JobField(key, path, JobEntry.textOrNumber, JobTree.textOrNumber)
  }

  /// Makes the field of an output that cannot be nil.
  static func output(_ path: WritableKeyPath<Owner, Job.Output>) -> JobField {
    JobField(
      key: "output",
      read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try entry.output() },
      write: { .output($0[keyPath: path]) })
  }

  /// Makes the field of an output that may be nil.
  static func output(_ path: WritableKeyPath<Owner, Job.Output?>) -> JobField {
    JobField(
      key: "output",
      read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try entry.output() },
      write: { $0[keyPath: path].map { .output($0) } })
  }

  static func list<Value>(
    _ key: String, _ path: WritableKeyPath<Owner, [Value]>,
    _ read: @escaping (JobEntry) -> () throws(JobError) -> Value, _ write: @escaping (Value) -> JobTree
  ) -> JobField {
    JobField(
      key: key,
      read: { (owner, entry) throws(JobError) in
        var values: [Value] = []
        for entry in try entry.list() { values.append(try read(entry)()) }
        owner[keyPath: path] = values
      },
      write: { owner in
        owner[keyPath: path].isEmpty ? nil : JobTree(.list(owner[keyPath: path].map(write)))
      })
  }

  static func parameters(_ key: String, _ path: WritableKeyPath<Owner, Job.Parameters>) -> JobField {
    JobField(
      key: key,
      read: { (owner, entry) throws(JobError) in owner[keyPath: path] = try entry.parameters() },
      write: { .parameters($0[keyPath: path]) })
  }

  /// Converts the fields of a part of a value to fields of the whole value.
  static func all<Part>(_ fields: [JobField<Part>], of path: WritableKeyPath<Owner, Part>) -> [JobField] {
    fields.map { field in
      JobField(
        key: field.key,
        read: { (owner, entry) throws(JobError) in try field.read(&owner[keyPath: path], entry) },
        write: { field.write($0[keyPath: path]) })
    }
  }
}

extension JobEntry {
  /// Reads the fields of a map; a key that names no field is an error.
  func read<Owner>(_ fields: [JobField<Owner>], into owner: inout Owner) throws(JobError) {
    for (key, entry) in try pairs() {
      let known: JobField<Owner>
      do throws(UnknownName) {
        known = try find(shortened(key), in: fields, kind: "key") { $0.key }
      } catch {
        throw JobError(entry.key, sentence: "\(error)", line: entry.tree.line)
      }
      // Treats null as a missing value, since some JSON encoders write null.
      if entry.tree.content != .null { try known.read(&owner, entry) }
    }
  }
}

extension Job {
  static var fields: [JobField<Job>] {
    [
      JobField(
        // The initializer of `Job` checks the version, before other keys.
        key: "version", read: { (_, _) in }, write: { _ in .number(text: "\(version)") }),
      JobField(
        key: "from", read: { (job, entry) throws(JobError) in job.from = try entry.text() },
        write: { $0.from.isEmpty ? nil : .text($0.from) }),
      .text("to", \.to), .source("flow", \.flow),
    ] + JobField.all(Look.fields, of: \.look) + JobField.all(Texts.fields, of: \.texts)
      + JobField.all(Frame.fields, of: \.frame) + JobField.all(Times.fields, of: \.times)
      + JobField.all(Order.fields, of: \.order) + [
        .number("still", \.still), .output(\.output),
      ]
  }
}

extension Job.Look {
  static var fields: [JobField<Self>] {
    [
      .item("transition", \.transition), .item("shader", \.shader), .source("source", \.source),
      .list("shaderPath", \.shaderPath, JobEntry.text, JobTree.text),
      .items("fromFilters", \.fromFilters), .items("toFilters", \.toFilters), .item("blend", \.blend),
      .items("filters", \.filters), .word("operation", \.operation),
    ]
  }
}

extension Job.Texts {
  static var fields: [JobField<Self>] {
    [
      .list("texts", \.texts, JobEntry.text, JobTree.text), .word("titles", \.titles),
      .text("textStyle", \.textStyle),
    ]
  }
}

extension Job.Frame {
  static var fields: [JobField<Self>] {
    [
      .text("size", \.size), .text("fit", \.fit), .text("background", \.background), .text("light", \.light),
      .flag("dither", \.dither),
    ]
  }
}

extension Job.Times {
  static var fields: [JobField<Self>] {
    [
      JobField("frames", \.frames, JobEntry.count) { .number(text: "\($0)") },
      .number("duration", \.duration), .number("offset", \.offset), .rate("fps", \.fps),
      .text("ease", \.ease),
    ]
  }
}

extension Job.Order {
  static var fields: [JobField<Self>] {
    [.number("hold", \.hold), .flag("reverse", \.reverse), .flag("boomerang", \.boomerang)]
  }
}

extension Job.Output {
  static var fields: [JobField<Self>] {
    [
      JobField(
        key: "file", read: { (output, entry) throws(JobError) in output.file = try entry.text() },
        write: { $0.file.isEmpty ? nil : .text($0.file) }),
      .text("format", \.format), .parameters("options", \.options),
      .list("encoderOptions", \.encoderOptions, JobEntry.text, JobTree.text), .text("audio", \.audio),
      .number("audioFade", \.audioFade), .text("range", \.range),
      JobField(
        key: "existing",
        read: { (output, entry) throws(JobError) in
          let words = Job.Output.words
          guard let word = words.first(where: { $0.key == (try? entry.text()) }) else {
            throw entry.invalid("must be \(words.map(\.key).alternatives)")
          }
          output.existing = word.value
        },
        write: { output in
          words.first { $0.value == output.existing && $0.value != .refuse }.map { .text($0.key) }
        }),
      .flag("durable", \.durable),
    ]
  }

  private static let words: KeyValuePairs<String, WritePolicy.Existing> = [
    "refuse": .refuse, "overwrite": .overwrite, "keep": .keep,
  ]
}

extension JobField {
  fileprivate static func items(_ key: String, _ path: WritableKeyPath<Owner, [Job.Item]>) -> JobField {
    .list(key, path, JobEntry.item, JobTree.item)
  }
}

extension JobEntry {
  /// The fields of an item (`name`, `parameters`) or of a source (`name`, `text`), collected while its map is
  /// read.
  private struct Named {
    var name: String?
    var text: String?
    var parameters: Job.Parameters = [:]
  }

  /// Reads an item: its text form, or a map of its name and parameters.
  fileprivate func item() throws(JobError) -> Job.Item {
    switch tree.content {
    case .text:
      guard let specification = Specification(try text()) else {
        throw invalid("must be a name, or name:key=value,…")
      }
      return Job.Item(specification)
    case .map: break
    case .null, .bool, .number, .list:
      throw invalid("must be a text such as name:key=value, or a map with a name")
    }
    var named = Named()
    try read([.text("name", \.name), .parameters("parameters", \.parameters)], into: &named)
    return Job.Item(try given(named.name, "name"), named.parameters)
  }

  /// Reads a text that must be a raw value of the enumeration `Word`.
  func word<Word: RawRepresentable & CaseIterable>() throws(JobError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: try text()) else {
      throw invalid("must be \(Word.allCases.map(\.rawValue).alternatives)")
    }
    return word
  }

  /// Reads a transition with its filters.
  func look() throws(JobError) -> Job.Look {
    var look = Job.Look()
    try read(Job.Look.fields, into: &look)
    return look
  }

  /// Reads an output: the name of a file, or a map with the file and other fields.
  fileprivate func output() throws(JobError) -> Job.Output {
    var output = Job.Output(file: "")
    switch tree.content {
    case .text: output.file = try text()
    case .map: try read(Job.Output.fields, into: &output)
    case .null, .bool, .number, .list: throw invalid("must be the name of a file, or a map with a file")
    }
    if output.file.isEmpty {
      throw JobError("output.file", "is missing: a name, a folder or -", line: tree.line)
    }
    return output
  }

  fileprivate func source() throws(JobError) -> Job.Source {
    var named = Named()
    try read([.text("name", \.name), .text("text", \.text)], into: &named)
    return Job.Source(name: try given(named.name, "name"), text: try given(named.text, "text"))
  }

  private func given(_ value: String?, _ key: String) throws(JobError) -> String {
    guard let value else { throw JobError("\(self.key).\(key)", "is missing", line: tree.line) }
    return value
  }
}

extension JobTree {
  fileprivate static func item(_ item: Job.Item) -> JobTree {
    let isPlain = Specification(item.name).map { $0.values.isEmpty && $0.name == item.name } ?? false
    if isPlain && item.parameters.isEmpty { return .text(item.name) }
    return .map([("name", .text(item.name)), ("parameters", .parameters(item.parameters))])
      ?? .text(item.name)
  }
}

extension JobTree {
  /// Makes the tree of an output; if the output only has a file, the tree is the file's name.
  fileprivate static func output(_ output: Job.Output) -> JobTree {
    let tree = Job.Output.fields.tree(of: output)
    return tree == .map([("file", .text(output.file))]) ? .text(output.file) : tree
  }
}

extension Array {
  /// Makes a tree of the values of all fields that have a value.
  func tree<Owner>(of owner: Owner) -> JobTree where Element == JobField<Owner> {
    .map(map { ($0.key, $0.write(owner)) }) ?? JobTree(.map([]))
  }
}

extension Job {
  /// Reads a job; `check` finds missing fields later.
  init(_ entry: JobEntry) throws(JobError) {
    self.init(from: "", to: nil)
    // Checks the version first: a later version may have other keys, and its number explains more than an
    // unknown key.
    if let version = try entry.pairs().first(where: { $0.key == "version" })?.value,
      try version.count() != Self.version
    {
      throw version.invalid("is unknown: this build reads version \(Self.version)")
    }
    try entry.read(Self.fields, into: &self)
  }

  /// The job as a tree of values, as in JSON and YAML.
  var tree: JobTree { Self.fields.tree(of: self) }

  /// Returns whether the job has a value for a key, or for the field that contains the key.
  package func gives(_ key: String) -> Bool {
    let words = key.split { $0 == "." || $0 == "[" }
    guard case .map(let pairs) = tree.content, let first = pairs.first(where: { $0.key == words.first ?? "" })
    else { return false }
    guard first.key == "output", words.count > 1 else { return true }
    // An output that is a file name instead of a map has only the field `file`.
    guard case .map(let inner) = first.value.content else { return words[1] == "file" }
    return inner.contains { $0.key == words[1] }
  }
}
