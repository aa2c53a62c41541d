import ArgumentParser

/// Options for a wipe by a luma map.
struct LumaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A wipe that follows a map, dark parts first; a picture, or one of 'segue list maps'. Short for -t luma.",
      valueName: "file|name"), completion: .maps)
  var luma: String?

  @Option(
    help: ArgumentHelp("How soft the edge of --luma is: 0…1 of the map's range. (default: 0)", valueName: "s")
  )
  var softness: String?

  @Flag(help: "Invert the map of --luma: light parts first.")
  var invert = false

  func validate() throws {
    guard luma == nil else { return }
    if softness != nil { throw ValidationError("--softness needs --luma") }
    if invert { throw ValidationError("--invert needs --luma") }
  }

  /// The transition with its parameters; nil without `--luma`.
  var specification: Specification? {
    luma.map { map in
      Specification(
        name: Transitions.Luma.name,
        values: [("map", map)] + (softness.map { [("softness", $0)] } ?? [])
          + (invert ? [("invert", "true")] : []))
    }
  }
}
