import Foundation
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite("Records of shards")
struct ShardRecordTests {
  private func item(_ number: Int, _ bytes: Int = 1) throws -> ShardRecord.Item {
    try decoded(#"{"number": \#(number), "bytes": \#(bytes), "sha256": "sum"}"#)
  }

  private func run(
    _ host: String = "a", _ process: Int = 1, start: Double = 1, frames: Int = 1
  ) throws -> ShardRecord.Run {
    try decoded(
      #"{"host": "\#(host)", "process": \#(process), "start": \#(start), "seconds": 2, "frames": \#(frames)}"#
    )
  }

  private func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test("An item written again replaces its former entry")
  func replaced() throws {
    var record = ShardRecord(plan: "p", shard: 0)
    for number in [5, 2, 9, 7] { try record.add(item(number)) }
    for number in [9, 2, 5] { try record.add(item(number, 10 * number)) }
    #expect(record.items.map(\.number) == [2, 5, 7, 9] && record.items.map(\.bytes) == [20, 50, 1, 90])
    for number in 0...10 { #expect((record.item(number) != nil) == [2, 5, 7, 9].contains(number)) }
  }

  @Test("A run is identified by its host, process and start")
  func runs() throws {
    var record = ShardRecord(plan: "p", shard: 0)
    var other = ShardRecord(plan: "p", shard: 0)
    try record.add(run(frames: 5))
    for run in [try run(frames: 6), try run("b"), try run("a", 2), try run("a", 1, start: 2)] {
      other.add(run)
    }
    record.merge(other)
    #expect(try record.runs == [run("b"), run("a", 2), run("a", 1, start: 2), run(frames: 5)])
  }

  @Test("A record of another plan or shard, or half a record, is ignored")
  func others() throws {
    let folder = try TemporaryFolder()
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: .frames, output: "%d.png",
      frames: 0..<4, rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: 2, inputs: [])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: false)
    let file = try PlanFile(contentsOf: folder.file("plan.json"))
    try FileManager.default.createDirectory(
      atPath: folder.file("plan.shards"), withIntermediateDirectories: false)
    func stored(_ plan: String, _ shard: Int, cut: Int = 0) throws -> ShardRecord {
      let text = """
        {"plan": "\(plan)", "shard": \(shard), "items": [{"number": 2, "bytes": 9, "sha256": "sum"}], "runs": []}
        """
      try folder.write(Array(text.utf8.dropLast(cut)), "plan.shards/1.json")
      return ShardRecord(of: 1, file)
    }
    let nothing = ShardRecord(plan: file.identifier, shard: 1)
    #expect(nothing.items.isEmpty && ShardRecord(of: 1, file) == nothing)
    #expect(try stored(file.identifier, 1).items == [item(2, 9)])
    #expect(try stored(file.identifier, 0) == nothing && stored("another", 1) == nothing)
    #expect(try stored(file.identifier, 1, cut: 30) == nothing)
  }
}
