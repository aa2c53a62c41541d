import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct EntryTests {
  /// That is where its name stands.
  @Test func theLineOfAValueIsThatOfItsKey() {
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
}
