import Foundation
import Glibc
import SegueExport
import SegueFiles
import SegueFormats
import SeguePixels
import SeguePlan
import SegueRendering
import SegueTestSupport
import Testing

@Suite("Output of a run of a shard")
struct ShardOutputTests {
  let folder: TemporaryFolder
  let file: PlanFile

  /// Makes a plan of frames 3 to 7, in which the second shard has 5, 6 and 7.
  init() throws {
    folder = try TemporaryFolder()
    file = try Self.plan(folder, .frames, folder.file("out/%d.png"))
  }

  private static func plan(_ folder: TemporaryFolder, _ kind: Plan.Kind, _ output: String) throws -> PlanFile
  {
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: kind, output: output,
      frames: 3..<8, rate: FrameRate(30), size: PixelSize(width: 4, height: 3), shards: 2, inputs: [])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: true)
    return try PlanFile(contentsOf: folder.file("plan.json"))
  }

  /// Frames of one color each, up to the first one that fails.
  private struct Colors: FrameSource {
    var failing = Int.max
    let count = 8
    let size = PixelSize(width: 4, height: 3)
    let level = SIMDLevel.reference

    func rows(of index: Int) throws -> any RowSource {
      guard index < failing else { throw FailingRows.error }
      return try Bitmap(size, filledWith: Pixel(red: UInt8(20 * index), green: 0, blue: 0))
    }
  }

  private func output(start: Date = .now) -> ShardOutput {
    ShardOutput(file, shard: 1, Formats.PNG(), isDurable: false, threads: 2, start: start)
  }

  @discardableResult
  private func export(_ output: ShardOutput, _ source: Colors = Colors()) throws -> ExportSummary {
    try ExportJob(frames: output.frames, outputs: [output]).run(source, Execution(level: .reference))
  }

  @Test("A record has checksums of files, and writer, start and duration of the run")
  func record() throws {
    let start = Date(timeIntervalSinceNow: -1000)
    let output = output(start: start)
    #expect(output.frames == [5, 6, 7] && !output.isOrdered)
    try export(output)
    #expect(folder.names(in: "out") == ["5.png", "6.png", "7.png"])
    #expect(folder.names(in: "plan.shards") == ["1.json"])
    let record = ShardRecord(of: 1, file)
    #expect(record.items.map(\.number) == [5, 6, 7])
    for item in record.items {
      let bytes = try contents(of: folder.file("out/\(item.number).png"))
      #expect(item.bytes == bytes.count && item.sha256 == SHA256.digest(of: bytes.span))
      #expect(try Bitmap(decoding: bytes)[0, 0] == Pixel(red: UInt8(20 * item.number), green: 0, blue: 0))
    }
    let run = try #require(record.runs.first)
    #expect(record.runs.count == 1 && run.frames == 3)
    #expect(run.host == hostName() && run.process == Int(getpid()))
    #expect(run.start == start.timeIntervalSince1970 && (1000..<1600).contains(run.seconds))
    #expect(try contents(of: file.record(of: 1)).last == UInt8(ascii: "\n"))
  }

  @Test("The summary counts the bytes of files that the run wrote")
  func bytes() throws {
    func size(_ numbers: ClosedRange<Int>) throws -> Int {
      try numbers.reduce(0) { try $0 + contents(of: folder.file("out/\($1).png")).count }
    }
    let all = try export(output())
    #expect(try all.bytes == size(5...7) && all.frames == 3)
    for name in ["6.png", "7.png"] { try FileManager.default.removeItem(atPath: folder.file("out/\(name)")) }
    let rest = try export(output())
    #expect(try rest.bytes == size(6...7) && rest.frames == 2)
    #expect(try export(output()).bytes == 0)
  }

  @Test("A second run makes missing frames, and both runs are recorded")
  func again() throws {
    try export(output())
    try FileManager.default.removeItem(atPath: folder.file("out/6.png"))
    let second = output()
    #expect(second.frames == [6])
    try export(second)
    let record = ShardRecord(of: 1, file)
    #expect(record.items.map(\.number) == [5, 6, 7] && record.runs.map(\.frames) == [3, 1])
    #expect(output().frames.isEmpty)
  }

  @Test("Records of a concurrent run are kept")
  func meanwhile() throws {
    let (early, late) = (Date(timeIntervalSinceNow: -2), Date(timeIntervalSinceNow: -1))
    let first = output(start: early)
    try export(output(start: late))
    try FileManager.default.removeItem(atPath: folder.file("out/7.png"))
    try export(first)
    let starts = [late, early].map(\.timeIntervalSince1970)
    #expect(ShardRecord(of: 1, file).runs.map(\.start) == starts)
    // A run that fails at once neither adds nor removes files.
    try FileManager.default.removeItem(atPath: folder.file("out/5.png"))
    #expect(throws: FailingRows.error) { try export(output(), Colors(failing: 5)) }
    let record = ShardRecord(of: 1, file)
    #expect(record.items.map(\.number) == [5, 6, 7] && record.runs.map(\.start) == starts)
  }

  @Test("A failed run records the frames that it wrote, or nothing")
  func failing() throws {
    #expect(throws: FailingRows.error) { try export(output(), Colors(failing: 5)) }
    #expect(ShardRecord(of: 1, file).runs.isEmpty && ShardRecord(of: 1, file).items.isEmpty)
    #expect(throws: FailingRows.error) { try export(output(), Colors(failing: 7)) }
    let record = ShardRecord(of: 1, file)
    #expect(record.items.map(\.number) == [5, 6] && record.runs.map(\.frames) == [2])
    #expect(output().frames == [7])
  }

  // MARK: Segments

  @Test("Until it is recorded, a segment has a hidden name with its format's extension")
  func hiddenNames() throws {
    let writer = "\(hostName())-\(getpid())"
    for (output, hidden) in [
      ("parts/%02d.mp4", "parts/.01.mp4.\(writer).mp4"), ("%d.mkv", ".1.mkv.\(writer).mkv"),
      ("a.b/%d", "a.b/.1.\(writer)"), ("a/b.c/%d.x.mov", "a/b.c/.1.x.mov.\(writer).mov"),
    ] {
      let file = try Self.plan(folder, .segments, output)
      #expect(ShardSegment(file, shard: 1, start: .now).temporary == hidden)
    }
  }

  @Test("A published segment has its name and its record")
  func published() throws {
    let file = try Self.plan(folder, .segments, folder.file("%02d.mp4"))
    let start = Date(timeIntervalSinceNow: -500)
    let segment = ShardSegment(file, shard: 1, start: start)
    #expect(!segment.isWhole)
    try Data("video".utf8).write(to: URL(filePath: segment.temporary))
    try segment.publish()
    #expect(folder.names() == ["01.mp4", "plan.json", "plan.shards"] && segment.isWhole)
    #expect(!ShardSegment(file, shard: 0, start: start).isWhole)
    let record = ShardRecord(of: 1, file)
    let item = try #require(record.items.first)
    #expect(record.items.count == 1 && item.number == 1 && item.bytes == 5)
    #expect(item.sha256 == SHA256.digest(of: Array("video".utf8).span))
    let run = try #require(record.runs.first)
    #expect(run.frames == 3 && run.host == hostName() && run.process == Int(getpid()))
    #expect(run.start == start.timeIntervalSince1970 && (500..<1100).contains(run.seconds))
    try folder.write(Array("Video".utf8), "01.mp4")
    #expect(!segment.isWhole, "content is compared")
    // A later run replaces the segment, and is recorded after the first.
    try Data("longer video".utf8).write(to: URL(filePath: segment.temporary))
    try ShardSegment(file, shard: 1, start: .now).publish()
    #expect(ShardRecord(of: 1, file).items.map(\.bytes) == [12] && ShardRecord(of: 1, file).runs.count == 2)
  }
}
