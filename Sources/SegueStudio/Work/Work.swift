import SegueFilters
package import SeguePixels
package import SegueRendering
import SegueShaders
package import SegueTransitions

/// The work on the stage of a page: pictures, the transition or chain between them, and the timing.
///
/// The frames, the command line, the Swift code and the YAML are derived from it. Pictures and files are
/// names on the shelf, never paths.
package struct Work: Codable, Hashable, Sendable {
  /// A catalog item with its parameters.
  package struct Item: Codable, Hashable, Sendable {
    /// The name of the item.
    package var name: String
    /// The parameters that were changed, as text, by name.
    package var parameters: [String: String]?

    /// Makes an item of a name and parameters.
    package init(_ name: String, _ parameters: [String: String] = [:]) {
      (self.name, self.parameters) = (name, parameters.isEmpty ? nil : parameters)
    }

    /// The parameters that were changed, sorted by name.
    package var values: [(key: String, value: String)] { (parameters ?? [:]).sorted { $0.key < $1.key } }
    /// The item in the syntax of the command line.
    package var specification: Specification { Specification(name: name, values: values) }
  }

  /// The text of a shader or a storyboard in the page's editor.
  package struct Source: Codable, Hashable, Sendable {
    /// The name for error messages.
    package var name: String
    /// The GLSL or YAML text.
    package var text: String

    /// Makes a source with a name and a text.
    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// The picture at the start.
  package var from: String
  /// The picture at the end; nil to apply filters to the first picture alone.
  package var to: String?
  /// The transition; if nil, the blend and filters are used, or else pixellate-dissolve.
  package var transition: Item?
  /// A shader in place of a transition of the catalog; its parameters are those of `transition`.
  package var source: Source?
  /// A storyboard in place of everything else, which has its own pictures, size and timing.
  package var flow: Source?
  /// Filters on the first picture.
  package var fromFilters: [Item]?
  /// Filters on the second picture.
  package var toFilters: [Item]?
  /// The blend of both pictures, used if there is no transition.
  package var blend: Item?
  /// Filters on the result.
  package var filters: [Item]?
  /// The operation of the transition; nil for `present`.
  package var operation: TransitionOperation?
  /// The duration in seconds; nil for the transition's default.
  package var duration: Double?
  /// The timing curve as text; nil for the transition's default.
  package var ease: String?
  /// The frame size; nil for the first picture's size.
  package var size: String?
  /// The fit of pictures in the frame; nil for `cover`.
  package var fit: String?
  /// The background color behind the pictures.
  package var background: String?
  /// The light in which pictures are mixed; nil for stored (gamma-encoded) values.
  package var light: String?

  /// Makes a work of a transition between two pictures.
  package init(from: String, to: String?, _ transition: Item? = nil) {
    (self.from, self.to, self.transition) = (from, to, transition)
  }
}

/// The error for a request that the studio refuses.
package struct Refused: Error, Hashable, CustomStringConvertible {
  /// One sentence without a full stop.
  package let description: String

  /// Makes an error with a sentence.
  package init(_ description: String) { self.description = description }
}

extension Work {
  /// The filters, and the blend if there is no transition.
  package var around: ChainDescription {
    func list(_ items: [Item]?) -> [Specification] { (items ?? []).map(\.specification) }
    let joint = source == nil && transition == nil ? blend : nil
    return ChainDescription(
      from: list(fromFilters), to: list(toFilters), blend: joint?.specification, result: list(filters))
  }

  /// Whether filters and a blend are used in place of a transition.
  package var isChain: Bool { source == nil && transition == nil && !around.isEmpty }

  /// The transition if this is not a chain; by default pixellate-dissolve.
  package var named: Item { transition ?? Item(Transitions.PixellateDissolve.name) }

  /// The title: the names of the filters and of the transition or blend.
  var title: String {
    if let flow { return flow.name }
    let joint = isChain ? around.blend?.name : source?.name ?? named.name
    return ((around.from + around.to).map(\.name) + [joint].compactMap(\.self) + around.result.map(\.name))
      .joined(separator: " ")
  }

  /// Makes the framing; throws for a size above the pixel limit.
  package func framing(_ options: DecodeOptions = DecodeOptions()) throws -> Framing {
    var framing = Framing()
    framing.size = try read(size, "a frame size is width and height in pixels, such as 1280x720") {
      PixelSize($0)
    }
    framing.fit =
      try read(fit, "a fit is one of \(Framing.Fit.allCases.map(\.rawValue).alternatives)") {
        .init(rawValue: $0)
      }
      ?? .cover
    framing.background = try read(background, "a background is #rrggbb[aa] or a CSS name") { Pixel($0) }
    framing.light =
      try read(light, "light is one of \(Light.allCases.map(\.rawValue).alternatives)") {
        .init(rawValue: $0)
      }
      ?? .gamma
    if let size = framing.size, size.pixelCount.map({ $0 > options.maxPixels }) ?? true {
      throw Refused("\(size) is more than \(options.maxPixels) pixels")
    }
    return framing
  }

  /// The timing: the duration and curve of the work, or else those of the transition.
  package func timing(of transition: any Transition) throws -> Timing {
    if let duration, !(duration > 0 && duration <= 3600) {
      throw Refused("a duration is above 0 and at most 3600 seconds")
    }
    let curve = try read(
      ease, "a curve is \((TimingCurve.named.map(\.name) + TimingCurve.forms).alternatives)"
    ) {
      TimingCurve($0)
    }
    return transition.timing.with(duration: duration, curve: curve)
  }

  private func read<Value>(_ text: String?, _ expected: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else { throw Refused("\(expected), not '\(text.prefix(80))'") }
    return value
  }

  /// Makes the transition, or the chain, between the pictures.
  ///
  /// - Throws: The error of a name, a parameter or a shader.
  package func make(_ shelf: Shelf) throws -> any Transition {
    if flow != nil { throw Refused("a flow has its gestures and transitions in its text") }
    let files = shelf.chainFiles
    return try around.transition(around: isChain ? nil : inner(shelf, files), ofOne: to == nil, files)
  }

  /// Makes the transition without the filters of the work.
  private func inner(_ shelf: Shelf, _ files: ChainFiles) throws -> any Transition {
    if let source {
      return try make(try Shader(source: source.text, file: source.name), files)
    }
    if let file = shelf.shader(named: named.name) {
      return try make(try shelf.read(file), files)
    }
    return try files.transition(Catalog.transitions.named(named.name), named.values)
  }

  /// The work in terms of the command line: a shader that is a filter or a blend becomes part of a chain,
  /// named by its file.
  ///
  /// - Throws: The error of a shader.
  package func spelledOut(_ shelf: Shelf) throws -> Work {
    guard flow == nil, !isChain else { return self }
    let file = shelf.path(source?.name ?? named.name)
    guard
      let shader = try source.map({ try Shader(source: $0.text, file: $0.name) })
        ?? shelf.shader(named: named.name).map({ try shelf.read($0) }), shader.kind != .transition
    else { return self }
    var work = self
    (work.source, work.transition) = (nil, nil)
    let item = Item(file, Dictionary(values(of: shader)) { $1 })
    if shader.kind == .blend { work.blend = item } else { work.filters = [item] + (filters ?? []) }
    return work
  }

  private func values(of shader: Shader) -> [(key: String, value: String)] {
    named.values.filter { value in shader.parameters.contains { $0.name == value.key } }
  }

  /// Makes a transition from a shader of any kind; a filter is applied to a dissolve of the pictures.
  private func make(_ shader: Shader, _ files: ChainFiles) throws -> any Transition {
    let values = values(of: shader)
    switch shader.kind {
    case .transition:
      if let transition = try files.transition(shader, values) { return transition }
    case .blend:
      if let blend = try files.blend(shader, values) { return ChainTransition(.blend(.from, .to, blend)) }
    case .filter:
      if let filter = try files.filter(shader, values) {
        return ChainTransition(.filter(.blend(.from, .to, try files.blend(Chain.standardBlend)), filter))
      }
    }
    throw Refused("\(shader.name) is no shader of pictures")
  }

  /// Whether a parameter is in pixels of the full frame, so that the effect would look different in a smaller
  /// frame.
  func countsPixels(_ shelf: Shelf) -> Bool {
    // A rectangle counts only if it was changed, since its default scales with the frame.
    func counts(_ parameters: [ParameterDescription], _ values: [(key: String, value: String)]) -> Bool {
      parameters.contains { parameter in
        parameter.unit == "pixels"
          || parameter.kind == .rectangle && values.contains { $0.key == parameter.name }
      }
    }
    let isCounted = (around.from + around.to + around.result).contains { filter in
      (try? Catalog.filters.named(filter.name)).map { counts($0.parameters, filter.values) } ?? false
    }
    if isCounted { return true }
    guard source == nil, !isChain, shelf.shader(named: named.name) == nil,
      let item = try? Catalog.transitions.named(named.name)
    else { return false }
    return counts(item.parameters, named.values)
  }
}
