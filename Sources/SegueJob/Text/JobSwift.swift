import SegueExport
import SegueFormats
import SegueRendering
import SegueStoryboard
import SegueTransitions

extension Job {
  /// Returns the Swift code that renders the job with the library.
  ///
  /// Leaves out options of ffmpeg, sound, the range of frames, `durable`, the policy to keep existing files,
  /// folders of shaders, texts over clips, and `offset`.
  ///
  /// - Parameters:
  ///   - path: A function that maps the name of a file to its path.
  ///   - isFile: A function that returns whether the value of a parameter is the name of a file.
  /// - Returns: The lines of the code.
  package func swift(path: (String) -> String, isFile: (String) -> Bool) -> String {
    let named = look.named.parameters.values
    var lines = [
      "import Segue", "", "let from = \(bitmap(path(from)))", "let to = \(bitmap(path(to ?? from)))",
    ]
    var transition: String
    if look.isChain {
      lines += chainLines(path, isFile)
      transition = "ChainTransition(chain)"
    } else if look.source != nil || look.shader != nil || Specification.isFile(path(look.named.name)) {
      let file = literal(path(look.source?.name ?? look.named.name))
      transition = "ShaderTransition(contentsOf: \(file)\(named.isEmpty ? "" : ", \(list(named))"))"
    } else if LayerAnimator.isFile(path(look.named.name)) {
      transition = "LayerAnimator(contentsOf: \(literal(path(look.named.name))))"
    } else {
      let plain = named.filter { !isFile($0.value) }
      let files = named.filter { isFile($0.value) }
      if files.isEmpty {
        let parameters = named.isEmpty ? "" : ", \(dictionary(plain))"
        transition = "Catalog.transitions.make(\(literal(look.named.name))\(parameters))"
      } else {
        let given = files.map {
          "(\(literal($0.key)), try ParameterFile(contentsOf: \(literal(path($0.value)))))"
        }
        transition =
          "Catalog.transitions.named(\(literal(look.named.name))).make(\(list(plain)), files: [\(given.joined(separator: ", "))])"
      }
    }
    let filters = look.isChain ? nil : filtersCode(path, isFile)
    if let filters { transition += ".filtered(\n  \(filters))" }
    let canThrow = !look.isChain || filters != nil
    lines.append("let transition = \(canThrow ? "try " : "")\(transition)")
    lines += rendererLines()
    lines += outputLines()
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the Swift expression that decodes a picture; for formats that ffmpeg decodes, the expression
  /// allows programs to run.
  private func bitmap(_ path: String) -> String {
    let needsProgram = Formats.Others.extensions.contains { path.lowercased().hasSuffix(".\($0)") }
    let options = needsProgram ? ", options: DecodeOptions(programs: true)" : ""
    return "try Bitmap(contentsOf: \(literal(path))\(options))"
  }

  private func chainLines(_ path: (String) -> String, _ isFile: (String) -> Bool) -> [String] {
    let files = filesCode(isFile)
    if to == nil {
      let texts =
        look.filters.map { literal($0.naming(path).specification.text) } + [files].compactMap(\.self)
      return ["let chain = try Chain.from.through(\(texts.joined(separator: ", ")))"]
    }
    let parts = [
      list("from", look.fromFilters, path), list("to", look.toFilters, path),
      look.blend.map { "blend: \(literal($0.naming(path).specification.text))" },
      list("result", look.filters, path), files,
    ].compactMap(\.self)
    return ["let chain = try Chain(", "  \(parts.joined(separator: ",\n  ")))"]
  }

  /// Returns the Swift arguments for filters around a transition; nil if the job has no filters.
  private func filtersCode(_ path: (String) -> String, _ isFile: (String) -> Bool) -> String? {
    let lists = [
      list("from", look.fromFilters, path), list("to", look.toFilters, path),
      list("result", look.filters, path),
    ].compactMap(\.self)
    return lists.isEmpty
      ? nil : (lists + [filesCode(isFile)].compactMap(\.self)).joined(separator: ",\n  ")
  }

  private func list(_ label: String, _ items: [Item], _ path: (String) -> String) -> String? {
    items.isEmpty
      ? nil
      : "\(label): [\(items.map { literal($0.naming(path).specification.text) }.joined(separator: ", "))]"
  }

  /// Returns Swift code for the argument `files`, with functions to read files; nil if no parameter of a
  /// filter or blend names a file.
  private func filesCode(_ isFile: (String) -> Bool) -> String? {
    let all = look.fromFilters + look.toFilters + [look.usedBlend].compactMap(\.self) + look.filters
    return all.contains { $0.parameters.values.contains { isFile($0.value) } }
      ? "files: ChainFiles(\n    picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) })"
      : nil
  }

  private func rendererLines() -> [String] {
    var arguments = ["from: from, to: to, transition"]
    var framing: [String] = []
    if let size = frame.size { framing.append("size: PixelSize(\(literal(size)))") }
    if let fit = frame.fit { framing.append("fit: .\(fit)") }
    if let background = frame.background { framing.append("background: Pixel(\(literal(background)))") }
    if let light = frame.light { framing.append("light: .\(light)") }
    if frame.dither { framing.append("dither: true") }
    if !framing.isEmpty { arguments.append("framing: Framing(\(framing.joined(separator: ", ")))") }
    if let operation = look.operation, operation != .present {
      arguments.append("operation: .\(operation.rawValue)")
    }
    var timing: [String] = []
    if let duration = try? times.length() { timing.append("duration: \(shortest(duration))") }
    if let ease = times.ease { timing.append("curve: TimingCurve(\(literal(ease)))") }
    if !timing.isEmpty {
      arguments.append("timing: transition.timing.with(\(timing.joined(separator: ", ")))")
    }
    if arguments.count == 1 { return ["let renderer = try TransitionRenderer(\(arguments[0]))"] }
    return ["let renderer = try TransitionRenderer(", "  \(arguments.joined(separator: ",\n  ")))"]
  }

  private func list(_ values: [(key: String, value: String)]) -> String {
    "[\(values.map { "(\(literal($0.key)), \(literal($0.value)))" }.joined(separator: ", "))]"
  }

  private func dictionary(_ values: [(key: String, value: String)]) -> String {
    "[\(values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", "))]"
  }
}

/// Returns a text as a Swift string literal.
func literal(_ text: String) -> String {
  var quoted = ""
  for character in text.unicodeScalars {
    switch character {
    case "\"", "\\": quoted += "\\\(character)"
    case "\n": quoted += "\\n"
    case _ where character.value < 32: quoted += "\\u{\(String(character.value, radix: 16))}"
    default: quoted.unicodeScalars.append(character)
    }
  }
  return "\"\(quoted)\""
}
