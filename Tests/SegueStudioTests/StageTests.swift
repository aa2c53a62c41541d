import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueStoryboard
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Frames for the stage and the gallery: size, format and time.
@Suite struct StageTests {
  private let folder: TemporaryFolder
  private let size = PixelSize(width: 40, height: 24)

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ seed: UInt64) throws -> Bitmap { try .noise(40, 24, seed: seed, opaque: true) }

  /// Opens a page of a studio with two opaque pictures and a translucent one.
  private func withPage(_ body: (PageSocket, Studio) async throws -> Void) async throws {
    let files = try ["a.png", "b.png"].enumerated().map { number, name in
      try folder.write(picture(UInt64(number)).encoded(as: Formats.PNG()), name)
    }
    let studio = try Studio(files: files)
    studio.shelf.add(sample: try .noise(40, 24, seed: 2), named: "glass.png")
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await body(page, studio)
    }
  }

  private func view(_ work: [String: Any], _ more: [String: Any]) -> [String: Any] {
    [
      "kind": "view", "id": 1, "job": ["from": "a.png", "to": "b.png"].merging(work) { $1 }, "width": 40,
      "height": 24, "time": 0,
    ].merging(more) { $1 }
  }

  @Test("Opaque drafts are JPEG, other frames PNG; only exact frames have their full size")
  func formats() async throws {
    try await withPage { page, studio in
      for (name, isExact, room, type, width) in [
        ("a.png", false, 40, "image/jpeg", 40), ("a.png", false, 20, "image/jpeg", 20),
        ("a.png", true, 20, "image/png", 40), ("glass.png", false, 40, "image/png", 40),
        ("glass.png", false, 20, "image/png", 20), ("glass.png", true, 20, "image/png", 40),
      ] {
        try await page.say(
          view(
            ["from": name, "to": name, "transition": ["name": "cross-dissolve"]],
            ["width": room, "height": room * 24 / 40, "exact": isExact]))
        let answer = try await page.hear("frame", "problem")
        #expect(answer.head["type"] as? String == type && answer.head["exact"] as? Bool == isExact)
        #expect(
          [answer.head["width"], answer.head["height"]].map { $0 as? Int } == [width, width * 24 / 40])
        #expect([answer.head["fullWidth"], answer.head["fullHeight"]].map { $0 as? Int } == [40, 24])
        guard width == 40 else { continue }
        let frame = try studio.shelf.picture(name)
        let expected =
          try type == "image/png"
          ? frame.encoded(as: Formats.PNG()) : frame.encoded(as: .jpeg(quality: 88, chroma: .half))
        #expect(answer.bytes == expected, "\(name)")
      }
    }
  }

  /// A frame has at most 3840 × 2160 pixels, so the sides are scaled by √0.96.
  @Test func tooLargeFramesAreReducedAndNotExact() async throws {
    try await withPage { page, _ in
      try await page.say(
        view(["size": "4000x2160", "transition": ["name": "cross-dissolve"]], ["exact": true]))
      let head = try await page.hear("frame", "problem").head
      #expect(head["exact"] as? Bool == false && head["type"] as? String == "image/jpeg")
      #expect([head["width"], head["height"]].map { $0 as? Int } == [3919, 2116])
      #expect([head["fullWidth"], head["fullHeight"]].map { $0 as? Int } == [4000, 2160])
    }
  }

  @Test("Effects with sizes in pixels are not scaled down, wherever they are in a chain")
  func whatCountsPixels() async throws {
    let blur: [[String: Any]] = [["name": "blur"]]
    let own = ["name": "own", "text": "vec4 transition(vec2 p) { return getToColor(p); }"]
    try await withPage { page, _ in
      for (work, width) in [
        (["fromFilters": blur], 40), (["toFilters": blur], 40), (["filters": blur], 40),
        (["filters": [["name": "sepia"]], "blend": ["name": "screen-blend"]], 20),
        (["transition": ["name": "elements"]], 40),
        (["transition": ["name": "elements"], "source": own], 20),
        (["transition": ["name": "hero", "parameters": ["toRect": "1,2,9,9"]]], 40),
        (["transition": ["name": "hero", "parameters": ["background": "red"]]], 20),
        ([:], 20),
      ] as [([String: Any], Int)] {
        try await page.say(view(work, ["width": 20, "height": 20]))
        let head = try await page.hear("frame", "problem").head
        #expect(head["width"] as? Int == width && head["height"] as? Int == width * 24 / 40, "\(work)")
      }
    }
  }

  /// Frames from a cached transition have the progress of the current job's timing.
  @Test func theProgressIsThatOfTheWork() async throws {
    let cases: [([String: Any], Double, Double)] = [
      ([:], 0.25, 0.25), (["ease": "steps(2)"], 0.6, 0.5),
      (["ease": "ease-in", "duration": 2], 0.5, TimingCurve.easeIn(at: 0.5)), ([:], 0.75, 0.75),
    ]
    try await withPage { page, _ in
      for (work, time, progress) in cases {
        try await page.say(
          view(
            work.merging(["transition": ["name": "cross-dissolve"]]) { $1 }, ["time": time, "exact": true]))
        let answer = try await page.hear("frame", "problem")
        #expect(abs((answer.head["progress"] as? Double ?? -1) - progress) < 1e-9)
        let renderer = try TransitionRenderer(from: picture(0), to: picture(1), Transitions.CrossDissolve())
        let expected = try await renderer.frame(at: progress)
        #expect(try Bitmap(decoding: answer.bytes).largestDifference(from: expected) <= 1)
      }
    }
  }

  @Test("Frames of a flow equal those of the storyboard, in any order")
  func flows() async throws {
    for (number, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
      let picture = try Bitmap.noise(20 + number, 14 + 2 * number, seed: UInt64(number))
      try folder.write(picture.encoded(as: Formats.PNG()), "\(name).png")
    }
    let text = """
      size: 24x18
      fit: contain
      background: '#2040ff80'
      fps: 5
      screens: {a: a.png, b: b.png, c: c.png, d: {image: d.png, motion: auto}, e: {image: e.png, motion: auto}, f: f.png}
      tabs: [c, a]
      steps:
        - hold: 0.2
        - {push: b, transition: cross-dissolve, duration: 0.4}
        - set-stack: [d, b]
        - {push: e, transition: wipe, duration: 0.4}
        - {present: f, duration: 0.4}
        - {dismiss: , duration: 0.4}
        - {pop: , duration: 0.4}
        - {pop: , filters: 'pixellate:fraction=0.2', duration: 0.4}
        - {select-tab: 1, duration: 0.4}
      """
    let file = try folder.write(Array(text.utf8), "flow.yaml")
    let studio = try Studio(flows: [file])
    // Without a size, frames have the size of the first screen, even if another screen is shown first.
    for text in [text, text.replacing("size: 24x18\n", with: "")] {
      let story = try studio.shelf.storyboard(.init(name: "flow.yaml", text: text))
      let frames = try StoryboardFrames(story)
      #expect(
        frames.count == 16
          && frames.size
            == PixelSize(width: text.hasPrefix("size") ? 24 : 20, height: text.hasPrefix("size") ? 18 : 14)
      )
      let work: [String: Any] = ["flow": ["name": "flow.yaml", "text": text]]
      try await withStudio(studio) { admission in
        let page = try PageSocket(admission)
        try await page.upgrade()
        for turn in 0..<16 {
          let index = 7 * turn % 16
          let time = Double(index) / 15
          try await page.say(view(work, ["time": time, "exact": true]))
          let answer = try await page.hear("frame", "problem")
          // Both pass through a file, where translucent colors are rounded.
          let expected = try Bitmap(
            decoding: try frames.rows(of: index).rendered().encoded(as: Formats.PNG()))
          let shown = try Bitmap(decoding: answer.bytes)
          #expect(shown.largestDifference(from: expected) <= 2, "frame \(index)")
          #expect(abs((answer.head["progress"] as? Double ?? -1) - time) < 1e-9)
          #expect(answer.head["exact"] as? Bool == true)
          for (key, side) in [
            ("width", frames.size.width), ("fullWidth", frames.size.width), ("height", frames.size.height),
            ("fullHeight", frames.size.height),
          ] { #expect(answer.head[key] as? Int == side) }
        }
      }
    }
  }

  @Test("Clips of a flow play on the stage, parts of clips too", .enabled(if: hasFFmpeg, ffmpegMissing))
  func clipsOfAFlow() async throws {
    try folder.write(picture(0).encoded(as: Formats.PNG()), "a.png")
    let made = try runProgram(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=40x24:r=10:d=2", "-c:v", "ffv1",
        folder.file("clip.mkv"),
      ], input: [], limit: 100, seconds: 60)
    #expect(made.isSuccess)
    let text = """
      fps: 10
      screens: {a: a.png, whole: clip.mkv, part: 'clip.mkv[0.5s-1.5s]'}
      steps:
        - {push: whole, duration: 0.3}
        - hold: 0.4
        - {push: part, duration: 0.3}
        - hold: 0.2
      """
    let file = try folder.write(Array(text.utf8), "flow.yaml")
    let studio = try Studio(flows: [file])
    #expect(studio.shelf.pictures.map(\.name) == ["a.png", "clip.mkv", "clip.mkv[0.5s-1.5s]"])
    let frames = try StoryboardFrames(Storyboard(contentsOf: file))
    let last = frames.count - 1
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      // Requests frames in any order; going backward starts a decoder again.
      for index in [0, 2, 5, last, 6, 3] {
        try await page.say(
          view(
            ["flow": ["name": "flow.yaml", "text": text]],
            ["time": Double(index) / Double(last), "exact": true]))
        let answer = try await page.hear("frame", "problem")
        #expect(answer.head["message"] == nil)
        #expect(try Bitmap(decoding: answer.bytes) == frames.rows(of: index).rendered(), "frame \(index)")
      }
    }
  }

  @Test func aFlowIsShownAtATime() async throws {
    try await withPage { page, _ in
      let flow = [
        "name": "x.yaml", "text": "screens: {a: a.png, b: b.png}\nfps: 5\nsteps: [{push: b, duration: 1}]",
      ]
      for time: [String: Any] in [["time": 1.001], ["time": -0.001], ["time": NSNull(), "progress": 0.5]] {
        try await page.say(view(["flow": flow], time))
        let answer = try await page.hear("frame", "problem")
        #expect(answer.head["message"] as? String == "a time is 0 to 1" && answer.id == 1)
      }
      for (time, seed) in [(0, 0), (1, 1)] as [(Int, UInt64)] {
        try await page.say(view(["flow": flow], ["time": time, "exact": true]))
        #expect(try Bitmap(decoding: try await page.hear("frame", "problem").bytes) == picture(seed))
      }
    }
  }

  @Test func betweenTwoFramesOfAFlowTheNearerOneIsShown() async throws {
    let text =
      "fps: 10\nscreens: {a: a.png, b: b.png}\nsteps: [{push: b, transition: cross-dissolve, duration: 1}]"
    try await withPage { page, studio in
      let frames = try StoryboardFrames(studio.shelf.storyboard(.init(name: "x.yaml", text: text)))
      #expect(frames.count == 11)
      for (time, index) in [(0.04, 0), (0.06, 1), (0.34, 3), (0.36, 4), (0.94, 9), (0.96, 10)] {
        try await page.say(view(["flow": ["name": "x.yaml", "text": text]], ["time": time, "exact": true]))
        let shown = try Bitmap(decoding: try await page.hear("frame", "problem").bytes)
        #expect(try shown.largestDifference(from: frames.rows(of: index).rendered()) <= 1, "\(time)")
      }
    }
  }

  @Test("However narrow the room is, a draft has at least one pixel per side")
  func narrowRooms() async throws {
    try await withPage { page, studio in
      studio.shelf.add(sample: try .noise(90, 3, seed: 3, opaque: true), named: "wide.png")
      studio.shelf.add(sample: try .noise(3, 90, seed: 4, opaque: true), named: "tall.png")
      for (name, width, height) in [("wide.png", 10, 1), ("tall.png", 1, 10)] {
        try await page.say(view(["from": name, "to": name], ["width": 10, "height": 10]))
        let answer = try await page.hear("frame", "problem")
        #expect([answer.head["width"], answer.head["height"]].map { $0 as? Int } == [width, height])
        #expect(try Bitmap(decoding: answer.bytes).size == PixelSize(width: width, height: height))
      }
    }
  }

  @Test(
    "A shader gets the passed seconds, by the clock or else by the progress")
  func seconds() async throws {
    let clock = [
      "name": "clock.frag",
      "text": "uniform float iTime; void main() { gl_FragColor = vec4(iTime / 4.0, 0.0, 0.0, 1.0); }",
    ]
    try await withPage { page, _ in
      for (duration, moment, seconds) in [
        (4, ["time": 0.25], 1), (2, ["time": 0.25], 0.5), (4, ["progress": 0.75, "time": NSNull()], 3),
        (2, ["progress": 0.75, "time": NSNull()], 1.5), (2, ["progress": 0.5, "time": 1], 1),
      ] as [(Int, [String: Any], Double)] {
        let work: [String: Any] = ["source": clock, "duration": duration, "ease": "ease-in"]
        try await page.say(view(work, ["exact": true].merging(moment) { $1 }))
        let frame = try Bitmap(decoding: try await page.hear("frame", "problem").bytes)
        #expect(abs(Double(frame[20, 10].red) - 255 * seconds / 4) <= 1, "\(duration), \(moment)")
      }
    }
  }

  @Test(
    "Numbers beyond all limits are refused, and the studio goes on", arguments: ["hold", "duration", "still"])
  func limits(_ key: String) async throws {
    try await withPage { page, _ in
      let flow = ["name": "f.yaml", "text": "screens: {a: a.png}\nsteps: [{hold: 1}]"]
      for work in [["from": "a.png", "to": "b.png", key: 1e300], ["from": "", "flow": flow, key: 1e300]]
        as [[String: Any]]
      {
        try await page.say(["kind": "describe", "id": 9, "job": job(work, ["file": "o.gif"])])
        let answer = try await page.hear("description", "problem")
        #expect(answer.kind == "description" || answer.head["message"] is String)
      }
      try await page.say(view(["transition": ["name": "cube"]], ["time": 0.5]))
      #expect(try await page.hear("frame").kind == "frame")
    }
  }

  @Test("A shader of the studio replaces a transition of its name, in frames and texts")
  func sameNames() async throws {
    let file = try folder.write(
      Array("vec4 transition(vec2 p) { return vec4(1.0, 0.0, 0.0, 1.0); }".utf8), "elements.glsl")
    let studio = try Studio(shaders: [("elements", file)])
    for (number, name) in ["a.png", "b.png"].enumerated() {
      studio.shelf.add(sample: try picture(UInt64(number)), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let work: [String: Any] = ["transition": ["name": "elements"]]
      try await page.say(view(work, ["time": 0.5, "exact": true]))
      let frame = try Bitmap(decoding: try await page.hear("frame", "problem").bytes)
      #expect(frame[3, 20] == Pixel(red: 255, green: 0, blue: 0))
      // The catalog's `elements` has sizes in pixels, this shader does not.
      try await page.say(view(work, ["width": 20, "height": 20]))
      #expect(try await page.hear("frame", "problem").head["width"] as? Int == 20)
      try await page.say([
        "kind": "describe", "id": 2,
        "job": job(work.merging(["from": "a.png", "to": "b.png"]) { $1 }, ["file": "o.gif"]),
      ])
      let texts = try await page.hear("description", "problem").head
      #expect(texts["command"] as? String == "segue render a.png b.png --shader \(file) -o o.gif")
      #expect((texts["swift"] as? String)?.contains("ShaderTransition(contentsOf: \"\(file)\")") == true)
      #expect((texts["yaml"] as? String)?.contains("transition: \(file)\n") == true)
      #expect(texts["duration"] as? Double == 1 && texts["ease"] as? String == "linear")
    }
  }

  @Test("A shader of any kind gets its parameters, from the studio or as edited text")
  func valuesOfShaders() async throws {
    let sources = [
      "transition": "vec4 transition(vec2 p) { return vec4(amount, other, 0.0, 1.0); }",
      "effect": "vec4 effect(vec4 color) { return vec4(amount, other, 0.0, 1.0); }",
      "blend": "vec4 blend(vec4 base, vec4 overlay) { return vec4(amount, other, 0.0, 1.0); }",
    ].mapValues { "uniform float amount; // = 0.9 in 0...1\nuniform float other; // = 0.6 in 0...1\n\($0)" }
    let studio = try Studio(
      shaders: sources.map { name, text in (name, try folder.write(Array(text.utf8), "\(name).glsl")) })
    for (number, name) in ["a.png", "b.png"].enumerated() {
      studio.shelf.add(sample: try picture(UInt64(number)), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for (name, text) in sources {
        for source in [nil, ["name": "own", "text": text]] {
          for (values, red, green) in [(["amount": "0.2", "left": "over"], 51, 153), ([:], 230, 153)] {
            var work: [String: Any] = ["transition": ["name": name, "parameters": values]]
            work["source"] = source
            try await page.say(view(work, ["time": 0.5, "exact": true]))
            let pixel = try Bitmap(decoding: try await page.hear("frame", "problem").bytes)[9, 9]
            #expect(
              abs(Int(pixel.red) - red) <= 1 && abs(Int(pixel.green) - green) <= 1, "\(name), \(values)")
          }
        }
      }
    }
  }

  @Test("A thumbnail has the size of its frames, each with at most 512 pixels per side")
  func sizesOfThumbnails() async throws {
    let crop: [String: Any] = ["name": "crop", "parameters": ["width": "0.5"]]
    try await withPage { page, _ in
      for (work, width, height, size) in [
        (["filters": [crop]], 16, 12, PixelSize(width: 8, height: 24)),
        (["filters": [crop], "to": "b.png"], 16, 12, PixelSize(width: 8, height: 24)),
        (["to": "b.png"], 8, 512, PixelSize(width: 8, height: 1024)),
        (["to": "b.png"], 512, 8, PixelSize(width: 512, height: 16)),
      ] as [([String: Any], Int, Int, PixelSize)] {
        try await page.say([
          "kind": "thumbnail", "id": 3, "job": work.merging(["from": "a.png"]) { $1 }, "frames": 2,
          "width": width, "height": height,
        ])
        let answer = try await page.hear("thumbnail", "problem")
        #expect(try Bitmap(decoding: answer.bytes).size == size, "\(answer.head)")
      }
    }
  }

  @Test("A thumbnail has its frames one below another, from the first time to the last")
  func thumbnails() async throws {
    let small = PixelSize(width: 16, height: 12)
    func strip(_ transition: any Transition, _ operation: TransitionOperation, _ times: [Double]) throws
      -> [UInt8]
    {
      let renderer = try TransitionRenderer(
        from: picture(0), to: picture(1), transition, framing: Framing(size: small), operation: operation)
      let frames = try times.map { try renderer.frame(atTime: $0) }
      let all = try Bitmap(width: 16, height: 12 * times.count, rgba: frames.flatMap { $0.rgba() })
      return try all.encoded(as: .jpeg(quality: 82, chroma: .full))
    }
    let slide: [String: Any] = ["name": "slide-down"]
    try await withPage { page, _ in
      for (work, request, expected) in [
        (
          ["transition": slide, "operation": "pop"], ["frames": 3],
          try strip(Transitions.SlideDown(), .pop, [0, 0.5, 1])
        ),
        (["transition": slide], ["frames": 2], try strip(Transitions.SlideDown(), .present, [0, 1])),
        (
          ["transition": slide], ["frames": 5],
          try strip(Transitions.SlideDown(), .present, [0, 0.25, 0.5, 0.75, 1])
        ),
        (["transition": slide], ["frames": 1], try strip(Transitions.SlideDown(), .present, [0.5])),
        (
          ["transition": slide], ["frames": 1, "time": 0.3],
          try strip(Transitions.SlideDown(), .present, [0.3])
        ),
        (["transition": slide], ["frames": 1, "time": 7], try strip(Transitions.SlideDown(), .present, [1])),
        (
          ["transition": slide], ["frames": 1, "time": -7], try strip(Transitions.SlideDown(), .present, [0])
        ),
      ] as [([String: Any], [String: Any], [UInt8])] {
        let message: [String: Any] = [
          "kind": "thumbnail", "id": 3, "job": ["from": "a.png", "to": "b.png"].merging(work) { $1 },
          "width": 16,
          "height": 12,
        ]
        try await page.say(message.merging(request) { $1 })
        let answer = try await page.hear("thumbnail", "problem")
        #expect(answer.bytes == expected, "\(request)")
        #expect(answer.id == 3 && answer.head["frames"] as? Int == request["frames"] as? Int)
      }
    }
  }

  @Test("Times of a frame are in milliseconds, with one decimal")
  func milliseconds() async throws {
    try await withPage { page, studio in
      studio.shelf.add(sample: try .noise(900, 600, seed: 5, opaque: true), named: "large.png")
      let start = ContinuousClock.now
      try await page.say(view(["from": "large.png", "to": "large.png"], ["exact": true]))
      let head = try await page.hear("frame", "problem").head
      let all = start.duration(to: .now) / .milliseconds(1)
      let parts = ["renderMs", "encodeMs"].map { head[$0] as? Double ?? -1 }
      #expect(parts.allSatisfy { $0 >= 0 && abs((10 * $0).rounded() - 10 * $0) < 1e-6 })
      // Encoding a megabyte of PNG takes longer.
      #expect(parts[1] > 0.5 && parts[0] + parts[1] <= all + 0.1)
    }
  }
}
