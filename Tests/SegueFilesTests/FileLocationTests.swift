import Foundation
import SegueFiles
import Testing

@Suite struct FileLocationTests {
  @Test("A file URL becomes its path, and another URL is an error")
  func urls() throws {
    for path in ["/a b/c%20d.png", "/grün", "/a/%d.png"] {
      #expect(try URL(filePath: path).filePath() == path)
      #expect(path.filePath() == path)
    }
    let elsewhere = try #require(URL(string: "https://example.com/a%20b.png"))
    let error = FileError.unreadable(
      file: "https://example.com/a%20b.png", reason: "it is no file of this machine")
    #expect(throws: error) { try elsewhere.filePath() }
  }
}
