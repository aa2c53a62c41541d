import Foundation
import Segue
import SegueTestSupport
import Testing

/// Compares messages and files of the command with those recorded in the folder `Recorded`.
///
/// A line that begins with `$` is run by a shell, in a folder with four pictures of 160x90 pixels: a.png and
/// b.png, and clear-a.png and clear-b.png with transparency. Its results follow:
///
///     = an exit code that is not 0
///     | a line on standard output
///     ! a line on standard error
///     + a new or changed file
///     - a removed file
///
/// A script that logs its arguments and checksums its input replaces ffmpeg. `SEGUE_RECORD=1` writes the
/// files again.
@Suite struct RecordedCommandTests {
  private static let recorded = projectFolder + "/Tests/SegueCommandTests/Recorded"

  @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: recorded).sorted())
  func commandsGiveTheRecordedOutput(_ name: String) throws {
    let file = "\(Self.recorded)/\(name)"
    let before = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let session = try Session()
    var now: [String] = []
    var blocks: [(command: String, lines: [String])] = []
    for line in before {
      if line.hasPrefix("$ ") {
        blocks.append((line, [line] + (try session.run(String(line.dropFirst(2))))))
        now += blocks[blocks.count - 1].lines
      } else if line.isEmpty || line.hasPrefix("#") {
        now.append(line)
      }
    }
    if ProcessInfo.processInfo.environment["SEGUE_RECORD"] != nil {
      return try now.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
    guard now != before else { return }
    let changes = changedLines(now, before)
    let shown = changes.prefix(16).joined(separator: "\n")
    Issue.record(
      "\(changes.count) lines differ from \(file); SEGUE_RECORD=1 updates them:\n\(shown)")
  }
}

/// The folder of the built command.
private let built = URL(filePath: segue).deletingLastPathComponent().path()

/// A folder in which commands are run one after another.
private final class Session {
  private let folder: TemporaryFolder
  private var files: [String: String] = [:]
  private let programs: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    programs = try TemporaryFolder()
    for (name, picture) in [
      ("a.png", from), ("b.png", to), ("clear-a.png", fromAlpha), ("clear-b.png", toAlpha),
    ] {
      try FileManager.default.copyItem(atPath: picture, toPath: folder.file(name))
    }
    try programs.writeProgram(ffmpeg, "ffmpeg")
    files = try stamps()
  }

  /// Runs a line, and returns its results.
  func run(_ line: String) throws -> [String] {
    let path = "\(programs.path):\(built):/usr/bin:/bin"
    let run = try RunningProcess(
      ["-c", line], program: "/bin/sh",
      environment: ["PATH": path, "COLUMNS": "100", "LC_ALL": "C"], folder: folder.path
    ).finish()
    var lines = run.code == 0 ? [] : ["= \(run.code)"]
    let isCompressed = !["rgba", "y4m", "rgb24", "null", "plan "].contains { line.contains($0) }
    func counted(_ text: String) -> String {
      let text = withoutFormats(text)
      return isCompressed ? text.replacing(#/"bytes":[0-9]+/#, with: "\"bytes\":#") : text
    }
    if let text = text(run.output.array) {
      lines += text.map { "| \(counted($0))" }
    } else {
      lines.append("| \(checksum(run.output.array))")
    }
    lines += (text(Array(run.errorText.utf8)) ?? ["bytes"]).map { "! \(counted($0))" }
    let now = try stamps()
    for name in Set(now.keys).union(files.keys).sorted() where now[name] != files[name] {
      lines += now[name] == nil ? ["- \(masked(name))"] : try content(of: name)
    }
    files = now
    if files.removeValue(forKey: "ffmpeg.log") != nil {
      try FileManager.default.removeItem(atPath: folder.file("ffmpeg.log"))
    }
    return lines
  }

  /// Returns a stamp for each file name, which changes if the file is replaced.
  private func stamps() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var status = stat()
      guard lstat(folder.file(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      found[name] = "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
    return found
  }

  /// Describes a file: a picture by its pixels, since compression depends on the libraries; a text by its
  /// lines.
  private func content(of name: String) throws -> [String] {
    let content = try bytes(of: folder.file(name)).array
    let start = "+ \(masked(name)):"
    if let format = Catalog.formats.forContent(content) {
      guard ["png", "apng"].contains(format.name), let picture = try? Bitmap(contentsOf: folder.file(name))
      else { return ["\(start) \(format.name)"] }
      return ["\(start) \(picture.size) \(checksum(try straightBytes(of: folder.file(name)).array))"]
    }
    // A shard's record has checksums of compressed pictures, and of a plan that names this build.
    if name.contains(".shards/") {
      return [
        start + " "
          + masked(String(decoding: content, as: UTF8.self))
          .replacing(#/"(?:bytes|sha256|plan)":"?[0-9a-f]+"?/#, with: "#").trimmingCharacters(in: .newlines)
      ]
    }
    guard let lines = text(content) else { return ["\(start) \(checksum(content))"] }
    return lines.count == 1 ? ["\(start) \(lines[0])"] : [start] + lines.map { "+   \($0)" }
  }

  /// Returns the lines of a text without parts that vary from run to run; nil for other bytes.
  private func text(_ bytes: [UInt8]) -> [String]? {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var lines = masked(text).replacing("},{", with: "},\n{").replacing("\r", with: "\\r").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private func masked(_ text: String) -> String {
    masks.reduce(text.replacing(folder.path, with: "/FOLDER").replacing(built, with: "/BUILT")) {
      text, mask in
      text.contains(mask.in) ? text.replacing(mask.1, with: mask.2) : text
    }
  }

  private func checksum(_ bytes: [UInt8]) -> String {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(bytes.count) bytes, \(String(sum, radix: 16))"
  }
}

/// Masks for times, machine and build: a substring to look for first, the pattern, and the replacement.
private nonisolated(unsafe) let masks: [(in: String, Regex<Substring>, String)] = [
  (" in ", #/, [0-9.]+ (?:bytes?|[kMGT]B) in\b/#, ", # bytes in"),
  (" ms", #/[0-9.]+ ms\b/#, "# ms"), (" s ", #/[0-9.]+ s /#, "# s "),
  (" frames/s", #/[0-9.]+ frames/s/#, "# frames/s"), (" left", #/[0-9]+:[0-9][0-9] left/#, "# left"),
  (" s on ", #/ s on [^)]*/#, " s on #"),
  ("econds\"", #/"[a-zA-Z]*[sS]econds" ?: ?[0-9.e-]+/#, "\"seconds\":#"),
  ("PerSecond", #/"framesPerSecond" ?: ?[0-9.e-]+/#, "\"framesPerSecond\":#"),
  ("\"stages\"", #/"stages":{[^}]*}/#, "\"stages\":#"), ("\"host\"", #/"host":"[^"]*"/#, "\"host\":#"),
  ("\"start\"", #/"start" ?: ?[0-9.e]+/#, "\"start\":#"),
  ("\"process\"", #/"process" ?: ?[0-9]+/#, "\"process\":#"),
  ("\"segue\"", #/"segue" : "[^"]*"/#, "\"segue\" : #"),
  ("planned by", #/planned by segue .*; use/#, "planned by #; use"),
  ("of reference", #/of reference[^;]*/#, "of #"), ("has reference", #/has reference[a-z0-9, ]*/#, "has #"),
  ("slowest: ", #/slowest: .*/#, "slowest: #"), ("\"slowest\"", #/"slowest":\[[^\]]*\]/#, "\"slowest\":#"),
  (" %", #/[ 0-9]+ %[ █]*/#, " # %"), (".partial", #/\.[^ ./]*-[0-9]+\.partial/#, ".#.partial"),
  (".mp4", #/\.mp4\.[^ ./]*-[0-9]+\.mp4/#, ".mp4.#.mp4"),
]

/// A script that replaces ffmpeg: it logs its arguments, and writes the checksum of the frames to encode or
/// the list of files to join.
///
/// The log entry is written last: a process that is ended early, because of a transparent frame, may have any
/// progress.
private let ffmpeg = """
  #!/bin/sh
  called() { echo "ffmpeg $*" >>ffmpeg.log; }
  case "$*" in
  *s16le*) called "$@"; printf "%s" "${SAMPLE-x}"; exit ;;
  esac
  for last; do :; done
  if [ "$FAIL" ]; then cat >/dev/null; called "$@"; echo "$FAIL" >&2; exit 1; fi
  case "$last" in
  file:*) exec >"${last#file:}" ;;
  esac
  if [ "$EMPTY" ]; then cat >/dev/null; called "$@"; exit; fi
  case "$*" in
  *concat*) cat ;;
  *) cksum ;;
  esac
  called "$@"

  """
