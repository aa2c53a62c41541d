import Foundation
import SeguePixels
import SegueStudio
import SegueTestSupport
import Testing

/// What one message does to what others began.
@Suite struct SessionTests {
  /// A page that asks faster than frames are made is told how many of its requests were left out, each of them once.
  @Test func whatWasDroppedIsCountedOnce() async throws {
    let studio = try Studio()
    for (name, seed) in [("a.png", 1), ("b.png", 2)] as [(String, UInt64)] {
      studio.shelf.add(sample: try Bitmap.noise(900, 600, seed: seed), named: name)
    }
    let view: [String: Any] = [
      "kind": "view", "work": ["from": "a.png", "to": "b.png", "transition": ["name": "dreamy"]], "time": 0.5,
      "width": 900, "height": 600, "exact": true,
    ]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for id in 1...40 { try await page.say(view.merging(["id": id]) { $1 }) }
      var dropped = 0
      var last = 0
      while last < 40 {
        let answer = try await page.hear("frame")
        (last, dropped) = (answer.id ?? 40, dropped + (answer.head["dropped"] as? Int ?? -40))
      }
      #expect(last == 40 && (1..<40).contains(dropped))
      try await page.say(view.merging(["id": 41]) { $1 })
      let answer = try await page.hear("frame")
      #expect(answer.id == 41 && answer.head["dropped"] as? Int == 0)
    }
  }

  /// The other side of the divider is drawn again while a finger is on the stage.
  @Test func aGestureGoesOnWhereTheOtherSideIsDrawn() async throws {
    let studio = try Studio()
    for (name, color) in [("a.png", Pixel.black), ("b.png", .white)] {
      let picture = try Bitmap(PixelSize(width: 40, height: 24), filledWith: color)
      studio.shelf.add(sample: picture, named: name)
    }
    let work: [String: Any] = [
      "from": "a.png", "to": "b.png", "transition": ["name": "cross-dissolve"], "duration": 0.2,
    ]
    let stage: [String: Any] = ["work": work, "width": 40, "height": 24]
    func onStage(_ message: [String: Any]) -> [String: Any] { stage.merging(message) { $1 } }
    func reading(_ phase: String, _ time: Double, _ x: Double) -> [String: Any] {
      onStage(["kind": "pan", "id": 1, "phase": phase, "time": time, "x": x])
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say(reading("begin", 0, 0.9))
      #expect(try await page.hear("frame").id == 1)
      try await page.say(onStage(["kind": "view", "id": 2, "time": 0.5, "before": true]))
      #expect(try await page.hear("frame").id == 2)
      try await page.say(reading("move", 0.1, 0.5))
      // Texts come behind the frame.
      try await page.say(["kind": "describe", "id": 3, "work": work, "output": ["file": "a.gif"]])
      let answer = try await page.hear("frame", "description")
      try #require(answer.kind == "frame")
      #expect(answer.id == 1 && answer.head["gesture"] as? String == "tracking")
      try await page.say(reading("end", 0.2, 0.2))
      #expect(try await page.hear("panned").head["completed"] as? Bool == true)
    }
  }
}
