import Foundation
import Glibc
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite("Plans and records")
struct PlanTests {
  private func plan(
    frames: Range<Int>, shards: Int, folder: String = ".", output: String = "%d.png"
  ) -> Plan {
    Plan(
      segue: "0.0.0, built", folder: folder, job: someJob, machine: someMachine, kind: .frames,
      output: output,
      frames: frames, rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: shards, inputs: [])
  }

  @Test(
    "Shards are consecutive, and their numbers of frames differ by at most one",
    arguments: [(1, 1), (10, 3), (6000, 61), (7, 7)])
  func division(_ frames: Int, _ shards: Int) {
    let plan = plan(frames: 5..<5 + frames, shards: shards)
    let parts = (0..<shards).map(plan.frames(of:))
    #expect(parts.flatMap(Array.init) == Array(5..<5 + frames))
    #expect(Set(parts.map { $0.count - frames / shards }).isSubset(of: [0, 1]))
  }

  @Test func aPlanIsReadAsWritten() throws {
    let folder = try TemporaryFolder()
    let plan = plan(frames: 3..<9, shards: 2)
    try PlanFile.write(plan, to: folder.file("job.json"), overwrite: false)
    let file = try PlanFile(contentsOf: folder.file("job.json"))
    #expect(file.plan == plan && file.plan.frameRate == FrameRate(30))
    #expect(file.record(of: 1).hasSuffix("/job.shards/1.json") && file.identifier.count == 64)
    #expect(file.path(ofOutput: 7) == file.folder + "/7.png")
  }

  @Test(
    "A file that is no plan is refused",
    arguments: [
      "", "{}", "[]", #"{"version": 2}"#, "#!/bin/sh\n",
    ])
  func refused(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(text.utf8), "plan.json")
    #expect(throws: PlanError.self) { try PlanFile(contentsOf: file) }
  }

  @Test("Contradictory numbers are refused")
  func contradictions() throws {
    let folder = try TemporaryFolder()
    for (index, bad) in [
      plan(frames: 0..<0, shards: 1), plan(frames: 0..<2, shards: 3), plan(frames: 0..<2, shards: 0),
      plan(frames: 0..<2, shards: 1, output: "one.png"),
    ].enumerated() {
      try PlanFile.write(bad, to: folder.file("\(index).json"), overwrite: false)
      #expect(throws: PlanError.self) { try PlanFile(contentsOf: folder.file("\(index).json")) }
    }
  }

  @Test func relativePathsOfFolders() {
    #expect(PlanFile.relative("/a/b", to: "/a/b") == ".")
    #expect(PlanFile.relative("/a/b", to: "/a/b/jobs/x") == "../..")
    #expect(PlanFile.relative("/a/c/d", to: "/a/b") == "../c/d")
    #expect(PlanFile.relative("/", to: "/a") == "..")
    #expect(PlanFile.relative("/a/c/b", to: "/a/b/b") == "../../c/b")
  }

  @Test("The folder to mount contains the plan and the folder it is relative to")
  func mounted() throws {
    let folder = try TemporaryFolder()
    for name in ["jobs", "jobs/x"] { try createFolderNamed(folder.file(name)) }
    try PlanFile.write(
      plan(frames: 0..<2, shards: 1, folder: "../.."), to: folder.file("jobs/x/p.json"), overwrite: false)
    let mounted = try PlanFile(contentsOf: folder.file("jobs/x/p.json")).mounted
    #expect(
      mounted.name == "jobs/x/p.json"
        && mounted.folder.hasSuffix(folder.path.split(separator: "/").last ?? "?"))
    let file = try PlanFile(contentsOf: folder.file("jobs/x/p.json"))
    for engine in [Engine.aws, .kubernetes] {
      #expect(engine.job(file, threads: nil).contains("the content of \(mounted.folder) at its root"))
    }
  }

  @Test("A quote with a combining mark is escaped", arguments: [Engine.openjd, .kubernetes, .aws])
  func quotes(engine: Engine) throws {
    let folder = try TemporaryFolder()
    try PlanFile.write(
      plan(frames: 0..<2, shards: 1), to: folder.file("a\"\u{301}.json"), overwrite: false)
    let file = try PlanFile(contentsOf: folder.file("a\"\u{301}.json"))
    #expect(engine.job(file, threads: nil).contains("a\\\"\u{301}.json"))
  }

  /// Records job files for all engines, for plans with names that need quotes, with many shards and with one;
  /// any change needs a review.
  @Test func jobsOfEnginesAreRecorded() throws {
    var recorded = Recorded("jobs")
    let folder = try TemporaryFolder()
    for (name, shards) in [("job", 3), ("a b'c", 40), ("one", 1)] {
      try PlanFile.write(
        plan(frames: 0..<100, shards: shards), to: folder.file("\(name).json"), overwrite: false)
      let file = try PlanFile(contentsOf: folder.file("\(name).json"))
      for engine in Engine.allCases {
        for threads in [nil, 4] {
          // Replaces the folder's path, which differs in each run.
          let parts = engine.job(file, threads: threads).components(separatedBy: folder.path)
          recorded.add("\(name) \(engine) \(threads ?? 0)", text: parts.joined(separator: "FOLDER"))
        }
      }
    }
    try recorded.check()
  }

  @Test func recordsOfTwoRunsAreMerged() throws {
    func made(_ number: Int, _ digest: String) throws -> ShardRecord.Item {
      try decoded(#"{"number": \#(number), "bytes": 1, "sha256": "\#(digest)"}"#)
    }
    func worked(_ process: Int) throws -> ShardRecord.Run {
      try decoded(#"{"host": "a", "process": \#(process), "start": 1, "seconds": 1, "frames": 1}"#)
    }
    var (one, other) = (ShardRecord(plan: "p", shard: 0), ShardRecord(plan: "p", shard: 0))
    for number in [4, 1, 3] { try one.add(made(number, "one")) }
    for number in [3, 2] { try other.add(made(number, "other")) }
    try one.add(worked(1))
    try other.add(worked(2))
    one.merge(other)
    one.merge(other)
    #expect(one.items.map(\.number) == [1, 2, 3, 4])
    #expect(one.items.map(\.sha256) == ["one", "other", "one", "one"], "its own items stay")
    #expect(one.runs.map(\.process) == [2, 1])
    #expect(try one.item(2) == made(2, "other") && one.item(5) == nil)
  }
}

private func createFolderNamed(_ name: String) throws {
  try #require(mkdir(name, 0o777) == 0)
}

private func decoded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}
