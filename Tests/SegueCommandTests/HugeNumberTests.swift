import Foundation
import Glibc
import SegueTestSupport
import Testing

@Suite("Plans and records with huge numbers")
struct HugeNumberTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    expectSuccess(
      try run("plan", "render", from, to, "--frames", "4", "--shards", "2", "-o", "%d.png", "-q"))
  }

  private func run(_ arguments: String...) throws -> Run {
    let start = ContinuousClock.now
    let run = try runSegue(arguments, folder: folder.path)
    #expect(start.duration(to: .now) < .seconds(10), "\(arguments)")
    return run
  }

  /// Edits a JSON file in place.
  private func change(_ name: String, _ body: (inout [String: Any]) throws -> Void) throws {
    let data = try Data(contentsOf: URL(filePath: folder.file(name)))
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    try body(&object)
    try folder.write(Array(JSONSerialization.data(withJSONObject: object)), name)
  }

  @Test(
    "A plan with impossible numbers is refused",
    arguments: [
      ["frames": 1_000_000_000_000], ["frames": Int.max], ["frames": Int.max, "first": Int.max],
      ["first": Int.max], ["first": -1], ["frames": -1], ["frames": Int.min], ["shards": Int.max],
      ["width": Int.max], ["height": Int.max], ["width": Int.max, "height": Int.max], ["width": 0],
      ["frames": 1_000_000_001],
    ])
  func plans(_ numbers: [String: Int]) throws {
    try change("plan.json") { $0.merge(numbers) { $1 } }
    for command in [["verify"], ["work", "--shard", "0"], ["finish", "-o", "a.gif"]] {
      let run = try runSegue([command[0], "plan.json"] + command.dropFirst(), folder: folder.path)
      expectFailure(
        run, 65, saying: ["plan.json: "])
    }
  }

  @Test("A billion missing frames are found missing at once", arguments: [2, 100_000])
  func billion(_ shards: Int) throws {
    try change("plan.json") { ($0["frames"], $0["shards"]) = (1_000_000_000, shards) }
    let found = try run("verify", "plan.json")
    #expect(found.code == 75 && found.text == "0-\(shards - 1)\n")
    #expect(found.errorText.contains("0 of 1000000000 frames are whole (1000000000 missing)"))
    // The plan's command makes four frames.
    expectFailure(try run("work", "plan.json", "--shard", "0"), 65, saying: ["there are other frames"])
  }

  @Test(
    "Impossible times and counts of runs are dropped, and work rewrites the record",
    arguments: [
      #""start": 1e308"#, #""start": 9.4e12"#, #""start": -1"#, #""seconds": 1e308"#, #""seconds": -1e308"#,
      #""frames": 9223372036854775807"#, #""frames": -1"#,
    ])
  func runs(_ number: String) throws {
    for shard in 0..<2 { expectSuccess(try run("work", "plan.json", "--shard", "\(shard)", "-q")) }
    let name = "plan.shards/0.json"
    let record = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    let key = try #require(number.firstMatch(of: /"[a-z]+"/)).output
    let pattern = try Regex("\(key):[-0-9.e+]+")
    try folder.write(Array(record.replacing(pattern, with: number).utf8), name)
    for options in [[], ["--json"], ["-q"]] {
      let found = try runSegue(["verify", "plan.json"] + options, folder: folder.path)
      expectSuccess(found)
      #expect(!found.text.contains("e+") && !found.errorText.contains("e+"))
    }
    expectSuccess(try run("work", "plan.json", "--shard", "0"))
    let mended = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    #expect(!mended.contains(number.replacing(" ", with: "")) && mended.contains(#""runs":[]"#), "\(mended)")
    expectSuccess(try run("verify", "plan.json"))
  }

  @Test(
    "Items of no shard are dropped, and work rewrites the record",
    arguments: [
      [#""number":0"#, #""number":9223372036854775807"#],
      [#""number":0"#, #""number":-9223372036854775808"#],
      [#""number":0"#, #""number":3"#], [#""bytes":"#, #""bytes":-"#], [#""number":1"#, #""number":0"#],
    ])
  func items(_ change: [String]) throws {
    for shard in 0..<2 { expectSuccess(try run("work", "plan.json", "--shard", "\(shard)", "-q")) }
    let name = "plan.shards/0.json"
    let record = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    try folder.write(Array(record.replacing(change[0], with: change[1]).utf8), name)
    let found = try run("verify", "plan.json")
    #expect(found.code == 75 && found.text == "0\n", "\(found.errorText)")
    expectSuccess(try run("work", "plan.json", "--shard", "0"))
    expectSuccess(try run("verify", "plan.json"))
    let mended = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    #expect(mended.contains(#""number":0"#) && mended.contains(#""number":1"#))
  }
}
