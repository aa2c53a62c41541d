import ArgumentParser
import SegueFiles

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain what a name stands for, and its parameters.")

  @Argument(help: "A name from 'segue list', or the file of a shader or an animator.", completion: .explained)
  var name: String
  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var quiet: QuietOption

  func run() throws {
    let explained = try explained()
    var lines = ["\(explained.name) (\(explained.kind))", "", explained.summary]
    lines += explained.origin
    if let transition = explained.transition {
      let timing = transition.timing
      lines.append("Runs \(seconds(timing.duration)), \(timing.curve), unless said otherwise.")
    }
    let parameters = explained.parameters
    if !parameters.isEmpty {
      lines += ["", "Parameters"]
      for parameter in parameters {
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        let value = parameter.isRequired ? "needed" : "default \(parameter.defaultValue)"
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
    lines += ["", "Example", "  \(example(explained))"]
    if let picture = explained.picture { lines += ["", "Picture", "  \(picture)"] }
    lines.append("")
    try put(lines.joined(separator: "\n"))
  }

  private func explained() throws -> Explained {
    if let curve = TimingCurve(name) { return Explained(curve, name: name) }
    if LayerAnimator.isFile(name) { return Explained(try LayerAnimator(contentsOf: name), file: name) }
    // Names in the catalog have neither dots nor slashes, so this is a file.
    if name.contains(where: { $0 == "." || $0 == "/" }) {
      return Explained(try Shader(contentsOf: name), file: name)
    }
    let entries =
      Catalog.filters.items.map { Explained.Source.filter($0) }
      + Catalog.blends.items.map { Explained.Source.blend($0) }
      + Catalog.formats.items.map { Explained.Source.format($0) }
      + Catalog.maps.items.map { Explained.Source.map($0) }
    let sources = try shaderPath.choices().map { Explained.Source.transition($0) } + entries
    let named = sources.first { $0.name == name } ?? sources.first { $0.isNamed(name) }
    let variants = Catalog.transitions.variants.map { Explained.Source.transition(.entry($0)) }
    switch try named ?? Catalog.transitions.meaning(of: name).map({ .transition(.entry($0)) })
      ?? find(
        name, in: sources, also: variants, kind: "transition, filter, blend, format, map or easing",
        { $0.name })
    {
    case .transition(.entry(let entry)): return Explained("transition", entry)
    case .transition(.file(_, let file)): return Explained(try Shader(contentsOf: file), file: file)
    case .filter(let entry): return Explained("filter", entry)
    case .blend(let entry): return Explained("blend", entry)
    case .format(let entry): return Explained("format", entry)
    case .map(let entry): return Explained("map", entry)
    }
  }

  /// The description of a catalog item, or of a shader in a file.
  private struct Explained {
    enum Source {
      case transition(ShaderPathOptions.Choice)
      case filter(CatalogItem<any Filter>)
      case blend(CatalogItem<any Blend>)
      case format(CatalogItem<any FileFormat>)
      case map(CatalogItem<OrderMap>)

      var name: String {
        switch self {
        case .transition(let choice): choice.name
        case .filter(let entry): entry.name
        case .blend(let entry): entry.name
        case .format(let entry): entry.name
        case .map(let entry): entry.name
        }
      }

      /// Whether a text is the name or an alias of the item.
      func isNamed(_ name: String) -> Bool {
        switch self {
        case .transition(let choice): choice.name == name
        case .filter(let entry): entry.isNamed(name)
        case .blend(let entry): entry.isNamed(name)
        case .format(let entry): entry.name == Catalog.formats.forFile(named: ".\(name)")?.name
        case .map(let entry): entry.isNamed(name)
        }
      }
    }

    let kind: String
    let name: String
    let summary: String
    let parameters: [ParameterDescription]
    /// Parameters with which the effect is visible.
    let settings: String?
    let transition: (any Transition)?
    /// Whether the effect depends on several frames, so that it does not change a single image.
    var needsFrames: Bool { keepsPictures || parameters.areOfFrames }
    /// Whether the effect is a shader with passes that are kept from frame to frame.
    var keepsPictures = false
    /// The file, the author and the license of a shader.
    var file: String?
    /// Whether the item is a layer animator in a file.
    var isAnimator = false
    var origin: [String] = []
    /// The name of the item, if this is one of its variants.
    var original: String?
    /// Whether a format can be written and read, and its file extension; nil for other items.
    var uses: (isWritten: Bool, isRead: Bool, ending: String?)?

    /// The sample picture that `scripts/catalog` has made, and the images from which it was made.
    var picture: String? {
      guard file == nil, !isAnimator, ["transition", "filter", "blend"].contains(kind) else { return nil }
      let before = kind == "filter" ? "images/to.png" : "images/from.png and images/to.png"
      let name = original ?? name
      let after = kind == "transition" ? "images/catalog/\(name).webp" : "images/catalog/filters/\(name).jpg"
      return "\(after), of \(before)"
    }

    init<Made>(_ kind: String, _ entry: CatalogItem<Made>) {
      self.kind = kind
      name = entry.name
      summary = entry.summary
      parameters = entry.parameters
      settings = entry.example
      transition = (try? entry.make()) as? any Transition
      if let variant = entry.original {
        original = variant.name
        let values = variant.values.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        origin.append("Variant of: \(variant.name)\(values.isEmpty ? "" : " with \(values)")")
      }
      if !entry.aliases.isEmpty { origin.append("Also: \(entry.aliases.joined(separator: ", "))") }
      if !entry.variants.isEmpty {
        origin.append("Variants: \(entry.variants.map(\.key).joined(separator: ", "))")
      }
      if let source = entry.source { origin.append("Source: \(source)") }
      if let format = (try? entry.make()) as? any FileFormat {
        let extensions = type(of: format).extensions.map { ".\($0)" }
        if !extensions.isEmpty { origin.append("Names end in: \(extensions.alternatives)") }
        let isRead = type(of: format).readable != nil
        uses = (format.isWritten, isRead, extensions.first)
        if format.isWritten || isRead {
          let ways = [isRead ? "read" : nil, format.isWritten ? "written" : nil]
          origin.append("It is \(ways.compactMap(\.self).conjunction).")
        }
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
      settings = nil
      transition = nil
    }

    init(_ animator: LayerAnimator, file: String) {
      kind = "transition"
      name = file
      summary = animator.summary ?? "\(counted(animator.layers.count, "layer")) of an animator's file."
      parameters = []
      settings = nil
      transition = animator
      isAnimator = true
      origin = [
        animator.layersBack == nil
          ? "The way back is the way there, reversed." : "It has a way back of its own."
      ]
    }

    init(_ shader: Shader, file: String) {
      kind = "\(shader.kind)"
      name = shader.name
      summary = shader.summary
      parameters = shader.parameters
      settings = shader.example
      transition = ShaderTransition(shader)
      keepsPictures = shader.keepsPictures
      self.file = file
      origin = [
        shader.host == "Segue" ? nil : "Written for: \(shader.host)",
        shader.passes.isEmpty ? nil : "Passes: \(shader.passes.joined(separator: "; "))",
        shader.author.map { "Author: \($0)" }, shader.license.map { "License: \($0)" },
        shader.source.map { "Source: \($0)" },
      ].compactMap(\.self)
    }
  }

  private func example(_ explained: Explained) -> String {
    let name = shellWord(explained.name)
    // Chooses a parameter for the example. A picture has no default, and a value of 0 or false often shows no
    // effect.
    let setting =
      explained.settings
      ?? explained.parameters.first { $0.kind != .picture && !$0.isOfFrame && !isNothing($0.defaultValue) }
      .map {
        "\($0.name)=\($0.defaultValue)"
      }
    let inline = name + (setting.map { ":\($0)" } ?? "")
    let parameter = setting.map { " -p \($0)" } ?? ""
    let file = explained.file.map(shellWord)
    let shader = explained.file.map { name in
      explained.settings.map { "--shader \(shellWord("\(name):\($0)"))" }
        ?? "--shader \(shellWord(name))\(parameter)"
    }
    return switch explained.kind {
    case "filter" where explained.needsFrames:
      "segue render from.png to.png --filter \(file ?? inline) -o frames/%04d.png"
    case "transition": "segue render from.png to.png \(shader ?? "-t \(inline)") -o frames/%04d.png"
    case "easing": "segue render from.png to.png --ease \(name) -o frames/%04d.png"
    case "map": "segue render from.png to.png --luma \(name) -o frames/%04d.png"
    case "format": formatExample(explained, inline)
    case "filter": "segue apply in.png \(shader ?? "--filter \(inline)") -o out.png"
    default: "segue apply a.png b.png \(shader ?? "--blend \(inline)") -o out.png"
    }
  }

  private func formatExample(_ explained: Explained, _ inline: String) -> String {
    guard let uses = explained.uses, uses.isWritten || uses.isRead else {
      return "segue render from.png to.png -f \(inline)"
    }
    guard uses.isWritten else { return "segue apply in\(uses.ending ?? "") --filter sepia -o out.png" }
    let isSeries = (try? Catalog.formats.make(explained.name))?.image != nil
    let output = uses.ending.map { isSeries ? "frames/%04d\($0)" : "movie\($0)" } ?? "-"
    return "segue render from.png to.png -f \(inline) -o \(output)"
  }

  /// Whether a default is 0 or false in all components.
  private func isNothing(_ value: String) -> Bool {
    value.split(separator: ",").allSatisfy { Double($0) == 0 || $0 == "false" }
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}
