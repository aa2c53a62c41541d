import ArgumentParser

/// The values of options that shells suggest for completion.
extension CompletionKind {
  static var transitions: CompletionKind { .list(transitionNames + ["random"]) }
  static var filters: CompletionKind { .list(Catalog.filters.items.map(\.name)) }
  static var blends: CompletionKind { .list(Catalog.blends.items.map(\.name)) }
  static var maps: CompletionKind { .list(Catalog.maps.items.map(\.name)) }
  static var easings: CompletionKind { .list((TimingCurve.named + TimingCurve.penner).map(\.name)) }
  /// The formats that this build can write.
  static var formats: CompletionKind {
    .list(
      Catalog.formats.items.filter { item in
        (try? item.make()).map { type(of: $0).unavailable == nil } ?? false
      }.map(\.name))
  }
  static var presets: CompletionKind { .list(Preset.builtIn.map(\.name)) }
  static var sizes: CompletionKind { .list(PixelSize.named.map(\.name)) }
  /// The names that `segue explain` accepts.
  static var explained: CompletionKind {
    .list(
      transitionNames + Catalog.filters.items.map(\.name) + Catalog.blends.items.map(\.name)
        + Catalog.formats.items.map(\.name) + Catalog.maps.items.map(\.name)
        + TimingCurve.named.map(\.name))
  }
  private static var transitionNames: [String] {
    Catalog.transitions.items.flatMap { [$0.name] + $0.variants.map(\.key) }
  }

  /// Completes the parameters of the transition on the command line; the transition is known only when the
  /// shell asks for completions.
  static var parameters: CompletionKind {
    .custom { words, _, _ in
      let name = words.indices.dropLast().last { ["-t", "--transition"].contains(words[$0]) }.map {
        words[$0 + 1]
      }
      let transition = (name ?? Transitions.PixellateDissolve.name).prefix { $0 != ":" }
      let item = try? Catalog.transitions.named(String(transition))
      return (item?.parameters ?? []).map { "\($0.name)=" }
    }
  }
  static var imageFiles: CompletionKind {
    .file(
      extensions: Catalog.formats.readable.flatMap { $0.extensions })
  }
  static var shaderFiles: CompletionKind { .file(extensions: Specification.shaderEndings) }
  static var storyboards: CompletionKind { .file(extensions: ["yaml", "yml"]) }
  static var plans: CompletionKind { .file(extensions: ["json"]) }
}
