import Foundation

/// Runs an article's examples in the working folder; without a name, lists the articles.
///
/// Examples of doc comments are compiled with the articles' examples, but never run.
@main
struct Examples {
  static func main() async throws {
    guard let name = CommandLine.arguments.dropFirst().first else {
      for article in articles { print(article.name) }
      return
    }
    guard let article = articles.first(where: { $0.name == name }) else { exit(64) }
    try await article.run()
  }
}
