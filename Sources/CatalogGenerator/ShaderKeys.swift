/// The keys and values in the first comment of a shader.
///
///     // Source: GPUImageSwirlFilter
///     // Also: NAME, NAME
///     // Variant: NAME KEY=VALUE …
///     // Timing: 0.75 s, easeInOut
///     // Returning: in reverse
///     // Convolution: emboss
struct ShaderKeys {
  private let values: [Substring: [Substring]]

  /// The Swift expression of the timing; nil for the default timing.
  let timing: String?

  /// Reads the keys.
  ///
  /// - Throws: `GeneratorError` if the value of `Timing` is not of the form above.
  init(of file: SourceFile) throws(GeneratorError) {
    var values: [Substring: [Substring]] = [:]
    for line in file.lines.prefix(while: { $0.hasPrefix("//") }) {
      if let match = line.wholeMatch(of: /\/\/ (\w+): (.*)/) { values[match.1, default: []].append(match.2) }
    }
    self.values = values
    guard let text = values["Timing"]?.first else {
      timing = nil
      return
    }
    guard let match = text.wholeMatch(of: /([0-9.]+) s, (\w+)/) else {
      throw GeneratorError(description: "\(file.path): '\(text)' is no timing, such as '0.75 s, easeInOut'")
    }
    timing = "Timing(duration: \(match.1), curve: .\(match.2))"
  }

  var source: Substring? { values["Source"]?.first }
  var convolution: Substring? { values["Convolution"]?.first }
  var isUndone: Bool { values["Returning"] == ["in reverse"] }

  /// The Swift source of the arguments, each after a comma, that the keys add to the catalog item's
  /// initializer.
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

  /// Returns the Swift source of a dictionary entry: the name of a variant, and a dictionary of its preset
  /// parameters.
  private static func variant(_ line: Substring) -> String {
    let words = line.split(separator: " ")
    let presets = words.dropFirst().map { preset in
      preset.split(separator: "=").map { "\"\($0)\"" }.joined(separator: ": ")
    }
    return "\"\(words[0])\": [\(presets.isEmpty ? ":" : presets.joined(separator: ", "))]"
  }
}

/// An error in a file of an effect, which ends the build.
struct GeneratorError: Error, CustomStringConvertible {
  let description: String
}
