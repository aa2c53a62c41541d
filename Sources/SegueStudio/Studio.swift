import Dispatch
import SegueExport
import SegueFilters
import SegueFormats
import SegueRendering
package import SeguePixels
import SegueShaders
import SegueStoryboard
import SegueTransitions
import Synchronization

/// Shared state of a studio's pages: the shelf, and the message that describes the catalog.
package final class Studio: Sendable {
  /// Pictures, tables, shaders and storyboards that pages may name.
  package let shelf: Shelf
  private let version: String
  private let catalog = Mutex<String?>(nil)
  private let queue = DispatchQueue(label: "segue.studio.catalog", qos: .utility)

  /// Opens a studio.
  ///
  /// - Parameters:
  ///   - files: Pictures; with fewer than two, two drawn samples are added.
  ///   - shaders: Shaders for pages to choose and edit, each with its name and file.
  ///   - flows: Storyboards for pages to open and edit.
  ///   - version: The program's version, shown by the page.
  ///   - options: Decoding options and limits of pictures.
  /// - Throws: The error of a storyboard or of one of the first pictures.
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

  /// The message that describes the shelf to pages.
  func shelfAnswer(added: String? = nil) -> String {
    Answer.text(
      Answer.Shelf(
        pictures: shelf.pictures.map {
          Answer.Shelf.Picture(name: $0.name, width: $0.size.width, height: $0.size.height)
        }, tables: shelf.tableNames, shaders: shelf.shaderNames, flows: shelf.flowNames, added: added))
  }

  /// Calls `body` with the message that describes the catalog, once it is made: shaders are compiled first.
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
        glsl: false)
    }
    return Answer.Catalog(
      transitions: shaders
        + Catalog.transitions.items.filter { item in !shaders.contains { $0.name == item.name } }.map {
          item in
          Answer.Catalog.Item(item, timing: (try? item.make())?.timing)
        },
      filters: Catalog.filters.items.map { .init($0) }, blends: Catalog.blends.items.map { .init($0) },
      maps: Catalog.maps.items.map(\.name), eases: TimingCurve.named.map(\.name),
      formats: Catalog.formats.all.filter { type(of: $0).unavailable == nil }.flatMap {
        Answer.Catalog.Format.all(of: $0)
      },
      version: version)
  }

  /// The command, Swift code and curve of a work.
  func description(of request: Request.Describe) throws -> Answer.Description {
    if let flow = request.work.flow { return try description(of: flow, request) }
    let output = request.output
    let timing = try request.work.timing(of: request.work.make(shelf))
    let work = try request.work.spelledOut(shelf)
    let steps = 120
    return Answer.Description(
      id: request.id, command: work.command(output, path: shelf.path),
      swift: work.swift(output, path: shelf.path, isFile: shelf.isFile),
      yaml: work.yaml(rate: output.fps, path: shelf.path), duration: timing.duration,
      ease: timing.curve.description, frames: try output.times(timing).count,
      curve: (0...steps).map { timing.progress(at: Double($0) / Double(steps)) })
  }

  /// The command and Swift code of a flow, and the first frames of its steps.
  private func description(of flow: Work.Source, _ request: Request.Describe) throws -> Answer.Description {
    let story = try shelf.storyboard(flow)
    let file = shelf.path(flow.name)
    var start = 0
    let scenes = zip(story.scenes.indices, story.scenes).map { number, scene in
      defer { start += scene.frameCount }
      let step = number > 0 ? story.steps[number - 1] : nil
      return Answer.Scene(
        start: start, count: scene.frameCount, line: step?.line, action: step?.action,
        screen: story.screens[scene.to].name, transition: step?.transition)
    }
    let (command, code) = request.output.texts(ofFlow: file, story)
    return Answer.Description(
      id: request.id, command: command, swift: code, yaml: flow.text,
      duration: Double(max(1, story.frameCount - 1)) / story.framesPerSecond, ease: "linear",
      frames: story.frameCount, curve: [0, 1], scenes: scenes)
  }
}

extension Answer.Catalog.Format {
  /// The output choices of a format: one file of all frames, or a file for each frame.
  static func all(of format: any FileFormat) -> [Self] {
    let (name, ending) = (type(of: format).name, type(of: format).extensions.first)
    let options = type(of: format).parameterDescriptions.map { Answer.Catalog.Parameter($0) }
    var all: [Self] = []
    if let ending, format is any AnimationFormat || format is any VideoFormat || format is any StreamFormat {
      all.append(Self(file: "segue.\(ending)", format: nil, title: ending.uppercased(), parameters: options))
    } else if format is any StreamFormat, !(format is Formats.Null) {
      all.append(
        Self(file: "segue.\(name)", format: name, title: "\(name.uppercased()), raw", parameters: options))
    }
    if let ending, format is any ImageFormat {
      all.append(
        Self(
          file: "frames/%04d.\(ending)", format: nil, title: "\(name.uppercased()) frames",
          // Files of one picture do not repeat.
          parameters: options.filter { $0.name != "loops" }))
    }
    return all
  }
}

extension Answer.Catalog.Item {
  init<Made>(_ item: CatalogItem<Made>, timing: Timing? = nil) {
    let example = item.example.flatMap { Specification("x:\($0)") }
    self.init(
      name: item.name, family: item.family.isEmpty ? "Others" : item.family, summary: item.summary,
      parameters: item.parameters.map { .init($0) },
      example: example.map { Dictionary($0.values.map { ($0.key, $0.value) }) { $1 } },
      duration: timing?.duration, ease: timing?.curve.description, glsl: item.glsl != nil)
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
    }
    self.init(
      name: parameter.name, kind: kind, value: parameter.defaultValue, minimum: range?.lowerBound,
      maximum: range?.upperBound, count: count, words: words, unit: parameter.unit,
      summary: parameter.summary, form: "\(parameter.kind)", required: parameter.isRequired)
  }
}
