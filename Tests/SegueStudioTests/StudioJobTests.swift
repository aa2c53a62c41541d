import Foundation
import SegueExport
import SegueFormats
import SegueJob
import SegueRendering
import SeguePixels
import SegueStoryboard
import SegueStudio
import SegueTransitions
import Testing

/// A job, with its command, code, storyboard and frames.
@Suite struct StudioJobTests {
  private func shelf() throws -> Shelf {
    let shelf = Shelf()
    for (name, color) in [("a.png", Pixel.black), ("b.png", Pixel.white)] {
      shelf.add(sample: try Bitmap(PixelSize(width: 64, height: 36), filledWith: color), named: name)
    }
    return shelf
  }

  private func cube() -> Job {
    var job = Job(from: "a.png", to: "b c.png", .init("cube", ["eye": "2", "pull": "0.25"]))
    job.look.operation = .dismiss
    job.times.duration = 0.5
    job.times.ease = "cubic-bezier(0.3,0,0.1,1)"
    return job
  }

  @Test func filterAndBlendShadersHaveTheirOwnOptions() throws {
    let texts = [
      (
        "uniform float amount; // = 0.5 in 0...1\nvec4 effect(vec4 color) { return color * amount; }",
        "--filter", "result"
      ),
      ("vec4 blend(vec4 base, vec4 overlay) { return mix(base, overlay, progress); }", "--blend", "blend"),
      ("vec4 transition(vec2 uv) { return getFromColor(uv); }", "--shader", "transition"),
    ]
    let shelf = Shelf(shaders: [(name: "own", file: "/folder/own.fs")])
    for (text, option, key) in texts {
      var job = Job(from: "a.png", to: "b.png", .init("own", ["amount": "0.25", "left": "over"]))
      job.look.source = .init(name: "own", text: text)
      let shown = try job.asOptions(shelf)
      let command = shown.command(path: shelf.path) + " "
      #expect(command.contains(" \(option) /folder/own.fs"), "\(command)")
      let yaml = shown.storyboard(path: shelf.path)
      #expect(yaml.contains("\(key): "), "\(yaml)")
      #expect(yaml.contains("/folder/own.fs"), "\(yaml)")
      let code = shown.swift(path: shelf.path, isFile: shelf.isFile)
      #expect(code.contains("ShaderTransition") == (option == "--shader"), "\(code)")
      #expect(code.contains("/folder/own.fs"), "\(code)")
      if option == "--filter" {
        #expect(command.contains("own.fs:amount=0.25 "))
        #expect(!command.contains("left"))
      }
    }
  }

  @Test func theNumberOfFramesIsLimited() throws {
    var job = Job(from: "a.png", to: "b.png")
    (job.times.fps, job.times.duration) = ("1000", 100)
    let transition = Transitions.CrossDissolve()
    #expect(try job.boundedSchedule(of: transition).count == 100_001)
    job.times.duration = 100.001
    #expect(throws: Refused.self) { try job.boundedSchedule(of: transition) }
  }

  @Test(arguments: TransitionOperation.allCases)
  func theStoryboardHasTheSameFrames(_ operation: TransitionOperation) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shelf = try shelf()
    for name in ["a.png", "b.png"] {
      try shelf.picture(name).write(to: folder.appending(path: name))
    }
    var job = cube()
    job.to = "b.png"
    job.look.operation = operation
    // The first picture is black, and the second white.
    job.look.fromFilters = [.init("brightness", ["brightness": "0.5*progress"])]
    job.look.toFilters = [.init("color-invert")]
    job.look.filters = [.init("brightness", ["brightness": "0.2+0.3*progress"]), .init("vignette")]
    job.times.fps = "20"
    let story = try Storyboard(yaml: job.storyboard(path: { $0 }), folder: folder.path)
    let frames = try StoryboardFrames(story)
    let transition = try job.make(shelf)
    let renderer = try TransitionRenderer(
      from: shelf.picture("a.png"), to: shelf.picture("b.png"), transition, operation: operation,
      timing: job.timing(of: transition))
    #expect(frames.count == 11)
    for frame in 0..<frames.count {
      let expected = try renderer.frame(atTime: Double(frame) / 10)
      #expect(try frames.rows(of: frame).rendered().rgba() == expected.rgba(), "frame \(frame)")
    }
  }

  @Test func aGestureAsAStepOfAStoryboardEndsAsItDid() throws {
    for (places, completed) in [([0.9, 0.5, 0.3], true), ([0.9, 0.4, 0.5], false)] {
      var pan = try Pan(time: 3, x: places[0], duration: 0.4, curve: nil)
      for (index, x) in places.dropFirst().enumerated() {
        try pan.move(time: 3.1 + 0.1 * Double(index), x: x)
      }
      #expect(pan.interaction.state == .tracking)
      // A release right after the last position repeats it; a pause of the finger takes longer.
      #expect(pan.isLift(time: 3.25, x: places[2]) && !pan.isLift(time: 3.4, x: places[2]))
      #expect(!pan.isLift(time: 3.25, x: 0))
      try pan.end(at: 3.2)
      var outcome: Bool?
      var now = 3.2
      while outcome == nil && now < 10 {
        outcome = pan.tick(at: now)
        now += 0.016
      }
      #expect(outcome == completed)
      #expect(pan.interaction.progress == (completed ? 1 : 0))
      #expect(pan.recording.replay(InteractiveTransition(duration: 0.4)).completed == completed)
    }
  }

  @Test func pathsInAJobAreRefused() throws {
    let shelf = try shelf()
    #expect(throws: Refused.self) { try shelf.picture("/etc/passwd") }
    #expect(throws: Refused.self) { try shelf.picture("../a.png") }
    var job = Job(from: "a.png", to: "b.png")
    job.look.filters = [.init("/etc/hostname.glsl")]
    #expect(throws: Refused.self) { _ = try job.make(shelf) }
    job = Job(from: "a.png", to: "b.png", .init("luma", ["map": "/etc/hostname.png"]))
    #expect(throws: (any Error).self) { _ = try job.make(shelf) }
    job = Job(from: "a.png", to: "b.png", .init("/etc/hostname.glsl"))
    #expect(throws: UnknownName.self) { _ = try job.make(shelf) }
  }

  @Test func invalidValuesAreErrors() throws {
    let shelf = try shelf()
    for change: (inout Job.Times) -> Void in [
      { $0.duration = -1 }, { $0.duration = 1e9 }, { $0.duration = .nan }, { $0.ease = "spring(" },
    ] {
      var job = Job(from: "a.png", to: "b.png")
      change(&job.times)
      let transition = try job.make(shelf)
      #expect(throws: (any Error).self) { try job.timing(of: transition) }
    }
  }

  @Test func timesHaveALimitedRange() throws {
    var job = Job(from: "a.png", to: nil)
    let own = Transitions.SlideDown().timing
    #expect(try job.timing(of: Transitions.SlideDown()) == own)
    for duration in [0.001, 3600] {
      job.times.duration = duration
      #expect(try job.timing(of: Transitions.SlideDown()) == own.with(duration: duration))
    }
    for duration in [0, -1, 3600.001, .infinity] {
      job.times.duration = duration
      #expect(throws: Refused("a duration is above 0 and at most 3600 seconds")) {
        try job.timing(of: Transitions.SlideDown())
      }
    }
  }

  /// Half a frame is rounded up.
  @Test func holdsAreWholeFrames() throws {
    func playback(_ hold: Double?, _ fps: String? = nil) throws -> Playback {
      var job = Job(from: "a.png", to: nil)
      (job.order.hold, job.times.fps) = (hold, fps)
      return try job.boundedSchedule(of: Transitions.CrossDissolve()).playback
    }
    for (hold, fps, frames) in [
      (nil, nil, 0), (0, nil, 0), (0.025, nil, 2), (0.024, nil, 1), (1, "30000/1001", 30), (0.5, "25", 13),
      (600, "2", 1200),
    ] as [(Double?, String?, Int)] {
      #expect(try playback(hold, fps) == Playback(hold: frames))
    }
    for hold in [-0.001, 600.001] {
      #expect(throws: Refused("a hold is 0 to 600 seconds")) { try playback(hold) }
    }
  }

  @Test func gesturesAreWrittenWithFourDigits() throws {
    var pan = try Pan(time: 1.0 / 3, x: 0.98765432, duration: 1, curve: nil)
    try pan.move(time: 2, x: 1.0 / 7)
    let yaml = Job(from: "a.png", to: "map.png", "cube").storyboard(
      gesture: pan.storyboard, path: { $0.hasSuffix(".png") ? "in/\($0)" : $0 })
    #expect(
      yaml == """
        screens: {from: in/a.png, to: in/map.png}
        steps:
          - present: to
            transition: cube
            interactive:
              rule: push
              samples: [[0.3333, 0.9877, 0], [2, 0.1429, 0]]

        """)
  }
}
