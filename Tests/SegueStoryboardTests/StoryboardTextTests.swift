import SegueExport
import SegueStoryboard
import Testing

@Suite struct StoryboardTextTests {
  private let motion = StillMotion("0,0,1,1-0.2,0.3,0.5,0.5")

  /// A motion in the place of a screen is the motion of that screen, and changes nothing else.
  @Test(arguments: [
    ("{a: a.png, b: b.png}", "a", "{a: {image: a.png, motion: \"M\"}, b: b.png}"),
    ("{a: a.png, b: b.png}", "b", "{a: a.png, b: {image: b.png, motion: \"M\"}}"),
    ("{a: {image: a.png, motion: auto}, b: b.png}", "a", "{a: {image: a.png, motion: \"M\"}, b: b.png}"),
    (
      "{a: {image: a.png, title: A}, b: b.png}", "a",
      "{a: {image: a.png, motion: \"M\", title: A}, b: b.png}"
    ),
    ("\n  a: a.png # first\n  b: b.png", "a", "\n  a: {image: a.png, motion: \"M\"} # first\n  b: b.png"),
    (
      "\n  a: b's, {c}.png\n  b: b.png", "a",
      "\n  a: {image: 'b''s, {c}.png', motion: \"M\"}\n  b: b.png"
    ),
    (
      "\n  a: \"é😀, b.png\"\n  b: b.png", "b",
      "\n  a: \"é😀, b.png\"\n  b: {image: b.png, motion: \"M\"}"
    ),
    (
      "\n  a:\n    image: a.png # first\n    title: A\n  b: b.png", "a",
      "\n  a:\n    image: a.png # first\n    motion: \"M\"\n    title: A\n  b: b.png"
    ),
    (
      "\n  a:\n    motion: '0,0,1,1-0,0,1,1'\n    image: a.png\n  b: b.png", "a",
      "\n  a:\n    motion: \"M\"\n    image: a.png\n  b: b.png"
    ),
  ])
  func aMotionIsWrittenInItsPlace(screens: String, name: String, expected: String) throws {
    let motion = try #require(motion)
    for mark in ["", "\u{FEFF}"] {
      let start = "\(mark)size: 32x18 # 😀\nscreens: "
      let end = "\nsteps: [{hold: 1}]\n"
      let text = start + screens + end
      let place = try #require(try StoryboardText(text).place(of: "motion", in: name))
      let changed = place.text(text, with: "\"\(motion)\"")
      #expect(changed == start + expected.replacing("M", with: "\(motion)") + end)
      // A second motion takes the place of the first.
      let again = try #require(try StoryboardText(changed).place(of: "motion", in: name))
      #expect(again.text(changed, with: "\"\(motion)\"") == changed)
      let screens = try YAMLNode.root(of: changed)?.mapping?.first { $0.key.scalar?.string == "screens" }
      let screen = screens?.value.mapping?.first { $0.key.scalar?.string == name }?.value
      let value = screen?.mapping?.first { $0.key.scalar?.string == "motion" }?.value.scalar?.string
      #expect(value.flatMap { StillMotion($0) } == motion)
    }
  }

  @Test func aTitleAndAMotionAreBesideOneAnother() throws {
    let text = "screens: {a: {image: a.png, motion: auto}}\nsteps: []\n"
    let titled = try StoryboardText(text).place(of: "title", in: "a")?.text(text, with: "\"A, b\"")
    #expect(titled == "screens: {a: {image: a.png, title: \"A, b\", motion: auto}}\nsteps: []\n")
    let again = try titled.flatMap { try StoryboardText($0).place(of: "title", in: "a")?.text($0, with: "C") }
    #expect(again == "screens: {a: {image: a.png, title: C, motion: auto}}\nsteps: []\n")
  }

  @Test(arguments: [
    ("push: b", "push: b\n    transition: T"), ("{push: b}", "{push: b, transition: T}"),
    ("push: b\n    transition: cube", "push: b\n    transition: T"), ("pop:", "pop:\n    transition: T"),
    ("{transition: cube, pop: }", "{transition: T, pop: }"),
    ("{pop: , duration: 1}", "{pop: , transition: T, duration: 1}"),
  ])
  func transitionsOfSteps(step: String, expected: String) throws {
    let (start, end) = ("screens: {a: a.png}\nsteps:\n  - hold: 1\n  - ", "\n  - hold: 2\n")
    let text = start + step + end
    let place = try #require(try StoryboardText(text).place(of: "transition", inStep: 1))
    let changed = place.text(text, with: "T")
    // Spaces before a comma do not count.
    #expect(changed.replacing(" ", with: "") == (start + expected + end).replacing(" ", with: ""))
    let steps = try YAMLNode.root(of: changed)?.mapping?.first { $0.key.scalar?.string == "steps" }
    let values = steps?.value.sequence?.compactMap { node in
      node.mapping?.first { $0.key.scalar?.string == "transition" }?.value.scalar?.string
    }
    #expect(values == ["T"])
    #expect(try StoryboardText(text).place(of: "transition", inStep: 3) == nil)
  }

  @Test func textElsewhereHasNoPlace() throws {
    let text = """
      x: &x a.png
      y: &y auto
      screens:
        a: *x
        b: {image: b.png, motion: *y}
        c:
          image: |-
            c.png
          title: C
        d: d.png
      """
    let screens = try StoryboardText(text)
    for name in ["a", "b", "c", "e"] { #expect(screens.place(of: "motion", in: name) == nil, "\(name)") }
    #expect(screens.place(of: "motion", in: "d") != nil && screens.place(of: "title", in: "c") != nil)
    #expect(try StoryboardText("steps: []").place(of: "motion", in: "a") == nil)
    #expect(throws: YAMLNode.Fault.self) { try StoryboardText("{") }
  }
}
