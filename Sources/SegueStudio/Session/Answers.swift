import FoundationEssentials
import SegueRendering
import SegueShaders
import SegueStoryboard

/// Messages to a page: JSON, or JSON followed by bytes.
enum Answer {
  /// The catalog, sent once.
  struct Catalog: Encodable {
    struct Item: Encodable {
      let name: String
      let family: String
      let summary: String
      let parameters: [Parameter]
      /// Parameters for a demonstration.
      let example: [String: String]?
      /// Its default duration and curve.
      let duration: Double?
      let ease: String?
      /// Whether it is a shader with readable source.
      let glsl: Bool
    }
    struct Format: Encodable {
      /// The default name of the output.
      let file: String
      /// The format's name, if the file's extension is ambiguous.
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
    /// The name of the picture or table just added.
    var added: String?
  }

  /// The JSON before the bytes of a frame.
  struct Frame: Encodable {
    let kind = "frame"
    let id: Int
    let type: String
    let width: Int
    let height: Int
    /// The size of the frame at full resolution.
    let fullWidth: Int
    let fullHeight: Int
    let time: Double?
    let progress: Double
    let exact: Bool
    /// Milliseconds of rendering and of encoding.
    let renderMs: Double
    let encodeMs: Double
    /// Number of requests dropped since the last frame.
    let dropped: Int
    let gesture: String?
    /// Whether it belongs to the other side of the divider.
    let before: Bool
    /// Parameters and compile time of the stage's shader.
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

  /// An error, in one sentence.
  struct Problem: Encodable {
    let kind = "problem"
    /// The failed request: view, before, thumbnail, describe, export, picture, text or message.
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
    /// The progress at equal intervals of time, both ends included.
    let curve: [Double]
    /// The steps of a flow; nil for other works.
    var scenes: [Scene]?
  }

  /// The frames of a step.
  struct Scene: Encodable {
    let start: Int
    let count: Int
    /// Its line in the text; nil for the initial frame.
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

  /// The JSON before each part of an exported file.
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
    /// The progress at intervals of 1/60 second, for a replay.
    let frames: [Double]
  }

  struct Source: Encodable {
    let kind = "source"
    let name: String
    let text: String
    /// The kind of source: shader, flow, or a section of the catalog.
    let of: String
    var saved = false
  }

  /// Encodes an answer as one line of JSON.
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

  /// Encodes 4 bytes of the JSON's length, the JSON, and the bytes.
  static func data(_ answer: some Encodable, _ bytes: [UInt8]) -> Data {
    let head = Array(text(answer).utf8)
    var data = Data(capacity: 4 + head.count + bytes.count)
    for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: head.count >> shift)) }
    data.append(contentsOf: head)
    data.append(contentsOf: bytes)
    return data
  }
}

/// The errors in the text on the stage, by line; nil for an error without lines.
func diagnostics(_ error: any Error) -> [Answer.Diagnostic]? {
  switch error {
  case let error as ShaderError: error.diagnostics.map { Answer.Diagnostic($0) }
  case let error as StoryboardError: error.place.map { [Answer.Diagnostic(line: $0.line, error.reason)] }
  default: nil
  }
}

/// One sentence about an error.
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
  /// The line of the error; nil if it concerns a file.
  fileprivate var place: Place? {
    switch self {
    case .unreadable: nil
    case .missingFile(_, let place), .tooLarge(_, _, let place), .invalid(_, let place): place
    }
  }

  /// The error without its line.
  fileprivate var reason: String {
    switch self {
    case .unreadable: "\(self)"
    case .missingFile(let file, _): "\(file) is not in this studio; drop it onto the page"
    case .tooLarge(let size, let limit, let place): "\(place.key): \(size) is more than \(limit) pixels"
    case .invalid(let reason, let place): place.key.isEmpty ? reason : "\(place.key): \(reason)"
    }
  }
}
