import FoundationEssentials

/// What a page asks for.
///
/// `kind` says which it is; `id` comes back with the answer.
package enum Request: Decodable, Sendable {
  /// A frame of the stage; only the newest is rendered.
  case view(View)
  /// A strip of small frames for the gallery.
  case thumbnail(Thumbnail)
  /// The command, the code and the curve of a work; only the newest is answered.
  case describe(Describe)
  /// A file of all frames.
  case export(Export)
  /// Ends an export.
  case cancel(Int)
  /// A reading of a gesture.
  case pan(PanReading)
  /// The text of a shader or a flow.
  case open(Open)
  /// Writes a text to the file that it came from.
  case save(Save)

  package struct View: Decodable, Sendable {
    package var id: Int
    package var work: Work
    /// The clock's fraction 0…1; nil: `progress` says it.
    package var time: Double?
    package var progress: Double?
    /// The room on the screen, in its pixels.
    package var width: Int
    package var height: Int
    /// In its own size and without loss.
    package var exact: Bool?
    /// Milliseconds that the frame before took to be drawn, its rendering apart; nil: nothing new is known.
    package var delay: Double?
    /// Where a gesture stands, for the page.
    var gesture: String?
    /// For the other side of the divider.
    package var before: Bool?

    private enum CodingKeys: String, CodingKey {
      case id, work, time, progress, width, height, exact, delay, before
    }
  }

  package struct Thumbnail: Decodable, Sendable {
    package var id: Int
    package var work: Work
    package var frames: Int
    /// The clock's fraction of a single frame; nil: the middle.
    package var time: Double?
    package var width: Int
    package var height: Int
  }

  package struct Describe: Decodable, Sendable {
    package var id: Int
    package var work: Work
    package var output: WorkOutput
  }

  package struct Export: Decodable, Sendable {
    package var id: Int
    package var work: Work
    package var output: WorkOutput
  }

  /// What has a text.
  package enum TextKind: String, Codable, Sendable {
    /// A shader that the studio was given.
    case shader
    /// A storyboard that the studio was given.
    case flow
    /// A shader of the catalog.
    case transition, filter, blend
  }

  package struct Open: Decodable, Sendable {
    package var name: String
    package var of: TextKind
  }

  package struct Save: Decodable, Sendable {
    package var source: Work.Source
    package var of: TextKind
  }

  package struct PanReading: Decodable, Sendable {
    package enum Phase: String, Decodable, Sendable { case begin, move, end }
    package var id: Int
    package var phase: Phase
    /// Seconds of the page's clock.
    package var time: Double
    /// Share of the width.
    package var x: Double
    package var work: Work
    package var width: Int
    package var height: Int
  }

  private enum Key: String, CodingKey { case kind, id }

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
    case let kind: throw Refused("'\(kind.prefix(40))' is nothing that this studio does")
    }
  }

  /// Reads a message.
  ///
  /// - Throws: `Refused`, with what is wrong with it.
  package init(message: String) throws(Refused) {
    do {
      self = try JSONDecoder().decode(Request.self, from: Data(message.utf8))
    } catch let error as Refused {
      throw error
    } catch {
      throw Refused("a message was none that this studio understands")
    }
  }
}
