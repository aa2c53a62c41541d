import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct StoryboardReaderTests {
  /// Invalid files, with the line of the error (line 1 has the screens), its key, and words of the message.
  static let wrong: [(yaml: String, line: Int, key: String, words: String)] = [
    ("steps: [{push: b, transition: slide-dwn}]", 2, "steps[0].transition", "did you mean slide-down?"),
    ("steps:\n- hold: 1\n- push: bb", 4, "steps[1].push", "there is no screen 'bb'; did you mean b?"),
    ("sise: 3x3\nsteps: []", 2, "sise", "there is no key 'sise'; did you mean size?"),
    ("steps:\n  - hold: 1\n    color: 2", 4, "steps[0].color", "there is no key 'color'"),
    ("steps:\n  - hold: soon", 3, "steps[0].hold", "'soon' must be seconds, 0 or more"),
    ("steps: [{hold: }]", 2, "steps[0].hold", "must be seconds"),
    ("motion: fast\nsteps: []", 2, "motion", "'fast' must be auto, none, or two rectangles"),
    ("motion: 0,0,1,1-0,0,2,1\nsteps: []", 2, "motion", "must be auto, none, or two rectangles"),
    ("title-style: size=x\nsteps: []", 2, "title-style", "size is 'x' but must be pixels"),
    ("motion: auto\nseed: -1\nsteps: []", 3, "seed", "must be a whole number, 0 or more"),
    ("steps: [{hold: nan}]", 2, "steps[0].hold", "must be seconds"),
    ("steps: [{hold: -1}]", 2, "steps[0].hold", "must be seconds, 0 or more"),
    ("steps: [{hold: inf}]", 2, "steps[0].hold", "must be seconds, 0 or more"),
    ("fps: inf\nsteps: []", 2, "fps", "must be a number above 0"),
    ("steps: [{push: b, duration: inf}]", 2, "steps[0].duration", "must be seconds above 0"),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.9], [1, inf]]}}]", 2,
      "steps[0].interactive.samples[1][1]", "'inf' must be a number"
    ),
    ("fps: 10\nsteps: [{hold: 6e5}, {hold: 6e5}]", 3, "steps[1].hold", "more than 10000000 frames"),
    ("steps: [{hold: 1e9}]", 2, "steps[0].hold", "more than 10000000 frames"),
    ("steps: [{push: b, duration: 1e9}]", 2, "steps[0].push", "more than 10000000 frames"),
    ("steps: [{hold: 1, duration: 2}]", 2, "steps[0].duration", "a hold has no duration"),
    (
      "steps: [{curve: linear, hold: 1, duration: 2, transition: wipe, parameters: {}, chain: {}}]", 2,
      "steps[0].curve", "a hold has no curve"
    ),
    ("steps:\n- pop:", 3, "steps[0].pop", "the stack has one screen only"),
    ("steps: [{pop: b}]", 2, "steps[0].pop", "the stack has one screen only"),
    ("steps: [{push: b}, {pop: a}]", 2, "steps[1].pop", "takes no screen"),
    ("steps: [{dismiss: }]", 2, "steps[0].dismiss", "nothing is presented"),
    ("steps: [{present: b}, {push: b}]", 2, "steps[1].push", "dismiss it first"),
    ("steps: [{select-tab: 1}]", 2, "steps[0].select-tab", "there is no tab 1"),
    ("steps: [{select-tab: one}]", 2, "steps[0].select-tab", "must be the number of a tab"),
    (
      "steps: [{push: b}, {pop-to-root: a}]", 2, "steps[1].pop-to-root", "takes no screen: write pop-to-root:"
    ),
    ("steps: [{pop-to-root: }]", 2, "steps[0].pop-to-root", "the stack has one screen only"),
    ("steps: [{replace: }]", 2, "steps[0].replace", "must be the name of a screen"),
    ("steps: [{replace: bb}]", 2, "steps[0].replace", "did you mean b?"),
    ("steps: [{present: b}, {replace: c}]", 2, "steps[1].replace", "dismiss it first"),
    (
      "steps:\n- push: b\n- push: a\n- pop-to: c", 5, "steps[2].pop-to",
      "'c' is not on the stack below its top; the stack is a, b, a"
    ),
    ("steps: [{push: b}, {pop-to: d}]", 2, "steps[1].pop-to", "there is no screen 'd'; "),
    (
      "tabs: [a, c]\nsteps:\n- push: b\n- present: a\n- unwind: c", 6, "steps[2].unwind",
      "'c' is not beneath the screen that is shown; from the bottom there are a, b, a"
    ),
    ("steps: [{set-stack: b}]", 2, "steps[0].set-stack", "must be a list of screens"),
    ("steps: [{set-stack: []}]", 2, "steps[0].set-stack", "a stack has at least one screen"),
    ("steps:\n- set-stack:\n  - b\n  - bb", 5, "steps[0].set-stack[1]", "did you mean b?"),
    (
      "steps:\n- set-stack: [b, a]\n  duration: 1", 4, "steps[0].duration",
      "the top of the stack does not change, so nothing is shown: omit duration"
    ),
    (
      "steps: [{interactive: {}, set-stack: [b, a], curve: linear, duration: 1, chain: {}}]", 2,
      "steps[0].interactive", "omit interactive"
    ),
    (
      "steps: [{set-stack: [b, a], filters: pixellate}]", 2, "steps[0].filters", "omit filters"
    ),
    ("steps: [{push: b, filters: pixelate}]", 2, "steps[0].filters", "did you mean pixellate?"),
    (
      "steps:\n- hold: 1\n  filters:\n  - pixellate\n  - pixellate:fraction=2*progress", 6,
      "steps[0].filters[1]",
      "fraction is '2*progress' but must be a number in 0…1"
    ),
    ("steps: [{hold: 1, filters: {pixellate: 1}}]", 2, "steps[0].filters", "must be a name with parameters"),
    ("defaults: {filters: pixellate}\nsteps: []", 2, "defaults.filters", "there is no key 'filters'"),
    ("steps: [{push: b, pop: }]", 2, "steps[0]", "must have one of hold, play, push"),
    ("steps: [{duration: 1}]", 2, "steps[0]", "must have one of hold, play, push"),
    ("steps: [hold]", 2, "steps[0]", "must be a mapping"),
    ("steps: {hold: 1}", 2, "steps", "must be a list"),
    ("steps: [{push: [b]}]", 2, "steps[0].push", "must be the name of a screen"),
    ("steps: [{push: b, duration: 0}]", 2, "steps[0].duration", "seconds above 0"),
    ("steps: [{push: b, curve: wobble}]", 2, "steps[0].curve", "must be one of linear"),
    (
      "steps:\n- push: b\n  transition: hero\n  parameters:\n    fromRct: 1", 6,
      "steps[0].parameters.fromRct", "it has fromRect, toRect, background"
    ),
    (
      "steps: [{push: b, transition: hero, parameters: {fromRect: [1, 2]}}]", 2,
      "steps[0].parameters.fromRect", "must be x,y,width,height"
    ),
    (
      "steps: [{push: b, parameters: {fraction: 1}}]", 2, "steps[0].parameters",
      "needs the transition of these parameters"
    ),
    ("defaults: {parameters: {fraction: 1}}\nsteps: []", 2, "defaults.parameters", "needs the transition"),
    ("defaults: {transition: none}\nsteps: []", 2, "defaults.transition", "there is no transition 'none'"),
    ("steps: [{push: b, interactive: {}}]", 2, "steps[0].interactive", "samples is missing"),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.9, 0.5, 1]]}}]", 2,
      "steps[0].interactive.samples[0]", "must be [seconds, x, y]"
    ),
    ("steps: [{push: b, interactive: {samples: []}}]", 2, "steps[0].interactive.samples", "one sample"),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.1]]}}]", 2, "steps[0].interactive.samples",
      "a push pan begins right of the middle of 1.0, not at 0.1"
    ),
    (
      "steps: [{push: b}, {pop: , interactive: {samples: [[0, 0.9]]}}]", 2, "steps[1].interactive.samples",
      "a pop pan begins left"
    ),
    (
      "steps:\n- push: b\n  interactive:\n    samples:\n      - [0, 0.9]\n      - [0, 0.8]", 7,
      "steps[0].interactive.samples[1]", "0.0 s is not after 0.0 s"
    ),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.9], [0.5, 0.8], [0.3, 0.7]]}}]", 2,
      "steps[0].interactive.samples[2]", "0.3 s is not after 0.5 s"
    ),
    (
      "steps: [{push: b, interactive: {samples: [[0, x]]}}]", 2, "steps[0].interactive.samples[0][1]",
      "'x' must be a number"
    ),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.9], [1e9, 0.8]]}}]", 2, "steps[0].interactive",
      "more than 1000000 frames"
    ),
    (
      "steps: [{push: b, interactive: {rule: pull, samples: [[0, 0.9]]}}]", 2, "steps[0].interactive.rule",
      "there is no rule 'pull'"
    ),
    ("steps: [{push: b, chain: soft}]", 2, "steps[0].chain", "must be a mapping"),
    (
      "steps: [{push: b, transition: hero, chain: {}}]", 2, "steps[0].chain",
      "cannot be combined with a transition"
    ),
    ("steps: [{push: b, chain: {form: x}}]", 2, "steps[0].chain.form", "did you mean from?"),
    (
      "steps:\n- push: b\n  chain:\n    from:\n    - pixellate\n    - pixelate", 7,
      "steps[0].chain.from[1]", "did you mean pixellate?"
    ),
    (
      "steps: [{push: b, chain: {blend: 'dissolve:mix=2*progress'}}]", 2, "steps[0].chain.blend",
      "mix is '2*progress' but must be a number in 0…1; at progress 0.75 it is 1.5"
    ),
    (
      "chains: {soft: {to: 'pixellate:fraction=sin(progres)'}}\nsteps: []", 2, "chains.soft.to",
      "fraction: there is no name 'progres'; did you mean progress? (at character 5 of 'sin(progres)')"
    ),
    ("chains: {soft: {to: 'pixellate:'}}\nsteps: []", 2, "chains.soft.to", "must be name:key=value"),
    (
      "chains: {soft: {}}\nsteps: [{push: b, transition: sof}]", 3, "steps[0].transition",
      "did you mean soft?"
    ),
    (
      "chains: {soft: {}}\nsteps: [{push: b, transition: soft, parameters: {mix: 1}}]", 3,
      "steps[0].parameters.mix", "soft has no parameters"
    ),
    ("size: big\nsteps: []", 2, "size", "'big' must be width and height"),
    ("size: 720q\nsteps: []", 2, "size", "or one of 720p, 1080p, 4k or uhd"),
    ("background: purpel\nsteps: []", 2, "background", "'#rrggbb' in quotes; did you mean 'purple'?"),
    ("fps: 0\nsteps: []", 2, "fps", "must be a number above 0"),
    ("fps: 24/0\nsteps: []", 2, "fps", "or a fraction, such as 30000/1001"),
    ("fit: crop\nsteps: []", 2, "fit", "there is no fit 'crop'"),
    ("background: #102030\nsteps: []", 2, "background", "in quotes"),
    ("tabs: []\nsteps: []", 2, "tabs", "at least one screen"),
    ("tabs: [x]\nsteps: []", 2, "tabs[0]", "there is no screen 'x'"),
    ("fps: 30", 1, "", "steps is missing"),
    ("steps: []\nsteps: []", 2, "", "the key steps is given twice"),
    ("steps: [", 3, "", "not YAML"),
    ("steps: *a", 2, "", "undefined alias"),
    ("steps: []\n---\na: b", 3, "", "another document"),
    ("fps: \u{1}", 2, "", "not YAML: control characters are not allowed"),
    ("? [a]\n: b", 2, "", "a key must be a word"),
  ]

  @Test(arguments: wrong) func errorsHaveLineAndKey(yaml: String, line: Int, key: String, words: String)
    throws
  {
    do {
      _ = try storyboard(yaml)
      Issue.record("\(yaml) is taken")
    } catch let error as StoryboardError {
      guard error.code == .storyboardInvalid else { throw error }
      #expect(error.place == StoryboardError.Place(file: "flow.yaml", line: line, key: key), "\(error)")
      #expect("\(error)".contains(words), "\(error)")
      #expect(!"\(error)".contains("\n"))
    }
  }

  /// Values for `#`: accepted ones at the ends of the range, and rejected ones beyond the ends.
  static let ends: [(yaml: String, taken: [Double], refused: [Double])] = [
    ("steps: [{hold: #}]", [0, 0.5], [-0.001]),
    ("steps: [{push: b, duration: #}]", [0.001, 9], [0, -0.001]),
    ("steps: [{push: b, interactive: {width: #, samples: [[0, 0.9]]}}]", [0.001, 1], [0, -1]),
    ("fps: #\nsteps: []", [0.5, 60], [0, -1]),
    ("audio: {file: FILE, start: #}\nsteps: []", [0, 1e6], [-0.001, 1_000_001]),
    ("audio: {file: FILE, volume: #}\nsteps: []", [0, 100], [-0.001, 100.5]),
    ("audio: {file: FILE, fade: #}\nsteps: []", [0, 1e6], [-0.001, 1_000_001]),
    ("elements: [#, 0, 5, 5]", [-1e6, 1e6], [-1_000_001, 1_000_001]),
    ("elements: [0, #, 5, 5]", [-1e6, 1e6], [-1_000_001, 1_000_001]),
    ("elements: [0, 0, #, 5]", [0.5, 1e6], [0, -5, 1_000_001]),
    ("elements: [0, 0, 5, #]", [0.5, 1e6], [0, -5, 1_000_001]),
    ("elements: {rect: [0, 0, 5, 5], radius: #}", [0, 1e6], [-0.001, 1_000_001]),
    ("elements: {rect: [0, 0, 5, 5], opacity: #}", [0, 1], [-0.001, 1.001]),
  ]

  @Test(arguments: ends) func numbersHaveTheirRanges(yaml: String, taken: [Double], refused: [Double])
    throws
  {
    let file = "\(vectorsFolder)/from.png"
    func read(_ number: Double) throws {
      let text = yaml.replacing("#", with: "\(number)").replacing("FILE", with: file)
      guard text.hasPrefix("elements: ") else { return _ = try storyboard(text) }
      let element = text.dropFirst("elements: ".count)
      _ = try Storyboard(yaml: "screens: {a: {image: \(file), elements: {x: \(element)}}}\nsteps: []")
    }
    for number in taken { #expect(throws: Never.self, "\(number)") { try read(number) } }
    for number in refused { #expect(throws: StoryboardError.self, "\(number)") { try read(number) } }
  }

  @Test(arguments: [
    "", "\n", "# nothing", "7", "[]", "{}", "a: b", "screens: {}\nsteps: []", "screens:", "\u{feff}",
  ])
  func emptyAndMalformedFilesAreRefused(yaml: String) {
    #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml, named: "flow.yaml") }
  }

  @Test(
    "Errors about a filter of a million bytes stay below 1000 bytes, on one line",
    arguments: [
      String(repeating: "x", count: 1_000_000), "pixellate:" + String(repeating: "y", count: 1_000_000),
      "pixellate:fraction=" + String(repeating: "1+", count: 500_000),
      "pixellate:fraction=" + String(repeating: "1,", count: 500_000),
      "pixellate:sampling=" + String(repeating: "z", count: 1_000_000),
    ]) func longFilters(text: String) throws
  {
    let error = try #require(throws: StoryboardError.self) {
      try storyboard("chains: {soft: {from: '\(text)'}}\nsteps: []")
    }
    #expect("\(error)".utf8.count < 1000 && !"\(error)".contains("\n"))
  }

  @Test func aFrameOfAsManyPixelsAsAllowedIsTaken() throws {
    let yaml = screens + "size: 100x100\nsteps: []"
    let options = DecodeOptions(maxPixels: 10_000)
    #expect(try Storyboard(yaml: yaml, options: options).framing.size == PixelSize(width: 100, height: 100))
    #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: yaml, options: DecodeOptions(maxPixels: 9999))
    }
    // The number of pixels overflows 64 bits.
    let endless = screens + "size: 4294967296x4294967296\nsteps: []"
    #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: endless, options: DecodeOptions(maxPixels: .max))
    }
  }

  /// The length limit counts UTF-8 bytes; the cut is between characters.
  @Test func longTextsInErrorsAreShortened() {
    for (text, expected) in [
      (String(repeating: "ä", count: 40), String(repeating: "ä", count: 40)),
      (String(repeating: "ä", count: 41), String(repeating: "ä", count: 41) + "… (82 bytes)"),
      (String(repeating: "ä", count: 70), String(repeating: "ä", count: 60) + "… (140 bytes)"),
    ] {
      #expect {
        try storyboard("steps: [{hold: \(text)}]")
      } throws: {
        "\($0)" == "flow.yaml:2: steps[0].hold: '\(expected)' must be seconds, 0 or more"
      }
    }
  }

  @Test(
    "A misspelled screen name suggests one at an edit distance of up to four, else the first 20 names")
  func nearNames() {
    let names = (1...24).map { "number\($0)" } + ["presentation"]
    let screens = names.map { "\($0): \(vectorsFolder)/from.png" }.joined(separator: ", ")
    let some = names.prefix(20).joined(separator: ", ")
    for (name, hint) in [
      ("presxxxation", "did you mean presentation?"), ("presxxxxtion", "did you mean presentation?"),
      ("presxxxxxion", "there are \(some)"),
    ] {
      #expect {
        try Storyboard(yaml: "screens: {\(screens)}\nsteps: [{push: \(name)}]", named: "flow.yaml")
      } throws: {
        "\($0)" == "flow.yaml:2: steps[0].push: there is no screen '\(name)'; \(hint)"
      }
    }
  }

  @Test func longDuplicateKeysInErrorsAreShortened() {
    let key = String(repeating: "k", count: 100)
    #expect {
      try storyboard("fps: 10\n\(key): 1\nsteps: []\n\(key): 2")
    } throws: {
      "\($0)" == "flow.yaml:3: the key \(key.prefix(60))… (100 bytes) is given twice"
    }
  }

  @Test func deepNestingIsAnError() {
    #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: String(repeating: "[", count: 100_000), named: "flow.yaml")
    }
  }

  @Test func aShadersFileIsATransition() throws {
    let folder = try TemporaryFolder()
    func story(_ source: String) throws -> Storyboard {
      try source.write(toFile: folder.file("own.glsl"), atomically: true, encoding: .utf8)
      let yaml = """
        screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}
        steps: [{push: b, transition: own.glsl, parameters: {share: 0.25}, duration: 0.1}]
        """
      return try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    }
    let good = try story(
      "uniform float share; // = 0.5\nvec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), share); }"
    )
    let shown = try frames(good)
    let (from, to) = (
      try Bitmap(contentsOf: vectorsFolder + "/from.png"), try Bitmap(contentsOf: vectorsFolder + "/to.png")
    )
    let expected = try ((.from, .to) --> Dissolve(mix: 0.25)).frame(from: from, to: to)
    #expect(shown[3].largestDifference(from: expected) <= 1)

    let place = "\(folder.file("flow.yaml")):2: steps[0].transition: \(folder.file("own.glsl"))"
    for (source, words) in [
      ("vec4 transition(vec2 p) { return vec3(0.0); }", ":1:"),
      ("void main() { gl_FragColor = vec4(1.0); }", " is a filter, not a transition"),
      ("vec4 blend(vec4 a, vec4 b) { return a * b; }", " is a blend, not a transition"),
    ] {
      do {
        _ = try story(source)
        Issue.record("\(source) is taken")
      } catch let error as StoryboardError {
        #expect("\(error)".hasPrefix(place + words) && !"\(error)".contains("\n"), "\(error)")
      }
    }
    try FileManager.default.removeItem(atPath: folder.file("own.glsl"))
    let yaml = "screens: {a: \(vectorsFolder)/from.png}\nsteps: []\ndefaults: {transition: own.glsl}"
    #expect {
      try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    } throws: {
      "\($0)"
        == "\(folder.file("flow.yaml")):3: defaults.transition: \(folder.file("own.glsl")): no such file"
    }
  }

  @Test func aMissingImageHasItsLine() throws {
    #expect {
      try Storyboard(yaml: "screens:\n  a: gone.png\nsteps: []", named: "some/flow.yaml")
    } throws: {
      "\($0)" == "some/flow.yaml:2: screens.a: some/gone.png: no such file"
    }
  }

  /// Random edits of a valid file cause an error or succeed, but never trap.
  @Test(arguments: ["flow", "ways-back"]) func randomChangesNeverTrap(name: String) throws {
    let file = projectFolder + "/images/storyboard/\(name).yaml"
    let good = Array(try String(contentsOfFile: file, encoding: .utf8).utf8)
    var generator = SeededGenerator(7)
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 9...126, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(
            contentsOf: bytes[place...].prefix(9), at: bytes.indices.randomElement(using: &generator) ?? 0)
        }
      }
      _ = try? Storyboard(yaml: String(decoding: bytes, as: UTF8.self), named: file)
    }
  }

  @Test func aFrameOfTooManyPixelsHasItsOwnError() throws {
    let place = StoryboardError.Place(file: "flow.yaml", line: 2, key: "size")
    let size = PixelSize(width: 99999, height: 99999)
    let error = #expect(throws: StoryboardError.tooLarge(size, limit: 100_000_000, at: place)) {
      try storyboard("size: 99999x99999\nsteps: []")
    }
    #expect(
      error.map { "\($0)" } == "flow.yaml:2: size: 99999x99999 is more than 100000000 pixels")
    #expect(throws: StoryboardError.tooLarge(PixelSize(width: 10, height: 10), limit: 99, at: place)) {
      try Storyboard(
        yaml: screens + "size: 10x10\nsteps: []", named: "flow.yaml", options: DecodeOptions(maxPixels: 99))
    }
  }

  /// File names are relative to the given folder, else to the folder of the storyboard's own name.
  @Test func namesAreRelativeToTheFolder() throws {
    let yaml = "screens: {a: from.png, b: \(vectorsFolder)/to.png}\nsteps: [{push: b}]"
    let expected = [Storyboard.Picture.file("\(vectorsFolder)/from.png"), .file("\(vectorsFolder)/to.png")]
    for story in try [
      Storyboard(yaml: yaml, folder: vectorsFolder), Storyboard(yaml: yaml, folder: vectorsFolder + "/"),
      Storyboard(yaml: yaml, named: "\(vectorsFolder)/flow.yaml"),
      Storyboard(yaml: yaml, named: "elsewhere/flow.yaml", folder: vectorsFolder),
    ] { #expect(story.screens.map(\.picture) == expected) }
    #expect {
      try Storyboard(yaml: yaml, folder: "gone")
    } throws: {
      "\($0)" == "storyboard:1: screens.a: gone/from.png: no such file"
    }
    #expect {
      try Storyboard(yaml: yaml, folder: "")
    } throws: {
      "\($0)" == "storyboard:1: screens.a: from.png: no such file"
    }
  }
}
