import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite struct VerificationTests {
  /// 61 frames in 4 shards are divided into 15, 15, 15 and 16.
  @Test(arguments: [(0, 46), (1, 46), (3, 45)])
  func aWholeSegmentHasAllFramesOfItsShard(missing: Int, whole: Int) throws {
    let folder = try TemporaryFolder()
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: .segments,
      output: folder.file("%d.mkv"), frames: 0..<61, rate: FrameRate(30),
      size: PixelSize(width: 2, height: 1), shards: 4, inputs: [])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: false)
    let file = try PlanFile(contentsOf: folder.file("plan.json"))
    try FileManager.default.createDirectory(
      atPath: folder.file("plan.shards"), withIntermediateDirectories: false)
    for shard in 0..<4 where shard != missing {
      let bytes = Array("segment \(shard)".utf8)
      let checksum = SHA256.digest(of: bytes.span)
      let record = """
        {"plan": "\(file.identifier)", "shard": \(shard), "runs": [],
        "items": [{"number": \(shard), "bytes": \(bytes.count), "sha256": "\(checksum)"}]}
        """
      try folder.write(bytes, "\(shard).mkv")
      try folder.write(Array(record.utf8), "plan.shards/\(shard).json")
    }
    let found = Verification(file, content: true, threads: 2)
    #expect(found.whole == whole && found.frames == 61 && found.shards == [missing])
    #expect(found.missing == [folder.file("\(missing).mkv")] && found.foreign.isEmpty)
  }

  /// Makes a plan of frames from 0, in files of the folder.
  private func planned(
    _ folder: TemporaryFolder, _ frames: Int, shards: Int, kind: Plan.Kind = .frames,
    output: String = "%d.png"
  ) throws -> PlanFile {
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: kind,
      output: folder.file(output), frames: 0..<frames, rate: FrameRate(30),
      size: PixelSize(width: 2, height: 1), shards: shards, inputs: [])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: false)
    try FileManager.default.createDirectory(
      atPath: folder.file("plan.shards"), withIntermediateDirectories: false)
    return try PlanFile(contentsOf: folder.file("plan.json"))
  }

  private func record(
    _ folder: TemporaryFolder, _ file: PlanFile, shard: Int, items: String = "", runs: String = ""
  )
    throws
  {
    let text = """
      {"plan": "\(file.identifier)", "shard": \(shard), "items": [\(items)], "runs": [\(runs)]}
      """
    try folder.write(Array(text.utf8), "plan.shards/\(shard).json")
  }

  private func item(_ number: Int, _ text: String) -> String {
    let bytes = Array(text.utf8)
    return
      #"{"number": \#(number), "bytes": \#(bytes.count), "sha256": "\#(SHA256.digest(of: bytes.span))"}"#
  }

  @Test("Files are whole, missing, torn or foreign by their records", arguments: [true, false])
  func states(content: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try planned(folder, 7, shards: 1)
    try record(
      folder, file, shard: 0, items: (0..<5).map { item($0, "frame") }.joined(separator: ", "))
    // Frames 5 and 6 are not recorded.
    for (number, text) in [
      (0, "frame"), (2, "fram"), (3, "frames"), (4, "Frame"), (5, ""), (6, "frame"),
    ] {
      try folder.write(Array(text.utf8), "\(number).png")
    }
    let found = Verification(file, content: content, threads: 3)
    func names(_ numbers: [Int]) -> [String] { numbers.map { folder.file("\($0).png") } }
    #expect(found.missing == names([1]) && found.torn == names([2, 5]))
    #expect(found.foreign == names(content ? [3, 4, 6] : [3, 6]))
    #expect(found.whole == (content ? 1 : 2) && found.frames == 7 && found.shardCount == 1)
    #expect(found.text == "1 missing, 2 torn, \(content ? 3 : 2) foreign")
    #expect(found.shards == [0] && !found.isWhole)
  }

  @Test("Times include all runs, and the three slowest shards are named, slowest first")
  func times() throws {
    let folder = try TemporaryFolder()
    let file = try planned(folder, 10, shards: 5)
    let runs: [(shard: Int, runs: [(host: String, start: Double, seconds: Double, frames: Int)])] = [
      (0, [("a", 100, 2, 3), ("b", 110, 5, 1)]), (1, [("c", 105, 7, 2)]), (3, [("d", 98, 1, 4)]),
      (4, [("e", 101, 28.5, 10)]),
    ]
    let nothing = Verification(file, content: true, threads: 1)
    #expect(nothing.runSeconds == 0 && nothing.elapsedSeconds == 0 && nothing.framesPerSecond == 0)
    #expect(nothing.slowest.isEmpty)
    for (shard, runs) in runs {
      let text = runs.map {
        #"{"host": "\#($0.host)", "process": 1, "start": \#($0.start), "seconds": \#($0.seconds), "frames": \#($0.frames)}"#
      }
      try record(folder, file, shard: shard, runs: text.joined(separator: ", "))
    }
    let found = Verification(file, content: true, threads: 2)
    #expect(found.runSeconds == 43.5 && found.elapsedSeconds == 129.5 - 98)
    #expect(abs(found.framesPerSecond - 20 / 31.5) < 1e-9)
    // With equal times, the first shard is named first.
    #expect(found.slowest.map(\.shard) == [4, 0, 1] && found.slowest.map(\.seconds) == [28.5, 7, 7])
    #expect(found.slowest.map(\.host) == ["e", "b", "c"], "the host of the last run")
  }

  @Test(
    "Shards to run again are listed as numbers and ranges",
    arguments: [
      ([0, 2, 3, 4, 7, 8, 11], "0,2-4,7-8,11"), ([], ""), (Array(0..<12), "0-11"), ([1, 3, 5], "1,3,5"),
      ([10, 11], "10-11"),
    ] as [([Int], String)])
  func lists(_ missing: [Int], _ list: String) throws {
    let folder = try TemporaryFolder()
    let file = try planned(folder, 12, shards: 12)
    for shard in 0..<12 where !missing.contains(shard) {
      try record(folder, file, shard: shard, items: item(shard, "frame"))
      try folder.write(Array("frame".utf8), "\(shard).png")
    }
    let found = Verification(file, content: true, threads: 2)
    #expect(found.shards == missing && found.shardList == list && found.isWhole == missing.isEmpty)
    #expect(found.whole == 12 - missing.count)
    #expect(found.text == (missing.isEmpty ? "" : "\(missing.count) missing"))
  }

  @Test(
    "A file whose number is not in the plan is not of the plan",
    arguments: [(Plan.Kind.frames, 12), (.segments, 2)])
  func unplanned(_ kind: Plan.Kind, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let file = try planned(folder, 12, shards: 2, kind: kind, output: "take2-%02d.png")
    let others = [
      "take2-7.png", "take2-007.png", "take2-x.png", "take2-50.jpg", "take3-50.png", ".take2-50.png",
      "50.png",
      "take2-.png",
    ]
    for name in others { try folder.write([1], name) }
    for number in [71, 5, 100, 12, 33, 2, 11, 47, 1, 99, 20, 64, 3] {
      try folder.write([1], "take2-\(number < 10 ? "0" : "")\(number).png")
    }
    let numbers = [1, 2, 3, 5, 11, 12, 20, 33, 47, 64, 71, 99, 100].filter { $0 >= count }
    let names = numbers.map { folder.file("take2-\($0 < 10 ? "0" : "")\($0).png") }
    #expect(Verification(file, content: true, threads: 1).unplanned == names.sorted())
  }
}
