import Segue
import SegueFiles

/// How the command speaks on standard error: lines of text, or with `--json-progress` one JSON object a line.
///
/// It is known from the words of the command line, before the parser has found out whether they are right.
enum Messages {
  private static let options = CommandLineWords.given.options
  static let isJSON = options.contains("--json-progress")
  static let isVerbose = options.contains("--verbose")
  static let isQuiet = options.contains("--quiet") || options.contains("-q")
}

/// What `--json-progress` writes of what happens; docs/output-for-programs.md has what each key means.
package struct Event: Encodable {
  package enum Kind: String, Encodable, CaseIterable {
    case start, detail, progress, warning, finish, error
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
  var bytes: Int?
  var shard: Int?

  /// The names of its keys, the event's own aside.
  package static var keys: [String] {
    Mirror(reflecting: Event(event: .start)).children.compactMap(\.label).filter { $0 != "event" }
  }
}

/// Writes an event, where events are written.
func send(_ event: @autoclosure () -> some Encodable) {
  guard Messages.isJSON, let line = try? encodeJSON(event()) else { return }
  show(line)
}

/// Kinds of what is said and does not end the command; what is skipped has the name of what is wrong with it.
package enum WarningKind: String, CaseIterable {
  case leftOut = "input.left-out"
  case image = "image.warning"
  case compiler = "shader.warning"
  case output = "output.warning"
  case sound = "sound.warning"
  case unchanged = "filter.unchanged"
}

/// Says what does not end the command.
///
/// `start` stands before it where it is text.
func sayWarning(_ kind: WarningKind, _ message: String, after start: String = "") {
  guard Messages.isJSON else { return say(start + message) }
  send(Event(event: .warning, code: kind.rawValue, message: FileName.shown(message)))
}

/// Says what was decided, once, where `--verbose` asks for it.
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
