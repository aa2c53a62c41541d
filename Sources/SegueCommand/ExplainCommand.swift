import ArgumentParser
import Segue

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a transition, a filter or a blend and its parameters.")

  @Argument(help: "A name from 'segue list'.") var name: String

  func run() throws {
    let kinds: [(kind: String, type: any Described.Type)] =
      Catalogue.transitions.map { ("transition", $0) } + Catalogue.filters.map { ("filter", $0) }
      + Catalogue.blends.map { ("blend", $0) }
    let (kind, type) = try named(name, in: kinds, kind: "transition, filter or blend") { $0.type.name }

    var lines = ["\(type.name) (\(kind))", "", type.summary]
    if let transition = type as? any Transition.Type {
      lines.append("Runs \(seconds(transition.duration)), \(transition.curve), unless said otherwise.")
    }
    let parameters = type.parameterDescriptions
    if !parameters.isEmpty {
      lines += ["", "Parameters"]
      for parameter in parameters {
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        lines.append("  \(parameter.name)  \(parameter.kind)\(unit), default \(parameter.defaultValue)")
        lines.append("      \(parameter.summary)")
      }
    }
    lines += ["", "Example", "  \(example(kind, type, parameters.first))", ""]
    try put(lines.joined(separator: "\n"))
  }

  private func example(_ kind: String, _ type: any Described.Type, _ parameter: ParameterDescription?)
    -> String
  {
    let setting = parameter.map { "\($0.name)=\($0.defaultValue)" }
    let inline = type.name + (setting.map { ":\($0)" } ?? "")
    return switch kind {
    case "transition":
      "segue render from.png to.png -t \(type.name)\(setting.map { " -p \($0)" } ?? "") -o frames/%04d.png"
    case "filter": "segue apply in.png --filter \(inline) -o out.png"
    default: "segue apply a.png b.png --blend \(inline) -o out.png"
    }
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}
