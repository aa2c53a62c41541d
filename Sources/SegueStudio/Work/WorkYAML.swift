import SegueRendering
import SegueTransitions

extension Work {
  /// The storyboard that renders the work.
  ///
  /// - Parameters:
  ///   - rate: The frame rate as text.
  ///   - pan: The gesture that drives the transition; nil for none.
  ///   - path: Returns the path of the file for a name.
  /// - Returns: The text of the YAML file.
  package func yaml(rate: String?, pan: Pan? = nil, path: (String) -> String) -> String {
    var lines: [String] = []
    func add(_ key: String, _ value: String?) { if let value { lines.append("\(key): \(scalar(value))") } }
    add("size", size)
    add("fps", rate)
    add("fit", fit)
    add("background", background)
    add("light", light)
    let around = around
    func add(_ key: String, _ items: [Specification]) {
      if items.isEmpty { return }
      lines.append("\(key): [\(items.map { scalar($0.naming(path).text) }.joined(separator: ", "))]")
    }
    // Filters on the result belong to the whole storyboard, since its first frame is before all steps.
    if !isChain { add("filters", around.result) }
    lines.append("screens: {from: \(scalar(path(from))), to: \(scalar(path(to ?? from)))}")
    lines.append("steps:")
    switch operation ?? .present {
    case .present: lines.append("  - present: to")
    case .push: lines.append("  - push: to")
    case .pop, .dismiss:
      // For a pop, the second picture is put beneath the first one on the stack.
      lines += ["  - set-stack: [to, from]", "  - pop:"]
    }
    if isChain {
      lines.append("    chain:")
      add("      from", around.from)
      add("      to", around.to)
      if let blend = around.blend { lines.append("      blend: \(scalar(blend.naming(path).text))") }
      add("      result", around.result)
    } else {
      lines.append("    transition: \(scalar(path(source?.name ?? named.name)))")
      let values = named.values.map { "\($0.key): \(scalar(path($0.value)))" }
      if !values.isEmpty { lines.append("    parameters: {\(values.joined(separator: ", "))}") }
      add("    from-filters", around.from)
      add("    to-filters", around.to)
    }
    if let duration { lines.append("    duration: \(shortest(duration))") }
    if let ease { lines.append("    curve: \(scalar(ease))") }
    if let pan {
      let samples = pan.places.map { "[\(shortest(rounded($0.time))), \(shortest(rounded($0.x))), 0]" }
      lines += [
        "    interactive:", "      rule: \(pan.rule.rawValue)",
        "      samples: [\(samples.joined(separator: ", "))]",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A number, rounded to four decimals.
private func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }

/// A text as a YAML scalar, quoted unless it is plain.
private func scalar(_ text: String) -> String {
  let isPlain =
    text.first.map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
    && text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "-_./".unicodeScalars.contains($0)
    }
  guard !isPlain else { return text }
  return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
}
