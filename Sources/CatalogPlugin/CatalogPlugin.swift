import Foundation
import PackagePlugin

/// Generates Swift from a folder: the catalog of effects with the texts of their shaders, types of effects,
/// or the texts of pages.
///
/// `SegueFilters` has the folder `Filters` and `SegueTransitions` the folder `Transitions`, with a folder for
/// each family; `SegueStudio` has `Page`. `SegueEffects` gets the types for both folders of effects.
@main
struct CatalogPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let sources = target.directoryURL.deletingLastPathComponent()
    let effects = ["SegueFilters/Filters", "SegueTransitions/Transitions"]
    let (mode, folders) =
      switch target.name {
      case "SegueEffects": ("types", effects)
      case "SegueStudio": ("pages", ["SegueStudio/Page"])
      default: ("catalog", effects.filter { $0.hasPrefix(target.name + "/") })
      }
    return try folders.map { name in
      let folder = sources.appending(path: name)
      let paths = FileManager.default.enumerator(atPath: folder.path())?.allObjects as? [String] ?? []
      let files = paths.filter { URL(filePath: $0).pathExtension != "" }.sorted()
      let output = context.pluginWorkDirectoryURL.appending(
        path: "\(folder.lastPathComponent)Generated.swift")
      return .buildCommand(
        displayName: "Generating \(mode) of \(name)",
        executable: try context.tool(named: "CatalogGenerator").url,
        arguments: [mode, output.path(), folder.path()] + files,
        inputFiles: files.map { folder.appending(path: $0) }, outputFiles: [output])
    }
  }
}
