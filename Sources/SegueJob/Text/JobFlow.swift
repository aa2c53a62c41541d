import SegueExport
import SegueFiles
import SegueFormats
import SegueRendering

extension Job {
  /// The command line and the Swift code that render the job's storyboard from a file.
  ///
  /// - Parameters:
  ///   - file: The path of the storyboard.
  ///   - frameCount: The number of its frames.
  ///   - hasSound: Whether it has sound.
  /// - Returns: The texts.
  package func texts(
    ofFlow file: String, frameCount: Int, hasSound: Bool
  ) -> (command: String, code: String) {
    var words = ["segue", "storyboard", file]
    var lines = [
      "import Segue", "", "let story = try Storyboard(contentsOf: \(literal(file)))",
      "let frames = try StoryboardFrames(story)",
    ]
    if let still {
      let frame = Int((still * Double(max(0, frameCount - 1))).rounded())
      words += ["--range", "\(frame)-\(frame)"]
      lines.append("try frames.rows(of: \(frame)).rendered()\(writeCode)")
    } else {
      lines.append(
        "try await Exporter(frames, rate: story.rate).export(to: \(destinationCode(hasSound: hasSound)))")
    }
    words += output?.words(path: { $0 }, isStill: still != nil) ?? []
    return (words.map(shellWord).joined(separator: " "), lines.joined(separator: "\n") + "\n")
  }

  /// The output, with the default file if there is none.
  private var named: Output { output ?? Output(file: Output.standardFile) }

  /// The Swift call that writes a single frame.
  var writeCode: String {
    let output = named
    guard let item = try? output.item(), let made = try? item.make(output.options.values),
      !output.options.isEmpty || output.format != nil
    else { return ".write(to: \(literal(output.file)))" }
    let code =
      output.options.isEmpty ? "Formats.\(type(of: made))()" : "\(output.makeCode(item)) ImageFormat)!"
    return ".write(to: \(literal(output.file)), as: \(code))"
  }

  /// The Swift expression for the destination.
  func destinationCode(hasSound: Bool = false) -> String {
    let output = named
    let file = literal(output.file)
    let policy = output.policyCode
    guard let item = try? output.item(), let made = try? item.make(output.options.values) else {
      return ".file(\(file)\(policy))"
    }
    if !output.options.isEmpty {
      let code = output.makeCode(item)
      if output.isSeries { return ".files(\(file), as: \(code) ImageFormat)!\(policy))" }
      let sound = hasSound && made is any VideoFormat ? ", sound: story.soundtrack" : ""
      let (kind, type) =
        switch made {
        case is any AnimationFormat: ("animation", "AnimationFormat")
        case is any VideoFormat: ("video", "VideoFormat")
        default: ("stream", "StreamFormat")
        }
      return ".\(kind)(\(file), \(code) \(type))!\(sound)\(policy))"
    }
    if output.isSeries { return ".files(\(file)\(policy))" }
    if output.format != nil { return ".stream(\(file), Formats.\(type(of: made))()\(policy))" }
    if hasSound, made is any VideoFormat {
      return ".video(\(file), Formats.\(type(of: made))(), sound: story.soundtrack\(policy))"
    }
    return ".file(\(file)\(policy))"
  }
}

extension Job.Output {
  /// The beginning of a Swift cast to a protocol, whose name follows: it makes a format with its options.
  fileprivate func makeCode(_ item: CatalogItem<any FileFormat>) -> String {
    let options = options.values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", ")
    return "(Catalog.formats.make(\(literal(item.name)), [\(options)]) as? any"
  }

  /// The Swift argument for the treatment of existing files; empty for the default.
  fileprivate var policyCode: String { existing == .overwrite ? ", .overwrite" : "" }
}
