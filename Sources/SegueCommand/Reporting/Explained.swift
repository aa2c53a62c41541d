import SegueFiles

/// The explanation of a catalog item, an easing, or a shader or an animator in a file.
struct Explained: Encodable {
  let kind: String
  let name: String
  let summary: String
  private let parameters: [ParameterDescription]
  /// Parameter values that make the effect visible, for the example command.
  private var settings: String?
  private var timing: Timing?
  private var aliases: [String] = []
  /// The variants of the item by name, each with its preset parameters.
  private var variants: [(name: String, values: [(key: String, value: String)])] = []
  /// The item of which this item is a variant, with the preset parameters of the variant.
  private var original: (name: String, values: [(key: String, value: String)])?
  private var source: String?
  /// The file, the host, the passes, the author and the license of a shader.
  private var file: String?
  private var host: String?
  private var passes: [String] = []
  private var author: String?
  private var license: String?
  /// Whether the shader keeps pictures of passes from frame to frame.
  private var keepsPictures = false
  /// Whether an animator has separate layers for the backward direction; nil for other items.
  private var hasOwnWayBack: Bool?
  /// The file extensions of a format, and whether Segue reads and writes the format.
  private var extensions: [String]?
  private var isRead: Bool?
  private var isWritten: Bool?

  init<Made>(_ kind: String, _ entry: CatalogItem<Made>) {
    self.kind = kind
    (name, summary, parameters) = (entry.name, entry.summary, entry.parameters)
    (settings, aliases, source) = (entry.example, entry.aliases, entry.source)
    let made = try? entry.make()
    timing = (made as? any Transition)?.timing
    variants = entry.variants.map { ($0.key, Array($0.value)) }
    original = entry.original.map { ($0.name, Array($0.values)) }
    if let format = made as? any FileFormat {
      extensions = type(of: format).extensions
      (isRead, isWritten) = (type(of: format).readable != nil, format.isWritten)
    }
  }

  init(_ curve: TimingCurve, name: String) {
    kind = "easing"
    self.name = name
    summary =
      switch curve {
      case .linear: "Progress is the time."
      case .penner(let family, let way):
        "Progress follows the time by Penner's easing \(family.rawValue), \(way.rawValue); also \(curve.form)."
      default: "Progress follows the time by \(curve.form)."
      }
    parameters = []
  }

  init(_ animator: LayerAnimator, file: String) {
    kind = "transition"
    name = file
    summary = animator.summary ?? "\(counted(animator.layers.count, "layer")) of an animator's file."
    parameters = []
    timing = animator.timing
    hasOwnWayBack = animator.layersBack != nil
  }

  init(_ shader: Shader, file: String) {
    kind = "\(shader.kind)"
    (name, summary, parameters) = (shader.name, shader.summary, shader.parameters)
    settings = shader.example
    timing = ShaderTransition(shader)?.timing
    keepsPictures = shader.keepsPictures
    self.file = file
    host = shader.host
    passes = shader.passes.map { "\($0)" }
    (author, license, source) = (shader.author, shader.license, shader.source)
  }

  /// Whether the effect leaves a single image unchanged, because it needs several frames.
  private var needsFrames: Bool { keepsPictures || parameters.areOfFrames }

  /// The sample picture, made by `scripts/catalog`, and the names of its source images; nil for items without
  /// one.
  private var picture: (file: String, of: [String])? {
    guard file == nil, hasOwnWayBack == nil, ["transition", "filter", "blend"].contains(kind) else {
      return nil
    }
    let before = kind == "filter" ? ["images/to.png"] : ["images/from.png", "images/to.png"]
    let name = original?.name ?? name
    return (
      kind == "transition" ? "images/catalog/\(name).webp" : "images/catalog/filters/\(name).jpg", before
    )
  }
}

extension Explained {
  /// The explanation as text.
  var text: String {
    var lines = ["\(name) (\(kind))", "", summary] + origin
    if let timing {
      lines.append("Runs \(seconds(timing.duration)), \(timing.curve), unless said otherwise.")
    }
    if !parameters.isEmpty {
      lines += ["", "Parameters"]
      for parameter in parameters {
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        let standard = parameter.defaultValue.isEmpty ? "empty" : parameter.defaultValue
        let value = parameter.isRequired ? "needed" : "default \(standard)"
        let shown = parameter.shownValue.map { ", shown \($0)" } ?? ""
        lines.append("  \(parameter.name)  \(parameter.kind)\(unit), \(value)\(shown)")
        if !parameter.summary.isEmpty { lines.append("      \(parameter.summary)") }
      }
    }
    if parameters.contains(where: { $0.shownValue != nil }) {
      lines += [
        "", "Named without parameters it has the shown values; with any, the others have their defaults.",
      ]
    }
    lines += ["", "Example", "  \(example)"]
    if let picture { lines += ["", "Picture", "  \(picture.file), of \(picture.of.conjunction)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines about other names, origin, and file formats.
  private var origin: [String] {
    var lines: [String] = []
    if let original {
      let values = original.values.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      lines.append("Variant of: \(original.name)\(values.isEmpty ? "" : " with \(values)")")
    }
    if !aliases.isEmpty { lines.append("Also: \(aliases.joined(separator: ", "))") }
    if !variants.isEmpty { lines.append("Variants: \(variants.map(\.name).joined(separator: ", "))") }
    if let host, host != "Segue" { lines.append("Written for: \(host)") }
    if !passes.isEmpty { lines.append("Passes: \(passes.joined(separator: "; "))") }
    if let author { lines.append("Author: \(author)") }
    if let license { lines.append("License: \(license)") }
    if let source { lines.append("Source: \(source)") }
    if let extensions, !extensions.isEmpty {
      lines.append("Names end in: \(extensions.map { ".\($0)" }.alternatives)")
    }
    let ways = [isRead == true ? "read" : nil, isWritten == true ? "written" : nil].compactMap(\.self)
    if !ways.isEmpty { lines.append("It is \(ways.conjunction).") }
    if let hasOwnWayBack {
      lines.append(
        hasOwnWayBack ? "It has a way back of its own." : "The way back is the way there, reversed.")
    }
    return lines
  }

  /// A command line that uses the item.
  private var example: String {
    let name = shellWord(self.name)
    // Chooses a parameter for the example. A picture has no default, and a value of 0 or false often shows no
    // effect.
    let setting =
      settings
      ?? parameters.first { $0.kind != .picture && !$0.isOfFrame && !isNothing($0.defaultValue) }
      .map {
        "\($0.name)=\($0.defaultValue)"
      }
    let inline = name + (setting.map { ":\($0)" } ?? "")
    let parameter = setting.map { " -p \($0)" } ?? ""
    let file = self.file.map(shellWord)
    let shader = self.file.map { name in
      settings.map { "--shader \(shellWord("\(name):\($0)"))" }
        ?? "--shader \(shellWord(name))\(parameter)"
    }
    return switch kind {
    case "filter" where needsFrames:
      "segue render from.png to.png --filter \(file ?? inline) -o frames/%04d.png"
    case "transition": "segue render from.png to.png \(shader ?? "-t \(inline)") -o frames/%04d.png"
    case "easing": "segue render from.png to.png --ease \(name) -o frames/%04d.png"
    case "map": "segue render from.png to.png --luma \(name) -o frames/%04d.png"
    case "format": formatExample(inline)
    case "filter": "segue apply in.png \(shader ?? "--filter \(inline)") -o out.png"
    default: "segue apply a.png b.png \(shader ?? "--blend \(inline)") -o out.png"
    }
  }

  private func formatExample(_ inline: String) -> String {
    guard isRead == true || isWritten == true else { return "segue render from.png to.png -f \(inline)" }
    let ending = extensions?.first.map { ".\($0)" }
    guard isWritten == true else { return "segue apply in\(ending ?? "") --filter sepia -o out.png" }
    let isSeries = (try? Catalog.formats.make(name))?.image != nil
    let output = ending.map { isSeries ? "frames/%04d\($0)" : "movie\($0)" } ?? "-"
    return "segue render from.png to.png -f \(inline) -o \(output)"
  }

  /// Returns whether all components of a default are 0 or false.
  private func isNothing(_ value: String) -> Bool {
    value.split(separator: ",").allSatisfy { Double($0) == 0 || $0 == "false" }
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}

extension Explained {
  private enum Key: String, CodingKey {
    case kind, name, summary, parameters, aliases, variants, variantOf, variantParameters, source, example,
      duration,
      ease, needsFrames, file, host, passes, author, license, hasOwnWayBack, extensions, isRead, isWritten,
      command, picture, pictureOf
  }

  func encode(to encoder: any Encoder) throws {
    func byKey(_ values: [(key: String, value: String)]) -> [String: String] {
      Dictionary(values.map { ($0.key, $0.value) }) { $1 }
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(
      CatalogEntry(name: name, summary: summary, parameters: parameters).parameters, forKey: .parameters)
    if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    if !variants.isEmpty {
      try container.encode(
        Dictionary(variants.map { ($0.name, byKey($0.values)) }) { $1 }, forKey: .variants)
    }
    try container.encodeIfPresent(original?.name, forKey: .variantOf)
    try container.encodeIfPresent(original.map { byKey($0.values) }, forKey: .variantParameters)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeIfPresent(settings, forKey: .example)
    try container.encodeIfPresent(timing?.duration, forKey: .duration)
    try container.encodeIfPresent(timing.map { "\($0.curve)" }, forKey: .ease)
    if needsFrames { try container.encode(true, forKey: .needsFrames) }
    try container.encodeIfPresent(file, forKey: .file)
    try container.encodeIfPresent(host, forKey: .host)
    if !passes.isEmpty { try container.encode(passes, forKey: .passes) }
    try container.encodeIfPresent(author, forKey: .author)
    try container.encodeIfPresent(license, forKey: .license)
    try container.encodeIfPresent(hasOwnWayBack, forKey: .hasOwnWayBack)
    try container.encodeIfPresent(extensions, forKey: .extensions)
    try container.encodeIfPresent(isRead, forKey: .isRead)
    try container.encodeIfPresent(isWritten, forKey: .isWritten)
    try container.encode(example, forKey: .command)
    try container.encodeIfPresent(picture?.file, forKey: .picture)
    try container.encodeIfPresent(picture?.of, forKey: .pictureOf)
  }
}
