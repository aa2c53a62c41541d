import Foundation
import Segue
import SegueJob
import SegueTestSupport
import Testing

/// `--job` and `--print-job`, as processes.
@Suite struct JobFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func job(_ text: String, _ name: String = "job.json") throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  private func expect(_ arguments: [String], _ code: Int32, saying words: [String]) throws {
    expectFailure(try runSegue(arguments, folder: folder.path), code, saying: words)
  }

  @Test("A printed job renders the frames of its options")
  func printed() throws {
    let options = [
      "render", from, to, "-t", "cube:eye=2", "--filter", "sharpen", "--from-filter",
      "pixellate:fraction=0.1*progress", "--size", "40x30", "--fit", "contain", "--background", "navy",
      "--frames",
      "5", "--fps", "12.5", "--ease", "ease-in", "--operation", "pop", "--boomerang", "-f", "png",
      "--png-compression",
      "fast",
    ]
    let print = try runSegue(options + ["-o", folder.file("a/%d.png"), "--print-job"])
    expectSuccess(print)
    #expect(print.errorText.isEmpty && !FileManager.default.fileExists(atPath: folder.file("a")))
    let file = try job(print.text)
    #expect(try Job(json: print.text).look.filters == ["sharpen:sharpness=1.5"])
    expectSuccess(try runSegue(options + ["-o", folder.file("b/%d.png"), "-q"]))
    expectSuccess(try runSegue(["render", "--job", file, "-q"]))
    #expect(try folder.contents(of: "a") == folder.contents(of: "b"))
    #expect(folder.names(in: "a").count == 9)
    // The job prints itself, from JSON and from YAML.
    #expect(try runSegue(["render", "--job", file, "--print-job"]).text == print.text)
    let yaml = try job(Job(json: print.text).yaml, "job.yaml")
    #expect(try runSegue(["render", "--job", yaml, "--print-job"]).text == print.text)
    let piped = try runSegue(["render", "--job", "-", "--print-job"], input: file)
    #expect(piped.text == print.text)
  }

  @Test("Options replace values of the file")
  func overriding() throws {
    let file = try job(
      """
      {"from": "x.png", "to": "y.png", "transition": "cube", "filters": ["sepia"], "blend": null, "duration": 2,
       "fit": "contain", "light": "linear", "operation": "pop", "hold": 1,
       "output": {"file": "a.gif", "options": {"loops": 2}}}
      """)
    func printed(_ options: [String]) throws -> Job {
      let run = try runSegue(["render", "--job", file] + options + ["--print-job"])
      expectSuccess(run)
      return try Job(json: run.text)
    }
    var expected = try Job(contentsOf: file)
    #expect(try printed([]) == expected)
    let changed = try printed([
      from, to, "--frames", "3", "--fit", "cover", "--light", "gamma", "--operation", "present", "--hold",
      "0",
      "--filter", "color-invert", "-p", "eye=2", "-o", "b.gif", "--overwrite",
    ])
    (expected.from, expected.to, expected.times.frames, expected.times.duration) = (from, to, 3, nil)
    (expected.frame.fit, expected.frame.light, expected.look.operation) = ("cover", "gamma", .present)
    (expected.order.hold, expected.look.filters) = (0, ["color-invert"])
    expected.look.transition = "cube:eye=2"
    expected.output?.file = "b.gif"
    expected.output?.existing = .overwrite
    #expect(changed == expected)
    let blended = try printed(["--blend", "multiply-blend"])
    #expect(blended.look.transition == nil && blended.look.blend == "multiply-blend")
    let shader = try printed(["--shader", "x.txt", "-p", "a=1"])
    #expect(shader.look.transition == nil && shader.look.shader == "x.txt:a=1")
    let map = try printed(["--luma", "bar-wipe-lr", "--softness", "0.5"])
    #expect(map.look.transition == "luma:map=bar-wipe-lr,softness=0.5")
    #expect(try printed(["-t", "wipe"]).look.transition == "wipe")
    #expect(try printed(["--duration", "1", "--reverse", "--dither", "--durable"]).times.duration == 1)
  }

  @Test("Other commands take the pictures, the effects and the frame of a job")
  func others() throws {
    let file = try job(
      #"{"from": "\#(from)", "to": "\#(to)", "transition": "wipe", "size": "32x18", "ease": "ease-in"}"#)
    let still = folder.file("a.png")
    expectSuccess(try runSegue(["frame", "--job", file, "--time", "0.5", "-o", still, "-q"]))
    let other = folder.file("b.png")
    let options = ["-t", "wipe", "--size", "32x18", "--ease", "ease-in"]
    expectSuccess(try runSegue(["frame", from, to] + options + ["--time", "0.5", "-o", other, "-q"]))
    #expect(try bytes(of: still) == bytes(of: other))
    let timed = try job(
      #"{"from": "\#(from)", "to": "\#(to)", "transition": "wipe", "size": "32x18", "ease": "ease-in", "still": 0.5}"#
    )
    expectSuccess(try runSegue(["frame", "--job", timed, "-o", still, "--overwrite", "-q"]))
    #expect(try bytes(of: still) == bytes(of: other))
    expectSuccess(try runSegue(["sheet", "--job", file, "--frames", "2", "-o", folder.file("c.png"), "-q"]))
  }

  @Test("Errors in a file have its name, the line and the key, and exit code 65")
  func errors() throws {
    for (text, words) in [
      ("{", ["job.json:1: is not JSON"]), ("", ["job.json:1: is not JSON"]),
      (
        "{\n\"from\": \"a.png\",\n\"transitoin\": \"cube\"}",
        ["job.json:3: transitoin: ", "did you mean transition?"]
      ),
      (#"{"from": "a.png", "duration": "x"}"#, ["job.json:1: duration: must be a number"]),
      (#"{"from": "a.png", "to": "b.png", "duration": -1}"#, ["job.json: duration: must be above 0"]),
      (#"{"from": "a.png", "to": "b.png", "frames": 2, "duration": 1}"#, ["give frames or duration"]),
      (#"{"from": "a.png", "to": "b.png", "size": "x"}"#, ["job.json: size: a frame size is"]),
      (#"{"from": "a.png", "to": "b.png", "version": 9}"#, ["job.json:1: version: is unknown"]),
      (#"{"from": "a.png"}"#, ["job.json: to: is missing"]), ("{}", ["job.json: from: is missing"]),
      (#"{"flow": {"name": "x", "text": ""}}"#, ["job.json: flow: is for 'segue storyboard'"]),
      (#"{"from": "a.png", "to": "b.png", "still": 0.5}"#, ["job.json: still: is for 'segue frame'"]),
    ] {
      try expect(["render", "--job", try job(text)], 65, saying: words)
    }
    // Errors that are found after the file is read.
    for (members, words) in [
      (#""duration": 1e9"#, ["job.json: duration: that would be more than 10000000 frames"]),
      (#""size": "99999x99999""#, ["job.json: size: 99999x99999 is more than", "--max-pixels"]),
      (
        #""frames": 2, "output": {"file": "a.mp4", "existing": "keep"}"#,
        ["job.json: output.existing: is for frames"]
      ),
      (#""output": "x.zzz""#, ["job.json: output.file: x.zzz: no format"]),
      (
        #""frames": 2, "output": {"file": "%d.png", "range": "1-2"}"#,
        ["output.range", "there are only the frames 0-1"]
      ),
    ] {
      let text = #"{"from": "\#(from)", "to": "\#(to)", \#(members)}"#
      try expect(["render", "--job", try job(text)], 65, saying: words)
    }
    let run = try runSegue(["render", "--job", try job("{}"), "--json-progress"])
    #expect(run.code == 65 && run.errorText.contains(#""code":"job.invalid""#))
    try expect(["render", "--job", folder.file("none.json")], 66, saying: ["none.json: no such file"])
    try expect(["render", "--job", try job("from: [", "job.yaml")], 65, saying: ["job.yaml:", "not YAML"])
  }

  @Test("A value that an option gave is an error of the option, exit code 64")
  func errorsOfOptions() throws {
    let file = try job(#"{"from": "\#(from)", "to": "\#(to)", "output": "a.mp4"}"#)
    try expect(["render", "--job", file, "--hold", "1e9"], 64, saying: ["lower --hold"])
    try expect(
      ["render", "--job", file, "--resume", "-o", "a.gif"], 64,
      saying: ["--resume is for frames in files of their own"])
    try expect(
      ["render", "--job", file, "--transition", "cube", "--blend", "dissolve"], 64,
      saying: ["--blend replaces"]
    )
    try expect(["render", "--job", file, "--audio-fade", "1"], 64, saying: ["--audio-fade needs --audio"])
    // A fade on the command line needs sound, which may come from the job file.
    let loud = try job(
      #"{"from": "\#(from)", "to": "\#(to)", "output": {"file": "a.mp4", "audio": "none.wav"}}"#, "loud.json")
    try expect(["render", "--job", loud, "--audio-fade", "1"], 66, saying: ["none.wav"])
    try expect(["render", "--job", file, "-t", "cub"], 64, saying: ["there is no transition 'cub'"])
  }

  @Test("Standard input has the job or an image, and is not an input of plans")
  func standardInput() throws {
    let text = #"{"from": "-", "to": "\#(to)", "output": "f/%d.png"}"#
    let file = try job(text)
    #expect(try runSegue(["render", "--job", "-"], input: file).code == 64)
    try expect(["plan", "render", "--job", file, "--shards", "2"], 64, saying: ["not standard input"])
  }

  @Test("An image in place of the first leaves the second") func oneImage() throws {
    let file = try job(#"{"from": "none.png", "to": "\#(to)", "transition": "cube", "output": "a.mp4"}"#)
    let run = try runSegue(["render", "--job", file, from, "--print-job"])
    expectSuccess(run)
    let made = try Job(json: run.text)
    #expect(made.from == from && made.to == to && made.look.transition == "cube")
  }

  @Test("A plan stores the job of a file, which its shards do not need")
  func plans() throws {
    let text = #"{"from": "\#(from)", "to": "\#(to)", "size": "16x9", "frames": 4, "output": "f/%d.png"}"#
    _ = try job(text)
    expectSuccess(
      try runSegue(["plan", "render", "--job", "job.json", "--shards", "2", "-q"], folder: folder.path))
    let plan = String(decoding: try bytes(of: folder.file("plan.json")).array, as: UTF8.self)
    #expect(!plan.contains("job.json"))
    _ = try job("another text")
    for shard in 0..<2 {
      expectSuccess(try runSegue(["work", "plan.json", "--shard", "\(shard)", "-q"], folder: folder.path))
    }
    #expect(folder.names(in: "f").count == 4)
    _ = try job(text)
    expectSuccess(
      try runSegue(["render", "--job", "job.json", "-o", "one/%d.png", "-q"], folder: folder.path))
    #expect(try folder.contents(of: "f") == folder.contents(of: "one"))
  }
}
