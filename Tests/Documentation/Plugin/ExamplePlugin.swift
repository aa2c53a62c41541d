import Foundation
import PackagePlugin

/// Compiles the documentation's examples with the target: one Swift file for each file with examples.
@main
struct ExamplePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let files = examples(in: package)
    let outputs = files.map { file in
      let path = file.path().dropFirst(package.path().count).split(separator: "/").joined(separator: "-")
      return context.pluginWorkDirectoryURL.appending(path: "\(path).swift")
    }
    let list = context.pluginWorkDirectoryURL.appending(path: "Articles.swift")
    return [
      .buildCommand(
        displayName: "Extracting the examples of the documentation",
        executable: try context.tool(named: "ExampleExtractor").url,
        arguments: [list.path()] + zip(files, outputs).flatMap { [$0.path(), $1.path()] }, inputFiles: files,
        outputFiles: outputs + [list])
    ]
  }

  /// Lists README, docs/, the articles, and sources with examples in doc comments.
  private func examples(in package: URL) -> [URL] {
    func files(_ folder: String, _ suffix: String) -> [URL] {
      let all = FileManager.default.enumerator(atPath: package.appending(path: folder).path())
      return (all?.allObjects as? [String] ?? []).filter { $0.hasSuffix(suffix) }.sorted()
        .map { package.appending(path: "\(folder)/\($0)") }
    }
    func has(_ text: String) -> (URL) -> Bool {
      { (try? String(contentsOf: $0, encoding: .utf8))?.contains(text) ?? false }
    }
    let pages =
      [package.appending(path: "README.md")] + files("docs", ".md") + files("Sources/Segue/Segue.docc", ".md")
    return pages.filter(has("```swift\n"))
      + files("Sources", ".swift").filter { !$0.path().contains("/SegueCommand/") }.filter(has("///     "))
  }
}
