import FoundationEssentials
package import SegueJob

/// A request that a page sends as JSON.
///
/// The key `kind` names the request; `id` is repeated in the answer.
package enum Request: Decodable, Sendable {
  /// Renders a frame of the stage; a newer request replaces a pending request.
  case view(View)
  /// Renders a strip of thumbnails for the gallery.
  case thumbnail(Thumbnail)
  /// Describes a job by its command line, its Swift code and its timing curve; a newer request replaces a
  /// pending request.
  case describe(Describe)
  /// Exports all frames to a file.
  case export(Export)
  /// Cancels an export.
  case cancel(Int)
  /// Begins a drag gesture, adds a position to the gesture, or ends the gesture.
  case pan(PanReading)
  /// Opens the text of a shader or a flow.
  case open(Open)
  /// Saves a text to its original file.
  case save(Save)
  /// Computes the waveform of the clip with a name.
  case waveform(String)

  package struct View: Decodable, Sendable {
    package var id: Int
    package var job: Job
    /// The time 0…1 as a fraction of the duration; nil if `progress` is given.
    package var time: Double?
    package var progress: Double?
    /// The available size on the page for the frame, in device pixels.
    package var width: Int
    package var height: Int
    /// Whether to render in full size and encode without loss; nil for false.
    package var exact: Bool?
    /// The time from the request to the display of the previous frame in milliseconds, without the rendering;
    /// nil without a new measurement.
    package var delay: Double?
    /// The state of the gesture, which the answer repeats.
    var gesture: String?
    /// Whether the frame is the comparison, to the left of the stage's divider.
    package var before: Bool?
    /// The screen of a flow whose whole picture is shown instead of a frame.
    package var screen: String?

    private enum CodingKeys: String, CodingKey {
      case id, job, time, progress, width, height, exact, delay, before, screen
    }
  }

  package struct Thumbnail: Decodable, Sendable {
    package var id: Int
    package var job: Job
    package var frames: Int
    /// The time 0…1 of a single frame; nil for the middle.
    package var time: Double?
    package var width: Int
    package var height: Int
  }

  package struct Describe: Decodable, Sendable {
    package var id: Int
    package var job: Job
  }

  package struct Export: Decodable, Sendable {
    package var id: Int
    package var job: Job
  }

  /// The kinds of texts that can be opened.
  package enum TextKind: String, Codable, Sendable {
    /// A shader file on the command line of the studio.
    case shader
    /// A storyboard file on the command line of the studio.
    case flow
    /// A transition, filter or blend of the catalog that is a shader.
    case transition, filter, blend
  }

  package struct Open: Decodable, Sendable {
    package var name: String
    package var of: TextKind
  }

  package struct Save: Decodable, Sendable {
    package var source: Job.Source
    package var of: TextKind
  }

  package struct PanReading: Decodable, Sendable {
    package enum Phase: String, Decodable, Sendable { case begin, move, end }
    package var id: Int
    package var phase: Phase
    /// The time in seconds by the page's clock.
    package var time: Double
    /// The horizontal position of the finger or mouse as a fraction of the picture's width.
    package var x: Double
    package var job: Job
    package var width: Int
    package var height: Int
  }

  private enum Key: String, CodingKey { case kind, id, name }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "view": self = .view(try View(from: decoder))
    case "thumbnail": self = .thumbnail(try Thumbnail(from: decoder))
    case "describe": self = .describe(try Describe(from: decoder))
    case "export": self = .export(try Export(from: decoder))
    case "cancel": self = .cancel(try container.decode(Int.self, forKey: .id))
    case "pan": self = .pan(try PanReading(from: decoder))
    case "open": self = .open(try Open(from: decoder))
    case "save": self = .save(try Save(from: decoder))
    case "waveform": self = .waveform(try container.decode(String.self, forKey: .name))
    case let kind: throw Refused("'\(kind.prefix(40))' is not a request that this studio knows")
    }
  }

  /// Parses a message.
  ///
  /// - Throws: `Refused` if the message is not a valid request.
  package init(message: String) throws(Refused) {
    do {
      self = try JSONDecoder().decode(Request.self, from: Data(message.utf8))
    } catch let error as Refused {
      throw error
    } catch let error as JobError {
      throw Refused(sentence(error))
    } catch {
      throw Refused("a message was not understood")
    }
  }
}
