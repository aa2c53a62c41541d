import ArgumentParser
import SegueFiles

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Describe a transition, filter or other item, with its parameters.",
    discussion: "A name may stand for several items, such as a filter and a transition.")

  @Argument(help: "A name from 'segue list', or the file of a shader or an animator.", completion: .explained)
  var name: String
  @Flag(help: "Print a JSON list with an object for each item of the name.") var json = false
  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var quiet: QuietOption

  func run() throws {
    let explained = try explained()
    if json { return try putJSON(explained) }
    try put(explained.map(\.text).joined(separator: "\n"))
  }

  /// Returns the catalog items with the name; items for which the name is only an alias are last.
  private func explained() throws -> [Explained] {
    if LayerAnimator.isFile(name) { return [Explained(try LayerAnimator(contentsOf: name), file: name)] }
    let curve = TimingCurve(name).map { Explained($0, name: name) }
    // A name with a dot or a slash is a file, since catalog names contain neither.
    if curve == nil, name.contains(where: { $0 == "." || $0 == "/" }) {
      return [Explained(try Shader(contentsOf: name), file: name)]
    }
    let choices = try shaderPath.folders.choices()
    let found = try [
      transition(choices), Catalog.filters.meaning(of: name).map { Explained("filter", $0) },
      Catalog.blends.meaning(of: name).map { Explained("blend", $0) },
      (Catalog.formats.meaning(of: name) ?? Catalog.formats.forExtension(name)).map {
        Explained("format", $0)
      },
      Catalog.maps.meaning(of: name).map { Explained("map", $0) }, curve,
    ].compactMap(\.self)
    guard found.isEmpty else { return found.filter { $0.name == name } + found.filter { $0.name != name } }
    let names =
      choices.map(\.name) + Catalog.filters.items.map(\.name) + Catalog.blends.items.map(\.name)
      + Catalog.formats.items.map(\.name) + Catalog.maps.items.map(\.name)
    // Suggests only the easing if the name is nearly the name of an easing. Otherwise `find` might suggest a
    // synonym, since parts of easing names are words that have synonyms.
    let near = nearest(to: name, among: names + Arguments.pennerEasings, within: 2)
    let easing = near.flatMap { near in Arguments.pennerEasings.first { $0 == near } }
    _ = try find(
      name, in: easing.map { [$0] } ?? names,
      also: easing != nil
        ? []
        : Catalog.transitions.variants.map(\.name) + TimingCurve.named.map(\.name) + Arguments.pennerEasings,
      kind: "transition, filter, blend, format, map or easing"
    ) { $0 }
    return []
  }

  private func transition(_ choices: [ShaderPath.Choice]) throws -> Explained? {
    switch choices.first(where: { $0.name == name }) {
    case .entry(let entry)?: Explained("transition", entry)
    case .file(_, let file)?: Explained(try Shader(contentsOf: file), file: file)
    case nil: Catalog.transitions.meaning(of: name).map { Explained("transition", $0) }
    }
  }
}
