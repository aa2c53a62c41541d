import Foundation
import SeguePixels
import SegueStudio
import SegueTestSupport
import Testing

/// Exports while they run: how many there are, how far they are and how they end; and what is behind a video.
@Suite struct RunningExportsTests {
  private func studio() throws -> Studio {
    let studio = try Studio()
    for (name, red) in [("a.png", 0), ("b.png", 90)] as [(String, UInt8)] {
      let color = Pixel(red: red, green: 0, blue: 0)
      studio.shelf.add(sample: try Bitmap(PixelSize(width: 40, height: 24), filledWith: color), named: name)
    }
    return studio
  }

  @Test func fourRunAtATime() async throws {
    // A thousand seconds: more frames than are made while this test runs.
    let long: [String: Any] = [
      "from": "a.png", "to": "b.png", "transition": ["name": "wipe"], "duration": 1000, "size": "1280x720",
    ]
    let series: [String: Any] = ["file": "%05d.png", "fps": "60"]
    let still: [String: Any] = ["file": "x.png", "still": 0.5]
    func export(_ id: Int, _ output: [String: Any]) -> [String: Any] {
      ["kind": "export", "id": id, "work": long, "output": output]
    }
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for id in 1...5 { try await page.say(export(id, series)) }
      let refused = try await page.hear("problem")
      #expect(refused.id == 5 && refused.head["about"] as? String == "export")
      #expect(refused.head["message"] as? String == "4 exports are running; wait for one of them")
      // Others go on, and say how far they are.
      let progress = try await page.hear("progress", "problem", "cancelled")
      #expect(progress.kind == "progress" && (1...4).contains(progress.id ?? 0))
      #expect(progress.head["count"] as? Int == 60_001)
      #expect((0..<60_001).contains(progress.head["done"] as? Int ?? -1))

      // One that is cancelled makes room; cancelling what does not run does nothing.
      for id in [5, 2] { try await page.say(["kind": "cancel", "id": id]) }
      let cancelled = try await page.hear("cancelled", "problem")
      #expect(cancelled.kind == "cancelled" && cancelled.id == 2)
      try await page.say(export(6, still))
      let part = try await page.hear("part", "problem", "cancelled")
      #expect(part.kind == "part" && part.id == 6 && part.head["file"] as? String == "x.png")

      var ended: [Int] = []
      for id in [1, 3, 4] {
        try await page.say(["kind": "cancel", "id": id])
        ended.append(try await page.hear("cancelled", "problem").id ?? 0)
      }
      #expect(ended == [1, 3, 4])
    }
  }

  /// Where a transition leaves nothing of the pictures, a file without alpha has the color behind them.
  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func aVideoHasItsBackground() async throws {
    let folder = try TemporaryFolder()
    let work: [String: Any] = [
      "from": "a.png", "to": "b.png", "background": "white", "duration": 1,
      "source": ["name": "none.glsl", "text": "vec4 transition(vec2 uv) { return vec4(0.0); }"],
    ]
    let output: [String: Any] = ["file": "none.mp4", "fps": "10"]
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say(["kind": "export", "id": 1, "work": work, "output": output])
      let part = try await page.hear("part", "problem")
      try #require(part.kind == "part", "\(part.head)")
      #expect(part.head["offset"] as? Int == 0 && part.head["size"] as? Int == part.bytes.count)
      let colors = try colors(of: folder.write(part.bytes, "none.mp4"))
      let size = 3 * 40 * 24
      #expect(colors.count == 11 * size)
      // The one in the middle; encoding is not without loss.
      let middle = colors.dropFirst(5 * size).prefix(size)
      #expect(middle.reduce(0) { $0 + Int($1) } >= 250 * size)
    }
  }

  /// Red, green and blue of the pixels of all frames of a video.
  private func colors(of file: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: try #require(path(of: "ffmpeg")))
    process.arguments = [
      "-nostdin", "-v", "error", "-i", file, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24",
      "pipe:1",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }
}
