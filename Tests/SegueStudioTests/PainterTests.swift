import Foundation
import SegueFormats
import SeguePixels
import SegueStudio
import SegueTransitions
import Testing

/// The stage shows the exported frame.
@Suite struct PainterTests {
  @Test(arguments: Light.allCases) func picturesAreMixedInTheLightOfTheWork(light: Light) async throws {
    let size = PixelSize(width: 40, height: 24)
    let (from, to) = (
      try Bitmap(size, filledWith: .black),
      try Bitmap(size, filledWith: Pixel(red: 200, green: 100, blue: 40))
    )
    let studio = try Studio()
    studio.shelf.add(sample: from, named: "a.png")
    studio.shelf.add(sample: to, named: "b.png")
    let renderer = try TransitionRenderer(
      from: from, to: to, Transitions.CrossDissolve(), framing: Framing(light: light))
    let work: [String: Any] = [
      "from": "a.png", "to": "b.png", "transition": ["name": "cross-dissolve"], "light": light.rawValue,
    ]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "view", "id": 1, "job": work, "time": 0.5, "width": 640, "height": 360, "exact": true,
      ])
      let answer = try await page.hear("frame")
      #expect(try await Bitmap(decoding: answer.bytes) == renderer.frame(atTime: 0.5))
    }
  }

  /// Editing the text of a flow changes its frames at once.
  @Test func framesFollowTheEditedText() async throws {
    let studio = try Studio()
    for (name, color) in [("a.png", Pixel.black), ("b.png", .white)] {
      studio.shelf.add(sample: try Bitmap(PixelSize(width: 40, height: 20), filledWith: color), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for (number, (first, second)) in [("a", "b"), ("b", "a"), ("a", "b")].enumerated() {
        let text = "screens: {first: \(first).png, second: \(second).png}\nsteps: [{push: second}]"
        try await page.say([
          "kind": "view", "id": number,
          "job": ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]],
          "time": 0, "width": 640, "height": 360, "exact": true,
        ])
        let frame = try Bitmap(decoding: try await page.hear("frame").bytes)
        #expect(frame[20, 10] == (first == "a" ? .black : .white))
      }
    }
  }

  /// The whole picture of a screen, with the largest part that a frame shows.
  @Test(arguments: [("cover", 1.0, 0.5), ("contain", 2, 1), ("stretch", 1, 1)])
  func wholePictures(fit: String, width: Double, height: Double) async throws {
    let studio = try Studio()
    let picture = try Bitmap.noise(40, 20, seed: 4, opaque: true)
    studio.shelf.add(sample: picture, named: "a.png")
    let text = """
      size: 32x8
      fit: \(fit)
      screens: {a: a.png, b: {image: a.png, elements: {c: [0, 0, 5, 5]}}}
      steps: [{hold: 1}]
      """
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      func view(_ screen: String, _ side: Int) async throws -> PageSocket.Answer {
        try await page.say([
          "kind": "view", "id": side, "time": 0.5, "width": side, "height": side, "exact": true,
          "screen": screen,
          "job": ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]],
        ])
        return try await page.hear("frame", "problem")
      }
      let whole = try await view("a", 64)
      #expect(try Bitmap(decoding: whole.bytes) == picture)
      #expect(whole.head["largestPart"] as? [Double] == [width, height])
      let reduced = try await view("a", 20)
      #expect([reduced.head["width"], reduced.head["height"]].map { $0 as? Int } == [20, 10])
      #expect([reduced.head["fullWidth"], reduced.head["fullHeight"]].map { $0 as? Int } == [40, 20])
      // Other names, screens that stand still, and rooms without pixels are refused.
      for (screen, side) in [("c", 64), ("b", 64), ("a", 0)] {
        #expect(try await view(screen, side).kind == "problem", "\(screen)")
      }
    }
  }

  @Test("A draft fits the room, to the nearest pixel", arguments: [(40, 21, 30, 16), (21, 40, 16, 30)])
  func drafts(width: Int, height: Int, fitWidth: Int, fitHeight: Int) async throws {
    let studio = try Studio()
    let size = PixelSize(width: width, height: height)
    for name in ["a.png", "b.png"] {
      studio.shelf.add(sample: try Bitmap(size, filledWith: .black), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "view", "id": 1, "job": ["from": "a.png", "to": "b.png"], "time": 0.5, "width": 30,
        "height": 30,
        "exact": false,
      ])
      let head = try await page.hear("frame").head
      #expect(head["width"] as? Int == fitWidth && head["height"] as? Int == fitHeight)
    }
  }

  /// The page reports how long it took to show a frame.
  @Test func slowDisplayReducesTheSizeOfFrames() async throws {
    let studio = try Studio()
    for name in ["a.png", "b.png"] {
      studio.shelf.add(sample: try Bitmap(PixelSize(width: 40, height: 20), filledWith: .black), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      var widths: [Int?] = []
      for number in 0..<5 {
        try await page.say([
          "kind": "view", "id": number, "job": ["from": "a.png", "to": "b.png"],
          "time": 0.1 * Double(number),
          "width": 640, "height": 360, "exact": false, "delay": DraftScale.showing + 1,
        ])
        widths.append(try await page.hear("frame").head["width"] as? Int)
      }
      #expect(widths == [40, 40, 40, 40, 34])
    }
  }
}
