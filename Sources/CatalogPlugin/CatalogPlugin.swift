import Foundation
import PackagePlugin

/// Generates Swift from a folder of a module: the catalog of effects with the texts of their shaders, or the texts of
/// pages.
///
/// `SegueFilters` has the folder `Filters` and `SegueTransitions` the folder `Transitions`, with a folder for each
/// family; `SegueStudio` has `Page`.
@main
struct CatalogPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let manager = FileManager.default
    let output = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
    let folders = ["Filters", "Transitions", "Page"].map { target.directoryURL.appending(path: $0) }
    return try folders.filter { manager.fileExists(atPath: $0.path()) }.map { folder in
      let names = manager.enumerator(atPath: folder.path())?.allObjects as? [String] ?? []
      let files = names.filter { URL(filePath: $0).pathExtension != "" }.sorted()
      return .buildCommand(
        displayName: "Generating the \(folder.lastPathComponent) of \(target.name)",
        executable: try context.tool(named: "CatalogGenerator").url,
        arguments: [output.path(), folder.path()] + files,
        inputFiles: files.map { folder.appending(path: $0) },
        outputFiles: [output])
    }
  }
}
