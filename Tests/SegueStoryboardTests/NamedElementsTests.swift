import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

/// Elements of two screens are matched by name.
@Suite struct NamedElementsTests {
  private static let screens = """
    fps: 10
    screens:
      a:
        image: \(vectorsFolder)/from.png
        elements: {card: [10, 20, 30, 40], title: {rect: [1, 2, 3, 4], radius: 2, opacity: 0.5}, other: [0, 0, 5, 5]}
      b:
        image: \(vectorsFolder)/to.png
        elements: {title: [50, 60, 70, 80], card: {rect: [5, 6, 7, 8]}}
      c: \(vectorsFolder)/to.png
      d: {image: \(vectorsFolder)/to.png, elements: {else: [0, 0, 5, 5]}}

    """

  private func elements(_ steps: String) throws -> Transitions.Elements? {
    try Storyboard(yaml: Self.screens + steps, named: "flow.yaml").scenes.last?.motion?.transition
      as? Transitions.Elements
  }

  @Test func elementsOfEqualNamesAreMatched() throws {
    let there = try #require(try elements("steps: [{push: b, transition: elements}]")).elements
    #expect(there.map(\.from.rectangle.x) == [10, 1] && there.map(\.to.rectangle.x) == [5, 50])
    #expect(
      there[1].from.cornerRadius == 2 && there[1].from.opacity == 0.5 && there[0].from.cornerRadius == nil)
    // A pop lists the elements in the order of the push; the transition itself reverses them.
    let back = try #require(
      try elements("steps: [{push: b, transition: fade-in}, {pop: , transition: elements}]")
    ).elements
    #expect(back.map(\.from.rectangle.x) == [10, 1] && back.map(\.to.rectangle.x) == [5, 50])
  }

  @Test("Elements are matched inside of a transition with filters")
  func elementsOfAFilteredTransition() throws {
    var story = try Storyboard(yaml: Self.screens + "steps: [{hold: 0.1}]", named: "flow.yaml")
    try story.push("b", Transitions.Elements().filtered(result: ["sepia"]))
    let filtered = try #require(story.scenes.last?.motion?.transition as? FilteredTransition)
    let elements = try #require(filtered.transition as? Transitions.Elements).elements
    #expect(elements.map(\.from.rectangle.x) == [10, 1] && elements.map(\.to.rectangle.x) == [5, 50])
    #expect(filtered.result.count == 1)
  }

  /// Screens without elements leave the choice to the transition; elements given as a parameter take
  /// precedence.
  @Test func withoutNamedElementsTheTransitionChooses() throws {
    let none = try elements("steps: [{push: c, transition: fade-in}, {replace: c, transition: elements}]")
    #expect(none?.elements.isEmpty == true)
    let given = try elements(
      "steps: [{push: b, transition: elements, parameters: {elements: [1, 2, 3, 4, 5, 6, 7, 8]}}]")
    #expect(given?.elements.map(\.to.rectangle.x) == [5])
  }

  @Test func noCommonElementIsAnError() {
    #expect {
      try elements("steps: [{push: d, transition: elements}]")
    } throws: {
      "\($0)" == "flow.yaml:11: steps[0].push: a and d have no element of the same name"
    }
  }

  @Test(
    "A step between a screen with elements and one without is an error, in both directions")
  func oneSided() {
    for (steps, expected) in [
      ("{push: c, transition: elements}", "steps[0].push: a and c"),
      ("{push: c, transition: fade-in}, {replace: b, transition: elements}", "steps[1].replace: c and b"),
      ("{push: c, transition: fade-in}, {pop: , transition: elements}", "steps[1].pop: c and a"),
      ("{push: d, transition: fade-in}, {pop: , transition: elements}", "steps[1].pop: d and a"),
    ] {
      #expect {
        try elements("steps: [\(steps)]")
      } throws: {
        "\($0)" == "flow.yaml:11: \(expected) have no element of the same name"
      }
    }
  }

  /// A pop has the frames of the push in reverse order.
  @Test func popReversesPush() throws {
    let story = try Storyboard(
      yaml: Self.screens
        + "steps: [{push: b, transition: elements, curve: linear}, {pop: , transition: elements, curve: linear}]",
      named: "flow.yaml")
    let all = try frames(story)
    #expect(all.count == 13)
    for index in 0...6 { #expect(all[index].largestDifference(from: all[12 - index]) <= 1, "\(index)") }
  }
}
