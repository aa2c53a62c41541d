import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

/// Files that are read, and that the files name.
@Suite struct StoryboardFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A file of more than 16 MiB is none, whatever it says")
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

  @Test("A file that cannot be read, and one that is no text, have errors of their own")
  func unreadable() throws {
    let text = try folder.write([0xff], "flow.yaml")
    let start = StoryboardError.Place(file: text, line: 1, key: "")
    #expect(throws: StoryboardError.invalid("not UTF-8 text", at: start)) { try Storyboard(contentsOf: text) }
    for (name, error) in [
      (folder.path, FileError.unreadable(file: folder.path, reason: "it is a folder")),
      (folder.file("gone.yaml"), .missing(file: folder.file("gone.yaml"))),
    ] {
      #expect(throws: StoryboardError.unreadable(error)) { try Storyboard(contentsOf: name) }
      #expect(throws: StoryboardError.unreadable(error)) { try LayerAnimator(contentsOf: name) }
    }
  }

  @Test func whatAWholeFileLacksStandsAtItsFirstKey() {
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: "# one\n\n# two\nfps: 10\n", named: "flow.yaml")
    }
    #expect(error.map { "\($0)" } == "flow.yaml:4: screens is missing: name: image.png, …")
  }

  /// It is the shader's file that the error names.
  @Test func aShaderThatCannotBeReadIsNamed() throws {
    let shader = try folder.write([0xff], "own.glsl")
    let yaml = "screens: {a: \(vectorsFolder)/from.png}\nsteps: []\ndefaults: {transition: own.glsl}"
    let error = FileError.notText(file: shader, reason: "not a text in UTF-8")
    #expect(throws: StoryboardError.unreadable(error)) {
      try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    }
  }

  /// As uploads of the studio are, which have no names of files.
  @Test("A picture that is given can be a screen, and nothing that is read from a file")
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
}
