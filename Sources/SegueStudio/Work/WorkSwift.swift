import SegueExport
import SegueFormats
import SegueRendering
import SegueTransitions

extension Work {
  /// The Swift code that renders the work with the library.
  ///
  /// - Parameters:
  ///   - output: The output of the frames.
  ///   - path: Returns the path of the file for a name.
  ///   - isFile: Whether the value of a parameter is the name of a file.
  /// - Returns: The lines of the code.
  package func swift(_ output: WorkOutput, path: (String) -> String, isFile: (String) -> Bool) -> String {
    var lines = [
      "import Segue", "", "let from = \(bitmap(path(from)))", "let to = \(bitmap(path(to ?? from)))",
    ]
    var transition: String
    if isChain {
      lines += chainLines(around, path, isFile)
      transition = "ChainTransition(chain)"
    } else if source != nil || Specification.isFile(path(named.name)) {
      let file = literal(path(source?.name ?? named.name))
      lines.append("let shader = try Shader(contentsOf: \(file))\(with(named.values))")
      transition = "ShaderTransition(shader)!"
    } else {
      let plain = named.values.filter { !isFile($0.value) }
      let files = named.values.filter { isFile($0.value) }
      if files.isEmpty {
        let parameters = named.values.isEmpty ? "" : ", \(dictionary(plain))"
        transition = "Catalog.transitions.make(\(literal(named.name))\(parameters))"
      } else {
        let values = plain.map { "(\(literal($0.key)), \(literal($0.value)))" }.joined(separator: ", ")
        let given = files.map {
          "(\(literal($0.key)), try ParameterFile(contentsOf: \(literal(path($0.value)))))"
        }
        transition =
          "Catalog.transitions.named(\(literal(named.name))).make([\(values)], files: [\(given.joined(separator: ", "))])"
      }
    }
    let filters = isChain ? nil : filtersCode(around, path, isFile)
    if let filters { transition += ".filtered(\n  \(filters))" }
    let canThrow = transition.hasPrefix("Catalog") || filters != nil
    lines.append("let transition = \(canThrow ? "try " : "")\(transition)")
    lines += rendererLines()
    lines += outputLines(output)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The Swift expression that decodes a picture; for formats that ffmpeg decodes, it allows to run programs.
  private func bitmap(_ path: String) -> String {
    let needsProgram = Formats.Others.extensions.contains { path.lowercased().hasSuffix(".\($0)") }
    let options = needsProgram ? ", options: DecodeOptions(programs: true)" : ""
    return "try Bitmap(contentsOf: \(literal(path))\(options))"
  }

  private func chainLines(
    _ chain: ChainDescription, _ path: (String) -> String, _ isFile: (String) -> Bool
  ) -> [String] {
    let files = filesCode(chain, isFile)
    if to == nil {
      let texts = chain.result.map { literal($0.naming(path).text) } + [files].compactMap(\.self)
      return ["let chain = try Chain.from.through(\(texts.joined(separator: ", ")))"]
    }
    let parts = [
      list("from", chain.from, path), list("to", chain.to, path),
      chain.blend.map { "blend: \(literal($0.naming(path).text))" }, list("result", chain.result, path),
      files,
    ].compactMap(\.self)
    return ["let chain = try Chain(", "  \(parts.joined(separator: ",\n  ")))"]
  }

  /// The Swift arguments for filters around a transition; nil if there are none.
  private func filtersCode(
    _ around: ChainDescription, _ path: (String) -> String, _ isFile: (String) -> Bool
  ) -> String? {
    let lists = [
      list("from", around.from, path), list("to", around.to, path), list("result", around.result, path),
    ].compactMap(\.self)
    return lists.isEmpty
      ? nil : (lists + [filesCode(around, isFile)].compactMap(\.self)).joined(separator: ",\n  ")
  }

  private func list(_ label: String, _ items: [Specification], _ path: (String) -> String) -> String? {
    items.isEmpty
      ? nil : "\(label): [\(items.map { literal($0.naming(path).text) }.joined(separator: ", "))]"
  }

  /// The Swift argument for reading files that parameters name; nil if there are none.
  private func filesCode(_ chain: ChainDescription, _ isFile: (String) -> Bool) -> String? {
    let all = chain.from + chain.to + [chain.blend].compactMap(\.self) + chain.result
    return all.contains { $0.values.contains { isFile($0.value) } }
      ? "files: ChainFiles(\n    picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) })"
      : nil
  }

  private func rendererLines() -> [String] {
    var arguments = ["from: from, to: to, transition"]
    var framing: [String] = []
    if let size { framing.append("size: PixelSize(\(literal(size)))") }
    if let fit { framing.append("fit: .\(fit)") }
    if let background { framing.append("background: Pixel(\(literal(background)))") }
    if let light { framing.append("light: .\(light)") }
    if !framing.isEmpty { arguments.append("framing: Framing(\(framing.joined(separator: ", ")))") }
    if let operation, operation != .present { arguments.append("operation: .\(operation.rawValue)") }
    var timing: [String] = []
    if let duration { timing.append("duration: \(shortest(duration))") }
    if let ease { timing.append("curve: TimingCurve(\(literal(ease)))") }
    if !timing.isEmpty {
      arguments.append("timing: transition.timing.with(\(timing.joined(separator: ", ")))")
    }
    if arguments.count == 1 { return ["let renderer = try TransitionRenderer(\(arguments[0]))"] }
    return ["let renderer = try TransitionRenderer(", "  \(arguments.joined(separator: ",\n  ")))"]
  }

  private func outputLines(_ output: WorkOutput) -> [String] {
    if let still = output.still {
      return ["try renderer.frame(atTime: \(shortest(still)))\(output.writeCode)"]
    }
    let playback = (try? output.playback()) ?? Playback()
    let rate = (try? output.rate()) ?? FrameRate(60)
    let number = rate.perSecond
    let isNumber = FrameRate(number) == rate && output.fps.map { Double($0) == number } ?? true
    if isNumber, playback == Playback() {
      let argument = output.fps == nil ? "" : ", framesPerSecond: \(shortest(number))"
      return ["try await Exporter(renderer\(argument)).export(to: \(output.destinationCode()))"]
    }
    var lines: [String] = []
    // A rate that is a fraction needs a `FrameRate`, since a decimal number would be rounded.
    if !isNumber { lines.append("let rate = FrameRate(\(literal(output.fps ?? "")))!") }
    let seconds = isNumber ? shortest(number) : "rate.perSecond"
    lines.append("let times = FrameTimes(duration: renderer.timing.duration, framesPerSecond: \(seconds))")
    var order: [String] = []
    if playback.hold > 0 { order.append("hold: \(playback.hold)") }
    if playback.isReversed { order.append("isReversed: true") }
    if playback.isBoomerang { order.append("isBoomerang: true") }
    let frames = "TransitionFrames(renderer, times: times)"
    lines += [
      "let frames = \(order.isEmpty ? frames : "PlayedFrames(\(frames), Playback(\(order.joined(separator: ", "))))")",
      "try await Exporter(frames, rate: \(isNumber ? "FrameRate(\(seconds))" : "rate")).export(to: \(output.destinationCode()))",
    ]
    return lines
  }

  private func with(_ values: [(key: String, value: String)]) -> String {
    values.isEmpty
      ? ""
      : ".with([\(values.map { "(\(literal($0.key)), \(literal($0.value)))" }.joined(separator: ", "))])"
  }

  private func dictionary(_ values: [(key: String, value: String)]) -> String {
    "[\(values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", "))]"
  }
}

/// A text as a Swift string literal.
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
