import FoundationEssentials
import SegueRendering
import SegueShaders
import SegueStoryboard

/// What a page is told: JSON alone, or JSON in front of bytes.
enum Answer {
  /// All that can be chosen, once.
  struct Catalog: Encodable {
    struct Item: Encodable {
      let name: String
      let family: String
      let summary: String
      let parameters: [Parameter]
      /// Parameters that show what it does.
      let example: [String: String]?
      /// Its own seconds and curve.
      let duration: Double?
      let ease: String?
      /// Whether it is a shader whose text can be opened.
      let glsl: Bool
    }
    struct Format: Encodable {
      /// The name of the output.
      let file: String
      /// The format's name where the file's does not say it.
      let format: String?
      let title: String
      /// Its options.
      let parameters: [Parameter]
    }
    struct Parameter: Encodable {
      let name: String
      let kind: String
      let value: String
      let minimum: Double?
      let maximum: Double?
      let count: Int?
      let words: [String]?
      let unit: String
      let summary: String
      let form: String
      let required: Bool
    }
    let kind = "catalog"
    let transitions: [Item]
    let filters: [Item]
    let blends: [Item]
    let maps: [String]
    let eases: [String]
    let formats: [Format]
    let version: String
  }

  struct Shelf: Encodable {
    struct Picture: Encodable {
      let name: String
      let width: Int
      let height: Int
    }
    let kind = "shelf"
    let pictures: [Picture]
    /// Tables of colors and curves.
    let tables: [String]
    let shaders: [String]
    let flows: [String]
    /// What was just added.
    var added: String?
  }

  /// In front of the bytes of a frame.
  struct Frame: Encodable {
    let kind = "frame"
    let id: Int
    let type: String
    let width: Int
    let height: Int
    /// The size of the frame that is rendered when nothing is made smaller.
    let fullWidth: Int
    let fullHeight: Int
    let time: Double?
    let progress: Double
    let exact: Bool
    /// Milliseconds of rendering and of encoding.
    let renderMs: Double
    let encodeMs: Double
    /// How many requests were dropped since the last frame.
    let dropped: Int
    let gesture: String?
    /// Whether it lies on the other side of the divider.
    let before: Bool
    /// What the shader on the stage takes, and how long it took to be compiled.
    var shader: Shader?
  }

  struct Shader: Encodable {
    let name: String
    let kind: String
    let compileMs: Double
    let parameters: [Catalog.Parameter]
    let warnings: [Diagnostic]
  }

  struct Thumbnail: Encodable {
    let kind = "thumbnail"
    let id: Int
    let frames: Int
  }

  struct Diagnostic: Encodable {
    let line: Int
    let column: Int
    let severity: String
    let message: String

    init(_ diagnostic: SegueShaders.Shader.Diagnostic) {
      (line, column) = (diagnostic.line, diagnostic.column)
      (severity, message) = (diagnostic.severity.rawValue, diagnostic.message)
    }

    init(line: Int, _ message: String) {
      (self.line, column, severity, self.message) = (line, 1, "error", message)
    }
  }

  /// What could not be done, in one sentence.
  struct Problem: Encodable {
    let kind = "problem"
    /// What it answers: view, before, thumbnail, describe, export, picture, text or message.
    let about: String
    var id: Int?
    let message: String
    var diagnostics: [Diagnostic]?
  }

  struct Description: Encodable {
    let kind = "description"
    let id: Int
    let command: String
    let swift: String
    let yaml: String
    let duration: Double
    let ease: String
    let frames: Int
    /// The progress at equal distances of time, both ends included.
    let curve: [Double]
    /// The steps of a flow; nil where there is none.
    var scenes: [Scene]?
  }

  /// The frames of a step.
  struct Scene: Encodable {
    let start: Int
    let count: Int
    /// Where it stands in the text; nil for the frame that all begins with.
    let line: Int?
    let action: String?
    let screen: String
    let transition: String?
  }

  struct Progress: Encodable {
    let kind = "progress"
    let id: Int
    let done: Int
    let count: Int
  }

  /// In front of each part of a file.
  struct Part: Encodable {
    let kind = "part"
    let id: Int
    let file: String
    let size: Int
    let offset: Int
  }

  struct Cancelled: Encodable {
    let kind = "cancelled"
    let id: Int
  }

  struct Panned: Encodable {
    let kind = "panned"
    let id: Int
    let completed: Bool
    let yaml: String
    /// The progress of each sixtieth of a second, to be played again.
    let frames: [Double]
  }

  struct Source: Encodable {
    let kind = "source"
    let name: String
    let text: String
    /// Of what: shader, flow, or a section of the catalog.
    let of: String
    var saved = false
  }

  /// One line of JSON.
  static func text(_ answer: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(answer) else {
      return #"{"kind":"problem","about":"message","message":"-"}"#
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Four bytes with the length of the JSON, the JSON, and the bytes.
  static func data(_ answer: some Encodable, _ bytes: [UInt8]) -> Data {
    let head = Array(text(answer).utf8)
    var data = Data(capacity: 4 + head.count + bytes.count)
    for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: head.count >> shift)) }
    data.append(contentsOf: head)
    data.append(contentsOf: bytes)
    return data
  }
}

/// What is wrong with the text on the stage, by lines; nil where it is no matter of lines.
func diagnostics(_ error: any Error) -> [Answer.Diagnostic]? {
  switch error {
  case let error as ShaderError: error.diagnostics.map { Answer.Diagnostic($0) }
  case let error as StoryboardError: error.place.map { [Answer.Diagnostic(line: $0.line, error.reason)] }
  default: nil
  }
}

/// A sentence about any error.
func sentence(_ error: any Error) -> String {
  if let error = error as? StoryboardError, let place = error.place {
    return "line \(place.line): \(error.reason)"
  }
  if let error = error as? ShaderError {
    let first = error.diagnostics.first { $0.severity == .error } ?? error.diagnostics.first
    return first.map { "line \($0.line): \($0.message)" } ?? "the shader does not compile"
  }
  return "\(error)"
}

extension StoryboardError {
  /// Where it stands; nil where it is about a file.
  fileprivate var place: Place? {
    switch self {
    case .unreadable: nil
    case .missingFile(_, let place), .tooLarge(_, _, let place), .invalid(_, let place): place
    }
  }

  /// What is wrong, without the place.
  fileprivate var reason: String {
    switch self {
    case .unreadable: "\(self)"
    case .missingFile(let file, _): "\(file) is not in this studio; drop it onto the page"
    case .tooLarge(let size, let limit, let place): "\(place.key): \(size) is more than \(limit) pixels"
    case .invalid(let reason, let place): place.key.isEmpty ? reason : "\(place.key): \(reason)"
    }
  }
}
