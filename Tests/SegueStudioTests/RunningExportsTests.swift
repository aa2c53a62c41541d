import Foundation
import SeguePixels
import SegueStudio
import SegueTestSupport
import Testing

/// Running exports: their number, progress and end; and the background of videos.
@Suite struct RunningExportsTests {
  private func studio() throws -> Studio {
    let studio = try Studio()
    for (name, red) in [("a.png", 0), ("b.png", 90)] as [(String, UInt8)] {
      let color = Pixel(red: red, green: 0, blue: 0)
      studio.shelf.add(sample: try Bitmap(PixelSize(width: 40, height: 24), filledWith: color), named: name)
    }
    return studio
  }

  /// A job that does not end during a test: 60,001 frames of a shader with 1000 iterations a pixel.
  private let long: [String: Any] = [
    "from": "a.png", "to": "b.png", "duration": 1000, "size": "1280x720",
    "source": [
      "name": "long.glsl",
      "text": """
      vec4 transition(vec2 uv) {
        float sum = progress;
        for (int i = 0; i < 1000; i++) sum = fract(sum * 1.7 + uv.x);
        return vec4(sum);
      }
      """,
    ],
  ]

  @Test func fourExportsRunAtATime() async throws {
    let series: [String: Any] = ["file": "%05d.png", "fps": "60"]
    let still: [String: Any] = ["file": "x.png", "still": 0.5]
    func export(_ id: Int, _ output: [String: Any]) -> [String: Any] {
      ["kind": "export", "id": id, "job": job(long, output)]
    }
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for id in 1...5 { try await page.say(export(id, series)) }
      let refused = try await page.hear("problem")
      #expect(refused.id == 5 && refused.head["about"] as? String == "export")
      #expect(refused.head["message"] as? String == "4 exports are running; wait for one of them")
      // The other exports continue, and report their progress.
      let progress = try await page.hear("progress", "problem", "cancelled")
      #expect(progress.kind == "progress" && (1...4).contains(progress.id ?? 0))
      #expect(progress.head["count"] as? Int == 60_001)
      #expect((0..<60_001).contains(progress.head["done"] as? Int ?? -1))

      // A canceled export makes room for another; canceling an unknown export does nothing.
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

  /// A video has no alpha, so transparent frames show the background.
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
      try await page.say(["kind": "export", "id": 1, "job": job(work, output)])
      let part = try await page.hear("part", "problem")
      try #require(part.kind == "part", "\(part.head)")
      #expect(part.head["offset"] as? Int == 0 && part.head["size"] as? Int == part.bytes.count)
      let colors = try colors(of: folder.write(part.bytes, "none.mp4"))
      let size = 3 * 40 * 24
      #expect(colors.count == 11 * size)
      // The middle frame; encoding is lossy.
      let middle = colors.dropFirst(5 * size).prefix(size)
      #expect(middle.reduce(0) { $0 + Int($1) } >= 250 * size)
    }
  }

  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func aVideoWithAlphaHasNoBackground()
    async throws
  {
    let folder = try TemporaryFolder()
    let work: [String: Any] = [
      "from": "a.png", "to": "b.png", "background": "white", "duration": 0.4,
      "source": ["name": "none.glsl", "text": "vec4 transition(vec2 uv) { return vec4(0.0); }"],
    ]
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let output: [String: Any] = ["file": "none.webm", "fps": "10"]
      try await page.say(["kind": "export", "id": 1, "job": job(work, output)])
      let part = try await page.hear("part", "problem")
      try #require(part.kind == "part", "\(part.head)")
      let pixels = try colors(
        of: folder.write(part.bytes, "none.webm"), as: "rgba", by: ["-c:v", "libvpx-vp9"])
      let size = 4 * 40 * 24
      #expect(pixels.count == 5 * size)
      let middle = Array(pixels.dropFirst(2 * size).prefix(size))
      #expect(stride(from: 3, to: size, by: 4).allSatisfy { middle[$0] < 8 })
    }
  }

  /// A flow has a background, like a transition of two pictures.
  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func aFlowsVideoHasItsBackground() async throws {
    let folder = try TemporaryFolder()
    let shader = try folder.write(
      Array("vec4 transition(vec2 uv) { return vec4(0.0); }".utf8), "none.glsl")
    let studio = try Studio(shaders: [("none", shader)])
    for name in ["a.png", "b.png"] {
      studio.shelf.add(sample: try Bitmap(PixelSize(width: 40, height: 24), filledWith: .black), named: name)
    }
    let text = """
      fps: 10
      background: white
      screens: {a: a.png, b: b.png}
      steps: [{push: b, transition: none.glsl, duration: 0.4}]
      """
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "export", "id": 1,
        "job": job(["from": "a.png", "flow": ["name": "x.yaml", "text": text]], ["file": "none.mp4"]),
      ])
      let part = try await page.hear("part", "problem")
      try #require(part.kind == "part", "\(part.head)")
      let colors = try colors(of: folder.write(part.bytes, "none.mp4"))
      let size = 3 * 40 * 24
      #expect(colors.count == 5 * size)
      #expect(colors.dropFirst(2 * size).prefix(size).reduce(0) { $0 + Int($1) } >= 250 * size)
    }
  }

  /// Exported files with a word in their names, and their folders.
  private func files(_ word: String) throws -> (names: [String], folders: [String]) {
    let all = FileManager.default.temporaryDirectory.path
    let folders = try FileManager.default.contentsOfDirectory(atPath: all).sorted()
      .filter { $0.hasPrefix("segue-studio-") }.map { "\(all)/\($0)" }
    // Other tests export at the same time, so folders may disappear.
    let names = folders.map { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.contains(word) }
        .sorted().map { "\(folder)/\($0)" }
    }
    return (names.flatMap(\.self), zip(folders, names).filter { !$1.isEmpty }.map(\.0))
  }

  @Test("A closed page ends its exports, whose files only their owner can read")
  func thePageGoes() async throws {
    // Frames follow each other quickly, so a pause means that all exports have ended.
    let quick: [String: Any] = [
      "from": "a.png", "to": "b.png", "transition": ["name": "wipe"], "duration": 1000, "size": "1280x720",
    ]
    let word = "\(UUID())"
    defer {
      for folder in (try? files(word).folders) ?? [] { try? FileManager.default.removeItem(atPath: folder) }
    }
    try await withStudio(try studio()) { admission in
      try await {
        let page = try PageSocket(admission)
        try await page.upgrade()
        for id in [1, 2, 3, 4, 2] {
          let output: [String: Any] = ["file": "\(word)-%05d.png", "fps": "60"]
          try await page.say(["kind": "export", "id": id, "job": job(quick, output)])
        }
        // Four exports are the maximum, but the error is about the duplicate number.
        let problem = try await page.hear("problem")
        #expect(problem.id == 2 && problem.head["message"] as? String == "export 2 is running already")
        _ = try await page.hear("progress")
        let rights = try files(word).folders.map {
          try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(!rights.isEmpty && rights.allSatisfy { $0 == 0o700 })
      }()
      var (before, same) = ([""], 0)
      for _ in 0..<1000 where same < 20 {
        let now = try files(word).names
        (before, same) = (now, now == before ? same + 1 : 0)
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(same == 20, "no more files must be made")
    }
  }

  @Test("Canceled exports of numbered files leave nothing")
  func cancelledSeries() async throws {
    let word = "\(UUID())"
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for id in 1...4 {
        try await page.say([
          "kind": "export", "id": id, "job": job(long, ["file": "\(word)-%05d.png", "fps": "60"]),
        ])
      }
      _ = try await page.hear("progress")
      for id in 1...4 { try await page.say(["kind": "cancel", "id": id]) }
      for _ in 1...4 { #expect(try await page.hear("cancelled", "problem").kind == "cancelled") }
      #expect(try files(word).folders == [])
    }
  }

  @Test func anExportThatIsOverLeavesNoFiles() async throws {
    let word = "\(UUID())"
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let work: [String: Any] = ["from": "a.png", "to": "b.png", "duration": 0.2]
      try await page.say([
        "kind": "export", "id": 1, "job": job(work, ["file": "\(word)-%02d.png", "fps": "10"]),
      ])
      let part = try await page.hear("part", "problem")
      #expect(part.kind == "part" && part.head["size"] as? Int == part.bytes.count)
      for _ in 0..<1000 where try !files(word).names.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      #expect(try files(word).names == [])
    }
  }

  /// Decodes the pixels of all frames of a video, as RGB by default.
  private func colors(of file: String, as form: String = "rgb24", by decoder: [String] = []) throws -> [UInt8]
  {
    let process = Process()
    process.executableURL = URL(filePath: try #require(path(of: "ffmpeg")))
    process.arguments =
      ["-nostdin", "-v", "error"] + decoder + [
        "-i", file, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", form, "pipe:1",
      ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }
}
