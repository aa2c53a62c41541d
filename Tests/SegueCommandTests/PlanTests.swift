import Foundation
import Glibc
import Segue
import SegueJob
import SegueTestSupport
import Testing

/// A slideshow of three images in a temporary folder, to be planned.
private struct Planned {
  let folder: TemporaryFolder
  let command: [String]
  let frames: Int

  /// PNG files of noise take long enough for a signal to arrive between two frames.
  init(_ width: Int = 96, _ height: Int = 54, compression: String = "fast") throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("photos"), withIntermediateDirectories: true)
    for seed in 1...3 {
      try Bitmap.noise(width, height, seed: UInt64(seed), opaque: true).write(
        to: folder.file("photos/\(seed).png"))
    }
    command = [
      "slideshow", "photos", "--hold", "0.2", "--duration", "0.5", "--fps", "20", "-t", "cross-dissolve,wipe",
      "--png-compression", compression,
    ]
    frames = 1 + 3 * 4 + 2 * 10
  }

  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Run {
    try runSegue(arguments, environment: environment, folder: folder.path)
  }

  func plan(_ options: [String] = ["--shards", "4"], output: String = "frames/%03d.png") throws {
    expectSuccess(try run(["plan"] + command + ["-o", output] + options))
  }

  func work(_ shard: Int, _ options: [String] = []) throws -> Run {
    try run(["work", "plan.json", "--shard", "\(shard)"] + options)
  }

  func workAll(_ shards: Int = 4) throws {
    for shard in 0..<shards { expectSuccess(try work(shard)) }
  }

  /// Expects all frames to equal those of one run, and no other files.
  func expectFramesOfOneRun(sourceLocation: SourceLocation = #_sourceLocation) throws {
    expectSuccess(try run(command + ["-o", "one/%03d.png", "--overwrite", "-q"]))
    #expect(try folder.contents(of: "frames") == folder.contents(of: "one"), sourceLocation: sourceLocation)
    #expect(folder.names(in: "one").count == frames, sourceLocation: sourceLocation)
    expectSuccess(try run(["verify", "plan.json", "-q"]), sourceLocation: sourceLocation)
  }

  struct Found: Decodable {
    let whole: Int
    let missing: [String]
    let torn: [String]
    let foreign: [String]
    let unplanned: [String]
    let shards: [Int]
    let framesPerSecond: Double
    let elapsedSeconds: Double
    let slowest: [Slowest]
    /// The number of frames that all runs report as rendered.
    var rendered: Int { Int((framesPerSecond * elapsedSeconds).rounded()) }

    struct Slowest: Decodable { let shard: Int }
  }

  func verify() throws -> Found {
    let run = try run(["verify", "plan.json", "--json"])
    return try JSONDecoder().decode(Found.self, from: Data(run.output.array))
  }
}

@Suite("Plans of many shards")
struct PlanTests {
  /// Each input is read once for its checksum.
  ///
  /// If each read wrapped the observer in another closure, calls would overflow the stack, here of 1 MiB.
  @Test func aPlanMayHaveThousandsOfInputs() throws {
    let folder = try TemporaryFolder()
    let image = folder.file("photos/0.png")
    try FileManager.default.createDirectory(
      atPath: folder.file("photos"), withIntermediateDirectories: true)
    try Bitmap.noise(4, 4, seed: 1, opaque: true).write(to: image)
    for number in 1..<4000 {
      try FileManager.default.linkItem(atPath: image, toPath: folder.file("photos/\(number).png"))
    }
    let plan = [
      "plan", "slideshow", "photos", "--hold", "0", "--duration", "1", "--fps", "1", "-t", "cross-dissolve",
      "-o", "frames/%04d.png", "--shards", "4000",
    ]
    expectSuccess(try runSegue(plan, folder: folder.path))
    let work = "ulimit -s 1024; exec '\(segue)' work plan.json --shard 0 -q"
    let run = try RunningProcess(["-c", work], program: "/bin/sh", folder: folder.path).finish()
    expectSuccess(run)
    #expect(folder.names(in: "frames") == ["0000.png"])
  }

  @Test func shardsMakeTheFramesOfOneRun() throws {
    let planned = try Planned()
    try planned.plan()
    #expect(planned.folder.names() == ["photos", "plan.json", "plan.shards"], "nothing is rendered yet")
    try planned.workAll()
    try planned.expectFramesOfOneRun()
    let found = try planned.verify()
    #expect(found.whole == planned.frames && found.shards.isEmpty && found.slowest.count == 3)
    #expect(found.framesPerSecond > 0 && found.rendered == planned.frames)
    // A second run renders nothing.
    let again = try planned.work(1)
    #expect(again.errorText == "shard 1: all 8 frames are there\n")
  }

  @Test(
    "Shards have at most the requested frames, as few shards as possible", arguments: [1, 5, 11, 32, 33, 34])
  func framesPerShard(_ most: Int) throws {
    let planned = try Planned()
    let run = try planned.run(
      ["plan"] + planned.command + ["-o", "frames/%03d.png", "--frames-per-shard", "\(most)", "--json"])
    expectSuccess(run)
    let said = try JSONSerialization.jsonObject(with: Data(run.output.array)) as? [String: Any]
    #expect(said?["frames"] as? Int == planned.frames)
    #expect(said?["shards"] as? Int == Int((Double(planned.frames) / Double(most)).rounded(.up)))
  }

  private func stored(_ file: String) throws -> (job: AnyJob, machine: [String: String]) {
    struct Stored: Decodable {
      let job: AnyJob
      let machine: Machine
      struct Machine: Decodable {
        let maxPixels: Int
        let color: String
        let threads: Int?
        let simd: String?
      }
    }
    let plan = try JSONDecoder().decode(Stored.self, from: Data(contents(of: file)))
    var machine = ["maxPixels": "\(plan.machine.maxPixels)", "color": plan.machine.color]
    machine["threads"] = plan.machine.threads.map { "\($0)" }
    machine["simd"] = plan.machine.simd
    return (plan.job, machine)
  }

  /// Options of planning and of messages are no part of the job.
  @Test func aPlanStoresTheJob() throws {
    let planned = try Planned()
    func stored(_ options: [String], _ plan: String = "plan.json") throws -> AnyJob {
      expectSuccess(
        try planned.run(
          ["plan"] + planned.command + ["--shards", "2", "--overwrite", "-o", "%d.png"] + options))
      return try self.stored(planned.folder.file(plan)).job
    }
    var show = SlideshowJob(
      Playlist(
        ["photos"], [Job.Look("cross-dissolve"), Job.Look("wipe")], hold: 0.2, duration: 0.5,
        Job.Output(file: "%d.png")))
    show.playlist.times.fps = "20"
    show.playlist.output.options = ["png-compression": "fast"]
    for options in [
      [], ["--quiet"], ["-q"], ["--json"], ["--stats"], ["--verbose"], ["--json-progress"],
      ["--progress-bar", "never"], ["--progress-bar=never"], ["--for", "slurm"], ["--for=parallel"],
      ["--threads", "2"],
    ] {
      #expect(try stored(options) == .slideshow(show), "\(options)")
    }
    #expect(try stored(["--plan", "a.json"], "a.json") == .slideshow(show))
    show.playlist.output.durable = true
    #expect(try stored(["--durable"]) == .slideshow(show))
    #expect(
      try self.stored(planned.folder.file("plan.json")).machine
        == ["maxPixels": "\(DecodeOptions().maxPixels)", "color": "convert"])
    _ = try stored(["--threads", "2", "--simd", "reference", "--max-pixels", "1000000", "--color", "ignore"])
    #expect(
      try self.stored(planned.folder.file("plan.json")).machine
        == ["maxPixels": "1000000", "color": "ignore", "threads": "2", "simd": "reference"])
  }

  @Test("All options of a slideshow and of a storyboard are in the job")
  func storedOptions() throws {
    let planned = try Planned()
    let folder = planned.folder
    try "1\n00:00:00,000 --> 00:00:01,000\nHello\n".write(
      toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    try "fps: 10\nscreens: {a: photos/1.png, b: photos/2.png}\nsteps: [{push: b}]\n".write(
      toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    let film = ["--fade-in", "0.5", "--fade-out", "0.25", "--fade-color", "navy"]
    expectSuccess(
      try planned.run(
        [
          "plan", "slideshow", "photos", "-t", "random:seed=3", "--filter", "sharpen", "--seed", "4",
          "--motion", "auto", "--skip-unreadable", "--size", "64x36", "--fit", "contain", "--background",
          "red", "--light", "linear", "--dither", "--range", "2-9", "--shards", "2", "-o", "a/%d.png",
          "--plan",
          "a.json",
        ] + film))
    var look = Job.Look("random:seed=3")
    look.filters = ["sharpen:sharpness=1.5"]
    var show = SlideshowJob(
      Playlist(["photos"], [look], hold: 2, duration: 0.8, Job.Output(file: "a/%d.png")))
    (show.seed, show.motion, show.skipsUnreadable) = (4, "auto", true)
    show.playlist.output.range = "2-9"
    (show.playlist.film.fadeIn, show.playlist.film.fadeOut) = (0.5, 0.25)
    show.playlist.film.fadeColor = "navy"
    (show.playlist.frame.size, show.playlist.frame.fit) = ("64x36", "contain")
    (show.playlist.frame.background, show.playlist.frame.light) = ("red", "linear")
    show.playlist.frame.dither = true
    #expect(try stored(folder.file("a.json")).job == .slideshow(show))
    expectSuccess(
      try planned.run(
        ["plan", "storyboard", "flow.yaml", "--shards", "2", "-o", "b/%d.png", "--plan", "b.json"] + film))
    var story = StoryboardJob("flow.yaml", Job.Output(file: "b/%d.png"))
    story.film = show.playlist.film
    #expect(try stored(folder.file("b.json")).job == .storyboard(story))
    for (plan, frames) in [("a", 8), ("b", 4)] {
      for shard in 0..<2 { expectSuccess(try planned.run(["work", "\(plan).json", "--shard", "\(shard)"])) }
      #expect(folder.names(in: plan).count >= frames)
    }
  }

  @Test("A plan of version 1, which had a command line, is refused")
  func formerVersion() throws {
    let planned = try Planned()
    try planned.plan()
    let file = planned.folder.file("plan.json")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try planned.folder.write(
      Array(text.replacing("\"version\" : 2", with: "\"version\" : 1").utf8), "plan.json")
    for command in [
      ["work", "plan.json", "--shard", "0"], ["verify", "plan.json"], ["finish", "plan.json", "-o", "a.gif"],
    ] {
      expectFailure(
        try planned.run(command), 65,
        saying: ["plan.json: a plan of version 1, and this build reads version 2: plan again"])
    }
    // A wrong value of the job is named.
    try planned.folder.write(Array(text.replacing("\"hold\" : 0.2", with: "\"hold\" : -1").utf8), "plan.json")
    expectFailure(try planned.work(0), 65, saying: ["plan.json: job.hold: must be 0 or more"])
  }

  @Test("Frames of a range keep their numbers, and names are found from another folder", arguments: ["3-30"])
  func rangeAndFolders(_ range: String) throws {
    let planned = try Planned()
    expectSuccess(
      try planned.run(
        ["plan"] + planned.command
          + [
            "-o", "frames/%03d.png", "--range", range, "--frames-per-shard", "5", "--plan",
            "jobs/a/plan.json",
          ]))
    for shard in 0..<6 {
      expectSuccess(
        try runSegue([
          "work", planned.folder.file("jobs/a/plan.json"), "--shard", "\(shard)", "--threads", "1",
        ]))
    }
    expectSuccess(try planned.run(planned.command + ["-o", "one/%03d.png", "--range", range, "-q"]))
    #expect(try planned.folder.contents(of: "frames") == planned.folder.contents(of: "one"))
    expectFailure(
      try runSegue(["work", planned.folder.file("jobs/a/plan.json"), "--shard", "6"]), 64,
      saying: ["there is no shard 6, only 0 to 5"])
    let gif = try runSegue(
      ["finish", "jobs/a/plan.json", "-o", "of-plan.gif", "-q"], folder: planned.folder.path)
    expectSuccess(gif)
    expectSuccess(try planned.run(planned.command.dropLast(2) + ["-o", "one.gif", "--range", range, "-q"]))
    #expect(try bytes(of: planned.folder.file("of-plan.gif")) == bytes(of: planned.folder.file("one.gif")))
  }

  @Test("render and storyboard can be planned, too")
  func otherCommands() throws {
    let folder = try TemporaryFolder()
    for (name, image) in [("a.png", from), ("b.png", to)] {
      try FileManager.default.copyItem(atPath: image, toPath: folder.file(name))
    }
    try "fps: 10\nscreens: {a: a.png, b: b.png}\nsteps: [{hold: 0.2}, {push: b, duration: 0.6}]\n"
      .write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    for (name, command) in [
      ("render", ["render", "a.png", "b.png", "--frames", "9", "--boomerang"]),
      ("flow", ["storyboard", "flow.yaml"]),
    ] {
      let plan = "\(name).json"
      expectSuccess(
        try runSegue(
          ["plan"] + command + ["-o", "\(name)/%d.png", "--shards", "3", "--plan", plan], folder: folder.path)
      )
      for shard in 0..<3 {
        expectSuccess(try runSegue(["work", plan, "--shard", "\(shard)"], folder: folder.path))
      }
      expectSuccess(try runSegue(command + ["-o", "one-\(name)/%d.png"], folder: folder.path))
      #expect(try folder.contents(of: name) == folder.contents(of: "one-\(name)"))
    }
  }

  @Test("A shard may run twice at the same time")
  func twiceAtOnce() throws {
    let planned = try Planned(480, 270, compression: "small")
    try planned.plan(["--shards", "2"])
    let runs = try [0, 0, 1, 0].map {
      try RunningProcess(
        ["work", "plan.json", "--shard", "\($0)", "--threads", "1", "-q"], folder: planned.folder.path)
    }
    for run in runs { expectSuccess(run.finish()) }
    try planned.expectFramesOfOneRun()
    #expect(planned.folder.names(in: "plan.shards") == ["0.json", "1.json"])
  }

  @Test("A killed shard leaves whole frames, and another run completes it")
  func killed() throws {
    let planned = try Planned(480, 270, compression: "small")
    try planned.plan(["--shards", "2"])
    let process = try RunningProcess(
      ["work", "plan.json", "--shard", "0", "--threads", "1"], folder: planned.folder.path)
    try wait("two frames are there") {
      planned.folder.names(in: "frames").count { !$0.hasPrefix(".") } >= 2
    }
    process.send(SIGKILL)
    #expect(process.finish().code == -SIGKILL)
    let run = try planned.run(["verify", "plan.json"])
    #expect(run.code == 75 && run.text == "0-1\n")
    #expect(run.errorText.contains("run shards 0-1 again"))
    expectFailure(
      try planned.run(["finish", "plan.json", "-o", "movie.gif"]), 75, saying: ["run shards 0-1 again"])
    try planned.workAll(2)
    // The partial file of the killed run stays hidden until the plan is complete.
    _ = try planned.folder.write([1], "frames/.005.png.some.host-1.partial")
    expectSuccess(try planned.run(["finish", "plan.json", "-o", "movie.gif", "-q"]))
    try planned.expectFramesOfOneRun()
  }

  @Test("An interrupted shard keeps its frames")
  func interrupted() throws {
    let planned = try Planned(480, 270, compression: "small")
    try planned.plan(["--shards", "1"])
    let process = try RunningProcess(
      ["work", "plan.json", "--shard", "0", "--threads", "1"], folder: planned.folder.path)
    try wait("two frames are there") { planned.folder.names(in: "frames").count { !$0.hasPrefix(".") } >= 2 }
    process.send(SIGTERM)
    let run = process.finish()
    var whole = try planned.verify().whole
    expectFailure(
      run, 143, saying: ["interrupted: \(whole) of 33 frames of shard 0 are complete; run it again"])
    #expect(whole >= 2 && whole == planned.folder.names(in: "frames").count)
    // The second run keeps the frames of the first run, and counts them as complete.
    let second = try RunningProcess(
      ["work", "plan.json", "--shard", "0", "--threads", "1"], folder: planned.folder.path)
    try wait("another frame is there") {
      planned.folder.names(in: "frames").count { !$0.hasPrefix(".") } > whole
    }
    second.send(SIGINT)
    let interrupted = second.finish()
    whole = try planned.verify().whole
    expectFailure(interrupted, 130, saying: ["interrupted: \(whole) of 33 frames of shard 0 are complete"])
    let last = try planned.work(0)
    expectSuccess(last)
    #expect(last.errorText.contains("\(whole) kept"))
    try planned.expectFramesOfOneRun()
  }

  @Test("Missing, torn and foreign frames are distinguished, and rendered again")
  func damage() throws {
    let planned = try Planned()
    try planned.plan()
    try planned.workAll()
    let file = planned.folder.file
    try FileManager.default.removeItem(atPath: file("frames/002.png"))
    let torn = try bytes(of: file("frames/010.png")).array.dropLast(50)
    try planned.folder.write(Array(torn), "frames/010.png")
    // A file of the right length with other bytes, which is detected only by reading it.
    var foreign = try bytes(of: file("frames/011.png")).array
    foreign[foreign.count / 2] ^= 1
    try planned.folder.write(foreign, "frames/011.png")
    try planned.folder.write([1, 2, 3], "frames/077.png")
    let found = try planned.verify()
    #expect(found.missing == ["frames/002.png"] && found.torn == ["frames/010.png"])
    #expect(found.foreign == ["frames/011.png"] && found.unplanned == ["frames/077.png"])
    #expect(found.shards == [0, 1] && found.whole == planned.frames - 3)
    let run = try planned.work(1)
    expectSuccess(run)
    #expect(run.errorText.contains("2 frames of 96x54") && run.errorText.contains("6 kept"))
    expectSuccess(try planned.work(0))
    try FileManager.default.removeItem(atPath: file("frames/077.png"))
    try planned.expectFramesOfOneRun()
  }

  @Test("A frame changed after its record is found when the movie is made")
  func foreignFrameInFinish() throws {
    let planned = try Planned()
    try planned.plan()
    try planned.workAll()
    var foreign = try bytes(of: planned.folder.file("frames/011.png")).array
    foreign[foreign.count / 2] ^= 1
    try planned.folder.write(foreign, "frames/011.png")
    expectFailure(
      try planned.run(["finish", "plan.json", "-o", "a.gif"]), 75, saying: ["frames/011.png", "segue verify"])
    #expect(!planned.folder.names().contains("a.gif"))
  }

  @Test("Any change of the inputs is refused")
  func changedInputs() throws {
    let planned = try Planned()
    try planned.plan()
    expectSuccess(try planned.work(0))
    let image = planned.folder.file("photos/1.png")
    let before = try bytes(of: image).array
    try Bitmap.noise(96, 54, seed: 9, opaque: true).write(to: image, overwrite: true)
    expectFailure(
      try planned.work(1), 65, saying: ["photos/1.png: it changed since the plan was made", "plan again"])
    // An input of the same length, whose change is detected only by reading it.
    var other = before
    other[other.count / 2] ^= 1
    try planned.folder.write(other, "photos/1.png")
    expectFailure(try planned.work(1), 65, saying: ["photos/1.png: it changed"])
    try planned.folder.write(before, "photos/1.png")
    try planned.folder.write(before, "photos/0.png")
    expectFailure(try planned.work(1), 65, saying: ["photos/0.png: it was not there"])
    try FileManager.default.removeItem(atPath: planned.folder.file("photos/0.png"))
    try FileManager.default.moveItem(
      atPath: planned.folder.file("photos/3.png"), toPath: planned.folder.file("3.png"))
    expectFailure(try planned.work(1), 65, saying: ["other frames"])
    try FileManager.default.moveItem(
      atPath: planned.folder.file("3.png"), toPath: planned.folder.file("photos/3.png"))
    for shard in 1..<4 { expectSuccess(try planned.work(shard)) }
    try planned.expectFramesOfOneRun()
  }

  @Test("Files named by options are inputs, too")
  func shadersAreInputs() throws {
    let folder = try TemporaryFolder()
    let shader = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
    try folder.write(Array(shader.utf8), "mine.glsl")
    expectSuccess(
      try runSegue(
        ["plan", "render", from, to, "-t", "mine.glsl", "-o", "%d.png", "--frames", "4", "--shards", "2"],
        folder: folder.path))
    #expect(
      try String(contentsOfFile: folder.file("plan.json"), encoding: .utf8).contains(#""file" : "mine.glsl""#)
    )
    try folder.write(Array((shader + " ").utf8), "mine.glsl")
    expectFailure(
      try runSegue(["work", "plan.json", "--shard", "0"], folder: folder.path), 65,
      saying: ["mine.glsl: it changed"])
  }

  @Test func anotherBuildIsRefused() throws {
    let planned = try Planned()
    try planned.plan()
    let text = try String(contentsOfFile: planned.folder.file("plan.json"), encoding: .utf8)
    let build = try #require(text.firstMatch(of: /"segue" : "(.*)"/)?.1)
    let other = build.replacing("libpng 1.", with: "libpng 0.")
    try planned.folder.write(Array(text.replacing(build, with: other).utf8), "plan.json")
    expectFailure(
      try planned.work(0), 69,
      saying: ["plan.json: planned by segue \(other), and this is \(build); use the same build everywhere"])
  }

  @Test("A plan names the build as --version does: release, commit and libraries")
  func build() throws {
    let planned = try Planned()
    try planned.plan()
    let text = try String(contentsOfFile: planned.folder.file("plan.json"), encoding: .utf8)
    let lines = try planned.run(["--version"]).text.split(separator: "\n")
    let commit = lines.first { $0.hasPrefix("commit ") }?.split(separator: " ").dropFirst().first
    let libraries = try #require(lines.first { $0.hasPrefix("built ") })
    let release = [lines[0]] + [commit].compactMap(\.self)
    #expect(text.contains("\"segue\" : \"\(release.joined(separator: " ")), \(libraries)\""))
  }

  @Test(
    "The shard's number comes from the engine's variable",
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "2"], 2), (["JOB_COMPLETION_INDEX": "2"], 2),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "2"], 2),
      (["PARALLEL_SEQ": "3"], 2),
    ])
  func engines(_ environment: [String: String], _ shard: Int) throws {
    let planned = try Planned()
    try planned.plan()
    expectSuccess(try planned.run(["work", "plan.json"], environment: environment))
    #expect(planned.folder.names(in: "plan.shards") == ["\(shard).json"])
  }

  @Test(arguments: [
    ([:], "give --shard: none of SLURM_ARRAY_TASK_ID"),
    (["SLURM_ARRAY_TASK_ID": "1", "PARALLEL_SEQ": "1"], "SLURM_ARRAY_TASK_ID and PARALLEL_SEQ are all set"),
    (["PARALLEL_SEQ": "0"], "PARALLEL_SEQ is '0'"),
    (["SLURM_ARRAY_TASK_ID": "x"], "is 'x', which is not a shard"),
  ])
  func aMissingOrInvalidShardIsAnError(_ environment: [String: String], _ words: String) throws {
    let planned = try Planned()
    try planned.plan()
    expectFailure(try planned.run(["work", "plan.json"], environment: environment), 64, saying: [words])
  }

  @Test("A failure that a retry may fix has exit code 75")
  func temporaryFailures() throws {
    let planned = try Planned()
    try planned.plan()
    let run = try runShell(
      "ulimit -f 1; exec \"$0\" \"$@\"", ["work", "plan.json", "--shard", "0"], folder: planned.folder.path)
    expectFailure(run, 75, saying: ["writing failed"])
    try planned.workAll()
    try planned.expectFramesOfOneRun()
  }

  @Test func anErrorNamesTheFileOfTheFrame() throws {
    let planned = try Planned()
    expectSuccess(
      try planned.run([
        "plan", "render", from, to, "--frames", "4", "--size", "70000x4", "--shards", "4", "-o", "%d.jpg",
      ]))
    expectFailure(
      try planned.work(2), 73, saying: ["segue: 2.jpg: cannot be created: JPEG ends at 65500 pixels"])
  }

  @Test func eventsNameTheShard() throws {
    let planned = try Planned()
    try planned.plan()
    for _ in 1...2 {
      let run = try planned.work(1, ["--json-progress", "--json"])
      expectSuccess(run)
      #expect(run.errorLines.last?.contains(#""event":"finish""#) ?? false)
      #expect(run.errorLines.last?.contains(#""shard":1"#) ?? false)
      #expect(run.text.contains(#""shard":1"#) && run.text.contains(#""kept":"#))
    }
  }

  @Test(arguments: [
    (["-o", "movie.mp4", "--shards", "2"], "parts/%04d.mp4"),
    (["-o", "%d.webm", "--shards", "2"], "cannot be joined"),
    (["-o", "a.gif", "--shards", "2"], "'segue finish' makes one file"),
    (["-o", "one.png", "--shards", "2"], "one.png: 33 frames need one number in the name"),
    (
      ["-o", "one.png", "--shards", "1", "--range", "0-0"],
      "one.png: shards write frames, such as frames/%04d.png"
    ),
    (["-o", "-", "-f", "png", "--shards", "2"], "not standard input or output"),
    (["-o", "%d.png"], "give --shards or --frames-per-shard"),
    (["-o", "%d.png", "--shards", "2", "--frames-per-shard", "2"], "give --shards or --frames-per-shard"),
    (["-o", "%d.png", "--shards", "0"], "--shards must be at least 1"),
    (["-o", "%d.png", "--shards", "2", "--resume"], "--resume is not needed"),
    (["-o", "%d.png", "--shards", "2", "--for", "cron"], "slurm"),
    (["-o", "%d.png", "--shards", "2", "--shards", "3"], "--shards is given twice"),
  ])
  func misuse(_ options: [String], _ words: String) throws {
    let planned = try Planned()
    expectFailure(try planned.run(["plan"] + planned.command.dropLast(2) + options), 64, saying: [words])
    #expect(planned.folder.names() == ["photos"])
  }

  @Test func thereAreNoMoreShardsThanAHundredThousand() throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(
      [
        "plan", "render", from, to, "--frames", "100001", "--frames-per-shard", "1", "-o", "%d.png",
      ], folder: folder.path)
    expectFailure(run, 64, saying: ["that would be 100001 shards; 100000 are the maximum"])
    #expect(folder.names().isEmpty)
  }

  @Test func existingPlansAndFramesAreRefused() throws {
    let planned = try Planned()
    try planned.plan()
    expectFailure(
      try planned.run(["plan"] + planned.command + ["-o", "x/%d.png", "--shards", "2"]), 73,
      saying: ["plan.json: exists"])
    try planned.workAll()
    expectFailure(
      try planned.run(
        ["plan"] + planned.command + ["-o", "frames/%03d.png", "--shards", "2", "--plan", "b.json"]),
      73, saying: ["frames/000.png", "--overwrite"])
    try planned.plan(["--shards", "3", "--overwrite"])
    // Records of the former plan do not count.
    #expect(try planned.verify().whole == 0)
    expectFailure(
      try planned.run(["finish", "plan.json", "-o", "frames/%03d.png"]), 64,
      saying: ["where the shards write"])
  }
}

@Suite("Plans of many shards: video", .enabled(if: hasFFmpeg, ffmpegMissing))
struct PlanVideoTests {
  private func probe(_ file: String, _ stream: String, _ entries: String) throws -> String {
    try RunningProcess(
      [
        "-v", "error", "-count_frames", "-select_streams", stream, "-show_entries", "stream=\(entries)",
        "-of",
        "csv=p=0", file,
      ], program: path(of: "ffprobe") ?? "ffprobe"
    ).finish().text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("A movie of frames equals the movie of one run, with sound")
  func frames() throws {
    let planned = try Planned()
    let sound = try RunningProcess(
      ["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", planned.folder.file("a.wav")],
      program: path(of: "ffmpeg") ?? "ffmpeg")
    expectSuccess(sound.finish())
    try planned.plan(["--shards", "4", "--audio", "a.wav", "--audio-fade", "0.2"])
    try planned.workAll()
    expectSuccess(try planned.run(["finish", "plan.json", "-o", "plan.mp4", "-q"]))
    expectSuccess(
      try planned.run(
        planned.command.dropLast(2) + ["-o", "one.mp4", "--audio", "a.wav", "--audio-fade", "0.2", "-q"]))
    #expect(try bytes(of: planned.folder.file("plan.mp4")) == bytes(of: planned.folder.file("one.mp4")))
    #expect(try probe(planned.folder.file("plan.mp4"), "a", "codec_name") == "aac")
  }

  @Test(
    "Segments are joined without losing or changing a frame",
    arguments: [("mkv:codec=ffv1", "mkv"), ("mp4", "mp4")])
  func segments(_ format: String, _ name: String) throws {
    let planned = try Planned()
    let command = Array(planned.command.dropLast(2))
    let sound = try RunningProcess(
      ["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", planned.folder.file("a.wav")],
      program: path(of: "ffmpeg") ?? "ffmpeg")
    expectSuccess(sound.finish())
    expectSuccess(
      try planned.run(
        ["plan"] + command + ["-o", "parts/%d.\(name)", "-f", format, "--shards", "4", "--audio", "a.wav"]))
    let twice = try [0, 0].map {
      try RunningProcess(["work", "plan.json", "--shard", "\($0)"], folder: planned.folder.path)
    }
    for run in twice { expectSuccess(run.finish()) }
    expectFailure(
      try planned.run(["finish", "plan.json", "-o", "plan.\(name)"]), 75, saying: ["run shards 1-3 again"])
    try planned.workAll()
    #expect(planned.folder.names(in: "parts") == (0..<4).map { "\($0).\(name)" })
    #expect(try planned.work(2).errorText.contains("all 8 frames"))
    // The first shard ran twice, and both runs may have rendered its frames.
    #expect(try [planned.frames, planned.frames + 8].contains(planned.verify().rendered))
    expectSuccess(try planned.run(["finish", "plan.json", "-o", "plan.\(name)", "-q"]))
    expectFailure(
      try planned.run(["finish", "plan.json", "-o", "plan.mov"]), 64, saying: ["the segments are \(name)"])
    expectFailure(
      try planned.run(["finish", "plan.json", "-f", name, "-o", "-"]), 64,
      saying: ["segments are joined in a file, not standard output"])
    let movie = planned.folder.file("plan.\(name)")
    #expect(try probe(movie, "v", "nb_read_frames").hasPrefix("\(planned.frames)"))
    #expect(try !probe(movie, "a", "codec_name").isEmpty)
    // Frames have equal intervals.
    let times = try RunningProcess(
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", movie],
      program: path(of: "ffprobe") ?? "ffprobe"
    ).finish().text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }.sorted()
    for (index, time) in times.enumerated() { #expect(abs(time - times[0] - Double(index) / 20) < 0.002) }
    guard format != name else { return }
    // A lossless movie has the pixels of one run.
    func decoded(_ file: String) throws -> Bytes {
      let run = try RunningProcess(
        ["-v", "error", "-i", file, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"],
        program: path(of: "ffmpeg") ?? "ffmpeg"
      ).finish()
      return run.output
    }
    expectSuccess(try planned.run(command + ["-o", "one.\(name)", "-f", format, "-q"]))
    let one = try decoded(planned.folder.file("one.\(name)"))
    #expect(one.count == planned.frames * 96 * 54 * 4)
    #expect(try decoded(movie) == one)
  }
}

@Suite("Jobs of engines")
struct EngineTests {
  /// Makes a plan; returns it with an environment in which a job finds the command.
  private func planned(for engine: String) throws -> (Planned, [String: String]) {
    let planned = try Planned()
    try planned.plan(["--shards", "4", "--for", engine])
    let folder = URL(filePath: segue).deletingLastPathComponent().path()
    return (planned, ["PATH": "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"])
  }

  @Test(
    "GNU parallel restarts a killed worker",
    .enabled(if: path(of: "parallel") != nil, "parallel is not here: scripts/bootstrap parallel"))
  func parallel() throws {
    var (planned, environment) = try planned(for: "parallel")
    // The first worker of shard 2 is killed at its start.
    let worker = """
      #!/bin/sh
      if [ "$4" = 2 ] && mkdir killed 2>/dev/null; then kill -9 $$; fi
      exec \(segue) "$@"
      """
    try planned.folder.writeProgram(worker, "bin/segue")
    environment["PATH"] = "\(planned.folder.file("bin")):\(environment["PATH"] ?? "")"
    environment["HOME"] = planned.folder.path
    let run = try RunningProcess(
      ["plan.parallel.sh", "--will-cite"], program: "/bin/sh", environment: environment,
      folder: planned.folder.path
    ).finish(within: 120)
    expectSuccess(run)
    #expect(planned.folder.names().contains("killed"))
    try planned.expectFramesOfOneRun()
  }

  @Test(
    "Open Job Description runs the template",
    .enabled(if: path(of: "openjd") != nil, "openjd is not here: pip install openjd-cli"))
  func openjd() throws {
    let (planned, environment) = try planned(for: "openjd")
    let openjd = path(of: "openjd") ?? "openjd"
    let check = try RunningProcess(
      ["check", "plan.openjd.yaml"], program: openjd, environment: environment, folder: planned.folder.path
    ).finish()
    expectSuccess(check)
    let run = try RunningProcess(
      ["run", "plan.openjd.yaml", "--run-dependencies", "--step", "Verify"], program: openjd,
      environment: environment,
      folder: planned.folder.path
    ).finish(within: 120)
    expectSuccess(run)
    try planned.expectFramesOfOneRun()
  }

  @Test(
    "kubectl accepts the manifest, and knows all its keys",
    .enabled(if: path(of: "kubectl") != nil, "kubectl is not here"))
  func kubernetes() throws {
    let (planned, environment) = try planned(for: "kubernetes")
    let run = try RunningProcess(
      ["set", "image", "--local", "-f", "plan.k8s.yaml", "segue=example/segue:1", "-o", "json"],
      program: path(of: "kubectl") ?? "kubectl", environment: environment, folder: planned.folder.path
    ).finish()
    expectSuccess(run)
    let job = try #require(JSONSerialization.jsonObject(with: Data(run.output.array)) as? [String: Any])
    let spec = try #require(job["spec"] as? [String: Any])
    #expect(spec["completions"] as? Int == 4 && spec["completionMode"] as? String == "Indexed")
    #expect(spec["backoffLimitPerIndex"] as? Int == 3)
    #expect(run.text.contains("\"image\": \"example/segue:1\"") && run.text.contains("onExitCodes"))
  }

  @Test(
    "AWS Batch gets an array job of the shards, with a definition whose keys its client knows",
    arguments: [4, 1])
  func aws(_ shards: Int) throws {
    let planned = try Planned()
    try planned.plan(["--shards", "\(shards)", "--for", "aws", "--threads", "2", "--plan", "it's.json"])
    // A fake client of the engine, which prints its arguments and returns prepared answers.
    let client = """
      #!/bin/sh
      if [ "$2" = register-job-definition ]; then
        for word; do last=$word; done
        printf '%s' "$last" >definition.json
        echo arn:definition:1
      else
        printf '%s\\n' "$@" >submitted
      fi
      """
    try planned.folder.writeProgram(client, "bin/aws")
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let job = try RunningProcess(
      ["it's.aws.sh", "--job-queue", "farm"], program: "/bin/sh",
      environment: ["PATH": "\(planned.folder.file("bin")):\(search)", "FILE_SYSTEM": "fs-1"],
      folder: planned.folder.path
    ).finish()
    expectSuccess(job)
    let array = shards > 1 ? ["--array-properties", "size=\(shards)"] : []
    let submitted =
      ["batch", "submit-job", "--job-name", "segue-it-s", "--job-definition", "arn:definition:1"] + array
      + ["--job-queue", "farm"]
    let said = try String(contentsOfFile: planned.folder.file("submitted"), encoding: .utf8)
    #expect(said.split(separator: "\n").map(String.init) == submitted)

    let file = planned.folder.file("definition.json")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let definition = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let container = try #require(definition["containerProperties"] as? [String: Any])
    let words = try #require(container["command"] as? [String])
    #expect(words.prefix(2) == ["work", "Ref::plan"])
    #expect(definition["parameters"] as? [String: String] == ["plan": "/render/it's.json"])
    #expect(text.contains("\"fileSystemId\": \"fs-1\"") && text.contains("\"VCPU\", \"value\": \"2\""))
    // The job definition has the arguments of the command, and a task of an array job finds the number of its
    // shard in the environment.
    let work = try planned.run(
      ["work", "it's.json"] + words.dropFirst(2),
      environment: shards > 1 ? ["AWS_BATCH_JOB_ARRAY_INDEX": "3"] : [:])
    expectSuccess(work)
    #expect(work.errorText.contains("shard \(shards - 1)"))

    guard let aws = path(of: "aws") else { return }
    let checked = try RunningProcess(
      [
        "batch", "register-job-definition", "--region", "us-east-1", "--generate-cli-skeleton", "output",
        "--cli-input-json", "file://\(file)",
      ], program: aws, folder: planned.folder.path
    ).finish(within: 60)
    #expect(checked.code == 0, "\(checked.errorText)")
  }

  @Test("Slurm's job is a script with lines for sbatch")
  func slurm() throws {
    let (planned, environment) = try planned(for: "slurm")
    let text = try String(contentsOfFile: planned.folder.file("plan.sbatch"), encoding: .utf8)
    #expect(text.contains("#SBATCH --array=0-3\n"))
    let run = try RunningProcess(
      ["plan.sbatch"], program: "/bin/bash",
      environment: environment.merging(["SLURM_ARRAY_TASK_ID": "1"]) { $1 },
      folder: planned.folder.path
    ).finish()
    expectSuccess(run)
    #expect(planned.folder.names(in: "plan.shards") == ["1.json"])
  }
}
