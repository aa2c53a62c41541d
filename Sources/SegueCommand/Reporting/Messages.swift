import SegueFiles
import Synchronization

/// The form of messages on standard error: lines of text or, with `--json-progress`, a JSON object in each
/// line.
///
/// The form is set from the options on the command line before the argument parser runs, since errors of the
/// parser are messages, too.
enum Messages {
  private static let options = Mutex<Set<String>>([])

  /// Sets the form of messages by the options on the command line.
  static func start(_ words: CommandLineWords) {
    let choosesEight =
      words.value(of: ["--depth"]) == "8"
      || words.value(of: ["--format", "-f"])?.split(separator: ",").contains { $0.hasSuffix("depth=8") }
        ?? false
    options.withLock { $0 = Set(words.options + (choosesEight ? ["--depth=8"] : [])) }
  }

  static var isJSON: Bool { has("--json-progress") }
  static var isVerbose: Bool { has("--verbose") }
  /// Whether samples that would be reduced to 8 bits are an error; false if the options ask for 8 bits.
  static var refusesReduction: Bool { has("--strict") && !has("--depth=8") }
  /// Whether this is a dry run, which writes nothing.
  static var isDryRun: Bool { describes || printsCommands }
  /// Whether the dry run describes the output, as with `--dry-run`.
  static var describes: Bool { has("--dry-run") }
  static var printsCommands: Bool { has("--print-command") }
  static var isQuiet: Bool { has("--quiet") || has("-q") }

  private static func has(_ name: String) -> Bool { options.withLock { $0.contains(name) } }
}

/// An event that `--json-progress` prints; docs/output-for-programs.md documents its keys.
package struct Event: Encodable {
  package enum Kind: String, Encodable, CaseIterable {
    case start, detail, progress, warning, finish, error
    case dryRun = "dry-run"
  }

  var event: Kind
  var code: String?
  var message: String?
  var file: String?
  var exitCode: Int32?
  var details: [String]?
  var excerpt: String?
  var format: String?
  var output: String?
  var width: Int?
  var height: Int?
  var rate: String?
  var frame: Int?
  var frames: Int?
  var framesPerSecond: Double?
  var seconds: Double?
  var outputSeconds: Double?
  var bytes: Int?
  var shard: Int?

  /// The keys of all events, without the common key `event`.
  package static var keys: [String] {
    Mirror(reflecting: Event(event: .start)).children.compactMap(\.label).filter { $0 != "event" }
  }
}

/// Prints an event on standard error; without `--json-progress`, prints nothing.
func send(_ event: @autoclosure () -> some Encodable) {
  guard Messages.isJSON, let line = try? encodeJSON(event()) else { return }
  show(line)
}

/// The kinds of warnings; a warning about a skipped input has the code of the error instead.
package enum WarningKind: String, CaseIterable {
  case leftOut = "input.left-out"
  case image = "image.warning"
  case compiler = "shader.warning"
  case output = "output.warning"
  case sound = "sound.warning"
  case unchanged = "filter.unchanged"
}

/// Prints a warning: as an event, or as a line of text that begins with `start`.
func sayWarning(_ kind: WarningKind, _ message: String, after start: String = "") {
  guard Messages.isJSON else { return say(start + message) }
  send(Event(event: .warning, code: kind.rawValue, message: FileName.shown(message)))
}

/// Prints the command line of a started program with `--verbose`; with `--print-command`, only collects the
/// command line.
@Sendable func noteCommandLine(_ words: [String]) {
  if Messages.printsCommands { return StartedPrograms.add(words) }
  note(words.map(shellWord).joined(separator: " "))
}

/// Prints a detail with `--verbose`; prints nothing if the same message was printed before.
func note(_ message: @autoclosure () -> String) {
  guard Messages.isVerbose else { return }
  let message = message()
  guard isNew(message) else { return }
  if Messages.isJSON {
    send(Event(event: .detail, message: FileName.shown(message)))
  } else {
    say("segue: \(message)")
  }
}
