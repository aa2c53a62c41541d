import Foundation
import SegueFormats
import SegueJob
import SeguePixels
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Answers of the studio's server.
@Suite struct StudioServerTests {
  private static let pictures = Result {
    try (
      Bitmap(PixelSize(width: 40, height: 24), filledWith: .black),
      Bitmap(PixelSize(width: 40, height: 24), filledWith: Pixel(red: 200, green: 100, blue: 40))
    )
  }

  private func studio() throws -> Studio {
    let studio = try Studio()
    let (black, other) = try Self.pictures.get()
    studio.shelf.add(sample: black, named: "a.png")
    studio.shelf.add(sample: other, named: "b.png")
    return studio
  }

  /// A lossless view of the stage at its own size.
  private static func view(_ id: Int, _ work: [String: Any], _ more: [String: Any] = [:]) -> [String: Any] {
    [
      "kind": "view", "id": id, "job": ["from": "a.png", "to": "b.png"].merging(work) { $1 },
      "width": 640, "height": 360, "exact": true,
    ].merging(more) { $1 }
  }

  /// Encodes a value as JSON for a message.
  private static func object(_ value: some Encodable) throws -> Any {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
  }

  @Test func aFrameIsThatOfTheLibrary() async throws {
    let (from, to) = try Self.pictures.get()
    let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve())
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for (id, time) in [0, 0.25, 0.5, 1].enumerated() {
        try await page.say(Self.view(id, ["transition": ["name": "cross-dissolve"]], ["time": time]))
        let answer = try await page.hear("frame")
        #expect(answer.id == id && answer.head["exact"] as? Bool == true)
        #expect(answer.head["type"] as? String == "image/png" && answer.head["before"] as? Bool == false)
        #expect([answer.head["width"], answer.head["fullWidth"]].map { $0 as? Int } == [40, 40])
        #expect([answer.head["height"], answer.head["fullHeight"]].map { $0 as? Int } == [24, 24])
        #expect(answer.head["time"] as? Double == time)
        #expect(answer.head["progress"] as? Double == renderer.progress(atTime: time))
        #expect(try await Bitmap(decoding: answer.bytes) == renderer.frame(atTime: time))
      }
    }
  }

  @Test("A picture with another aspect ratio is fitted to the size of the first, as the work says")
  func anotherShape() async throws {
    let studio = try studio()
    let tall = try Bitmap(PixelSize(width: 24, height: 40), filledWith: Pixel(red: 10, green: 200, blue: 40))
    studio.shelf.add(sample: tall, named: "tall.png")
    let (from, _) = try Self.pictures.get()
    for fit in [Framing.Fit.contain, .cover, .stretch] {
      let framing = Framing(size: from.size, fit: fit, background: .white)
      let renderer = try TransitionRenderer(
        from: from, to: tall, Transitions.CrossDissolve(), framing: framing)
      try await withStudio(studio) { admission in
        let page = try PageSocket(admission)
        try await page.upgrade()
        try await page.say(
          Self.view(
            1,
            [
              "to": "tall.png", "transition": ["name": "cross-dissolve"], "fit": "\(fit)",
              "background": "white",
            ], ["time": 0.75]))
        let answer = try await page.hear("frame", "problem")
        #expect(try await Bitmap(decoding: answer.bytes) == renderer.frame(atTime: 0.75), "\(fit)")
      }
    }
  }

  @Test func aFrameHasAtMostThePixelsOfA4KScreen() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let room: [String: Any] = ["width": 16384, "height": 16384, "time": 0, "exact": false]
      for (size, width, height) in [("3840x2160", 3840, 2160), ("8000x2000", 5760, 1440)] {
        try await page.say(Self.view(1, ["size": size, "transition": ["name": "cross-dissolve"]], room))
        let head = try await page.hear("frame", "problem").head
        #expect([head["width"], head["height"]].map { $0 as? Int } == [width, height], "\(head)")
      }
    }
  }

  @Test("Videos can be chosen if ffmpeg is installed", .enabled(if: hasFFmpeg, ffmpegMissing))
  func moviesCanBeChosen() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let formats = try await page.hear("catalog").head["formats"] as? [[String: Any]] ?? []
      let files = formats.compactMap { $0["file"] as? String }
      for name in ["mp4", "mov", "mkv", "webm", "avif"] {
        #expect(
          files.count { $0 == "segue.\(name)" } == 1 && !files.contains("frames/%04d.\(name)"), "\(name)")
      }
    }
  }

  @Test("An invalid message closes the socket, with a code for the reason")
  func theSocketIsClosed() async throws {
    // Text that is not UTF-8, a continuation without a start, and a close frame.
    for (kind, bytes, code) in [(0x81, [0xff, 0xfe], 1007), (0x80, [], 1002), (0x88, [], 1000)]
      as [(UInt8, [UInt8], Int)]
    {
      try await withStudio(try studio()) { admission in
        let page = try PageSocket(admission)
        try await page.upgrade()
        try await page.say(frame: kind, bytes)
        #expect(try await page.closing() == code)
      }
    }
  }

  /// A description has the command, the code and the timing of the job.
  @Test func aDescriptionHasCommandCodeAndTiming() async throws {
    let studio = try studio()
    var work = Job(from: "a.png", to: "b.png", "cube:eye=2")
    (work.times.duration, work.times.ease, work.times.fps) = (0.5, "ease-out", "20")
    work.output = Job.Output(file: "segue.gif")
    let timing = try work.timing(of: work.make(studio.shelf))
    let message: [String: Any] = [
      "kind": "describe", "id": 9, "job": try Self.object(work),
    ]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say(message)
      let head = try await page.hear("description").head
      #expect(head["id"] as? Int == 9 && head["frames"] as? Int == 11 && head["duration"] as? Double == 0.5)
      #expect(head["ease"] as? String == timing.curve.description && head["scenes"] == nil)
      let curve = head["curve"] as? [Double] ?? []
      let steps = Double(curve.count - 1)
      #expect(curve.count > 10)
      // JSON does not keep every digit.
      for (step, progress) in curve.enumerated() {
        #expect(abs(progress - timing.progress(at: Double(step) / steps)) < 1e-12, "\(step)")
      }
      #expect(head["command"] as? String == work.command(path: studio.shelf.path))
      let code = work.swift(path: studio.shelf.path, isFile: studio.shelf.isFile)
      #expect(head["swift"] as? String == code)
      #expect(head["yaml"] as? String == work.storyboard(path: studio.shelf.path))
    }
  }

  /// A flow is described by its scenes: start, frames, line, action, screen and transition.
  @Test func aFlowIsDescribedByItsSteps() async throws {
    let text = """
      fps: 10
      screens: {a: a.png, b: {image: b.png, motion: auto, title: B}}
      steps:
        - hold: 0.5
        - {push: b, duration: 1, transition: cube}
        - pop:
      """
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "describe", "id": 1,
        "job": job(["from": "a.png", "flow": ["name": "mine.yaml", "text": text]], ["file": "segue.gif"]),
      ])
      let head = try await page.hear("description").head
      let scenes = (head["scenes"] as? [[String: Any]] ?? []).map { scene in
        ["start", "count", "line", "action", "screen", "transition"].map { scene[$0].map { "\($0)" } ?? "-" }
          .joined(separator: " ")
      }
      let last = scenes.last?.split(separator: " ").dropFirst(2).joined(separator: " ")
      #expect(scenes.dropLast() == ["0 1 - - a -", "1 5 4 hold a -", "6 10 5 push b cube"])
      #expect(last == "6 pop a -" && scenes.last?.hasPrefix("16 ") == true)
      let frames = try #require(head["frames"] as? Int)
      #expect(frames > 16 && head["duration"] as? Double == Double(frames - 1) / 10)
      #expect(head["yaml"] as? String == text)
      let screens = try #require(head["screens"] as? [[String: Any]])
      #expect(screens.map { $0["name"] as? String } == ["a", "b"])
      for (key, values) in [("motion", ["none", "auto"]), ("title", ["", "B"])] {
        let described = screens.compactMap { $0[key] as? [String: Any] }
        #expect(described.map { $0["text"] as? String } == values)
        let places = described.compactMap { $0["place"] as? [String: Any] }
        #expect(places.map { $0["before"] as? String } == ["{image: a.png, \(key): ", ""])
        let lengths = places.map { ($0["end"] as? Int ?? 0) - ($0["start"] as? Int ?? 0) }
        #expect(lengths == ["a.png".count, values[1].count])
      }
    }
  }

  /// An exported frame is the file of the library, sent in parts with their offsets.
  @Test func anExportIsTheFileOfTheLibrary() async throws {
    let studio = try studio()
    // A file of more than one part.
    let (from, to) = (try Bitmap.noise(900, 700, seed: 3), try Bitmap.noise(900, 700, seed: 4))
    studio.shelf.add(sample: from, named: "large.png")
    studio.shelf.add(sample: to, named: "other.png")
    let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve())
    let expected = try await renderer.frame(atTime: 0.25).encoded(as: Formats.PNG())
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "export", "id": 4,
        "job": job(
          ["from": "large.png", "to": "other.png", "transition": ["name": "cross-dissolve"]],
          ["file": "still.png", "still": 0.25]),
      ])
      var file: [UInt8] = []
      repeat {
        let part = try await page.hear("part")
        #expect(part.id == 4 && part.head["file"] as? String == "still.png")
        #expect(part.head["offset"] as? Int == file.count && part.head["size"] as? Int == expected.count)
        file += part.bytes
      } while file.count < expected.count
      #expect(file == expected && expected.count > 1 << 20)
    }
  }

  /// A message has the line of the error, not of an earlier warning; lists have both.
  @Test func errorsHaveTheirLine() async throws {
    let shader = "uniform float a; // = 2.0 in 0...1: A.\nvec4 transition(vec2 uv) { return oops; }"
    let flow = "screens: {a: a.png}\nsteps:\n  - {push: b}"
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      func problem(_ message: [String: Any]) async throws -> (text: String, about: String, lines: [String]) {
        try await page.say(message)
        let head = try await page.hear("problem").head
        #expect(head["id"] as? Int == message["id"] as? Int)
        let lines = (head["diagnostics"] as? [[String: Any]] ?? []).map {
          "\($0["line"] ?? "") \($0["severity"] ?? "")"
        }
        return (head["message"] as? String ?? "", head["about"] as? String ?? "", lines)
      }
      let source: [String: Any] = ["source": ["name": "mine.glsl", "text": shader]]
      let ofShader = try await problem(Self.view(1, source, ["time": 0.5]))
      #expect(ofShader.text.hasPrefix("line 2: ") && ofShader.text.contains("oops"))
      #expect(ofShader.about == "view" && ofShader.lines == ["1 warning", "2 error"])
      #expect(try await problem(Self.view(2, source, ["time": 0.5, "before": true])).about == "before")
      let story: [String: Any] = ["flow": ["name": "mine.yaml", "text": flow]]
      let ofFlow = try await problem(Self.view(3, story, ["time": 0.5]))
      #expect(ofFlow.text.hasPrefix("line 3: steps[0].push: ") && ofFlow.lines == ["3 error"])
      let large: [String: Any] = ["flow": ["name": "mine.yaml", "text": "size: 20000x20000\n\(flow)"]]
      let ofSize = try await problem(Self.view(6, large, ["time": 0.5]))
      #expect(ofSize.text == "line 1: size: 20000x20000 is more than 100000000 pixels")
      #expect(try await problem(Self.view(4, [:], ["time": 2])).text == "a time is 0 to 1")
      let thumbnail: [String: Any] = [
        "kind": "thumbnail", "id": 5, "job": ["from": "a.png"], "frames": 17, "width": 64, "height": 36,
      ]
      #expect(try await problem(thumbnail).about == "thumbnail")
      #expect(
        try await problem(["kind": "nothing"]).text == "'nothing' is not a request that this studio knows")
    }
  }

  /// While a page does not read, a newer frame replaces only a waiting frame of the same side of the divider.
  @Test func aWaitingFrameIsReplacedOnlyBySameSide() async throws {
    let studio = try studio()
    // Larger than the buffers of a connection.
    studio.shelf.add(sample: try .noise(2600, 2600, seed: 7), named: "large.png")
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let dissolve: [String: Any] = ["transition": ["name": "cross-dissolve"]]
      try await page.say(Self.view(1, ["from": "large.png", "to": "large.png"], ["time": 0]))
      try await Task.sleep(for: .seconds(2))
      // With enough time, both sides are rendered before the last frame is requested.
      try await page.say(Self.view(2, dissolve, ["time": 0.2]))
      try await page.say(Self.view(3, dissolve, ["time": 0.3, "before": true]))
      try await Task.sleep(for: .milliseconds(500))
      try await page.say(Self.view(4, dissolve, ["time": 0.4]))
      // Thumbnails are made when the studio is idle.
      try await page.say([
        "kind": "thumbnail", "id": 5, "job": ["from": "a.png"], "frames": 1, "width": 16, "height": 9,
      ])
      try await Task.sleep(for: .milliseconds(500))
      var answers: [PageSocket.Answer] = []
      repeat { answers.append(try await page.hear("frame", "thumbnail")) } while answers.last?.kind == "frame"
      let ids = answers.dropLast().map(\.id)
      #expect(ids.contains(3) && ids.contains(4), "\(ids)")
    }
  }

  @Test("The studio listens on 127.0.0.1 only")
  func oneAddress() async throws {
    try await withStudio(try studio()) { admission in
      for (name, isHeard) in [("127.0.0.1", true), ("127.0.0.2", false)] {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = admission.port.bigEndian
        address.sin_addr.s_addr = inet_addr(name)
        let isOpen = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          }
        }
        #expect(isOpen == isHeard, "\(name)")
      }
    }
  }

  @Test func thumbnailsFollowTheTimeOfTheTransition() async throws {
    let (from, to) = try Self.pictures.get()
    let size = PixelSize(width: 40, height: 24)
    let renderer = try TransitionRenderer(
      from: from, to: to, Transitions.ZoomOutFade(), framing: Framing(size: size))
    let expected = try await renderer.frame(atTime: 0.25).encoded(as: .jpeg(quality: 82, chroma: .full))
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "thumbnail", "id": 5, "frames": 1, "width": 40, "height": 24, "time": 0.25,
        "job": ["from": "a.png", "to": "b.png", "transition": ["name": "zoom-out-fade"]],
      ])
      #expect(try await page.hear("thumbnail", "problem").bytes == expected)
    }
  }

  /// Requests with the token get files; others are refused with a status.
  @Test(arguments: [
    ("GET /TOKEN/studio.js", [:], 200), ("GET /TOKEN/", [:], 200), ("GET /TOKEN/none.js", [:], 404),
    ("GET /studio.js", [:], 404), ("GET /0123/studio.js", [:], 404), ("POST /TOKEN/studio.js", [:], 405),
    ("GET /TOKEN/studio.js", ["Host": "example.com"], 403),
    ("GET /TOKEN/studio.js", ["Origin": "http://example.com"], 403),
    ("GET /TOKEN/socket", ["Upgrade": "websocket", "Connection": "Upgrade"], 403),
  ])
  func requestsAreAnsweredWithAStatus(line: String, headers: [String: String], status: Int) async throws {
    let lines = try await withStudio(try studio()) { admission in
      try await PageSocket(admission).request(line.replacing("TOKEN", with: admission.token), headers)
    }
    #expect(lines.first?.split(separator: " ").dropFirst().first == "\(status)", "\(lines)")
    let names = lines.dropFirst().map { $0.split(separator: ":").first?.lowercased() ?? "" }
    let expected: Set = ["content-type", "content-security-policy", "cache-control"]
    #expect(expected.isSubset(of: names), "\(names)")
  }
}
