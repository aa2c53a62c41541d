import SegueExport
import SegueFiles
import SegueFilters
import SegueFormats
import SegueRendering
package import SegueStoryboard
import SegueTransitions

extension Work {
  /// The command line that renders the work, quoted for a shell.
  ///
  /// - Parameters:
  ///   - output: The output of the frames.
  ///   - path: Returns the path of the file for a name.
  /// - Returns: The command line.
  package func command(_ output: WorkOutput, path: (String) -> String) -> String {
    var words = ["segue", output.still == nil ? "render" : "frame", path(from)]
    if let to { words.append(path(to)) }
    func add(_ option: String, _ value: String?) { if let value { words += [option, value] } }
    let around = around
    for filter in around.from { add("--from-filter", filter.spelledOut.naming(path).text) }
    for filter in around.to { add("--to-filter", filter.spelledOut.naming(path).text) }
    if isChain {
      add("--blend", around.blend?.naming(path).text)
    } else {
      let shader = source?.name ?? named.name
      if source != nil || Specification.isFile(path(shader)) {
        add("--shader", path(shader))
      } else {
        add("-t", shader)
      }
      for (key, value) in named.specification.naming(path).values { add("-p", "\(key)=\(value)") }
    }
    for filter in around.result { add("--filter", filter.spelledOut.naming(path).text) }
    add("--operation", operation.flatMap { $0 == .present ? nil : $0.rawValue })
    if let still = output.still {
      add("--time", shortest(still))
    } else {
      add("--duration", duration.map(shortest))
    }
    add("--ease", ease)
    add("--size", size)
    add("--fit", fit)
    add("--background", background)
    add("--light", light)
    if output.still == nil {
      add("--fps", output.fps)
      add("--hold", output.hold.flatMap { $0 > 0 ? shortest($0) : nil })
      if output.reverse == true { words.append("--reverse") }
      if output.boomerang == true { words.append("--boomerang") }
    }
    add("-f", output.formatText)
    add("-o", output.file)
    return words.map(shellWord).joined(separator: " ")
  }
}

extension WorkOutput {
  /// The command line and the Swift code that render a storyboard file.
  package func texts(ofFlow file: String, _ story: Storyboard) -> (command: String, code: String) {
    var words = ["segue", "storyboard", file]
    var lines = [
      "import Segue", "", "let story = try Storyboard(contentsOf: \(literal(file)))",
      "let frames = try StoryboardFrames(story)",
    ]
    if let still {
      let frame = Int((still * Double(max(0, story.frameCount - 1))).rounded())
      words += ["--range", "\(frame)-\(frame)"]
      lines.append("try frames.rows(of: \(frame)).rendered()\(writeCode)")
    } else {
      lines.append(
        "try await Exporter(frames, rate: story.rate).export(to: \(destinationCode(story.soundtrack)))")
    }
    if let formatText { words += ["-f", formatText] }
    words += ["-o", self.file]
    return (words.map(shellWord).joined(separator: " "), lines.joined(separator: "\n") + "\n")
  }

  /// The Swift call that writes a single frame.
  var writeCode: String {
    guard let item = try? item(), let made = try? item.make(values), !values.isEmpty || format != nil else {
      return ".write(to: \(literal(file)))"
    }
    let code = values.isEmpty ? "Formats.\(type(of: made))()" : "\(makeCode(item)) ImageFormat)!"
    return ".write(to: \(literal(file)), as: \(code))"
  }

  /// The beginning of a Swift cast to a protocol, whose name follows: it makes a format with its options.
  private func makeCode(_ item: CatalogItem<any FileFormat>) -> String {
    let options = values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", ")
    return "(Catalog.formats.make(\(literal(item.name)), [\(options)]) as? any"
  }

  /// The Swift expression for the destination.
  func destinationCode(_ sound: Soundtrack? = nil) -> String {
    let item = try? item()
    guard let item, let made = try? item.make(values) else { return ".file(\(literal(file)))" }
    if !values.isEmpty {
      let code = makeCode(item)
      if isSeries { return ".files(\(literal(file)), as: \(code) ImageFormat)!)" }
      let sound = sound != nil && made is any VideoFormat ? ", sound: story.soundtrack" : ""
      let (kind, type) =
        switch made {
        case is any AnimationFormat: ("animation", "AnimationFormat")
        case is any VideoFormat: ("video", "VideoFormat")
        default: ("stream", "StreamFormat")
        }
      return ".\(kind)(\(literal(file)), \(code) \(type))!\(sound))"
    }
    if isSeries { return ".files(\(literal(file)))" }
    if format != nil { return ".stream(\(literal(file)), Formats.\(type(of: made))())" }
    if sound != nil, made is any VideoFormat {
      return ".video(\(literal(file)), Formats.\(type(of: made))(), sound: story.soundtrack)"
    }
    return ".file(\(literal(file)))"
  }
}

extension Specification {
  /// The filter with the default value of one parameter written out.
  ///
  /// A filter without parameters would get the command's example values, which make the effect visible.
  fileprivate var spelledOut: Specification {
    guard values.isEmpty, !isFile, let item = try? Catalog.filters.named(name),
      let first = item.parameters.first(where: { $0.shownValue != nil })
    else { return self }
    return Specification(name: name, values: [(first.name, first.defaultValue)])
  }

  /// The specification with names replaced by the paths of files.
  func naming(_ path: (String) -> String) -> Specification {
    Specification(name: isFile ? path(name) : name, values: values.map { ($0.key, path($0.value)) })
  }
}
