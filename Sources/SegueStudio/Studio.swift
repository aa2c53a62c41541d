import Dispatch
import SegueExport
import SegueFilters
import SegueFormats
import SegueRendering
package import SeguePixels
import SegueShaders
import SegueTransitions
import Synchronization

/// What all pages of a studio share: the shelf, and what is said of the catalog.
package final class Studio: Sendable {
  /// The pictures and shaders.
  package let shelf: Shelf
  private let version: String
  private let catalog = Mutex<String?>(nil)
  private let queue = DispatchQueue(label: "segue.studio.catalog", qos: .utility)

  /// Opens a studio.
  ///
  /// - Parameters:
  ///   - files: Pictures; two that are drawn stand in where there are fewer.
  ///   - shaders: Shaders that can be chosen and edited, each with its name and file.
  ///   - version: What the page says of the program.
  ///   - options: How pictures are decoded.
  /// - Throws: What is wrong with the first pictures.
  package init(
    files: [String] = [], shaders: [(name: String, file: String)] = [], version: String = "",
    options: DecodeOptions = DecodeOptions()
  ) throws {
    shelf = Shelf(shaders: shaders, options: options)
    self.version = version
    try shelf.add(files: files)
    if files.count < 2 { try Samples.add(to: shelf) }
  }

  /// What pages are told of the shelf.
  func shelfAnswer(added: String? = nil) -> String {
    Answer.text(
      Answer.Shelf(
        pictures: shelf.pictures.map {
          Answer.Shelf.Picture(name: $0.name, width: $0.size.width, height: $0.size.height)
        }, shaders: shelf.shaderNames, added: added))
  }

  /// Calls `body` with what there is to choose from, once it is known: shaders say it when they are compiled.
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
        parameters: shader.parameters.map { .init($0) }, example: nil, duration: 1, ease: "linear")
    }
    return Answer.Catalog(
      transitions: shaders
        + Catalog.transitions.items.filter { item in !shaders.contains { $0.name == item.name } }.map {
          item in
          Answer.Catalog.Item(item, timing: (try? item.make())?.timing)
        },
      filters: Catalog.filters.items.map { .init($0) }, blends: Catalog.blends.items.map { .init($0) },
      maps: Catalog.maps.items.map(\.name), eases: TimingCurve.named.map(\.name),
      formats: Catalog.formats.all.filter { type(of: $0).unavailable == nil }.compactMap { format in
        let isOfMany = format is any AnimationFormat || format is any VideoFormat || format is Formats.Y4M
        return isOfMany ? type(of: format).extensions.first : nil
      }, version: version)
  }

  /// The command, the code and the curve of a work.
  func description(of request: Request.Describe) throws -> Answer.Description {
    let (work, output) = (request.work, request.output)
    let timing = try work.timing(of: work.make(shelf))
    let steps = 120
    return Answer.Description(
      id: request.id, command: work.command(output, path: shelf.path),
      swift: work.swift(output, path: shelf.path, isFile: shelf.isPicture),
      yaml: work.yaml(rate: output.fps, path: shelf.path), duration: timing.duration,
      ease: timing.curve.description, frames: try output.times(timing).count,
      curve: (0...steps).map { timing.progress(at: Double($0) / Double(steps)) })
  }
}

extension Answer.Catalog.Item {
  init<Made>(_ item: CatalogItem<Made>, timing: Timing? = nil) {
    let example = item.example.flatMap { Specification("x:\($0)") }
    self.init(
      name: item.name, family: item.family.isEmpty ? "Others" : item.family, summary: item.summary,
      parameters: item.parameters.map { .init($0) },
      example: example.map { Dictionary($0.values.map { ($0.key, $0.value) }) { $1 } },
      duration: timing?.duration, ease: timing?.curve.description)
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
