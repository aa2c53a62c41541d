public import SegueFiles
import SegueFilters
import SegueFormats
public import SeguePixels
import SegueRendering
public import SegueTransitions

/// The keys in the YAML file of an animator.
package enum AnimatorKeys {
  package static let file = ["summary", "duration", "curve", "background", "edges"] + ways
  package static let ways = ["push", "present", "pop", "dismiss"]
  package static let layer = ["layer", "part", "anchor", "curve", "shadow"] + layerTracks.map(\.key)
  package static let shadow = ["color"] + shadowTracks.map(\.key)

  fileprivate typealias Tracks<Owner> = KeyValuePairs<String, WritableKeyPath<Owner, LayerTrack> & Sendable>
  fileprivate static let layerTracks: Tracks<LayerAnimator.AnimatedLayer> = [
    "x": \.x, "y": \.y, "scale": \.scale, "scale-x": \.scaleX, "scale-y": \.scaleY, "rotation": \.rotation,
    "opacity": \.opacity, "corner-radius": \.cornerRadius, "z": \.z,
  ]
  fileprivate static let shadowTracks: Tracks<LayerAnimator.AnimatedShadow> = [
    "opacity": \.opacity, "radius": \.radius, "x": \.x, "y": \.y,
  ]
}

extension LayerAnimator {
  /// Returns whether a file name denotes an animator: whether it ends in `.yaml` or `.yml`.
  package static func isFile(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

  /// Reads an animator from a YAML file.
  ///
  /// Image names in the file are relative to the folder of the file.
  ///
  /// - Parameters:
  ///   - file: A path, a `URL`, or `-` for standard input, for which image names are relative to the working
  ///     directory.
  ///   - options: The decoding options for images, including the maximum size.
  /// - Throws: `StoryboardError`, with the line and the key unless the YAML file cannot be read, or an image
  ///   is a device or a pipe.
  public init(
    contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    let (path, yaml) = try yamlText(of: file, "animator")
    try self.init(yaml: yaml, named: path, options: options)
  }

  /// Reads an animator from YAML text.
  ///
  ///     let sinks = try LayerAnimator(
  ///       yaml: """
  ///         duration: 0.5
  ///         curve: ease-out
  ///         push:
  ///           - {layer: from, opacity: [1, 0.5]}
  ///           - {layer: to, y: [-100%, 0], corner-radius: [40, 0]}
  ///         """)
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file for error messages.
  ///   - folder: The folder to which image names are relative; nil for the folder of `file`.
  ///   - options: The decoding options for images, including the maximum size.
  /// - Throws: `StoryboardError`, with the line and the key unless an image is a device or a pipe.
  public init(
    yaml: String, named file: String = "animator", folder: String? = nil,
    options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    let root = try compose(yaml, file: file, StoryboardNames(folder: folder, of: file))
    let section = try root.section(AnimatorKeys.file)
    func layers(_ names: String...) throws(StoryboardError) -> [AnimatedLayer]? {
      let given = names.filter { section[$0] != nil }
      guard let name = given.first, let entry = section[name] else { return nil }
      if given.count > 1, let second = section[given[1]] {
        throw second.invalid("means the same as \(name): give one")
      }
      var layers: [AnimatedLayer] = []
      for layer in try entry.list("a list of layers") { layers.append(try layer.animatedLayer(options)) }
      if layers.isEmpty { throw entry.invalid("must have at least one layer") }
      return layers
    }
    guard let there = try layers("push", "present") else {
      throw root.invalid("push is missing: a list of layers")
    }
    self.init(there, back: try layers("pop", "dismiss"))
    if let entry = section["duration"] {
      timing.duration = try entry.number("seconds above 0") { $0 > 0 }
    }
    if let entry = section["curve"] { timing.curve = try entry.curve() }
    if let entry = section["background"] { background = try entry.color() }
    if let entry = section["edges"] {
      edges = try entry.named(in: Layers.Layer.Edges.allCases, kind: "kind of edges") { $0.rawValue }
    }
    summary = try section["summary"]?.text("a sentence")
  }
}

extension Entry {
  func curve() throws(StoryboardError) -> TimingCurve {
    let names = TimingCurve.named.map(\.name) + TimingCurve.forms
    return try value("one of \(names.joined(separator: ", "))") { TimingCurve($0) }
  }

  func color() throws(StoryboardError) -> Pixel {
    // Adds a hint to the error, since an unquoted # starts a comment in YAML, and so leaves the value empty.
    try value("a CSS name, or '#rrggbb' in quotes\(colorHint(node.scalar?.string ?? ""))") { Pixel($0) }
  }

  fileprivate func animatedLayer(_ options: DecodeOptions) throws(StoryboardError)
    -> LayerAnimator.AnimatedLayer
  {
    let section = try section(AnimatorKeys.layer)
    guard let entry = section["layer"] else {
      throw invalid("layer is missing: from, to, a color or an image file")
    }
    var layer = LayerAnimator.AnimatedLayer(try entry.content(options))
    if let entry = section["part"] {
      let tracks = try entry.tracks(4, "[x, y, width, height]")
      layer.part = (tracks[0], tracks[1], tracks[2], tracks[3])
    }
    if let entry = section["anchor"] {
      let tracks = try entry.tracks(2, "[x, y]")
      layer.anchor = (tracks[0], tracks[1])
    }
    if let entry = section["curve"] { layer.curve = try entry.curve() }
    for (key, track) in AnimatorKeys.layerTracks {
      if let entry = section[key] { layer[keyPath: track] = try entry.track() }
    }
    layer.shadow = try section["shadow"]?.shadow()
    return layer
  }

  private func content(_ options: DecodeOptions) throws(StoryboardError) -> Layers.Layer.Content {
    let text = try text("from, to, a color in quotes or an image file")
    switch text {
    case "from": return .from
    case "to": return .to
    default: break
    }
    if let color = Pixel(text) { return .color(color) }
    guard text.contains(where: { $0 == "." || $0 == "/" }) else {
      throw invalid("'\(shortened(text))' must be from, to, a color in quotes or an image file")
    }
    let path = try StoryboardFiles(self).path(of: text)
    do {
      return .picture(try Bitmap(contentsOf: path, options: options))
    } catch {
      throw invalid("\(error)")
    }
  }

  private func shadow() throws(StoryboardError) -> LayerAnimator.AnimatedShadow {
    let section = try section(AnimatorKeys.shadow)
    var shadow = LayerAnimator.AnimatedShadow()
    if let entry = section["color"] { shadow.color = try entry.color() }
    for (key, track) in AnimatorKeys.shadowTracks {
      if let entry = section[key] { shadow[keyPath: track] = try entry.track() }
    }
    return shadow
  }

  private func tracks(_ count: Int, _ form: String) throws(StoryboardError) -> [LayerTrack] {
    var tracks: [LayerTrack] = []
    for entry in try list(form) { tracks.append(try entry.track()) }
    guard tracks.count == count else { throw invalid("must be \(form)") }
    return tracks
  }

  /// Reads a constant, a list of equidistant values, a mapping of keyframes, or a formula.
  private func track() throws(StoryboardError) -> LayerTrack {
    if node.mapping != nil { return .keyframes(try keyframes()) }
    if node.sequence != nil {
      let values = try list("values from start to end")
      guard values.count >= 2 else { throw invalid("must have a value for the start and one for the end") }
      var frames: [LayerTrack.Keyframe] = []
      for (index, value) in values.enumerated() {
        frames.append(.init(at: Double(index) / Double(values.count - 1), try value.length()))
      }
      return .keyframes(frames)
    }
    let text = try text("a number, such as 20 or 50%, [start, end], {0: start, 1: end}, or a formula")
    if let length = Self.length(text) { return .constant(length) }
    do throws(ExpressionError) {
      return .formula(try ProgressExpression(text))
    } catch {
      throw invalid(error.line)
    }
  }

  private func keyframes() throws(StoryboardError) -> [LayerTrack.Keyframe] {
    var frames: [LayerTrack.Keyframe] = []
    for (key, entry) in try pairs("a mapping of moments to values") {
      let percent = key.hasSuffix("%") ? Double(key.dropLast()).map { $0 / 100 } : Double(key)
      guard let progress = percent, (0...1).contains(progress) else {
        throw entry.invalid("the moment '\(shortened(key))' must be a number in 0…1")
      }
      if let last = frames.last, last.progress >= progress {
        throw entry.invalid("the moment \(key) is not after the one before")
      }
      if entry.node.sequence == nil {
        frames.append(.init(at: progress, try entry.length()))
      } else {
        let pair = try entry.list("a value and the curve that leads there")
        guard pair.count == 2 else { throw entry.invalid("must be a value and the curve that leads there") }
        frames.append(.init(at: progress, try pair[0].length(), curve: try pair[1].curve()))
      }
    }
    guard let first = frames.first else { throw invalid("must have at least one moment") }
    // Adds a keyframe at progress 0, since the value of the first keyframe also applies before this keyframe.
    return first.progress == 0 ? frames : [.init(at: 0, first.value)] + frames
  }

  private func length() throws(StoryboardError) -> LayerTrack.Length {
    try value("a number, such as 20 or 50%", Self.length)
  }

  private static func length(_ text: String) -> LayerTrack.Length? {
    guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text), abs(number) <= 1e6 else {
      return nil
    }
    return text.hasSuffix("%") ? .share(number / 100) : .pixels(number)
  }
}
