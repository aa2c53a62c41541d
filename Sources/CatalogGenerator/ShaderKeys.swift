/// The keys of a shader's first comment.
///
///     // Source: GPUImageSwirlFilter
///     // Also: NAME, NAME
///     // Variant: NAME KEY=VALUE …
///     // Timing: 0.75 s, easeInOut
///     // Returning: in reverse
///     // Convolution: emboss
struct ShaderKeys {
  private let values: [Substring: [Substring]]

  init(of file: SourceFile) {
    var values: [Substring: [Substring]] = [:]
    for line in file.lines.prefix(while: { $0.hasPrefix("//") }) {
      if let match = line.wholeMatch(of: /\/\/ (\w+): (.*)/) { values[match.1, default: []].append(match.2) }
    }
    self.values = values
  }

  var source: Substring? { values["Source"]?.first }
  var convolution: Substring? { values["Convolution"]?.first }
  var isUndone: Bool { values["Returning"] == ["in reverse"] }
  /// The expression of the timing; nil for the default.
  var timing: String? {
    values["Timing"]?.first?.wholeMatch(of: /([0-9.]+) s, (\w+)/).map {
      "Timing(duration: \($0.1), curve: .\($0.2))"
    }
  }

  /// The arguments of a catalog item that the keys stand for.
  var arguments: String {
    var arguments = ""
    if let names = values["Also"]?.first {
      arguments +=
        ", also: [" + names.split(separator: ", ").map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    if let variants = values["Variant"] {
      arguments += ", variants: [" + variants.map(Self.variant).joined(separator: ", ") + "]"
    }
    if let timing { arguments += ", timing: \(timing)" }
    if isUndone { arguments += ", isUndone: true" }
    if let convolution { arguments += ", convolving: Convolution.\(convolution)" }
    return arguments
  }

  /// A variant with its presets, as entries of dictionaries.
  private static func variant(_ line: Substring) -> String {
    let words = line.split(separator: " ")
    let presets = words.dropFirst().map { preset in
      preset.split(separator: "=").map { "\"\($0)\"" }.joined(separator: ": ")
    }
    return "\"\(words[0])\": [\(presets.isEmpty ? ":" : presets.joined(separator: ", "))]"
  }
}
