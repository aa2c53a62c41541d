import ArgumentParser
import SegueFiles

/// The words of a command line, with the added options of a preset and of the configuration file.
///
/// Options on the command line have precedence over the preset, and the preset over the file. The added
/// options follow the name of the command. A plan stores the resulting job, so machines that render its
/// shards do not need the configuration file.
struct ConfiguredWords {
  /// An option from a preset or from the configuration file.
  struct Added {
    let word: String
    /// The file and the line, for errors; nil for a built-in preset.
    let place: (file: ConfigFile, line: Int)?
  }

  private(set) var words: CommandLineWords
  private(set) var added: [Added] = []
  /// The configuration file; nil if there is none, or with `--no-config`.
  private(set) var config: ConfigFile?
  /// The lines about the added options, for `--verbose`.
  private(set) var notes: [String] = []
  private let given: CommandLineWords

  /// Adds options to the words of a command line.
  ///
  /// - Throws: `FileError` for an unreadable configuration file; `Failure` for an invalid line, or for an
  ///   unknown preset.
  init(_ given: CommandLineWords) throws {
    let options = given.options
    words = given.without("--no-config", takesValue: false)
    self.given = words
    guard let command = SegueCommand.commandType(of: words), !options.contains("-h"),
      !options.contains("--help")
    else { return }
    if !options.contains("--no-config") {
      config = try ConfigFile.name.map { try ConfigFile(contentsOf: $0) }
    }
    guard config != nil || options.contains("--preset") else { return }
    let table = try OptionTable(of: command)
    var merge = OptionMerge(table, words)
    let name = words.words.first ?? ""
    let isPlan = command.configuration.commandName != name
    let own = [name] + (isPlan ? [command.configuration.commandName ?? ""] : [])
    try config?.check(table, of: own)
    let layers = own.reversed().map { config?.commands[$0] ?? [] } + [config?.defaults ?? []]
    merge.givesLuma = layers.joined().contains { $0.option == "luma" }
    if table["preset"] != nil {
      let chosen =
        words.value(of: ["--preset"]) ?? layers.joined().first { $0.option == "preset" }?.value
      words = words.without("--preset", takesValue: true)
      if let chosen { try add(Self.preset(chosen, config), &merge) }
    }
    // Adds no options of the configuration file to a command with `--job`, since the values of the job file
    // have precedence.
    if let config, !options.contains("--job") {
      let before = added.count
      for layer in layers { merge.add(layer).forEach { added.append(Added(word: $0, place: (config, $1))) } }
      let list = added[before...].map(\.word).joined(separator: " ")
      notes.append("configuration \(config.file): \(list.isEmpty ? "no option of this command" : list)")
    }
    guard !added.isEmpty else { return }
    words = CommandLineWords(
      words.words.prefix(own.count) + added.map(\.word) + words.words.dropFirst(own.count))
  }

  private mutating func add(_ preset: Preset, _ merge: inout OptionMerge) {
    let own = merge.add(preset.options)
    for (word, line) in own {
      added.append(Added(word: word, place: preset.file == nil ? nil : config.map { ($0, line) }))
    }
    notes.append("preset \(preset.name): \(own.map(\.word).joined(separator: " "))")
  }

  private static func preset(_ name: String, _ config: ConfigFile?) throws -> Preset {
    let presets = Preset.all(config)
    if let preset = presets.first(where: { $0.name == name }) { return preset }
    let names = presets.map(\.name)
    let hint =
      nearest(to: name, among: names, within: 2).map { "did you mean \($0)?" }
      ?? "there are \(names.conjunction)"
    throw Failure(
      .usage,
      "there is no preset '\(name)'; \(hint) (for ffmpeg's presets: --encoder-option preset=\(name.prefix(40)))"
    )
  }

  /// Returns the failure for an error of the argument parser that an option from the configuration file
  /// causes; nil if no such option causes an error, or if the command line alone is already invalid.
  func failure() -> Failure? {
    guard !added.isEmpty, Self.error(given.words) == nil else { return nil }
    for option in added {
      let count = given.words.first == "plan" ? 2 : 1
      let words = given.words.prefix(count) + [option.word] + given.words.dropFirst(count)
      guard let error = Self.error(Array(words)), let (config, line) = option.place else { continue }
      return config.invalid(line, "\(error.prefix(1).lowercased())\(error.dropFirst())")
    }
    return nil
  }

  /// Returns the failure with the line of the configuration file, if its message quotes a name that only an
  /// option from the file gives, such as the name of a transition; otherwise nil.
  func failure(of failure: Failure) -> Failure? {
    guard failure.status == .usage else { return nil }
    for option in added {
      let value = option.word.drop { $0 != "=" }.dropFirst()
      let name = value.prefix { $0 != ":" }
      guard let (config, line) = option.place, !name.isEmpty, failure.message.contains("'\(name)'"),
        !given.words.contains(where: { $0.contains(name) })
      else { continue }
      return config.invalid(line, failure.message)
    }
    return nil
  }

  /// Parses words, leaving out `--preset` and its value; returns the error message of the argument parser, or
  /// nil if the words are valid.
  private static func error(_ words: [String]) -> String? {
    do {
      _ = try SegueCommand.parseAsRoot(
        CommandLineWords.packed(CommandLineWords(words).without("--preset", takesValue: true).words))
      return nil
    } catch {
      return SegueCommand.message(for: error)
    }
  }
}

/// Selects the options to add to a command line: options that are not yet set, and that no set option
/// excludes.
private struct OptionMerge {
  private let table: OptionTable
  private var taken: Set<String>
  /// The keys for which `--encoder-option` gives a value, such as `crf`.
  private var encoderKeys: Set<Substring>
  /// The name of the output format, if the options or the output's name determine it; nil if unknown.
  private var format: String?
  /// Whether the command writes frames, and the command line does not name the output.
  private let isUnnamed: Bool
  /// The transition that the words so far name; nil if they name none.
  private var transition: CatalogItem<any Transition>?
  /// Whether a section of the file has the option `luma`.
  var givesLuma = false

  /// Sets of options that exclude each other.
  private static let exclusive: [Set] = [
    ["frames", "duration"], ["quality", "lossless"], ["overwrite", "resume"], ["quiet", "verbose"],
    ["quiet", "stats"], ["transition", "shader", "luma", "blend"], ["progress", "time"],
    ["shards", "frames-per-shard"], ["strict", "skip-unreadable"], ["progress", "ease"],
  ]
  /// Options that apply only with `--luma`.
  private static let ofLuma: Set = ["softness", "invert"]
  /// Options that several formats accept, also if the layer names another format.
  private static let ofSeveralFormats: Set = ["depth", "budget"]
  /// Options that only some formats accept.
  private static let ofFormat: Set = [
    "format", "encoder-option", "chroma", "quality", "lossless", "loops", "png-compression",
  ]
  /// Options that only video formats accept.
  private static let ofVideo: Set = ["encoder-option", "audio", "audio-fade"]
  /// Options that are never added: the configuration file cannot set them, and `preset` is resolved earlier.
  private static let excluded = ConfigFile.excluded.union(["preset"])

  init(_ table: OptionTable, _ words: CommandLineWords) {
    self.table = table
    taken = Set(words.options.compactMap { table[$0]?.name })
    encoderKeys = Set(words.values(of: ["--encoder-option"]).map { $0.prefix { $0 != "=" } })
    let output = words.value(of: ["-o", "--output"])
    format = Self.format(words.value(of: ["-f", "--format"]), output)
    isUnnamed = output == nil && table["encoder-option"] != nil
    transition = words.value(of: ["-t", "--transition"]).flatMap(Self.transition)
    if taken.contains("luma") { transition = Self.transition("luma") }
  }

  /// Returns the name of the format that the option `--format` or the output's name chooses.
  private static func format(_ name: String?, _ output: String?) -> String? {
    if let name { return (try? FormatName(argument: name))?.item.name }
    guard let output, output != "-" else { return nil }
    if output.hasSuffix("/") || isFolderName(output) { return Formats.PNG.name }
    return FormatName(file: output)?.item.name
  }

  /// Adds the options of a preset, or of a section of the file, except options that are already set.
  ///
  /// - Returns: The words to add, each with the number of its line.
  mutating func add(_ layer: [ConfigFile.Entry]) -> [(word: String, line: Int)] {
    let own = layer.last { $0.option == "format" }.flatMap { Self.format($0.value, nil) }
    let isOther = own != nil && format != nil && own != format
    var added: [(word: String, line: Int)] = []
    var names: Set<String> = []
    let hasLuma =
      taken.contains("luma")
      || (givesLuma || layer.contains { $0.option == "luma" }) && !isTaken("luma", "")
    for (index, entry) in layer.enumerated() {
      guard let option = table[entry.option], !Self.excluded.contains(option.name),
        !(isOther && Self.ofFormat.contains(option.name)),
        own != nil && !isOther || suitsFormat(option.name, entry.value),
        hasLuma || !Self.ofLuma.contains(option.name), suitsTransition(option.name, entry.value),
        // If several lines set an option that takes one value, the last line counts.
        option.isRepeating || !layer[(index + 1)...].contains(where: { $0.option == entry.option }),
        !isTaken(option.name, entry.value)
      else { continue }
      names.insert(option.name)
      if option.isFlag {
        if entry.value != "false" { added.append(("--\(option.name)", entry.line)) }
      } else {
        added.append(("--\(option.name)=\(entry.value)", entry.line))
      }
    }
    taken.formUnion(names)
    for entry in layer where entry.option == "encoder-option" {
      encoderKeys.insert(entry.value.prefix { $0 != "=" })
    }
    if names.contains("format") { format = own }
    if names.contains("transition"), let named = layer.last(where: { $0.option == "transition" }) {
      transition = Self.transition(named.value)
    }
    if names.contains("luma") { transition = Self.transition("luma") }
    return added
  }

  /// Returns whether the output format has an option and takes its value; true if the option does not depend on
  /// the format, if the format is unknown, or if no format takes the value, which is then an error.
  private func suitsFormat(_ name: String, _ value: String) -> Bool {
    guard name != "format", Self.ofFormat.union(Self.ofVideo).union(Self.ofSeveralFormats).contains(name),
      let format = format ?? (isUnnamed ? Formats.PNG.name : nil),
      let item = try? Catalog.formats.named(format)
    else { return true }
    if Self.ofVideo.contains(name) { return (try? item.make())?.video != nil }
    if name == "budget" { return (try? item.make())?.animation != nil }
    func takes(_ item: CatalogItem<any FileFormat>) -> Bool { (try? item.make([(name, value)])) != nil }
    return takes(item)
      || item.parameters.contains { $0.name == name } && !Catalog.formats.items.contains(where: takes)
  }

  private static func transition(_ text: String) -> CatalogItem<any Transition>? {
    Catalog.transitions.meaning(of: String(text.prefix { $0 != ":" }))
  }

  /// Returns whether the transition that earlier layers name has a parameter; true for other options.
  ///
  /// A blend has its parameters in its own text.
  private func suitsTransition(_ name: String, _ value: String) -> Bool {
    guard name == "parameter" else { return true }
    if taken.contains("blend") { return false }
    guard let transition else { return true }
    return transition.parameters.contains { $0.name == value.prefix { $0 != "=" } }
  }

  private func isTaken(_ name: String, _ value: String) -> Bool {
    if name == "encoder-option" { return encoderKeys.contains(value.prefix { $0 != "=" }) }
    return taken.contains(name)
      || Self.exclusive.contains { $0.contains(name) && !$0.isDisjoint(with: taken) }
  }
}

extension ConfigFile {
  /// Checks the lines that a command may use; lines in sections of other commands are not checked.
  ///
  /// - Throws: `Failure` for an option unknown to all commands, for a flag that is neither true nor false, or
  ///   for an empty value.
  func check(_ table: OptionTable, of commands: [String]) throws {
    let entries = defaults + commands.flatMap { self.commands[$0] ?? [] } + presets.flatMap(\.options)
    // Describing a command takes milliseconds, so other commands are described only for an option that this
    // command lacks.
    var others = SegueCommand.allTypes[...]
    var tables = [table]
    for entry in entries where entry.option != "preset" {
      func found() -> OptionTable.Option? {
        tables.lazy.compactMap { $0.options.first { $0.name == entry.option } }.first
      }
      while found() == nil, let next = others.popFirst() { tables.append(try OptionTable(of: next)) }
      guard let option = found() else {
        let names = tables.flatMap(\.options).map(\.name)
        let hint = nearest(to: entry.option, among: names, within: 2).map { "; did you mean \($0)?" } ?? ""
        throw invalid(entry.line, "there is no option '\(entry.option)'\(hint)")
      }
      if option.isFlag, entry.value != "true", entry.value != "false" {
        throw invalid(entry.line, "\(entry.option) is true or false, not '\(entry.value)'")
      }
      if entry.value.isEmpty { throw invalid(entry.line, "\(entry.option) has no value") }
    }
  }
}

extension CommandLineWords {
  /// Returns the words without an option; with `takesValue`, also without the value that follows it.
  func without(_ option: String, takesValue: Bool) -> CommandLineWords {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { return CommandLineWords(kept + [word] + rest) }
      if word == option {
        if takesValue { rest = rest.dropFirst() }
      } else if !(takesValue && word.hasPrefix("\(option)=")) {
        kept.append(word)
      }
    }
    return CommandLineWords(kept)
  }

  /// Returns the values of an option that has several names, in the order of the command line.
  func values(of names: [String]) -> [String] {
    let words = words.prefix { $0 != "--" }
    return words.indices.compactMap { index in
      if names.contains(words[index]) { return index + 1 < words.endIndex ? words[index + 1] : nil }
      guard let name = names.first(where: { words[index].hasPrefix("\($0)=") }) else { return nil }
      return String(words[index].dropFirst(name.count + 1))
    }
  }

  /// Returns the last value of an option that has several names; nil without a value.
  func value(of names: [String]) -> String? { values(of: names).last }
}
