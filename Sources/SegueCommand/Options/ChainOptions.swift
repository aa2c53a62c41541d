import ArgumentParser

/// Options for filters before and after a transition, or a blend in place of the transition.
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
      "A blend of the two images, in place of a transition. (default of filters without --transition: \(Chain.standardBlend))",
      valueName: "name[:key=value,...]"), completion: .blends)
  var blend: Specification?

  @Option(
    help: ArgumentHelp(
      "A filter on the result, or on an image alone; repeatable.", valueName: "name[:key=value,...]"),
    completion: .filters)
  var filter: [Specification] = []

  /// The names of the options that were given.
  var given: [String] {
    [
      (fromFilter.isEmpty, "--from-filter"), (toFilter.isEmpty, "--to-filter"), (blend == nil, "--blend"),
      (filter.isEmpty, "--filter"),
    ].filter { !$0.0 }.map(\.1)
  }

  /// The names of all filters and of the transition or blend, as a title.
  func title(around transition: String? = nil) -> String {
    let joint = [transition ?? blend?.name].compactMap(\.self)
    return ((fromFilter + toFilter).map(\.name) + joint + filter.map(\.name)).joined(separator: " ")
  }

  /// Throws if both a blend and a transition were given.
  func check(transition: String?) throws {
    if let transition, blend != nil {
      throw ValidationError("--blend stands in place of a transition; give it or \(transition), not both")
    }
  }

  /// Makes the transition with its filters; without a transition, the blend or the single image with its
  /// filters.
  func transition(
    around transition: (any Transition)?, ofOne isAlone: Bool = false, _ files: ChainFiles
  ) throws -> any Transition {
    try ChainDescription(from: fromFilter, to: toFilter, blend: blend, result: filter)
      .transition(around: transition, ofOne: isAlone, files)
  }
}

extension ChainFiles {
  /// Makes readers that decode files with `options` and report compiler warnings.
  ///
  /// A filter named without parameters gets parameters with which its effect is visible.
  init(options: DecodeOptions) {
    self.init(
      shader: { try Shader(contentsOf: $0) }, picture: { try Bitmap(contentsOf: $0, options: options) },
      file: { try ParameterFile(contentsOf: $0, options: options) },
      warn: { sayWarning(.compiler, $0.description) })
    showsNamedAlone = true
  }
}
