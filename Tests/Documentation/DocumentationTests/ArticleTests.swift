import Foundation
import Segue
import SegueTestSupport
import Testing

private let catalog = projectFolder + "/Sources/Segue/Segue.docc"

/// The pages whose examples are run: README and the articles.
private let articles: [String] = {
  let files = (try? FileManager.default.contentsOfDirectory(atPath: catalog)) ?? []
  return ["README"] + files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
}()

/// Runs the examples of each article in order, as compiled from the page.
@Suite struct ArticleTests {
  @Test(arguments: articles) func examplesOfArticlesRun(_ article: String) throws {
    let page = article == "README" ? projectFolder + "/README.md" : "\(catalog)/\(article).md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let folder = try ArticleFolder()
    try folder.writeFiles(shownIn: text)
    if text.contains("beach.mp4") {
      guard hasFFmpeg else { return }
      // An example encodes all of beach.mp4 at 1280x720, and another a part of town.mov up to 9 s.
      try folder.makeClips([("beach.mp4", seconds: 2), ("town.mov", seconds: 10)])
    }
    let (status, said) = try folder.run(article)
    #expect(status == 0, "\(said)")
    if article == "README" {
      let renderer = try TransitionRenderer(
        from: Bitmap(contentsOf: folder.path + "list.png"), to: Bitmap(contentsOf: folder.path + "detail.png")
      )
      #expect(try Bitmap(contentsOf: folder.path + "frame.png") == renderer.frame(at: 0.4))
    }

    // Pictures of an article are drawn by its examples; `scripts/docs --pictures` copies them.
    for match in text.matches(of: /\n!\[[^\]]+\]\(([a-z-]+)\)/) {
      let name = "\(match.1).png"
      let picture = "\(catalog)/Resources/\(name)"
      let drawn = try Bitmap(contentsOf: folder.path + name)
      if ProcessInfo.processInfo.environment["SEGUE_PICTURES"] != nil {
        try? FileManager.default.removeItem(atPath: picture)
        try FileManager.default.copyItem(atPath: folder.path + name, toPath: picture)
      }
      #expect(try drawn == Bitmap(contentsOf: picture), "scripts/docs --pictures draws \(name) again")
    }
  }

  @Test func compiledArticlesAreListed() throws {
    let folder = try ArticleFolder()
    let (_, said) = try folder.run("")
    #expect(said.split(separator: "\n").map(String.init).sorted() == articles.sorted())
  }
}

/// A folder with the pictures that examples read.
private struct ArticleFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path + "/" }

  init() throws {
    folder = try TemporaryFolder()
    for (name, image) in [
      ("images", "images"), ("list.png", "images/from.png"), ("detail.png", "images/to.png"),
      ("photo.png", "images/storyboard/map.png"), ("title.png", "images/to.png"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: path + name, withDestinationPath: "\(projectFolder)/\(image)")
    }
  }

  /// Makes small clips with sound.
  func makeClips(_ clips: [(name: String, seconds: Int)]) throws {
    for (name, seconds) in clips {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=\(seconds)", "-f", "lavfi",
        "-i",
        "sine=d=\(seconds)", "-pix_fmt", "yuv420p", path + name,
      ]
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
  }

  /// Writes the files shown in blocks of other languages; each is named just before its block.
  func writeFiles(shownIn text: String) throws {
    for match in text.matches(of: /`([a-z]+\.[a-z]+)`:\n\n```[a-z]+\n((?:[^`]|`[^`])+)\n```/) {
      try String(match.2).write(toFile: path + match.1, atomically: true, encoding: .utf8)
    }
  }

  /// Runs an article in the folder, and returns its output and exit status.
  func run(_ article: String) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "DocumentationExamples")
    process.arguments = article.isEmpty ? [] : [article]
    process.currentDirectoryURL = URL(filePath: path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
