import FoundationEssentials
import SegueRendering
import SegueShaders

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
    let formats: [String]
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
    let shaders: [String]
    /// The picture that was just added.
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
  }

  /// What could not be done, in one sentence.
  struct Problem: Encodable {
    let kind = "problem"
    /// What it answers: view, thumbnail, describe, export, picture, shader or message.
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

/// A sentence about any error.
func sentence(_ error: any Error) -> String {
  if let error = error as? ShaderError {
    let first = error.diagnostics.first { $0.severity == .error } ?? error.diagnostics.first
    return first.map { "line \($0.line): \($0.message)" } ?? "the shader does not compile"
  }
  return "\(error)"
}
