import ArgumentParser
import Segue

/// Filters and a blend in place of a transition.
struct ChainOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A filter on the first image, such as 'pixellate:fraction=0.1*progress'; repeatable. A number may be a formula of progress, time, width and height.",
      valueName: "name[:key=value,...]"))
  var fromFilter: [Specification] = []

  @Option(help: ArgumentHelp("A filter on the second image; repeatable.", valueName: "name[:key=value,...]"))
  var toFilter: [Specification] = []

  @Option(
    help: ArgumentHelp(
      "What joins the two. (default with these options: \(Chain.standardBlend))",
      valueName: "name[:key=value,...]"))
  var blend: Specification?

  @Option(
    help: ArgumentHelp(
      "A filter on the result, or on an image alone; repeatable.", valueName: "name[:key=value,...]"))
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
    var chain = try through(.from, fromFilter, files)
    if !isAlone {
      let second = try through(.to, toFilter, files)
      let joint = try blend.map(files.blend) ?? files.blend(Chain.standardBlend)
      chain = .blend(chain, second, joint)
    }
    return try through(chain, filter, files)
  }

  private func through(_ chain: Chain, _ filters: [Specification], _ files: ChainFiles) throws -> Chain {
    try filters.reduce(chain) { .filter($0, try files.filter($1)) }
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
