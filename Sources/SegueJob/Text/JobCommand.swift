import SegueFiles
package import SegueRendering
import SegueTransitions

extension Job {
  /// The command line that renders the job, quoted for a shell.
  ///
  /// A `source` and the storyboard of a flow appear as file names.
  ///
  ///     print(Job(from: "list.png", to: "detail.png", "cube").command)
  ///     // segue render list.png detail.png -t cube
  public var command: String { command { $0 } }

  /// Returns the command line; `path` maps the name of a file to its path.
  package func command(path: (String) -> String) -> String {
    (["segue"] + words(path: path)).map(shellWord).joined(separator: " ")
  }

  /// Returns the words of the command line after the program's name; `path` maps the name of a file to its
  /// path.
  package func words(path: (String) -> String = { $0 }) -> [String] {
    if let flow {
      return ["storyboard", optionless(path(flow.name))]
        + (output?.words(path: path, isStill: still != nil) ?? [])
    }
    var words = [still == nil ? "render" : "frame"] + pictures.map { optionless(path($0)) }
    func add(_ option: String, _ value: String?) { words += option.with(value) }
    func add(_ option: String, _ flag: Bool) { if flag { words.append(option) } }
    func add(_ option: String, _ items: [Item]) {
      for item in items { add(option, item.spelledOut.naming(path).specification.text) }
    }
    for folder in look.shaderPath { add("--shader-path", folder) }
    add("--from-filter", look.fromFilters)
    add("--to-filter", look.toFilters)
    if look.isChain {
      add("--blend", look.blend.map { [$0] } ?? [])
    } else {
      let name = look.source?.name ?? look.named.name
      let isFile = look.source != nil || look.shader != nil || Specification.isFile(path(name))
      add(isFile ? "--shader" : "-t", isFile ? path(name) : name)
      for (key, value) in look.named.naming(path).parameters.values { add("-p", "\(key)=\(value)") }
    }
    add("--filter", look.filters)
    for text in texts.texts {
      add("--text", text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n"))
    }
    add("--titles", texts.titles?.rawValue)
    add("--text-style", texts.textStyle)
    add("--operation", look.operation.flatMap { $0 == .present ? nil : $0.rawValue })
    if let still {
      add("--time", shortest(still))
    } else {
      add("--frames", times.frames.map { "\($0)" })
      add("--duration", times.duration.map(shortest))
      add("--offset", times.offset.map(shortest))
    }
    add("--ease", times.ease)
    add("--size", frame.size)
    add("--fit", frame.fit)
    add("--background", frame.background)
    add("--light", frame.light)
    add("--dither", frame.dither)
    if still == nil {
      add("--fps", times.fps)
      add("--hold", order.hold.flatMap { $0 > 0 ? shortest($0) : nil })
      add("--reverse", order.reverse)
      add("--boomerang", order.boomerang)
    }
    let output = output ?? (still == nil ? nil : Output(file: "frame.png"))
    return words + (output?.words(path: path, isStill: still != nil) ?? [])
  }
}

extension Job.Output {
  /// Returns the options of the command for the output.
  func words(path: (String) -> String, isStill: Bool) -> [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String?) { words += option.with(value) }
    add("-f", formatText)
    if !isStill {
      for option in encoderOptions { add("--encoder-option", option) }
      add("--audio", audio.map(path))
      add("--audio-fade", audioFade.map(shortest))
      add("--range", range)
      if existing == .keep { words.append("--resume") }
      if durable { words.append("--durable") }
    }
    if existing == .overwrite { words.append("--overwrite") }
    add("-o", file)
    return words
  }

  /// The value for the option `--format`; nil if the extension is sufficient.
  var formatText: String? {
    guard !options.isEmpty, let name = try? item()?.name else { return format }
    return Specification(name: name, values: options.values).text
  }
}

/// Returns a file name with `./` before an initial dash, which would make the name an option.
func optionless(_ file: String) -> String {
  file.hasPrefix("-") && file != "-" ? "./\(file)" : file
}

extension String {
  /// Returns the arguments for an option with a value.
  ///
  /// A value with an initial dash is written as `--name=value`, with the option's long name.
  fileprivate func with(_ value: String?) -> [String] {
    guard let value else { return [] }
    guard value.hasPrefix("-") && value != "-" else { return [self, value] }
    let long = ["-o": "--output", "-f": "--format", "-t": "--transition", "-p": "--parameter"][self] ?? self
    return ["\(long)=\(value)"]
  }
}

extension Job.Item {
  /// The filter, with the default value of one parameter added if the filter has no parameters.
  ///
  /// Otherwise the command would give the filter example values, which make the effect visible.
  package var spelledOut: Job.Item {
    guard parameters.isEmpty, !specification.isFile, let item = try? Catalog.filters.named(name),
      let first = item.parameters.first(where: { $0.shownValue != nil })
    else { return self }
    return Job.Item(name, [first.name: first.defaultValue])
  }

  /// Returns the filter or blend as the command line reads it: a name without parameters gets the parameters
  /// of `CatalogItem.shown`.
  package func shown<Made>(in section: CatalogSection<Made>) -> Job.Item {
    guard parameters.isEmpty, !specification.isFile, let item = try? section.named(name) else { return self }
    return Job.Item(name, Job.Parameters(item.shown))
  }

  /// Returns the item with the names of files replaced by paths.
  func naming(_ path: (String) -> String) -> Job.Item {
    let known = specification.isFile ? nil : try? Catalog.filters.named(name).parameters
    return Job.Item(
      specification.isFile ? path(name) : name,
      Job.Parameters(
        parameters.values.map { key, value in
          // Does not change the value of a text parameter, even if a file has this name.
          if case .text? = known?.first(where: { $0.name == key })?.kind { return (key, value) }
          return (key, path(value))
        }))
  }
}
