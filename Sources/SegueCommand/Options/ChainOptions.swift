import ArgumentParser
import Segue

/// Filters and a blend in place of a transition.
struct ChainOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A filter on the first image, such as 'pixellate:fraction=0.1*progress'; repeatable. A number may be a formula of progress, time, width and height.",
      valueName: "name[:key=value,...]"), completion: .filters)
  var fromFilter: [Specification] = []

  @Option(
    help: ArgumentHelp("A filter on the second image; repeatable.", valueName: "name[:key=value,...]"),
    completion: .filters)
  var toFilter: [Specification] = []

  @Option(
    help: ArgumentHelp(
      "What joins the two. (default with these options: \(Chain.standardBlend))",
      valueName: "name[:key=value,...]"), completion: .blends)
  var blend: Specification?

  @Option(
    help: ArgumentHelp(
      "A filter on the result, or on an image alone; repeatable.", valueName: "name[:key=value,...]"),
    completion: .filters)
  var filter: [Specification] = []

  /// Those that were given.
  var given: [String] {
    [
      (fromFilter.isEmpty, "--from-filter"), (toFilter.isEmpty, "--to-filter"), (blend == nil, "--blend"),
      (filter.isEmpty, "--filter"),
    ].filter { !$0.0 }.map(\.1)
  }

  /// What to call it.
  var title: String {
    (fromFilter + toFilter + [blend].compactMap(\.self) + filter).map(\.name).joined(separator: " ")
  }

  /// Refuses what does not go with these options.
  func check(transition: String?) throws {
    guard let first = given.first else { return }
    if let transition {
      throw ValidationError("\(first) makes a transition of its own; give it or \(transition), not both")
    }
  }

  /// The chain of two images, or of one alone.
  func chain(ofOne isAlone: Bool = false, _ files: ChainFiles) throws -> Chain {
    try ChainDescription(from: fromFilter, to: toFilter, blend: blend, result: filter)
      .chain(ofOne: isAlone, files)
  }
}

extension ChainFiles {
  /// Reads files as the options say, and says what the compiler warns of.
  init(options: DecodeOptions) {
    self.init(
      shader: { try Shader(contentsOf: $0) }, picture: { try Bitmap(contentsOf: $0, options: options) },
      file: { try ParameterFile(contentsOf: $0, options: options) },
      warn: { sayWarning(.compiler, $0.description) })
  }
}
