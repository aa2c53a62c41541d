import SegueFiles
import Synchronization

/// The report of a dry run, for `--dry-run` and `--print-command`.
struct DryRunReport: Encodable {
  private var event: Event.Kind?
  let output: String
  let format: String
  var frames = 1
  var width: Int?
  var height: Int?
  var rate: String?
  /// The duration of a movie in seconds.
  var seconds: Double?
  /// The size of the output in bytes, if it is known.
  var bytes: Int?
  /// The size of all frames in bytes, as RGBA with 4 bytes a pixel.
  var uncompressedBytes: Int?
  /// The first and the last output file; nil for standard output and for `null`.
  var firstFile: String?
  var lastFile: String?
  /// The number of output files, and the number of output files that exist.
  var files = 0
  var existingFiles = 0
  /// Whether existing files would be kept; if false, they would be replaced.
  ///
  /// Nil if no output file exists.
  var keepsFiles: Bool?
  var audio: String?
  /// The number of frames of joined clips whose packets would be copied.
  var copiedFrames: Int?
  /// The command lines of programs, with `--print-command`.
  private var commands: [[String]]?

  init(output: String, format: String) { (self.output, self.format) = (output, format) }

  /// Sets the size of each frame in pixels, and the total size as RGBA.
  mutating func setSize(_ size: PixelSize) {
    (width, height) = (size.width, size.height)
    uncompressedBytes = 4 * size.width * size.height * frames
  }

  /// Sets the names of the output files, and counts the existing files; `keeps` is whether these would be
  /// kept.
  mutating func setFiles(_ names: some RandomAccessCollection<String>, keeps: Bool = false) {
    (firstFile, lastFile, files) = (names.first, names.last, names.count)
    existingFiles = names.count(where: fileExists)
    if existingFiles > 0 { keepsFiles = keeps }
  }

  /// Prints the report.
  ///
  /// If `isJSON`, prints JSON on standard output. With `--json-progress`, also sends an event. Otherwise,
  /// prints text on standard output.
  func publish(asJSON isJSON: Bool = false) throws {
    var report = self
    let lines = StartedPrograms.words
    if Messages.printsCommands { report.commands = lines }
    if isJSON { try putJSON(report) }
    if Messages.isJSON && !Messages.isQuiet {
      report.event = .dryRun
      send(report)
    }
    guard !isJSON && !Messages.isJSON else { return }
    if Messages.describes, !Messages.isQuiet { try put(text) }
    guard Messages.printsCommands else { return }
    for words in lines { try put(words.map(shellWord).joined(separator: " ") + "\n") }
    if lines.isEmpty && !Messages.isQuiet { say("segue: no program would be started") }
  }

  private var text: String {
    var first = "\(output == "-" ? "standard output" : output): \(counted(frames, "frame"))"
    if let width, let height { first += " of \(width)x\(height)" }
    if let rate { first += " at \(rate) a second" }
    if let seconds { first += ", \(fixed(seconds, 2)) s" }
    var lines = [first + ", as \(format)"]
    if let firstFile, let lastFile {
      let names = files == 1 ? firstFile : "\(firstFile) to \(lastFile)"
      let treatment = keepsFiles == true ? "kept" : "replaced"
      let state =
        files == 1
        ? existingFiles == 0 ? "does not exist" : "exists, and would be \(treatment)"
        : existingFiles == 0
          ? "none of \(counted(files, "file")) exists"
          : "\(existingFiles) of \(counted(files, "file")) \(existingFiles == 1 ? "exists" : "exist"), and would be \(treatment)"
      lines.append("\(names): \(state)")
    }
    if let bytes {
      lines.append("\(byteText(bytes))")
    } else if let uncompressedBytes {
      lines.append("\(byteText(uncompressedBytes)) of pixels before compression")
    }
    if let audio { lines.append("sound: \(audio)") }
    if let copiedFrames { lines.append("copied without encoding: \(counted(copiedFrames, "frame"))") }
    return lines.map(oneLine).joined(separator: "\n") + "\nNothing was written.\n"
  }
}

/// The command lines for `--print-command`: each program that the run would start, without repetitions.
enum StartedPrograms {
  private static let collected = Mutex<[[String]]>([])

  static var words: [[String]] { collected.withLock { $0 } }

  static func add(_ words: [String]) {
    collected.withLock { if !$0.contains(words) { $0.append(words) } }
  }
}
