import FoundationEssentials
import SegueGLSL
import SegueJob
import SegueRendering
import SegueShaders
import SegueStoryboard

/// The messages to a page: JSON, or JSON followed by bytes.
enum Answer {
  /// The catalog of transitions, filters and other items, sent once.
  struct Catalog: Encodable {
    struct Item: Encodable {
      let name: String
      let family: String
      let summary: String
      let parameters: [Parameter]
      /// Parameter values that make the effect visible; nil for none.
      let example: [String: String]?
      /// The default duration in seconds, and the default timing curve; nil if the item has no timing.
      let duration: Double?
      let ease: String?
      /// Whether the item is a shader, whose source a page can request.
      let glsl: Bool
      /// Whether the backward direction of a transition looks different from the forward direction.
      let returns: Bool
    }
    struct Format: Encodable {
      /// The default name of an output file in this format.
      let file: String
      /// The name of the format; nil if the extension of `file` determines the format.
      let format: String?
      let title: String
      /// The options of the format.
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
      /// For a clip, the time of the last frame and the times of the keyframes, in seconds; a page can use
      /// any moment of a clip as a picture.
      var duration: Double?
      var keys: [Double]?
      /// Whether a clip has sound, and so a waveform.
      var sound: Bool?
    }
    let kind = "shelf"
    let pictures: [Picture]
    /// The names of lookup tables of colors and curves.
    let tables: [String]
    /// The names of uploaded sounds.
    let sounds: [String]
    let shaders: [String]
    let flows: [String]
    /// The name of the picture, table or sound that was added last.
    var added: String?
  }

  /// The JSON that precedes the bytes of a frame.
  struct Frame: Encodable {
    let kind = "frame"
    let id: Int
    let type: String
    let width: Int
    let height: Int
    /// The size in pixels that the frame has without reduction.
    let fullWidth: Int
    let fullHeight: Int
    let time: Double?
    let progress: Double
    let exact: Bool
    /// The time for rendering the frame, and the time for encoding it, in milliseconds.
    let renderMs: Double
    let encodeMs: Double
    /// The number of requests that were dropped since the last frame.
    let dropped: Int
    let gesture: String?
    /// Whether the frame is the comparison, to the left of the stage's divider.
    let before: Bool
    /// The parameters and the compile time of the shader text on the stage; nil if the shader was compiled
    /// for an earlier frame, or if the job has no shader text.
    var shader: Shader?
    /// For the whole picture of a screen: the width and height of the largest part that a frame shows, as
    /// fractions of the picture's width and height.
    var largestPart: [Double]?
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

  struct Waveform: Encodable {
    let kind = "waveform"
    let name: String
    /// The largest absolute sample in each of several equal parts of the clip, in percent.
    let peaks: [Int]
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

  /// An error, as a sentence.
  struct Problem: Encodable {
    let kind = "problem"
    /// The kind of request that failed: view, before, thumbnail, describe, export, picture, text, waveform or
    /// message.
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
    /// The progress at equal intervals of time, from the start to the end of the transition, both included.
    let curve: [Double]
    /// The scenes of a flow; nil for other jobs.
    var scenes: [Scene]?
    /// The screens of a flow; nil for other jobs.
    var screens: [Screen]?
    /// The sound of a flow; nil for other jobs.
    var audio: Audio?
  }

  /// A range of a flow's text, in UTF-16 code units.
  ///
  /// A page replaces the range by `before`, a new value and `after`.
  struct TextPlace: Encodable {
    let start: Int
    let end: Int
    let before: String
    let after: String

    init?(_ place: StoryboardText.Place?) {
      guard let place else { return nil }
      (start, end) = (place.range.lowerBound, place.range.upperBound)
      (before, after) = (place.before, place.after)
    }
  }

  /// A value in the text of a flow.
  struct TextValue: Encodable {
    let text: String
    /// The range of the value in the text; nil if the text does not contain the value.
    let place: TextPlace?
  }

  /// The sound of a flow, with the ranges of its values in the text.
  struct Audio: Encodable {
    /// The name of the file; empty without sound.
    let file: TextValue
    /// The duration of the fade-out at the end, in seconds.
    let fade: TextValue
    /// The lines of the sound, or the position for a new line; nil if the lines cannot be replaced.
    let lines: TextPlace?
  }

  /// A screen of a flow, with the ranges of its values in the text.
  struct Screen: Encodable {
    let name: String
    /// The motion; nil for a screen that cannot move.
    let motion: TextValue?
    /// The text over the screen; empty for none.
    let title: TextValue
  }

  /// The frames that a step of a flow adds.
  struct Scene: Encodable {
    let start: Int
    let count: Int
    /// The line of the step in the text; nil for the first frame.
    let line: Int?
    let action: String?
    let screen: String
    let transition: String?
    /// The range of the transition's name in the flow's text.
    ///
    /// Nil if the page cannot replace the name: if the step has no transition, if the step has the key
    /// `parameters` or `chain`, or if the name is written elsewhere in the text, as with a YAML alias.
    let place: TextPlace?
  }

  struct Progress: Encodable {
    let kind = "progress"
    let id: Int
    let done: Int
    let count: Int
  }

  /// The JSON that precedes each part of an exported file.
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
    /// The progress of each frame, at 60 frames a second, for the page's replay of the gesture.
    let frames: [Double]
  }

  struct Source: Encodable {
    let kind = "source"
    let name: String
    let text: String
    /// The kind of source: a shader, a flow, or a section of the catalog.
    let of: String
    var saved = false
  }

  /// Encodes an answer as JSON on one line.
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

  /// Encodes an answer with bytes: the length of the JSON in 4 bytes, the JSON, and the bytes.
  static func data(_ answer: some Encodable, _ bytes: [UInt8]) -> Data {
    let head = Array(text(answer).utf8)
    var data = Data(capacity: 4 + head.count + bytes.count)
    for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: head.count >> shift)) }
    data.append(contentsOf: head)
    data.append(contentsOf: bytes)
    return data
  }
}

/// Returns the errors in the text of a shader or storyboard, with their lines; nil for an error without a
/// line.
func diagnostics(_ error: any Error) -> [Answer.Diagnostic]? {
  switch error {
  case let error as ShaderError: error.diagnostics.map { Answer.Diagnostic($0) }
  case let error as StoryboardError: error.place.map { [Answer.Diagnostic(line: $0.line, error.fault)] }
  default: nil
  }
}

/// Returns the message of an error, as one sentence.
func sentence(_ error: any Error) -> String {
  if let error = error as? StoryboardError, let place = error.place {
    return "line \(place.line): \(error.fault)"
  }
  if let error = error as? JobError {
    return error.isSentence ? error.reason : "\(error.key) \(error.reason)"
  }
  if let error = error as? ShaderError {
    let first = error.diagnostics.first { $0.severity == .error } ?? error.diagnostics.first
    return first.map { "line \($0.line): \($0.message)" } ?? "the shader does not compile"
  }
  return "\(error)"
}

extension StoryboardError {
  /// The message of the error for a page, without the line.
  fileprivate var fault: String {
    if code == .storyboardMissingFile {
      return "\(file ?? "a file") is not in this studio; drop it onto the page"
    }
    guard let key = place?.key, !key.isEmpty else { return reason }
    return "\(key): \(reason)"
  }
}
