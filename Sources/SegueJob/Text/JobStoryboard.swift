import SegueRendering
import SegueTransitions

extension Job {
  /// Returns the text of a storyboard that renders the job.
  ///
  /// Leaves out the order of the frames, a number of frames without a rate, texts over clips, `offset`, folders
  /// of shaders, and the output.
  ///
  /// - Parameters:
  ///   - gesture: The YAML lines of a gesture that drives the transition, to insert into the transition's
  ///     step; none by default.
  ///   - path: A function that maps the name of a file to its path.
  /// - Returns: The text of the YAML file.
  package func storyboard(gesture: [String] = [], path: (String) -> String) -> String {
    var lines: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { lines.append("\(key): \(yamlScalar(value))") }
    }
    add("size", frame.size)
    add("fps", times.fps)
    add("fit", frame.fit)
    add("background", frame.background)
    add("light", frame.light)
    if frame.dither { lines.append("dither: true") }
    func add(_ key: String, _ items: [Item]) {
      if items.isEmpty { return }
      lines.append(
        "\(key): [\(items.map { yamlScalar($0.naming(path).specification.text) }.joined(separator: ", "))]")
    }
    // Writes filters on the result for the whole storyboard, not for its step: the first frame of a
    // storyboard comes before all steps, and must be filtered, too.
    if !look.isChain { add("filters", look.filters) }
    lines.append("screens: {from: \(yamlScalar(path(from))), to: \(yamlScalar(path(to ?? from)))}")
    lines.append("steps:")
    switch look.operation ?? .present {
    case .present: lines.append("  - present: to")
    case .push: lines.append("  - push: to")
    case .pop, .dismiss:
      // For a pop, the second picture is beneath the first picture on the stack of screens.
      lines += ["  - set-stack: [to, from]", "  - pop:"]
    }
    if look.isChain {
      lines.append("    chain:")
      add("      from", look.fromFilters)
      add("      to", look.toFilters)
      if let blend = look.usedBlend {
        lines.append("      blend: \(yamlScalar(blend.naming(path).specification.text))")
      }
      add("      result", look.filters)
    } else {
      lines.append("    transition: \(yamlScalar(path(look.source?.name ?? look.named.name)))")
      let values = look.named.parameters.values.map { "\($0.key): \(yamlScalar(path($0.value)))" }
      if !values.isEmpty { lines.append("    parameters: {\(values.joined(separator: ", "))}") }
      add("    from-filters", look.fromFilters)
      add("    to-filters", look.toFilters)
    }
    if let duration = try? times.length() { lines.append("    duration: \(shortest(duration))") }
    if let ease = times.ease { lines.append("    curve: \(yamlScalar(ease))") }
    lines += gesture.map { "    \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
