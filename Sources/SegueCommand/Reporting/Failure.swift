import Glibc
import Segue
import SegueFiles
import SeguePlan

/// An error that ends the command, with a one-line message on standard error and an exit code as in
/// sysexits.h.
struct Failure: Error {
  enum Code: Int32 {
    case usage = 64
    case badInput = 65
    case noInput = 66
    case unavailable = 69
    case internalFault = 70
    case cannotCreate = 73
    case writeFailed = 74
    /// A failure that may disappear when the command is repeated.
    case temporary = 75
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case brokenPipe = 141
    case terminated = 143

    /// The exit code for a signal that ends the command: 128 plus the signal's number.
    init(signal: Int32) { self = Code(rawValue: 128 + signal) ?? .interrupted }
  }

  let kind: FailureKind
  private(set) var code: Code
  let message: String
  /// Lines to print before the message as they are, such as the diagnostics of a compiler.
  let details: [String]
  /// Text to print after the message as it is: the excerpt with the position of an error.
  let excerpt: String
  /// The file concerned, as the user named it; nil for none.
  private(set) var file: String?

  init(
    _ kind: FailureKind, _ message: String, file: String? = nil, details: [String] = [], excerpt: String = ""
  ) {
    self.kind = kind
    code = kind.code
    self.message = message
    self.file = file
    self.details = details
    self.excerpt = excerpt
  }

  /// The failure with the exit code `temporary`, if repeating the command may help.
  var asShard: Failure {
    var failure = self
    if kind.mayPass { failure.code = .temporary }
    return failure
  }

  init(_ error: PlanError) {
    switch error {
    case .invalid: self.init(.planInvalid, "\(error)", file: error.file)
    case .inputChanged: self.init(.planInputChanged, "\(error)", file: error.file)
    case .otherBuild: self.init(.planOtherBuild, "\(error)", file: error.file)
    case .incomplete: self.init(.planIncomplete, "\(error)", file: error.file)
    }
  }

  /// The failure after a signal was received.
  init(interruptedBy signal: Int32, _ message: String) {
    kind = .interrupted
    code = Code(signal: signal)
    self.message = message
    details = []
    excerpt = ""
  }

  init(_ error: ShaderError) {
    let count = error.diagnostics.filter { $0.severity == .error }.count
    let file = error.diagnostics.first?.file
    self.init(
      .shaderInvalid, "\(file ?? "the shader"): \(count == 1 ? "an error" : "\(count) errors")", file: file,
      details: error.diagnostics.map(\.description))
  }

  init(_ error: FileError) {
    switch error {
    case .missing: self.init(.fileMissing, "\(error)")
    case .unreadable: self.init(.fileUnreadable, "\(error)")
    case .notText: self.init(.fileNotText, "\(error)")
    case .tooLarge: self.init(.fileTooLarge, "\(error); raise it with --max-pixels")
    case .cannotCreate: self.init(.fileCannotCreate, "\(error)")
    case .busy: self.init(.fileBusy, "\(error)")
    case .exists: self.init(.fileExists, "\(error); use --overwrite to replace it")
    case .leftover: self.init(.fileLeftover, "\(error); use --overwrite, or --resume for a sequence")
    // The reader has closed the pipe, as `head` does: no message, and the exit code that shells use for
    // SIGPIPE.
    case .writeFailed("standard output", String(cString: strerror(EPIPE))):
      self.init(.outputClosed, "\(error)")
    case .writeFailed: self.init(.fileWriteFailed, "\(error)")
    }
    file = error.file
  }

  init(_ error: ImageError) {
    switch error {
    case .video: self.init(.imageVideo, "\(error)")
    case .notAnImage: self.init(.imageNotAnImage, "\(error)")
    case .truncated: self.init(.imageTruncated, "\(error)")
    case .damaged: self.init(.imageDamaged, "\(error)")
    case .unsupported: self.init(.imageUnsupported, "\(error)")
    case .tooLarge: self.init(.imageTooLarge, "\(error); raise it with --max-pixels")
    case .fileTooLarge: self.init(.imageFileTooLarge, "\(error); raise it with --max-pixels")
    case .outOfMemory: self.init(.imageOutOfMemory, "\(error)")
    }
    file = error.file
  }

  init(_ error: ExportError) {
    switch error {
    case .unsupported: self.init(.exportUnsupported, "\(error)")
    case .oddSides(_, let size):
      let even = PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
      self.init(.exportOddSides, "\(error); give --size \(even) or --chroma 444")
    case .transparentFrames(let file, let format):
      self = .transparent(file, format, because: "frames are transparent")
    case .unusableSound: self.init(.exportUnusableSound, "\(error)")
    case .missingProgram: self.init(.exportMissingProgram, "\(error)")
    case .encoderFailed: self.init(.exportEncoderFailed, "\(error)")
    case .outOfMemory: self.init(.exportOutOfMemory, "\(error)")
    }
    file = error.file
  }

  /// The failure for transparent frames in a format without transparency.
  static func transparent(_ file: String, _ format: String, because reason: String) -> Failure {
    Failure(
      .exportTransparentFrames,
      "\(file): cannot be created: \(reason), and \(format) has no transparency here; give --background, or a format that keeps it: \(transparentVideo)",
      file: file)
  }

  /// The video formats that support transparency, with the codecs that this requires.
  static var transparentVideo: String {
    Catalog.formats.items.flatMap { item -> [String] in
      var choices: [(name: String, values: [(key: String, value: String)])] = [(item.name, [])]
      if case .word(let codecs)? = item.parameters.first(where: { $0.name == "codec" })?.kind {
        choices += codecs.map { ("\(item.name):codec=\($0)", [("codec", $0)]) }
      }
      return choices.filter { (try? item.make($0.values))?.video?.keepsAlpha ?? false }.map(
        \.name)
    }.alternatives
  }

  init(_ error: RenderError) {
    switch error {
    case .invalidSize: self.init(.renderInvalidSize, "\(error)")
    case .wrongByteCount: self.init(.renderWrongByteCount, "\(error)")
    case .notPremultiplied: self.init(.renderNotPremultiplied, "\(error)")
    case .outOfMemory: self.init(.renderOutOfMemory, "\(error)")
    case .sizesDiffer: self.init(.renderSizesDiffer, "\(error)")
    case .unrenderable: self.init(.renderUnrenderable, "\(error)")
    }
  }

  init(_ error: ParameterError) {
    switch error {
    case .unknown: self.init(.parameterUnknown, "\(error)")
    case .invalid: self.init(.parameterInvalid, "\(error)")
    case .missing: self.init(.parameterMissing, "\(error)")
    case .unreadable(let file, _, _): self.init(.parameterUnreadable, "\(error)", file: file)
    }
  }

  /// Converts an error of the library; nil for other errors.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FileError: self.init(error)
    case let error as ImageError: self.init(error)
    case let error as ExportError: self.init(error)
    case let error as RenderError: self.init(error)
    case let error as StoryboardError: self.init(error)
    case let error as ShaderError: self.init(error)
    case let error as PlanError: self.init(error)
    case let error as ParameterError: self.init(error)
    case let error as UnknownName: self.init(.nameUnknown, "\(error) (\(ListCommand.hint(error.kind)))")
    case let error as ExpressionError: self.init(.formulaInvalid, error.message, excerpt: error.excerpt)
    default: return nil
    }
  }

  init(_ error: StoryboardError) {
    switch error {
    case .unreadable(let error): self.init(error)
    case .missingFile: self.init(.storyboardMissingFile, "\(error)")
    case .tooLarge: self.init(.storyboardTooLarge, "\(error); raise it with --max-pixels")
    case .invalid: self.init(.storyboardInvalid, "\(error)")
    }
    file = error.file
  }

  func exit() -> Never {
    if code != .brokenPipe || Messages.isJSON { report() }
    Glibc.exit(code.rawValue)
  }

  /// The message as one line, since file names may contain line breaks and control characters.
  private var line: String { oneLine(message) }

  /// The file concerned, unless it is standard input or output.
  private var namedFile: String? {
    file.flatMap { $0.isEmpty || $0 == "-" || $0 == "standard output" ? nil : $0 }
  }

  /// Prints the failure, as text or as an event.
  private func report() {
    send(
      Event(
        event: .error, code: kind.rawValue, message: line, file: namedFile, exitCode: code.rawValue,
        details: details.isEmpty ? nil : details.map(FileName.shown), excerpt: excerpt.isEmpty ? nil : excerpt
      ))
    guard !Messages.isJSON else { return }
    for detail in details { say(detail) }
    say("segue: \(line)")
    if !excerpt.isEmpty { say(excerpt) }
  }

  /// Reports that an input is skipped because of this error.
  func reportSkipped() {
    send(Event(event: .warning, code: kind.rawValue, message: "skipped: \(line)", file: namedFile))
    if !Messages.isJSON { say("segue: skipped: \(line)") }
  }
}
