import Foundation
import SegueFiles
import SegueFormats
import SegueJob
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite struct PlanFileTests {
  /// Only the version differs from a valid plan.
  @Test func aPlanOfALaterVersionIsRefused() throws {
    let folder = try TemporaryFolder()
    let name = folder.file("plan.json")
    var plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: .frames, output: "%d.png",
      frames: 0..<4, rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: 2, inputs: [])
    plan.version = Plan.version + 1
    try PlanFile.write(plan, to: name, overwrite: false)
    #expect(throws: PlanError.otherVersion(file: name, plan.version)) { try PlanFile(contentsOf: name) }
  }

  private func plan(
    _ frames: Range<Int> = 0..<4, shards: Int = 2, folder: String = ".",
    job: AnyJob = someJob, machine: Plan.Machine = someMachine, kind: Plan.Kind = .frames,
    output: String = "%d.png"
  ) -> Plan {
    Plan(
      segue: "0.0.0, built", folder: folder, job: job, machine: machine, kind: kind, output: output,
      frames: frames,
      rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: shards, inputs: [])
  }

  private func written(_ plan: Plan, _ name: String) throws -> PlanFile {
    try PlanFile.write(plan, to: name, overwrite: true)
    return try PlanFile(contentsOf: name)
  }

  /// The version is checked first, since a later one may have unknown keys.
  @Test(
    "A plan of another version is distinguished from a file that is no plan",
    arguments: [
      (#"{"version": 3}"#, "a plan of version 3, and this build reads version 2: plan again"),
      // Plans of version 1 had a command line.
      (
        #"{"version": 1, "command": ["render", "a.png"]}"#,
        "a plan of version 1, and this build reads version 2: plan again"
      ),
      (
        #"{"version": 0, "shards": "all"}"#, "a plan of version 0, and this build reads version 2: plan again"
      ),
      (#"{"version": 2}"#, "not a plan of 'segue plan'"),
      (#"{"version": "2"}"#, "not a plan of 'segue plan'"),
      ("", "not a plan of 'segue plan'"),
    ])
  func reasons(_ text: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    let name = try folder.write(Array(text.utf8), "plan.json")
    #expect(throws: PlanError.invalid(file: name, reason: reason)) { try PlanFile(contentsOf: name) }
  }

  @Test("A file of more than 256 MiB is no plan") func sizes() throws {
    let folder = try TemporaryFolder()
    let name = try folder.write([], "plan.json")
    let file = try #require(FileHandle(forWritingAtPath: name))
    try file.truncate(atOffset: 1 << 28 + 1)
    #expect(throws: PlanError.invalid(file: name, reason: "more than 268435456 bytes are no plan")) {
      try PlanFile(contentsOf: name)
    }
  }

  @Test("A plan has at most as many shards as frames, and at most a hundred thousand")
  func mostShards() throws {
    let folder = try TemporaryFolder()
    let name = folder.file("plan.json")
    for (frames, shards) in [(1, 1), (7, 7), (100_000, 100_000), (200_000, 100_000)] {
      #expect(try written(plan(0..<frames, shards: shards), name).plan.shards == shards)
    }
    let contradiction = PlanError.invalid(file: name, reason: "its numbers contradict one another")
    for bad in [
      plan(0..<7, shards: 8), plan(0..<200_000, shards: 100_001),
      plan(machine: .init(maxPixels: 0, color: .convert)),
      plan(machine: .init(maxPixels: 1, color: .ignore, threads: 0)),
    ] {
      #expect(throws: contradiction) { try written(bad, name) }
    }
  }

  @Test("Frames up to the largest number are divided, too")
  func mostFrames() {
    let plan = plan(0..<Int.max, shards: Plan.maxShards)
    let share = Int.max / Plan.maxShards
    #expect(plan.frames(of: 0) == 0..<share)
    let last = plan.frames(of: Plan.maxShards - 1)
    #expect(last.upperBound == Int.max && [share, share + 1].contains(last.count))
  }

  @Test("A plan's file is text that ends with a newline, and is replaced only on request")
  func file() throws {
    let folder = try TemporaryFolder()
    let name = folder.file("plan.json")
    try PlanFile.write(plan(), to: name, overwrite: false)
    #expect(try contents(of: name).suffix(2) == Array("}\n".utf8))
    #expect(throws: FileError.exists(file: name)) { try PlanFile.write(plan(), to: name, overwrite: false) }
    try PlanFile.write(plan(0..<9), to: name, overwrite: true)
    #expect(try PlanFile(contentsOf: name).plan == plan(0..<9))
  }

  @Test("The stem of a plan is its name without .json")
  func stems() {
    for (name, stem) in [
      ("plan.json", "plan"), ("jobs/a.b.json", "jobs/a.b"), ("plan", "plan"),
      ("a.json/night", "a.json/night"),
      ("night.yaml", "night.yaml"),
    ] {
      #expect(PlanFile.stem(of: name) == stem)
    }
  }

  /// The plan's folder and its working folder are siblings, and each contains names of the other.
  @Test("File names are relative to the plan's folder, unless they are absolute")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["jobs", "work"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    let file = try written(plan(folder: "../work", output: "out/%02d.png"), folder.file("jobs/night"))
    #expect(file.file.hasSuffix("/jobs/night") && file.folder.hasSuffix("/work"))
    #expect(file.output(3) == "out/03.png" && file.path(ofOutput: 3) == "\(file.folder)/out/03.png")
    #expect(file.record(of: 1).hasSuffix("/jobs/night.shards/1.json"))
    #expect(file.mounted.name == "jobs/night" && file.folder == "\(file.mounted.folder)/work")
    let absolute = try written(plan(output: folder.file("%d.png")), folder.file("plan.json"))
    #expect(absolute.path(ofOutput: 12) == folder.file("12.png"))
  }

  @Test("A shard has one file for each frame, or one segment")
  func numbers() throws {
    let folder = try TemporaryFolder()
    let frames = try written(plan(5..<12, shards: 3), folder.file("plan.json"))
    #expect((0..<3).map(frames.numbers(of:)) == [5..<7, 7..<9, 9..<12])
    let segments = try written(plan(5..<12, shards: 3, kind: .segments), folder.file("plan.json"))
    #expect((0..<3).map(segments.numbers(of:)) == [0..<1, 1..<2, 2..<3])
  }

  @Test("Files left by killed runs of a plan are removed, and no others")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let segments = try written(plan(kind: .segments, output: folder.file("%02d.mp4")), folder.file("a.json"))
    let kept = ["..07.mp4.host-1.mp4.partial", ".02.mp4.host-1.partial", ".x.partial", "00.mp4", "a.json"]
    for name in kept.dropLast() + [
      "..00.mp4.host-1.mp4.partial", "..01.mp4.b.c-22.mp4.partial", ".01.mp4.host-1.mp4", ".00.mp4.partial",
    ] {
      try folder.write([1], name)
    }
    segments.removeLeftovers()
    #expect(folder.names() == kept)
  }
}
