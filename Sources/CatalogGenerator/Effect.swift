/// A filter, blend or transition of the catalog.
struct Effect {
  let kind: EffectKind
  /// The name of the effect's folder.
  let family: String
  let name: String
  /// The Swift expression, with a comma, that makes the effect's catalog item in an array literal.
  let item: String

  /// Reads a file; nil if the file declares no effect.
  init?(_ file: SourceFile) throws(GeneratorError) {
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
      item = ".init(.\(file.identifier)\(try ShaderKeys(of: file).arguments)),"
    }
  }
}

/// The kind of an effect.
enum EffectKind: String, CaseIterable {
  case filter, blend, transition

  /// The protocol of the kind, such as `Filter`.
  var protocolName: String { rawValue.capitalized }

  /// The namespace of the kind's types, such as `Filters`.
  var namespace: String { protocolName + "s" }

  /// Returns the kind of the effect that a file declares: a shader's kind follows from its entry function, a
  /// Swift type's kind from its protocol.
  ///
  /// Nil for a shader without an entry function, and for files of other types.
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
