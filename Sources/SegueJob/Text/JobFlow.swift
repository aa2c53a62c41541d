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
    let plain = "Formats.\(type(of: made))()"
    let format =
      output.options.isEmpty ? plain : "\(output.formatCode(item, made)).image ?? \(plain)"
    return ".write(to: \(literal(output.file)), as: \(format))"
  }

  /// The Swift expression for the destination.
  func destinationCode(hasSound: Bool = false) -> String {
    let output = named
    let file = literal(output.file)
    let policy = output.existing == .overwrite ? ", .overwrite" : ""
    guard let item = try? output.item(), let made = try? item.make(output.options.values) else {
      return ".file(\(file)\(policy))"
    }
    let format = output.formatCode(item, made)
    let isPlain =
      output.options.isEmpty && Catalog.formats.forFile(named: output.file)?.name == item.name
    if output.isSeries { return ".files(\(file)\(isPlain ? "" : ", as: \(format).image")\(policy))" }
    let hasTrack = hasSound && made.video != nil
    if isPlain && !hasTrack { return ".file(\(file)\(policy))" }
    return "Destination(\(format), to: \(file)\(policy)\(hasTrack ? ", sound: story.soundtrack" : ""))"
  }
}

extension Job.Output {
  /// The Swift expression that makes the format with its options.
  fileprivate func formatCode(_ item: CatalogItem<any FileFormat>, _ made: any FileFormat) -> String {
    let options = options.values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", ")
    return options.isEmpty
      ? "Formats.\(type(of: made))()" : "Catalog.formats.make(\(literal(item.name)), [\(options)])"
  }
}
