import Foundation
import SegueTestSupport
import Testing

@Suite("segue verify: texts")
struct VerifyCommandTests {
  @Test("Texts about one item are singular")
  func one() throws {
    let folder = try TemporaryFolder()
    func said(_ arguments: String...) throws -> String {
      let run = try runSegue(arguments, folder: folder.path)
      expectSuccess(run)
      return run.errorText
    }
    let plan = try said("plan", "render", from, to, "--frames", "1", "--shards", "1", "-o", "%d.png")
    #expect(plan.hasPrefix("plan.json: 1 frame in 1 shard, of 2 inputs\n"))
    #expect(try said("work", "plan.json", "--shard", "0").contains("1 frame of "))
    #expect(try said("work", "plan.json", "--shard", "0").contains("shard 0: its frame is there"))
    #expect(try said("verify", "plan.json").hasPrefix("the frame of 1 shard is whole\n"))
  }

  @Test(
    "The first file that is not of the plan is named, and others are counted",
    arguments: ["frames", "a/b/frames"])
  func unplanned(frames: String) throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: String...) throws -> Run { try runSegue(arguments, folder: folder.path) }
    expectSuccess(
      try run("plan", "render", from, to, "--frames", "2", "--shards", "1", "-o", "\(frames)/%d.png"))
    expectSuccess(try run("work", "plan.json", "--shard", "0"))
    for (number, said) in [(7, ""), (8, " and 1 more"), (9, " and 2 more")] {
      try folder.write([1], "\(frames)/\(number).png")
      let found = try run("verify", "plan.json")
      expectSuccess(found)
      #expect(found.errorLines.last == "not of this plan: \(frames)/7.png\(said)", "\(found.errorText)")
    }
  }

  /// The records get fixed times.
  @Test("The times of all runs and the slowest shards are reported")
  func times() throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: String...) throws -> Run { try runSegue(arguments, folder: folder.path) }
    expectSuccess(try run("plan", "render", from, to, "--frames", "4", "--shards", "4", "-o", "%d.png"))
    let runs: [[[String: Any]]] = [
      [["host": "a", "process": 1, "start": 100, "seconds": 2.25, "frames": 1]],
      [
        ["host": "b", "process": 1, "start": 104.5, "seconds": 20, "frames": 3],
        ["host": "c", "process": 2, "start": 130, "seconds": 1.26, "frames": 2],
      ], [["host": "d", "process": 1, "start": 90, "seconds": 0.5, "frames": 9]],
      [["host": "e", "process": 1, "start": 101, "seconds": 7, "frames": 1]],
    ]
    for (shard, runs) in runs.enumerated() {
      expectSuccess(try run("work", "plan.json", "--shard", "\(shard)", "-q"))
      let name = "plan.shards/\(shard).json"
      let text = try Data(contentsOf: URL(filePath: folder.file(name)))
      var record = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
      record["runs"] = runs
      try folder.write(Array(JSONSerialization.data(withJSONObject: record)), name)
    }
    let said = try run("verify", "plan.json")
    expectSuccess(said)
    // 31.01 seconds of work between 90 and 131.26 seconds; 16 frames.
    #expect(
      said.errorText == """
        all 4 frames of 4 shards are whole
        31.0 s of work in 41.3 s (0.4 frames/s); slowest: shard 1 (21.3 s on c), shard 3 (7.0 s on e), \
        shard 0 (2.3 s on a)

        """)
    let found = try JSONDecoder().decode(
      Found.self, from: Data(run("verify", "plan.json", "--json").output.array))
    #expect(abs(found.runSeconds - 31.01) < 1e-9 && abs(found.elapsedSeconds - 41.26) < 1e-9)
    #expect(abs(found.framesPerSecond - 16 / 41.26) < 1e-9)
    #expect(found.slowest.map(\.shard) == [1, 3, 0] && found.slowest.map(\.host) == ["c", "e", "a"])
    #expect(zip(found.slowest.map(\.seconds), [21.26, 7, 2.25]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  private struct Found: Decodable {
    struct Slowest: Decodable {
      let shard: Int
      let seconds: Double
      let host: String
    }

    let runSeconds: Double
    let elapsedSeconds: Double
    let framesPerSecond: Double
    let slowest: [Slowest]
  }
}
