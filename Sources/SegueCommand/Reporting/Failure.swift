import SeguePlatform
import SegueFiles

/// An error that ends the command, with a one-line message on standard error and an exit status.
struct Failure: SegueError {
  let code: ErrorCode
  let message: String
  /// The file that the error concerns, as the user named it; nil for none.
  let file: String?
  /// Lines to print unchanged before the message, such as the diagnostics of a compiler.
  let details: [String]
  /// Text to print unchanged after the message: an excerpt of the input that marks the position of the error.
  let excerpt: String
  private(set) var status: ExitStatus

  init(
    _ code: ErrorCode, _ message: String, file: String? = nil, details: [String] = [], excerpt: String = ""
  ) {
    (self.code, self.message, self.file) = (code, message, file)
    (self.details, self.excerpt) = (details, excerpt)
    status = ExitStatus(code)
  }

  /// Makes the failure for a signal with the given number, which ends the command.
  init(interruptedBy signal: Int32, _ message: String) {
    self.init(.interrupted, message)
    status = ExitStatus(signal: signal)
  }

  /// Converts an error of the library; nil for other errors.
  init?(_ error: any Error) {
    guard let error = error as? any SegueError else { return nil }
    self.init(error)
  }

  /// Converts an error of the library, and adds advice about options to its message.
  init(_ error: any SegueError) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    if let error = error as? JobError, error.file == nil {
      self.init(error, named: Job.option)
      return
    }
    // If the reader has closed the pipe, as `head` does, prints no message, and uses the exit code of shells
    // for SIGPIPE.
    let isClosed = Self.isClosedPipe(error)
    let shader = error as? ShaderError
    self.init(
      isClosed ? .outputClosed : error.code, (shader?.summary ?? error.message) + Self.advice(error),
      file: error.file, details: shader?.diagnostics.map(\.description) ?? [],
      excerpt: (error as? ExpressionError)?.excerpt ?? "")
  }

  /// Returns whether an error is that of a write to standard output or to a named pipe, whose reader has closed
  /// it.
  private static func isClosedPipe(_ error: any SegueError) -> Bool {
    guard let file = error.file, file == "standard output" || fileExists(file) && !isRegularFile(file) else {
      return false
    }
    return error as? FileError == .writeFailed(file: file, reason: String(cString: strerror(EPIPE)))
  }

  /// Makes the failure for an invalid value in a job; `option` returns the command-line option for a field.
  init(_ error: JobError, named option: (String) -> String) {
    self.init(.usage, error.said(option), file: error.subject)
  }

  /// Returns advice about an option that may help, to append to a message; empty for none.
  private static func advice(_ error: any SegueError) -> String {
    if error is CopyFault { return "; give --copy never" }
    switch error.code {
    case .clipTooShort:
      guard let longest = (error as? ClipError)?.longestJoint, longest > 0 else { return "" }
      return "; give --duration \(secondsText(longest)), or --shorten with segue join"
    case .fileTooLarge, .imageTooLarge, .imageFileTooLarge, .renderTooLarge, .storyboardTooLarge:
      return "; raise it with --max-pixels"
    case .imageVideo:
      guard let file = error.file, isRegularFile(file) else { return "" }
      return "; one of its frames is an image: \(shellWord("\(file)[1.5s]"))"
    case .fileMissing:
      guard let file = error.file, let open = file.lastIndex(of: "["), file.hasSuffix("]"),
        isRegularFile(String(file[..<open]))
      else { return "" }
      return "; a part of a clip is named as [1.5s-3s], one of its frames as [1.5s]"
    case .fileExists: return "; use --overwrite to replace it"
    case .fileLeftover: return "; use --overwrite, or --resume for a sequence"
    case .exportOddSides:
      guard let error = error as? ExportError, let size = error.size else { return "" }
      let even = PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
      // AV1 is written with 4:2:0 chroma only.
      return "; give --size \(even)\(error.format == "AV1" ? "" : " or --chroma 444")"
    case .exportTransparentFrames:
      return "; give --background, or a format that keeps it: \(JobFormat.transparentVideo)"
    case .nameUnknown:
      guard let unknown = error as? UnknownName else { return "" }
      let other = effectKind(unknown.name).map { "; '\(unknown.name)' is a \($0)" } ?? ""
      return " (\(ListCommand.hint(unknown.kind)))\(other)"
    default: return ""
    }
  }

  /// Returns the kind of the effect with a name, such as `blend`; nil if there is no such effect.
  private static func effectKind(_ name: String) -> String? {
    if Catalog.filters.meaning(of: name) != nil { return Catalog.filters.kind }
    if Catalog.blends.meaning(of: name) != nil { return Catalog.blends.kind }
    return Catalog.transitions.meaning(of: name).map { _ in Catalog.transitions.kind }
  }

  /// This failure, with the exit status `temporary` if repeating the command may help.
  var asShard: Failure {
    var failure = self
    if code.mayPass { failure.status = .temporary }
    return failure
  }

  func exit() -> Never {
    if status != .brokenPipe || Messages.isJSON { report() }
    SeguePlatform.exit(status.rawValue)
  }

  /// The message as one line, since file names may contain line breaks and control characters.
  private var text: String { oneLine(message) }

  /// The file that the error concerns; nil for standard input and output.
  private var namedFile: String? {
    file.flatMap { $0.isEmpty || $0 == "-" || $0 == "standard output" ? nil : $0 }
  }

  /// Prints the failure on standard error, as text or as an event.
  private func report() {
    send(
      Event(
        event: .error, code: code.name, message: text, file: namedFile, exitCode: status.rawValue,
        details: details.isEmpty ? nil : details.map(FileName.shown), excerpt: excerpt.isEmpty ? nil : excerpt
      ))
    guard !Messages.isJSON else { return }
    for detail in details { say(detail) }
    say("segue: \(text)")
    if !excerpt.isEmpty { say(excerpt) }
  }

  /// Reports that an input was skipped because of this error.
  func reportSkipped() {
    send(Event(event: .warning, code: code.name, message: "skipped: \(text)", file: namedFile))
    if !Messages.isJSON { say("segue: skipped: \(text)") }
  }
}
