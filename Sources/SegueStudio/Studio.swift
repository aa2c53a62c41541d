import Dispatch
import SegueExport
import SegueFilters
import SegueFormats
import SegueJob
import SegueRendering
package import SeguePixels
import SegueShaders
import SegueStoryboard
import SegueTransitions
import Synchronization

/// The state that all pages of a studio share: the shelf, and the message that describes the catalog.
package final class Studio: Sendable {
  /// The pictures, lookup tables, sounds, shaders and storyboards to which pages may refer.
  package let shelf: Shelf
  private let version: String
  private let catalog = Mutex<String?>(nil)
  private let queue = DispatchQueue(label: "segue.studio.catalog", qos: .utility)

  /// Makes a studio.
  ///
  /// - Parameters:
  ///   - files: The picture files; if `files` and `flows` have fewer than two pictures together, two
  ///     synthetic pictures are added.
  ///   - shaders: The shaders that pages can choose and edit, each with a name and a file.
  ///   - flows: The storyboard files that pages can open and edit.
  ///   - version: The version of the program, which the page shows.
  ///   - options: The decoding options and limits for pictures.
  /// - Throws: The error of a storyboard, of a clip, or of one of the first two pictures.
  package init(
    files: [String] = [], shaders: [(name: String, file: String)] = [], flows: [String] = [],
    version: String = "", options: DecodeOptions = DecodeOptions()
  ) throws {
    let flows = try flows.map { try Flow($0, options: options) }
    shelf = Shelf(shaders: shaders, flows: flows, options: options)
    self.version = version
    var seen: Set<String> = []
    let pictures = (files + flows.flatMap(\.pictures)).filter { seen.insert($0).inserted }
    try shelf.add(files: pictures)
    if pictures.count < 2 { try Samples.add(to: shelf) }
  }

  /// Returns the message that describes the shelf to pages; `added` is the name of a newly added file.
  func shelfAnswer(added: String? = nil) -> String {
    Answer.text(
      Answer.Shelf(
        pictures: shelf.pictures.map {
          Answer.Shelf.Picture(
            name: $0.name, width: $0.size.width, height: $0.size.height, duration: $0.clip?.lastMoment,
            keys: $0.clip?.keyTimes, sound: $0.clip?.hasSound)
        }, tables: shelf.tableNames, sounds: shelf.soundNames, shaders: shelf.shaderNames,
        flows: shelf.flowNames, added: added))
  }

  /// Calls `body` with the message that describes the catalog; the first call compiles all shaders for this
  /// message.
  func withCatalog(_ body: @escaping @Sendable (String) -> Void) {
    queue.async { [self] in
      let text = catalog.withLock { catalog in
        let text = catalog ?? Answer.text(makeCatalog())
        catalog = text
        return text
      }
      body(text)
    }
  }

  private func makeCatalog() -> Answer.Catalog {
    let shaders = shelf.shaderNames.compactMap { name -> Answer.Catalog.Item? in
      guard let file = shelf.shader(named: name), let shader = try? Shader(contentsOf: file),
        shader.kind == .transition
      else { return nil }
      return Answer.Catalog.Item(
        name: name, family: "Your shaders", summary: shader.summary,
        parameters: shader.parameters.map { .init($0) }, example: nil, duration: 1, ease: "linear",
        glsl: false, returns: false)
    }
    return Answer.Catalog(
      transitions: shaders
        + Catalog.transitions.items.filter { item in !shaders.contains { $0.name == item.name } }.map {
          item in
          Answer.Catalog.Item(item, transition: try? item.make())
        },
      filters: Catalog.filters.items.map { .init($0) }, blends: Catalog.blends.items.map { .init($0) },
      maps: Catalog.maps.items.map(\.name), eases: TimingCurve.named.map(\.name),
      formats: Catalog.formats.all.filter { type(of: $0).unavailable == nil }.flatMap {
        Answer.Catalog.Format.all(of: $0)
      },
      version: version)
  }

  /// Returns the command line, the Swift code and the timing curve of a job.
  func description(of request: Request.Describe) throws -> Answer.Description {
    if let flow = request.job.flow { return try description(of: flow, request) }
    let transition = try request.job.make(shelf)
    let timing = try request.job.timing(of: transition)
    let schedule = try request.job.boundedSchedule(of: transition)
    let job = try request.job.asOptions(shelf)
    let steps = 120
    return Answer.Description(
      id: request.id, command: job.command(path: shelf.path),
      swift: job.swift(path: shelf.path, isFile: shelf.isFile),
      yaml: job.storyboard(path: shelf.path), duration: timing.duration,
      ease: timing.curve.description, frames: schedule.times.count,
      curve: (0...steps).map { timing.progress(at: Double($0) / Double(steps)) })
  }

  /// Returns the command line and the Swift code of a flow, and the frames of its steps.
  private func description(of flow: Job.Source, _ request: Request.Describe) throws -> Answer.Description {
    let story = try shelf.storyboard(flow)
    let file = shelf.path(flow.name)
    let texts = try? StoryboardText(flow.text)
    let scenes = zip(story.scenes.indices, story.scenes).map { number, scene in
      let frames = story.timeline.frames(of: number)
      let step = number > 0 ? story.steps[number - 1] : nil
      return Answer.Scene(
        start: frames.lowerBound, count: frames.count, line: step?.line, action: step?.action,
        screen: story.screens[scene.to].name, transition: step?.transition,
        place: Answer.TextPlace(scene.motion.flatMap { _ in texts?.placeOfTransition(inStep: number - 1) }))
    }
    let (command, code) = request.job.texts(
      ofFlow: file, frameCount: story.frameCount, hasSound: story.soundtrack != nil)
    return Answer.Description(
      id: request.id, command: command, swift: code, yaml: flow.text,
      duration: Double(max(1, story.frameCount - 1)) / story.framesPerSecond, ease: "linear",
      frames: story.frameCount, curve: [0, 1], scenes: scenes, screens: screens(of: story, texts),
      audio: audio(of: story, texts))
  }

  /// Returns the sound of a flow, with the ranges of its values in the text.
  private func audio(of story: Storyboard, _ texts: StoryboardText?) -> Answer.Audio {
    func value(_ key: String, _ text: String) -> Answer.TextValue {
      Answer.TextValue(text: text, place: Answer.TextPlace(texts?.placeInSound(of: key)))
    }
    return Answer.Audio(
      file: value("file", texts?.soundFile ?? ""), fade: value("fade", "\(story.soundtrack?.fade ?? 0)"),
      lines: Answer.TextPlace(texts?.placeOfSound))
  }

  /// Returns the screens of a flow, with the ranges of their values in the text.
  private func screens(of story: Storyboard, _ texts: StoryboardText?) -> [Answer.Screen] {
    story.screens.map { screen in
      func value(_ key: String, _ text: String) -> Answer.TextValue {
        Answer.TextValue(text: text, place: Answer.TextPlace(texts?.place(of: key, in: screen.name)))
      }
      return Answer.Screen(
        name: screen.name, motion: screen.canMove ? value("motion", screen.motion.description) : nil,
        title: value("title", screen.title))
    }
  }
}

extension StoryboardText {
  /// Returns the range of the transition's name in a step; nil if the step has parameters of the transition
  /// or a chain.
  fileprivate func placeOfTransition(inStep step: Int) -> Place? {
    hasKey(["parameters", "chain"], inStep: step) ? nil : place(of: "transition", inStep: step)
  }
}

extension Answer.Catalog.Format {
  /// Returns the choices of output for a format: one file for all frames, a file for each frame, or both.
  static func all(of format: any FileFormat) -> [Self] {
    let (name, ending) = (type(of: format).name, type(of: format).extensions.first)
    let options = type(of: format).parameterDescriptions.map { Answer.Catalog.Parameter($0) }
    var all: [Self] = []
    if let ending, format.writtenKinds.contains(where: { $0 != .image }) {
      all.append(Self(file: "segue.\(ending)", format: nil, title: ending.uppercased(), parameters: options))
    } else if format.stream != nil {
      all.append(
        Self(file: "segue.\(name)", format: name, title: "\(name.uppercased()), raw", parameters: options))
    }
    if let ending, format.image != nil {
      all.append(
        Self(
          file: "frames/%04d.\(ending)", format: nil, title: "\(name.uppercased()) frames",
          // The option `loops` does not apply to files with one frame.
          parameters: options.filter { $0.name != "loops" }))
    }
    return all
  }
}

extension Answer.Catalog.Item {
  init<Made>(_ item: CatalogItem<Made>, transition: (any Transition)? = nil) {
    let example = item.example.flatMap { Specification("x:\($0)") }
    self.init(
      name: item.name, family: item.family.isEmpty ? "Others" : item.family, summary: item.summary,
      parameters: item.parameters.map { .init($0) },
      example: example.map { Dictionary($0.values.map { ($0.key, $0.value) }) { $1 } },
      duration: transition?.timing.duration, ease: transition?.timing.curve.description,
      glsl: item.glsl != nil, returns: transition.map(Self.returns) ?? false)
  }

  /// Returns whether a transition looks different with `dismiss` or `pop`.
  ///
  /// A shader of the catalog declares this difference, so no frames of shaders are rendered here. Rendering
  /// these frames took 0.9 s of the 1.2 s before the catalog was sent.
  private static func returns(_ transition: any Transition) -> Bool {
    if let shader = transition as? BuiltInTransition { return shader.isUndone }
    let size = PixelSize(width: 24, height: 16)
    guard let from = try? Bitmap(size, filledWith: .black), let to = try? Bitmap(size, filledWith: .white)
    else { return false }
    func frames(_ operation: TransitionOperation) -> [Bitmap?] {
      let chain = transition.chain(operation)
      return [0.3, 0.6].map { try? chain.frame(from: from, to: to, at: $0) }
    }
    return frames(.present) != frames(.dismiss)
  }
}

extension Answer.Catalog.Parameter {
  init(_ parameter: ParameterDescription) {
    var (kind, range, count, words): (String, ClosedRange<Double>?, Int?, [String]?) = ("", nil, nil, nil)
    switch parameter.kind {
    case .number(let bounds): (kind, range) = ("number", bounds)
    case .word(let choices): (kind, words) = ("word", choices)
    case .rectangle: kind = "rectangle"
    case .color: kind = "color"
    case .numbers(let size, let bounds, let isWhole):
      (kind, range, count) = (isWhole ? "whole" : "numbers", bounds, size)
    case .picture: kind = "picture"
    case .file: kind = "file"
    case .fileOrName: kind = "fileOrName"
    case .points: kind = "points"
    case .groups: kind = "groups"
    case .text: kind = "text"
    case .length(let bounds): (kind, range) = ("length", bounds)
    case .place: kind = "place"
    }
    self.init(
      name: parameter.name, kind: kind, value: parameter.defaultValue, minimum: range?.lowerBound,
      maximum: range?.upperBound, count: count, words: words, unit: parameter.unit,
      summary: parameter.summary, form: "\(parameter.kind)", required: parameter.isRequired)
  }
}
