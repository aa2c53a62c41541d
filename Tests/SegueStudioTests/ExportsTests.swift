import Foundation
import SegueFormats
import SeguePixels
import SegueRendering
import SegueStoryboard
import SegueStudio
import SegueTestSupport
import Testing

/// Files that a page is given.
@Suite struct ExportsTests {
  @Test(arguments: [(0.0, 0), (0.5, 10), (0.9, 18)])
  func aStillOfAFlowIsItsFrameAtThatTime(time: Double, index: Int) async throws {
    let studio = try Studio()
    for (seed, name) in ["a.png", "b.png"].enumerated() {
      studio.shelf.add(sample: try .noise(40, 24, seed: UInt64(seed), opaque: true), named: name)
    }
    let text = """
      fps: 10
      screens: {a: a.png, b: b.png}
      steps: [{push: b, transition: cross-dissolve, duration: 2}]
      """
    let frames = try StoryboardFrames(studio.shelf.storyboard(.init(name: "flow.yaml", text: text)))
    #expect(frames.count == 21)
    let expected = try frames.rows(of: index).rendered().encoded(as: Formats.PNG())
    let work: [String: Any] = ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "export", "id": 1, "work": work, "output": ["file": "still.png", "still": time],
      ])
      #expect(try await page.hear("part", "problem").bytes == expected)
    }
  }
}
