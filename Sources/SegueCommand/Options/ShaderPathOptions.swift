import ArgumentParser

/// The option for folders of shaders to add to the catalog.
struct ShaderPathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of shaders, each a transition with its file's name; repeatable.", valueName: "folder"),
    completion: .directory)
  var shaderPath: [String] = []

  /// The folders of shaders from the command line.
  var folders: ShaderPath { ShaderPath(shaderPath) }
}
