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
