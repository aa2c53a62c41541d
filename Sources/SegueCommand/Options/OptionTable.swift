import ArgumentParser
import FoundationEssentials

/// The options of a command, as the argument parser describes them.
struct OptionTable {
  struct Option {
    /// The names of the option, with their dashes, such as `-t` and `--transition`.
    let names: [String]
    let isFlag: Bool
    let isRepeating: Bool

    /// The long name without dashes; for an option without a long name, its short name.
    var name: String {
      let name = names.first { $0.hasPrefix("--") } ?? names.first ?? ""
      return String(name.drop { $0 == "-" })
    }
  }

  let options: [Option]

  /// Lists the options of a command, which takes some milliseconds.
  init(of command: any ParsableArguments.Type) throws {
    let named = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8)).command
    options = (named.arguments ?? []).filter { $0.kind != "positional" }.map { argument in
      Option(
        names: (argument.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name },
        isFlag: argument.kind == "flag", isRepeating: argument.isRepeating)
    }
  }

  /// Returns the option with a name: a long name without dashes, or any name with its dashes.
  subscript(_ name: String) -> Option? {
    options.first { $0.names.contains { $0 == name || $0 == "--\(name)" } }
  }

  private struct Description: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let kind: String
      let isRepeating: Bool
      let names: [Name]?
    }
    let command: Command
  }
}
