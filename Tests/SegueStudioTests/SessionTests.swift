import Foundation
import SeguePixels
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Tests the effects of a message on work that earlier messages have started.
@Suite struct SessionTests {
  /// A page that requests frames faster than they are rendered gets the number of skipped requests, each
  /// counted once.
  @Test func droppedRequestsAreCountedOnce() async throws {
    let studio = try Studio()
    for (name, seed) in [("a.png", 1), ("b.png", 2)] as [(String, UInt64)] {
      studio.shelf.add(sample: try Bitmap.noise(900, 600, seed: seed), named: name)
    }
    let view: [String: Any] = [
      "kind": "view", "job": ["from": "a.png", "to": "b.png", "transition": ["name": "dreamy"]], "time": 0.5,
      "width": 900, "height": 600, "exact": true,
    ]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for id in 1...40 { try await page.say(view.merging(["id": id]) { $1 }) }
      // A busy machine may skip no request. A frame that a newer one overtakes is not received, and its
      // number is lost.
      var (last, shown, dropped) = (0, 0, 0)
      while last < 40 {
        let answer = try await page.hear("frame")
        let own = answer.head["dropped"] as? Int ?? -1
        #expect(own >= 0)
        (last, shown, dropped) = (answer.id ?? 40, shown + 1, dropped + own)
      }
      #expect(last == 40 && shown + dropped <= 40)
      try await page.say(view.merging(["id": 41]) { $1 })
      let answer = try await page.hear("frame")
      #expect(answer.id == 41 && answer.head["dropped"] as? Int == 0)
    }
  }

  private let pan: [String: Any] = [
    "from": "a.png", "to": "b.png", "transition": ["name": "slide-down"], "duration": 0.2,
  ]

  /// Opens a page of a studio with files, so that no samples are drawn, and with two pictures of noise.
  private func withPage(_ body: (PageSocket) async throws -> Void) async throws {
    let files = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]
    let studio = try Studio(files: files)
    for (name, seed) in [("a.png", 1), ("b.png", 2)] as [(String, UInt64)] {
      studio.shelf.add(sample: try Bitmap.noise(40, 24, seed: seed, opaque: true), named: name)
    }
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await body(page)
    }
  }

  private func reading(_ phase: String, _ time: Double, _ x: Double, _ more: [String: Any] = [:]) -> [String:
    Any]
  {
    [
      "kind": "pan", "id": 1, "phase": phase, "time": time, "x": x, "width": 20, "height": 12,
      "job": pan.merging(more) { $1 },
    ]
  }

  @Test func framesFollowTheFinger() async throws {
    try await withPage { page in
      for (phase, time, x, progress) in [
        ("begin", 0, 0.9, 0), ("move", 0.1, 0.5, 0.4), ("move", 0.2, 0.6, 0.3), ("move", 0.3, -0.3, 1),
      ] {
        try await page.say(reading(phase, time, x))
        let head = try await page.hear("frame", "problem").head
        #expect(abs((head["progress"] as? Double ?? -1) - progress) < 1e-9, "\(x)")
        #expect(head["gesture"] as? String == "tracking" && head["id"] as? Int == 1 && head["time"] == nil)
        #expect([head["width"], head["height"]].map { $0 as? Int } == [20, 12])
        #expect(head["before"] as? Bool == false && head["exact"] as? Bool == false)
      }
      // A finger may be outside the stage.
      for x in [10.0, -10] {
        try await page.say(reading("begin", 0, x))
        #expect(try await page.hear("frame", "problem").kind == "frame")
      }
      for x in [10.001, -10.001] {
        try await page.say(reading("begin", 0, x))
        let problem = try await page.hear("frame", "problem").head
        #expect(
          problem["message"] as? String == "a pan is in progress" && problem["about"] as? String == "view")
      }
    }
  }

  @Test("A finished gesture can be replayed, with the work's duration and its curve or ease-in-out")
  func whatAGestureCameTo() async throws {
    let recording = PanRecording(
      rule: .push, width: 1, places: [(time: 0, x: 0.9), (time: 0.1, x: 0.5), (time: 0.15, x: 0.3)])
    try await withPage { page in
      for (more, curve) in [([:], .easeInOut), (["ease": "linear"], .linear)]
        as [([String: Any], TimingCurve)]
      {
        for (phase, time, x) in [("begin", 0, 0.9), ("move", 0.1, 0.5), ("end", 0.15, 0.3)] {
          try await page.say(reading(phase, time, x, more))
        }
        let head = try await page.hear("panned", "problem").head
        let expected = recording.replay(InteractiveTransition(duration: 0.2, completionCurve: curve))
        let frames = head["frames"] as? [Double] ?? []
        #expect(head["completed"] as? Bool == true && expected.completed && head["id"] as? Int == 1)
        #expect(frames.count == expected.frames.count)
        for (frame, progress) in zip(frames, expected.frames) { #expect(abs(frame - progress) < 1e-9) }
      }
    }
  }

  @Test("A released gesture ends on one of the pictures, whatever the page's clock")
  func endsOfGestures() async throws {
    let gestures = [
      (0, [0.9, 0.5, 0.3], "completed"), (1e6, [0.9, 0.5, 0.3], "completed"),
      (-1e6, [0.1, 0.4, 0.6], "completed"), (1e6, [0.9, 0.4, 0.6], "cancelled"),
    ]
    try await withPage { page in
      for (id, (start, places, state)) in gestures.enumerated() {
        for (index, (phase, x)) in zip(["begin", "move", "end"], places).enumerated() {
          try await page.say(reading(phase, start + 0.1 * Double(index), x).merging(["id": id]) { $1 })
        }
        var (last, isSaid): ([String: Any], Bool) = ([:], false)
        while !isSaid || last["gesture"] as? String != state {
          let answer = try await page.hear("frame", "panned", "problem")
          try #require(answer.kind != "problem" && answer.id == id, "\(answer.head)")
          if answer.kind == "frame" { last = answer.head } else { isSaid = true }
          guard answer.kind == "panned" else { continue }
          #expect(answer.head["completed"] as? Bool == (state == "completed"))
        }
        #expect(last["progress"] as? Double == (state == "completed" ? 1 : 0))
      }
    }
  }

  @Test("A released gesture continues in real time, and later positions are ignored")
  func runningOn() async throws {
    // The rest from the middle takes 500 seconds.
    func slow(_ phase: String, _ time: Double, _ x: Double) -> [String: Any] {
      reading(phase, time, x, ["duration": 1000, "ease": "linear"])
    }
    try await withPage { page in
      for (phase, time, x) in [("begin", 1e6, 0.9), ("move", 1e6 + 0.1, 0.5), ("end", 1e6 + 0.2, 0.4)] {
        try await page.say(slow(phase, time, x))
      }
      var count = 0
      while count < 8 {
        let head = try await page.hear("frame", "panned", "problem").head
        try #require(head["kind"] as? String == "frame", "\(head)")
        guard head["gesture"] as? String == "finishing" else { continue }
        count += 1
        #expect(abs((head["progress"] as? Double ?? -1) - 0.5) < 0.2)
      }
      for (phase, x) in [("move", 0.2), ("end", 0.1)] { try await page.say(slow(phase, 1e6 + 1, x)) }
      try await page.say(["kind": "describe", "id": 3, "job": job(pan, ["file": "a.gif"])])
      #expect(try await page.hear("panned", "problem", "description").kind == "description")
      let head = try await page.hear("frame").head
      #expect(abs((head["progress"] as? Double ?? -1) - 0.5) < 0.2)
    }
  }

  @Test("Another gesture or a view ends a released gesture", arguments: ["pan", "view"])
  func endedGestures(by kind: String) async throws {
    try await withPage { page in
      for (number, (phase, x)) in zip(["begin", "move", "end"], [0.9, 0.5, 0.4]).enumerated() {
        try await page.say(reading(phase, 0.1 * Double(number), x, ["duration": 1000]))
      }
      while try await page.hear("frame").head["gesture"] as? String != "finishing" {}
      var ids: [Int?] = []
      for round in 0..<40 {
        let (phase, x) = (round == 0 ? "begin" : "move", 0.9 - 0.01 * Double(round))
        let message =
          kind == "pan"
          ? reading(phase, 10 + Double(round), x)
          : ["kind": kind, "job": pan, "time": 0.5, "width": 20, "height": 12]
        try await page.say(message.merging(["id": 2]) { $1 })
        try await page.say(["kind": "describe", "id": 3, "job": job(pan, ["file": "a.gif"])])
        var answer = try await page.hear("frame", "description", "problem")
        while answer.kind == "frame" {
          // An answer that was already sent may still arrive.
          if round > 1 { ids.append(answer.id) }
          answer = try await page.hear("frame", "description", "problem")
        }
        try #require(answer.kind == "description")
      }
      #expect(ids.count > 30 && ids.allSatisfy { $0 == 2 })
    }
  }

  @Test("A gesture's storyboard has the paths of its pictures, and at most ten minutes of frames")
  func longGestures() async throws {
    let (from, to) = (vectorsFolder + "/from.png", vectorsFolder + "/to.png")
    try await withPage { page in
      for (phase, time, x) in [("begin", 0, 0.9), ("move", 700, 0.5), ("end", 700.1, 0.3)] {
        try await page.say(reading(phase, time, x, ["from": "from.png", "to": "to.png"]))
      }
      let head = try await page.hear("panned", "problem").head
      #expect(
        (head["yaml"] as? String)?.hasPrefix("screens: {from: \(from), to: \(to)}\nsteps:\n") == true)
      #expect(head["frames"] as? [Double] == [Double](repeating: 0, count: 600 * 60))
    }
  }

  @Test("A view ends a gesture, and its later positions are ignored")
  func aViewEndsAGesture() async throws {
    try await withPage { page in
      try await page.say(reading("begin", 0, 0.9))
      _ = try await page.hear("frame", "problem")
      try await page.say(["kind": "view", "id": 2, "job": pan, "time": 0.5, "width": 20, "height": 12])
      #expect(try await page.hear("frame", "problem").id == 2)
      for (phase, time) in [("move", 0.1), ("end", 0.2)] { try await page.say(reading(phase, time, 0.3)) }
      try await page.say(["kind": "describe", "id": 3, "job": job(pan, ["file": "a.gif"])])
      #expect(try await page.hear("frame", "problem", "panned", "description").kind == "description")
    }
  }

  @Test("A shader of up to 512 KiB can be opened")
  func longTexts() async throws {
    let folder = try TemporaryFolder()
    let most = 1 << 19
    let files = try [most, most + 1].map { count in
      try folder.write([UInt8](repeating: 32, count: count), "\(count).glsl")
    }
    let studio = try Studio(
      files: [vectorsFolder + "/from.png", vectorsFolder + "/to.png"],
      shaders: [("short", files[0]), ("long", files[1])])
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say(["kind": "open", "name": "short", "of": "shader"])
      #expect((try await page.hear("source", "problem").head["text"] as? String)?.utf8.count == most)
      try await page.say(["kind": "open", "name": "long", "of": "shader"])
      let problem = try await page.hear("source", "problem").head
      #expect(
        problem["message"] as? String == "\(files[1]): not supported: a text of more than \(most) bytes")
    }
  }

  @Test("A flow of one frame has the duration of a frame")
  func oneFrame() async throws {
    try await withPage { page in
      let flow = ["name": "x.yaml", "text": "fps: 4\nscreens: {a: a.png}\nsteps: []"]
      try await page.say([
        "kind": "describe", "id": 3, "job": job(["from": "a.png", "flow": flow], ["file": "a.gif"]),
      ])
      let head = try await page.hear("description", "problem").head
      #expect(head["frames"] as? Int == 1 && head["duration"] as? Double == 0.25)
      #expect((head["scenes"] as? [[String: Any]])?.count == 1)
    }
  }

  @Test("The texts of a flow have the path of its file")
  func flowsHavePaths() async throws {
    let folder = try TemporaryFolder()
    let text = "screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}\nsteps: [{push: b}]"
    let file = try folder.write(Array(text.utf8), "flow.yaml")
    try await withStudio(try Studio(flows: [file])) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let work: [String: Any] = ["from": "from.png", "flow": ["name": "flow.yaml", "text": text]]
      try await page.say(["kind": "describe", "id": 1, "job": job(work, ["file": "o.gif"])])
      let head = try await page.hear("description", "problem").head
      #expect(head["command"] as? String == "segue storyboard \(file) -o o.gif")
      #expect((head["swift"] as? String)?.contains("Storyboard(contentsOf: \"\(file)\")") == true)
      let plain: [String: Any] = ["from": "from.png", "to": "to.png", "transition": ["name": "cube"]]
      try await page.say(["kind": "describe", "id": 2, "job": job(plain, ["file": "o.gif"])])
      let texts = try await page.hear("description", "problem").head
      #expect(
        texts["command"] as? String
          == "segue render \(vectorsFolder)/from.png \(vectorsFolder)/to.png -t cube -o o.gif")
      for key in ["swift", "yaml"] {
        #expect((texts[key] as? String)?.contains("\(vectorsFolder)/to.png") == true, "\(key)")
      }
    }
  }

  /// A view of the other side of the divider does not end a gesture.
  @Test func drawingTheOtherSideDoesNotEndAGesture() async throws {
    let studio = try Studio()
    for (name, color) in [("a.png", Pixel.black), ("b.png", .white)] {
      let picture = try Bitmap(PixelSize(width: 40, height: 24), filledWith: color)
      studio.shelf.add(sample: picture, named: name)
    }
    let work: [String: Any] = [
      "from": "a.png", "to": "b.png", "transition": ["name": "cross-dissolve"], "duration": 0.2,
    ]
    let stage: [String: Any] = ["job": work, "width": 40, "height": 24]
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
      // Texts are made after frames.
      try await page.say(["kind": "describe", "id": 3, "job": job(work, ["file": "a.gif"])])
      let answer = try await page.hear("frame", "description")
      try #require(answer.kind == "frame")
      #expect(answer.id == 1 && answer.head["gesture"] as? String == "tracking")
      try await page.say(reading("end", 0.2, 0.2))
      #expect(try await page.hear("panned").head["completed"] as? Bool == true)
    }
  }
}
