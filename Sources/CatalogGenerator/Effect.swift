/// A filter, blend or transition of the catalog.
struct Effect {
  let kind: EffectKind
  /// The folder of the effect.
  let family: String
  let name: String
  /// The expression that makes the catalog's item.
  let item: String

  /// Reads a file; nil if it declares no effect.
  init?(_ file: SourceFile) {
    guard let family = file.folders.first, let kind = EffectKind.declared(in: file) else { return nil }
    self.kind = kind
    self.family = String(family)
    if file.isSwift {
      guard let name = file.text.firstMatch(of: /static let name = "([^"]+)"/) else { return nil }
      self.name = String(name.1)
      item = ".init(\(kind == .transition ? "Transitions." : "")\(file.name).self),"
    } else {
      guard file.folders.count == 1 else { return nil }
      name = String(file.name)
      item = ".init(.\(file.identifier)\(Self.arguments(of: file))),"
    }
  }

  /// The arguments that keys of a shader's first comment stand for.
  ///
  ///     // Also: NAME, NAME
  ///     // Variant: NAME KEY=VALUE …
  ///     // Timing: 0.75 s, easeInOut
  ///     // Returning: in reverse
  ///     // Convolution: emboss
  private static func arguments(of file: SourceFile) -> String {
    var values: [Substring: [Substring]] = [:]
    for line in file.lines.prefix(while: { $0.hasPrefix("//") }) {
      if let match = line.wholeMatch(of: /\/\/ (\w+): (.*)/) { values[match.1, default: []].append(match.2) }
    }
    var arguments = ""
    if let names = values["Also"]?.first {
      arguments +=
        ", also: [" + names.split(separator: ", ").map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    if let variants = values["Variant"] {
      arguments += ", variants: [" + variants.map(variant).joined(separator: ", ") + "]"
    }
    if let match = values["Timing"]?.first?.wholeMatch(of: /([0-9.]+) s, (\w+)/) {
      arguments += ", timing: Timing(duration: \(match.1), curve: .\(match.2))"
    }
    if values["Returning"] == ["in reverse"] { arguments += ", isUndone: true" }
    if let weights = values["Convolution"]?.first { arguments += ", convolving: Convolution.\(weights)" }
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

/// The kind of an effect.
enum EffectKind: String, CaseIterable {
  case filter, blend, transition

  /// The kind of a shader, by the function that it declares, or of a type, by its protocol; nil for other files.
  static func declared(in file: SourceFile) -> EffectKind? {
    if file.isShader {
      return file.text.firstMatch(of: /(?m)^vec[34] (effect|blend|transition)\(/).flatMap { match in
        match.1 == "effect" ? .filter : .init(rawValue: String(match.1))
      }
    }
    guard file.isSwift else { return nil }
    let protocols = file.text.firstMatch(of: /struct (\w+): ([\w, ]+) \{/)?.2.split(separator: ", ") ?? []
    return protocols.contains { $0.hasSuffix("Transition") }
      ? .transition : protocols.contains("Blend") ? .blend : .filter
  }
}
