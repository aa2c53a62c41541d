import Glibc
import Segue

/// What ends the command: one line on standard error and an exit code of sysexits.h.
struct Failure: Error {
  enum Code: Int32 {
    case usage = 64
    case badInput = 65
    case noInput = 66
    case unavailable = 69
    case internalFault = 70
    case cannotCreate = 73
    case writeFailed = 74
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case brokenPipe = 141
    case terminated = 143

    /// The one of a signal that ends the command: 128 and its number.
    init(signal: Int32) { self = Code(rawValue: 128 + signal) ?? .interrupted }
  }

  let code: Code
  let message: String
  /// Said before the message, as it is: what a compiler found.
  let details: [String]
  /// Said after the message, as it is: where in a text something is wrong.
  let excerpt: String

  init(_ code: Code, _ message: String, details: [String] = [], excerpt: String = "") {
    self.code = code
    self.message = message
    self.details = details
    self.excerpt = excerpt
  }

  init(_ error: ShaderError) {
    let count = error.diagnostics.filter { $0.severity == .error }.count
    let file = error.diagnostics.first?.file ?? "the shader"
    self.init(
      .badInput, "\(file): \(count == 1 ? "an error" : "\(count) errors")",
      details: error.diagnostics.map(\.description))
  }

  init(_ error: FileError) {
    switch error {
    case .missing, .unreadable: self.init(.noInput, "\(error)")
    case .notText: self.init(.badInput, "\(error)")
    case .tooLarge: self.init(.badInput, "\(error); raise it with --max-pixels")
    case .cannotCreate, .busy: self.init(.cannotCreate, "\(error)")
    case .exists: self.init(.cannotCreate, "\(error); use --overwrite to replace it")
    case .leftover: self.init(.cannotCreate, "\(error); use --overwrite, or --resume for a sequence")
    // Whoever reads has enough, as `head` has: no message, and the code that a shell gives the signal.
    case .writeFailed("standard output", String(cString: strerror(EPIPE))): self.init(.brokenPipe, "")
    case .writeFailed: self.init(.writeFailed, "\(error)")
    }
  }

  init(_ error: ImageError) {
    switch error {
    case .notAnImage, .truncated, .damaged, .unsupported: self.init(.badInput, "\(error)")
    case .tooLarge, .fileTooLarge: self.init(.badInput, "\(error); raise it with --max-pixels")
    case .outOfMemory: self.init(.internalFault, "\(error)")
    }
  }

  init(_ error: ExportError) {
    switch error {
    case .unsupported: self.init(.cannotCreate, "\(error)")
    case .oddSides(_, let size):
      let even = PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
      self.init(.cannotCreate, "\(error); give --size \(even) or --chroma 444")
    case .transparentFrames:
      self.init(
        .cannotCreate, "\(error); give --background, or a format that keeps it: \(Self.transparentVideo)")
    case .unusableSound: self.init(.badInput, "\(error)")
    case .missingProgram: self.init(.unavailable, "\(error)")
    case .encoderFailed: self.init(.writeFailed, "\(error)")
    case .outOfMemory: self.init(.internalFault, "\(error)")
    }
  }

  /// The formats of video that keep transparency, with the codecs that do.
  static var transparentVideo: String {
    Catalog.formats.items.flatMap { item -> [String] in
      var choices: [(name: String, values: [(key: String, value: String)])] = [(item.name, [])]
      if case .word(let codecs)? = item.parameters.first(where: { $0.name == "codec" })?.kind {
        choices += codecs.map { ("\(item.name):codec=\($0)", [("codec", $0)]) }
      }
      return choices.filter { ((try? item.make($0.values)) as? any VideoFormat)?.keepsAlpha ?? false }.map(
        \.name)
    }.alternatives
  }

  init(_ error: RenderError) {
    switch error {
    case .invalidSize, .wrongByteCount, .notPremultiplied: self.init(.usage, "\(error)")
    case .outOfMemory, .sizesDiffer: self.init(.internalFault, "\(error)")
    case .unrenderable: self.init(.badInput, "\(error)")
    }
  }

  /// What any error of the library is to the command; nil where it is none of them.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FileError: self.init(error)
    case let error as ImageError: self.init(error)
    case let error as ExportError: self.init(error)
    case let error as RenderError: self.init(error)
    case let error as StoryboardError: self.init(error)
    case let error as ShaderError: self.init(error)
    case ParameterError.unreadable(let file, let name, let reason):
      self.init(.badInput, "\(ParameterError.unreadable(file: file, for: name, reason: reason))")
    case let error as ParameterError: self.init(.usage, "\(error)")
    case let error as UnknownName: self.init(.usage, "\(error)")
    case let error as ExpressionError: self.init(.usage, error.message, excerpt: error.excerpt)
    default: return nil
    }
  }

  init(_ error: StoryboardError) {
    switch error {
    case .unreadable(let error): self.init(error)
    case .missingFile: self.init(.noInput, "\(error)")
    case .tooLarge: self.init(.badInput, "\(error); raise it with --max-pixels")
    case .invalid: self.init(.badInput, "\(error)")
    }
  }

  func exit() -> Never {
    if code != .brokenPipe { report() }
    Glibc.exit(code.rawValue)
  }

  /// Says it in one line, after a word on what is done about it.
  func report(_ start: String = "") {
    // File names may hold line breaks and what a terminal obeys; an error is one line of text.
    for detail in details { say(detail) }
    let line = message.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }
    say("segue: \(start)\(line.joined())")
    if !excerpt.isEmpty { say(excerpt) }
  }
}
