import Foundation

/// Runs an article's examples in the present folder. Those of doc comments are compiled with it, and never run.
@main
struct Examples {
  static func main() async throws {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let article = articles.first(where: { $0.name == name }) else {
      for article in articles { print(article.name) }
      return
    }
    try await article.run()
  }
}
