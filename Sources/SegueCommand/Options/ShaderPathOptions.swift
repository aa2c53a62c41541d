import ArgumentParser

/// The option for folders with shaders, which are added to the catalog.
struct ShaderPathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of shaders, each a transition with its file's name; repeatable.", valueName: "folder"),
    completion: .directory)
  var shaderPath: [String] = []

  /// The given folders.
  var folders: ShaderPath { ShaderPath(shaderPath) }
}
