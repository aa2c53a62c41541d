import Foundation
import SegueFormats
import SeguePixels
import SegueStoryboard
import SegueStudio
import Testing

/// Storyboards in the studio: what their text may lead to.
@Suite struct FlowTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID())").path
  private let text = "screens: {a: pictures/a.png, b: ./b.png}\nsteps: [{push: b}]\n"

  private func png(_ color: Pixel) throws -> [UInt8] {
    try Bitmap(PixelSize(width: 8, height: 6), filledWith: color).encoded(as: Formats.PNG())
  }

  /// A studio of a flow with two pictures beside it, and of one that it does not name.
  private func withStudio(_ body: (Studio) throws -> Void) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/pictures", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, color) in [("pictures/a.png", Pixel.black), ("b.png", .white), ("secret.png", .white)] {
      try Data(png(color)).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    try text.write(toFile: "\(folder)/flow.yaml", atomically: true, encoding: .utf8)
    try body(Studio(flows: ["\(folder)/flow.yaml"]))
  }

  @Test func itsFilesAreTheOnesThatItNamed() throws {
    try withStudio { studio in
      #expect(studio.shelf.flowNames == ["flow.yaml"])
      #expect(
        studio.shelf.flow(named: "flow.yaml")?.paths == [
          "pictures/a.png": "\(folder)/pictures/a.png", "./b.png": "\(folder)/./b.png",
        ])
      #expect(studio.shelf.pictures.map(\.name) == ["a.png", "b.png"])
      let story = try studio.shelf.storyboard(.init(name: "flow.yaml", text: text))
      #expect(
        story.screens.map(\.picture) == [.file("\(folder)/pictures/a.png"), .file("\(folder)/./b.png")])
      #expect(story.steps.map(\.line) == [2] && story.steps.map(\.action) == ["push"])
    }
  }

  @Test(arguments: ["secret.png", "../secret.png", "/etc/passwd", "pictures/../secret.png"])
  func noOtherFileIsReached(_ name: String) throws {
    try withStudio { studio in
      for name in [name, "\(folder)/secret.png"] {
        let text = "screens: {a: '\(name)'}\nsteps: []"
        let error = #expect(throws: StoryboardError.self) {
          try studio.shelf.storyboard(.init(name: "flow.yaml", text: text))
        }
        guard case .missingFile(_, let place)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(place.line == 1 && place.key == "screens.a")
      }
      for step in [
        "transition: /etc/hostname.glsl", "transition: secret.yaml", "filters: [/etc/hostname.glsl]",
        "{transition: luma, parameters: {map: /etc/hostname.png}}",
      ] {
        let step = step.hasPrefix("{") ? String(step.dropFirst().dropLast()) : step
        let text = "screens: {a: a.png, b: b.png}\nsteps: [{push: b, \(step)}]"
        #expect(throws: StoryboardError.self) {
          try studio.shelf.storyboard(.init(name: "x.yaml", text: text))
        }
      }
      #expect(throws: StoryboardError.self) {
        try studio.shelf.storyboard(.init(name: "x.yaml", text: text + "audio: /etc/hostname\n"))
      }
    }
  }

  @Test func aTextThatNoMessageCanCarryIsRefused() throws {
    try withStudio { _ in
      let file = "\(folder)/long.yaml"
      let most = MessageAssembly.mostText / 2
      let long = text + "#" + String(repeating: " ", count: most - text.utf8.count - 1)
      try long.write(toFile: file, atomically: true, encoding: .utf8)
      _ = try Flow(file, options: DecodeOptions())
      try (long + " ").write(toFile: file, atomically: true, encoding: .utf8)
      let error = #expect(throws: StoryboardError.self) { try Flow(file, options: DecodeOptions()) }
      #expect(error.map { "\($0)" } == "\(file): not supported: a text of more than \(most) bytes")
    }
  }

  @Test func whatWasDroppedFindsPicturesByTheLastPartOfTheirPaths() throws {
    try withStudio { studio in
      _ = try studio.shelf.add(upload: "c.png", png(.white))
      let story = try studio.shelf.storyboard(
        .init(name: "other.yaml", text: "screens: {a: /home/me/a.png, c: ../c.png}\nsteps: []"))
      #expect(story.screens[0].picture == .file("\(folder)/pictures/a.png"))
      guard case .bitmap(let bitmap) = story.screens[1].picture else {
        Issue.record("what was dropped has no file")
        return
      }
      #expect(bitmap.size == PixelSize(width: 8, height: 6))
    }
  }

  @Test func aWrongFlowIsSaidBeforeAPageOpens() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "wrong-\(UUID()).yaml").path
    try "screens: {a: a.png}\nsteps: []".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(throws: StoryboardError.self) { try Studio(flows: [file]) }
    #expect(throws: StoryboardError.self) { try Studio(flows: ["/nowhere/flow.yaml"]) }
  }
}
