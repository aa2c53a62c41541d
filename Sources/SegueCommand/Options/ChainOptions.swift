import ArgumentParser
import Segue

/// Filters around a transition, and a blend in its place.
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
      "What joins the two in place of a transition. (default of filters without --transition: \(Chain.standardBlend))",
      valueName: "name[:key=value,...]"), completion: .blends)
  var blend: Specification?

  @Option(
    help: ArgumentHelp(
      "A filter on what is shown, or on an image alone; repeatable.", valueName: "name[:key=value,...]"),
    completion: .filters)
  var filter: [Specification] = []

  /// Those that were given.
  var given: [String] {
    [
      (fromFilter.isEmpty, "--from-filter"), (toFilter.isEmpty, "--to-filter"), (blend == nil, "--blend"),
      (filter.isEmpty, "--filter"),
    ].filter { !$0.0 }.map(\.1)
  }

  /// The names of all that happens, around a transition or a blend.
  func title(around transition: String? = nil) -> String {
    let joint = [transition ?? blend?.name].compactMap(\.self)
    return ((fromFilter + toFilter).map(\.name) + joint + filter.map(\.name)).joined(separator: " ")
  }

  /// Refuses a blend beside a transition.
  func check(transition: String?) throws {
    if let transition, blend != nil {
      throw ValidationError("--blend stands in place of a transition; give it or \(transition), not both")
    }
  }

  /// The transition with the filters around it; without one, the filters around a blend, or on one image alone.
  func transition(
    around transition: (any Transition)?, ofOne isAlone: Bool = false, _ files: ChainFiles
  ) throws -> any Transition {
    try ChainDescription(from: fromFilter, to: toFilter, blend: blend, result: filter)
      .transition(around: transition, ofOne: isAlone, files)
  }
}

extension ChainFiles {
  /// Reads files as the options say, and says what the compiler warns of; filters that are named alone show what they do.
  init(options: DecodeOptions) {
    self.init(
      shader: { try Shader(contentsOf: $0) }, picture: { try Bitmap(contentsOf: $0, options: options) },
      file: { try ParameterFile(contentsOf: $0, options: options) },
      warn: { sayWarning(.compiler, $0.description) })
    showsNamedAlone = true
  }
}
