import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct EntryTests {
  /// Errors have the line of the key, also if the value is on the next line.
  @Test func errorsHaveTheLineOfTheKey() {
    for (yaml, expected) in [
      ("screens:\n  [a]\nsteps: []", "flow.yaml:1: screens: must be a mapping of names to image files"),
      (
        "screens:\n  a:\n    [b]\nsteps: []",
        "flow.yaml:2: screens.a: must be an image file"
      ),
    ] {
      let error = #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml, named: "flow.yaml") }
      #expect(error.map { "\($0)" } == expected)
    }
  }

  @Test("Null is a missing value, but a quoted word is a text", arguments: ["", "null", "Null", "NULL", "~"])
  func nulls(_ null: String) throws {
    let start = "screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}\nsteps:\n  - push: b\n"
    let story = try Storyboard(yaml: start + "  - pop: \(null)\n", named: "flow.yaml")
    #expect(story.frameCount > 1)
    for pop in ["'\(null)'", "nil"] where pop != "''" {
      #expect(throws: StoryboardError.self) {
        try Storyboard(yaml: start + "  - pop: \(pop)\n", named: "flow.yaml")
      }
    }
  }

  @Test func errorsOfInvalidKeysHaveTheirLine() {
    for (yaml, expected) in [
      ("screens: {a: a.png}\nsteps: []\n\"b\\0\": 1", "flow.yaml:3: a key has a NUL character"),
      ("screens:\n  a: a.png\n  \"b\\0\": b.png", "flow.yaml:3: screens: a key has a NUL character"),
      ("screens:\n  a: a.png\n  [b]: b.png", "flow.yaml:3: screens: a key must be a word"),
    ] {
      let file = "\(vectorsFolder)/from.png"
      let error = #expect(throws: StoryboardError.self) {
        try Storyboard(yaml: yaml.replacing("a.png", with: file), named: "flow.yaml")
      }
      #expect(error.map { "\($0)" } == expected)
    }
  }
}
