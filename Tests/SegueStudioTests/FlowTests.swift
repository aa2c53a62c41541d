import Foundation
import SegueFormats
import SeguePixels
import SegueStoryboard
import SegueStudio
import Testing

/// Storyboards in the studio, and the files that their text may read.
@Suite struct FlowTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID())").path
  private let text = "screens: {a: pictures/a.png, b: ./b.png}\nsteps: [{push: b}]\n"

  private func png(_ color: Pixel) throws -> [UInt8] {
    try Bitmap(PixelSize(width: 8, height: 6), filledWith: color).encoded(as: Formats.PNG())
  }

  /// Opens a studio with a flow, two pictures that the flow names, and a picture that it does not name.
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

  @Test func filesOfAFlowAreThoseThatItNames() throws {
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
  func flowsCannotReadOtherFiles(_ name: String) throws {
    try withStudio { studio in
      for name in [name, "\(folder)/secret.png"] {
        let text = "screens: {a: '\(name)'}\nsteps: []"
        let error = #expect(throws: StoryboardError.self) {
          try studio.shelf.storyboard(.init(name: "flow.yaml", text: text))
        }
        guard let error, error.code == .storyboardMissingFile, let place = error.place else {
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

  @Test func aTextTooLongForAMessageIsRefused() throws {
    try withStudio { _ in
      let file = "\(folder)/long.yaml"
      let most = MessageAssembly.maxText / 2
      let long = text + "#" + String(repeating: " ", count: most - text.utf8.count - 1)
      try long.write(toFile: file, atomically: true, encoding: .utf8)
      _ = try Flow(file, options: DecodeOptions())
      try (long + " ").write(toFile: file, atomically: true, encoding: .utf8)
      let error = #expect(throws: StoryboardError.self) { try Flow(file, options: DecodeOptions()) }
      #expect(error.map { "\($0)" } == "\(file): not supported: a text of more than \(most) bytes")
    }
  }

  @Test func droppedFlowsFindPicturesByFileName() throws {
    try withStudio { studio in
      _ = try studio.shelf.add(upload: "c.png", png(.white))
      let story = try studio.shelf.storyboard(
        .init(name: "other.yaml", text: "screens: {a: /home/me/a.png, c: ../c.png}\nsteps: []"))
      #expect(story.screens[0].picture == .file("\(folder)/pictures/a.png"))
      guard case .bitmap(let bitmap) = story.screens[1].picture else {
        Issue.record("an uploaded picture has no file")
        return
      }
      #expect(bitmap.size == PixelSize(width: 8, height: 6))
    }
  }

  @Test func aFileOfTwoScreensIsListedOnce() throws {
    try withStudio { _ in
      let text = "screens: {a: pictures/a.png, b: b.png, c: pictures/a.png, d: \(folder)/b.png}\nsteps: []"
      try text.write(toFile: "\(folder)/more.yaml", atomically: true, encoding: .utf8)
      let flow = try Flow("\(folder)/more.yaml", options: DecodeOptions())
      #expect(flow.name == "more.yaml" && flow.file == "\(folder)/more.yaml")
      #expect(flow.pictures == ["\(folder)/pictures/a.png", "\(folder)/b.png"])
      #expect(
        flow.paths == [
          "pictures/a.png": "\(folder)/pictures/a.png", "b.png": "\(folder)/b.png",
          "\(folder)/b.png": "\(folder)/b.png",
        ])
    }
  }

  @Test("Two drawn samples are added if there are fewer than two pictures")
  func samples() throws {
    try withStudio { _ in
      let (a, b) = ("\(folder)/pictures/a.png", "\(folder)/b.png")
      for (files, names) in [
        ([], ["dusk.png", "dawn.png"]),
        ([a, a], ["a.png", "dusk.png", "dawn.png"]), ([a, b], ["a.png", "b.png"]),
        ([b, a, b], ["b.png", "a.png"]),
      ] {
        #expect(try Studio(files: files).shelf.pictures.map(\.name) == names)
      }
      // Pictures on the command line precede those of flows.
      let both = try Studio(files: [b], flows: ["\(folder)/flow.yaml"])
      #expect(both.shelf.pictures.map(\.name) == ["b.png", "a.png", "b-2.png"])
    }
  }

  @Test("Drawn samples have a sky, a sun and four hills, each darker than the one behind it")
  func drawnPictures() throws {
    let shelf = try Studio().shelf
    let (dusk, dawn) = (try shelf.picture("dusk.png"), try shelf.picture("dawn.png"))
    #expect([dusk, dawn].allSatisfy { $0.size == PixelSize(width: 1280, height: 720) })
    for (picture, x, y, red, green, blue) in Self.places {
      let expected = Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      let found = (picture == "dusk" ? dusk : dawn)[x, y]
      #expect(found.largestDifference(from: expected) <= 1, "\(picture) \(x), \(y): \(found)")
    }
  }

  /// Colors at positions, computed independently.
  private static let places: [(String, Int, Int, Int, Int, Int)] = [
    ("dusk", 0, 0, 38, 30, 84), ("dusk", 1279, 0, 39, 31, 84), ("dusk", 640, 100, 81, 52, 88),
    ("dusk", 0, 300, 155, 87, 92), ("dusk", 1279, 300, 156, 88, 93), ("dusk", 870, 393, 255, 214, 150),
    ("dusk", 870, 353, 255, 214, 150), ("dusk", 870, 344, 208, 146, 118), ("dusk", 920, 403, 255, 214, 150),
    ("dusk", 930, 403, 221, 152, 118), ("dusk", 100, 455, 216, 116, 96), ("dusk", 100, 460, 92, 52, 104),
    ("dusk", 100, 544, 92, 52, 104), ("dusk", 100, 550, 69, 41, 85), ("dusk", 100, 561, 69, 41, 85),
    ("dusk", 100, 567, 45, 29, 65), ("dusk", 100, 640, 45, 29, 65), ("dusk", 100, 646, 22, 18, 46),
    ("dusk", 480, 449, 214, 117, 97), ("dusk", 480, 455, 92, 52, 104), ("dusk", 480, 471, 92, 52, 104),
    ("dusk", 480, 476, 69, 41, 85), ("dusk", 480, 575, 69, 41, 85), ("dusk", 480, 580, 45, 29, 65),
    ("dusk", 480, 693, 45, 29, 65), ("dusk", 480, 699, 22, 18, 46), ("dusk", 777, 447, 224, 142, 111),
    ("dusk", 777, 453, 92, 52, 104), ("dusk", 777, 468, 92, 52, 104), ("dusk", 777, 473, 69, 41, 85),
    ("dusk", 777, 596, 69, 41, 85), ("dusk", 777, 601, 45, 29, 65), ("dusk", 777, 637, 45, 29, 65),
    ("dusk", 777, 642, 22, 18, 46), ("dusk", 1111, 382, 192, 110, 98), ("dusk", 1111, 387, 92, 52, 104),
    ("dusk", 1111, 536, 92, 52, 104), ("dusk", 1111, 542, 69, 41, 85), ("dusk", 1111, 561, 69, 41, 85),
    ("dusk", 1111, 567, 45, 29, 65), ("dusk", 1111, 631, 45, 29, 65), ("dusk", 1111, 636, 22, 18, 46),
    ("dusk", 640, 719, 22, 18, 46), ("dawn", 0, 0, 106, 179, 226), ("dawn", 1279, 0, 104, 178, 226),
    ("dawn", 640, 100, 136, 190, 221), ("dawn", 0, 300, 190, 210, 211), ("dawn", 1279, 300, 189, 209, 211),
    ("dawn", 332, 216, 255, 250, 226), ("dawn", 332, 176, 255, 250, 226), ("dawn", 332, 167, 196, 219, 221),
    ("dawn", 371, 216, 255, 250, 226), ("dawn", 381, 216, 203, 222, 220), ("dawn", 332, 299, 209, 222, 216),
    ("dawn", 100, 438, 228, 224, 205), ("dawn", 100, 444, 112, 168, 150), ("dawn", 100, 458, 112, 168, 150),
    ("dawn", 100, 463, 83, 137, 129), ("dawn", 100, 556, 83, 137, 129), ("dawn", 100, 562, 55, 107, 109),
    ("dawn", 100, 676, 55, 107, 109), ("dawn", 100, 681, 26, 76, 88), ("dawn", 480, 407, 221, 222, 207),
    ("dawn", 480, 413, 112, 168, 150), ("dawn", 480, 483, 112, 168, 150), ("dawn", 480, 488, 83, 137, 129),
    ("dawn", 480, 594, 83, 137, 129), ("dawn", 480, 600, 55, 107, 109), ("dawn", 480, 618, 55, 107, 109),
    ("dawn", 480, 624, 26, 76, 88), ("dawn", 777, 390, 214, 219, 207), ("dawn", 777, 395, 112, 168, 150),
    ("dawn", 777, 548, 112, 168, 150), ("dawn", 777, 554, 83, 137, 129), ("dawn", 777, 561, 83, 137, 129),
    ("dawn", 777, 567, 55, 107, 109), ("dawn", 777, 614, 55, 107, 109), ("dawn", 777, 619, 26, 76, 88),
    ("dawn", 1111, 438, 228, 224, 204), ("dawn", 1111, 443, 112, 168, 150),
    ("dawn", 1111, 506, 112, 168, 150),
    ("dawn", 1111, 511, 83, 137, 129), ("dawn", 1111, 557, 83, 137, 129), ("dawn", 1111, 562, 55, 107, 109),
    ("dawn", 1111, 667, 55, 107, 109), ("dawn", 1111, 673, 26, 76, 88), ("dawn", 640, 719, 26, 76, 88),
  ]

  @Test func flowsObeyThePixelLimit() throws {
    try withStudio { _ in
      let file = "\(folder)/sized.yaml"
      try ("size: 10x10\n" + text).write(toFile: file, atomically: true, encoding: .utf8)
      let most = DecodeOptions(maxPixels: 100)
      let studio = try Studio(flows: [file], options: most)
      #expect(studio.shelf.flowNames == ["sized.yaml"])
      #expect(throws: StoryboardError.self) {
        try Studio(flows: [file], options: DecodeOptions(maxPixels: 99))
      }
    }
  }

  @Test func anInvalidFlowIsAnErrorBeforeAPageOpens() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "wrong-\(UUID()).yaml").path
    try "screens: {a: a.png}\nsteps: []".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(throws: StoryboardError.self) { try Studio(flows: [file]) }
    #expect(throws: StoryboardError.self) { try Studio(flows: ["/nowhere/flow.yaml"]) }
  }
}
