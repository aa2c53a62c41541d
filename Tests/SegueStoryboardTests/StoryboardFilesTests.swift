import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

/// Storyboard files, and the files that they name.
@Suite struct StoryboardFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A file of more than 16 MiB is rejected, whatever its contents")
  func longFiles() throws {
    let most = 1 << 24
    let file = try folder.write([UInt8](repeating: UInt8(ascii: "\n"), count: most), "flow.yaml")
    let start = StoryboardError.Place(file: file, line: 1, key: "")
    #expect(throws: StoryboardError.invalid("the file is empty", at: start)) {
      try Storyboard(contentsOf: file)
    }
    truncate(file, most + 1)
    #expect(throws: StoryboardError.invalid("more than 16777216 bytes are no storyboard", at: start)) {
      try Storyboard(contentsOf: file)
    }
    #expect(throws: StoryboardError.invalid("more than 16777216 bytes are no animator", at: start)) {
      try LayerAnimator(contentsOf: file)
    }
  }

  @Test("An unreadable file and a file that is not UTF-8 have different errors")
  func unreadable() throws {
    let text = try folder.write([0xff, 0], "flow.yaml")
    let start = StoryboardError.Place(file: text, line: 1, key: "")
    #expect(throws: StoryboardError.invalid("not a text in UTF-8", at: start)) {
      try Storyboard(contentsOf: text)
    }
    for (name, error) in [
      (folder.path, FileError.unreadable(file: folder.path, reason: "it is a folder")),
      (folder.file("gone.yaml"), .missing(file: folder.file("gone.yaml"))),
    ] {
      #expect(throws: StoryboardError.unreadable(error)) { try Storyboard(contentsOf: name) }
      #expect(throws: StoryboardError.unreadable(error)) { try LayerAnimator(contentsOf: name) }
    }
  }

  @Test func aMissingKeyOfTheFileHasTheLineOfItsFirstKey() {
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: "# one\n\n# two\nfps: 10\n", named: "flow.yaml")
    }
    #expect(error.map { "\($0)" } == "flow.yaml:4: screens is missing: name: image.png, …")
  }

  /// The error names the file of the shader, not the storyboard.
  @Test func aShaderThatCannotBeReadIsNamed() throws {
    let shader = try folder.write([0xff, 0xfe, 0], "own.glsl")
    let yaml = "screens: {a: \(vectorsFolder)/from.png}\nsteps: []\ndefaults: {transition: own.glsl}"
    let error = FileError.notText(file: shader, reason: "a text in UTF-16; save it in UTF-8")
    #expect(throws: StoryboardError.unreadable(error)) {
      try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    }
  }

  /// Given pictures have no file, like uploads to the studio.
  @Test("A given picture can be a screen, but not a shader, an animator or a sound")
  func givenPictures() throws {
    let picture = try Bitmap.noise(4, 3, seed: 1, opaque: true)
    let names = StoryboardNames.given { $0.hasPrefix("gone") ? nil : .bitmap(picture) }
    let screens = "screens: {a: one.png, b: two.png}\n"
    let story = try Storyboard(yaml: screens + "steps: []", named: "flow.yaml", names)
    #expect(story.screens.map(\.picture) == [.bitmap(picture), .bitmap(picture)])
    for (steps, key, name) in [
      ("steps: [{push: b, transition: own.glsl}]", "steps[0].transition", "own.glsl"),
      ("steps: [{push: b, transition: own.yaml}]", "steps[0].transition", "own.yaml"),
      ("steps: []\naudio: song.wav", "audio", "song.wav"),
    ] {
      let place = StoryboardError.Place(file: "flow.yaml", line: key == "audio" ? 3 : 2, key: key)
      let reason = "\(name) is a picture without a file, and cannot stand here"
      #expect(throws: StoryboardError.invalid(reason, at: place)) {
        try Storyboard(yaml: screens + steps, named: "flow.yaml", names)
      }
    }
    let place = StoryboardError.Place(file: "flow.yaml", line: 2, key: "steps[0].transition")
    #expect(throws: StoryboardError.missingFile("gone.glsl", at: place)) {
      try Storyboard(
        yaml: screens + "steps: [{push: b, transition: gone.glsl}]", named: "flow.yaml", names)
    }
  }

  @Test("Given pictures can be parameters of filters and of transitions")
  func givenPicturesOfChains() throws {
    let pictures = try (0..<3).map { try Bitmap.noise(16, 16, seed: UInt64($0), opaque: true) }
    let names = StoryboardNames.given { name in
      ["one.png", "two.png", "third.png"].firstIndex(of: name).map { .bitmap(pictures[$0]) }
    }
    func middle(_ step: String) throws -> Bitmap {
      let story = try Storyboard(
        yaml: "screens: {a: one.png, b: two.png}\nfps: 2\nsteps: [{\(step)}]", named: "flow.yaml", names)
      return try frame(1, of: StoryboardFrames(story))
    }
    let tiles = try Catalog.filters.named("mosaic").make([], pictures: [("tiles", pictures[2])])
    #expect(try middle("hold: 1, filters: 'mosaic:tiles=third.png'") == (pictures[0] --> tiles).frame())
    let luma = try Catalog.transitions.named("luma").make(
      [], files: [("map", ParameterFile("third.png", picture: pictures[2]))])
    let renderer = try TransitionRenderer(from: pictures[0], to: pictures[1], luma)
    let wiped = try middle(
      "push: b, duration: 1, curve: linear, transition: luma, parameters: {map: third.png}")
    #expect(try wiped == renderer.frame(at: 0.5))
    #expect(
      try wiped != TransitionRenderer(from: pictures[0], to: pictures[1], Transitions.Luma()).frame(at: 0.5))
  }

  @Test(
    "The decode limit applies to every picture that a storyboard names",
    arguments: [
      ("", "chains: {soft: {from: 'mosaic:tiles=sheet.png'}}", "chains.soft.from"),
      ("", "defaults: {transition: luma, parameters: {map: sheet.png}}", "defaults.parameters.map"),
      ("", "defaults: {transition: own.yaml}", "push[0].layer"),
      ("", "defaults: {chain: {to: 'mosaic:tiles=sheet.png'}}", "defaults.chain.to"),
      ("push: b, chain: {result: ['mosaic:tiles=sheet.png']}", "", "steps[0].chain.result[0]"),
      ("push: b, filters: 'mosaic:tiles=sheet.png'", "", "steps[0].filters"),
      ("hold: 1, filters: 'mosaic:tiles=sheet.png'", "", "steps[0].filters"),
      ("push: b, transition: luma, parameters: {map: sheet.png}", "", "steps[0].parameters.map"),
      (
        "push: b, transition: elements, parameters: {fromBackground: sheet.png}", "",
        "steps[0].parameters.fromBackground"
      ),
    ])
  func limits(step: String, rest: String, key: String) throws {
    let sheet = try Bitmap.noise(16, 12, seed: 3, opaque: true)
    try sheet.write(to: folder.file("sheet.png"))
    try folder.write(Array("push:\n  - layer: sheet.png\n".utf8), "own.yaml")
    let steps = step.isEmpty ? "" : "{\(step)}"
    let yaml =
      "screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}\nsteps: [\(steps)]\n\(rest)"
    let file = try folder.write(Array(yaml.utf8), "flow.yaml")
    #expect(throws: Never.self) { try Storyboard(contentsOf: file, options: DecodeOptions(maxPixels: 192)) }
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(contentsOf: file, options: DecodeOptions(maxPixels: 191))
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(": \(key): \(folder.file("sheet.png")): "), "\(text)")
    #expect(text.hasSuffix("16x12 pixels are more than the limit of 191"), "\(text)")
  }

  @Test("An error has the path of the missing or unreadable file, else that of the storyboard")
  func filesOfErrors() {
    let place = StoryboardError.Place(file: "flow.yaml", line: 2, key: "size")
    for (error, file) in [
      (.unreadable(.missing(file: "gone.yaml")), "gone.yaml"), (.missingFile("a.png", at: place), "a.png"),
      (.tooLarge(PixelSize(width: 2, height: 3), limit: 5, at: place), "flow.yaml"),
      (.invalid("wrong", at: place), "flow.yaml"),
    ] as [(StoryboardError, String)] { #expect(error.file == file, "\(error)") }
  }

  @Test("Error messages shorten the name of a given picture after 60 bytes", arguments: [true, false])
  func longNames(isThere: Bool) throws {
    let picture = try Bitmap.noise(4, 3, seed: 1, opaque: true)
    let names = StoryboardNames.given { $0.hasPrefix("n") && !isThere ? nil : .bitmap(picture) }
    let (name, start) = (String(repeating: "n", count: 95) + ".glsl", String(repeating: "n", count: 60))
    let reason = isThere ? " is a picture without a file, and cannot stand here" : ": no such file"
    #expect {
      try Storyboard(
        yaml: "screens: {a: a.png, b: b.png}\nsteps: [{push: b, transition: \(name)}]", named: "flow.yaml",
        names)
    } throws: {
      "\($0)" == "flow.yaml:2: steps[0].transition: \(start)… (100 bytes)\(reason)"
    }
  }

  @Test("The message has the first error of a shader, not an earlier warning")
  func warnings() throws {
    let source = "uniform float a; // = 2.0 in 0...1: A.\nvec4 transition(vec2 uv) { return oops; }"
    let shader = try folder.write(Array(source.utf8), "own.glsl")
    let yaml = "screens: {a: \(vectorsFolder)/from.png}\nsteps: []\ndefaults: {transition: own.glsl}"
    #expect {
      try Storyboard(yaml: yaml, named: "flow.yaml", folder: folder.path)
    } throws: {
      "\($0)" == "flow.yaml:3: defaults.transition: \(shader):2:35: 'oops' is not declared"
    }
  }
}
