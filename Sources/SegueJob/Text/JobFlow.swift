import SegueFiles

extension Job {
  /// Returns the command line and the Swift code that render the job's storyboard from a file.
  ///
  /// - Parameters:
  ///   - file: The path of the storyboard.
  ///   - frameCount: The number of frames of the storyboard.
  ///   - hasSound: Whether the storyboard has sound.
  /// - Returns: The texts.
  package func texts(
    ofFlow file: String, frameCount: Int, hasSound: Bool
  ) -> (command: String, code: String) {
    var words = ["segue", "storyboard", optionless(file)]
    var lines = [
      "import Segue", "", "let story = try Storyboard(contentsOf: \(literal(file)))",
      "let frames = try StoryboardFrames(story)",
    ]
    if let still {
      let frame = Int((min(max(still, 0), 1) * Double(max(0, frameCount - 1))).rounded())
      words += ["--range", "\(frame)-\(frame)"]
      lines.append("try frames.rows(of: \(frame)).rendered()\(writeCode)")
    } else {
      lines.append(
        "try await Exporter(frames, rate: story.rate).export(to: \(destinationCode(hasSound: hasSound)))")
    }
    words += output?.words(path: { $0 }, isStill: still != nil) ?? []
    return (words.map(shellWord).joined(separator: " "), lines.joined(separator: "\n") + "\n")
  }
}
