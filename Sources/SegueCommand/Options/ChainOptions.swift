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

  /// Whether the command line has a filter or a blend.
  var isGiven: Bool { !fromFilter.isEmpty || !toFilter.isEmpty || blend != nil || !filter.isEmpty }

  /// Replaces the filters and the blend in the effects of a job by the filters and the blend of the options.
  func set(_ look: inout Job.Look) {
    func items(_ filters: [Specification]) -> [Job.Item] {
      filters.map { Job.Item($0).shown(in: Catalog.filters) }
    }
    if !fromFilter.isEmpty { look.fromFilters = items(fromFilter) }
    if !toFilter.isEmpty { look.toFilters = items(toFilter) }
    if let blend { look.blend = Job.Item(blend).shown(in: Catalog.blends) }
    if !filter.isEmpty { look.filters = items(filter) }
  }
}

extension ChainFiles {
  /// Makes readers that decode files with `options` and report compiler warnings.
  init(options: DecodeOptions) {
    self.init(
      shader: { try Shader(contentsOf: $0) }, picture: { try Bitmap(contentsOf: $0, options: options) },
      file: { try ParameterFile(contentsOf: $0, options: options) },
      warn: { sayWarning(.compiler, $0.description) })
    missingGlyphs = { warnAboutGlyphs($0) }
  }
}
