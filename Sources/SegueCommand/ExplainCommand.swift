import ArgumentParser
import Segue

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a transition, a filter or a blend and its parameters.")

  @Argument(help: "A name from 'segue list'.") var name: String

  func run() throws {
    let kinds =
      Catalogue.transitions.map { Explained("transition", $0) { $0 } }
      + Catalogue.filters.map { Explained("filter", $0) } + Catalogue.blends.map { Explained("blend", $0) }
    let explained = try named(name, in: kinds, kind: "transition, filter or blend") { $0.name }

    var lines = ["\(explained.name) (\(explained.kind))", "", explained.summary]
    if let transition = explained.transition {
      lines.append("Runs \(seconds(transition.duration)), \(transition.curve), unless said otherwise.")
    }
    let parameters = explained.parameters
    if !parameters.isEmpty {
      lines += ["", "Parameters"]
      for parameter in parameters {
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        lines.append("  \(parameter.name)  \(parameter.kind)\(unit), default \(parameter.defaultValue)")
        lines.append("      \(parameter.summary)")
      }
    }
    lines += ["", "Example", "  \(example(explained))", ""]
    try put(lines.joined(separator: "\n"))
  }

  /// An entry of any kind.
  private struct Explained {
    let kind: String
    let name: String
    let summary: String
    let parameters: [ParameterDescription]
    let transition: (any Transition)?

    init<Made>(
      _ kind: String, _ entry: CatalogueEntry<Made>, transition: (Made) -> (any Transition)? = { _ in nil }
    ) {
      self.kind = kind
      name = entry.name
      summary = entry.summary
      parameters = entry.parameters
      self.transition = (try? entry.make()).flatMap(transition)
    }
  }

  private func example(_ explained: Explained) -> String {
    let name = explained.name
    let setting = explained.parameters.first.map { "\($0.name)=\($0.defaultValue)" }
    let inline = name + (setting.map { ":\($0)" } ?? "")
    return switch explained.kind {
    case "transition":
      "segue render from.png to.png -t \(name)\(setting.map { " -p \($0)" } ?? "") -o frames/%04d.png"
    case "filter": "segue apply in.png --filter \(inline) -o out.png"
    default: "segue apply a.png b.png --blend \(inline) -o out.png"
    }
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}
