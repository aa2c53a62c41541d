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

  /// Texts of a sound: with another file, with a fade-out, and without sound.
  @Test(arguments: [
    ("audio: a.ogg # first", "audio: N # first", "audio: {file: a.ogg, fade: 2} # first"),
    ("audio: {file: a.ogg, fade: 1}", "audio: {file: N, fade: 1}", "audio: {file: a.ogg, fade: 2}"),
    (
      "audio: {file: a.ogg,\n  start: 1\n  }", "audio: {file: N,\n  start: 1\n  }",
      "audio: {file: a.ogg, fade: 2,\n  start: 1\n  }"
    ),
    (
      "audio:\n  start: 1\n  file: a.ogg", "audio:\n  start: 1\n  file: N",
      "audio:\n  start: 1\n  file: a.ogg\n  fade: 2"
    ),
    ("audio: 'é😀.ogg'", "audio: N", "audio: {file: 'é😀.ogg', fade: 2}"),
  ])
  func soundIsChangedAndRemoved(sound: String, other: String, faded: String) throws {
    for (start, end) in [
      ("# Film\nfps: 10\n", "\nscreens: {a: a.png}\n"), ("screens: {a: a.png}\nsteps: []\n", ""),
    ] {
      let text = start + sound + end
      let texts = try StoryboardText(text)
      #expect(texts.soundFile == (sound.contains("😀") ? "é😀.ogg" : "a.ogg"))
      #expect(texts.placeInSound(of: "file")?.text(text, with: "N") == start + other + end)
      #expect(texts.placeInSound(of: "fade")?.text(text, with: "2") == start + faded + end)
      let lines = try #require(texts.placeOfSound)
      #expect(lines.text(text, with: "N") == "\(start)audio: N\n\(end.dropFirst())")
    }
  }

  @Test func soundIsAddedAboveTheScreens() throws {
    for indentation in ["", "  "] {
      let rest = "\(indentation)screens: {a: a.png}\n\(indentation)steps: []\n"
      let texts = try StoryboardText("# Film\n\(rest)")
      #expect(texts.soundFile == nil && texts.placeInSound(of: "file") == nil)
      let place = try #require(texts.placeOfSound)
      #expect(place.text("# Film\n\(rest)", with: "N") == "# Film\n\(indentation)audio: N\n\(rest)")
    }
    let windows = "audio: a.ogg\r\nscreens: {a: a.png}\r\n"
    let place = try #require(try StoryboardText(windows).placeOfSound)
    #expect(place.text(windows, with: "N") == "audio: N\nscreens: {a: a.png}\r\n")
  }

  @Test(arguments: [
    "{screens: {a: a.png}, audio: a.ogg}", "--- {screens: {a: a.png}}",
    "? audio\n: a.ogg\nscreens: {a: a.png}",
    "x: &x a.ogg\naudio: *x\nscreens: {a: a.png}", "audio: [a.ogg]\nscreens: {a: a.png}",
    "audio:\n  start: 1\n  file: |-\n    a.ogg\nscreens: {a: a.png}", "steps: []",
  ])
  func soundElsewhereHasNoLines(text: String) throws {
    #expect(try StoryboardText(text).placeOfSound == nil)
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
