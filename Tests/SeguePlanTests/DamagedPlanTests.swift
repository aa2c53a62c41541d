import Foundation
import Glibc
import SegueFiles
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

/// Plans and records with random damage give an error or a verification of existing files, never a trap.
@Suite("Damaged plans and records")
struct DamagedPlanTests {
  private static let numbers = [
    "0", "-1", "1", "2", "3", "9", "255", "1e3", "1e308", "-1e308", "1e400", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551615", "1000000000", "1000000001",
    "1000000000000",
    "99999", "100000", "100001", "0.5", "9.4e12", "253402300799", "253402300800", "null", "true", "\"7\"",
    "[]", "{}",
  ]

  /// Damages a text with a few changes: replaced numbers, and bytes or parts that are changed, removed or
  /// repeated.
  private func damaged(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !text.isEmpty {
      let place = Int.random(in: text.indices, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: text[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      case 1: text.remove(at: place)
      case 2: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...40, using: &generator)))
      case 3:
        let end = min(text.count, place + Int.random(in: 1...80, using: &generator))
        text.insert(contentsOf: text[place..<end], at: place)
      default:
        // Replaces only digits, since most of the file's values are numbers.
        let digits = text.indices.filter { (48...57).contains(text[$0]) }
        guard let digit = digits.randomElement(using: &generator) else { continue }
        var (first, end) = (digit, digit)
        while first > 0, (48...57).contains(text[first - 1]) { first -= 1 }
        while end < text.count, (48...57).contains(text[end]) { end += 1 }
        let number = Self.numbers.randomElement(using: &generator) ?? "0"
        text.replaceSubrange(first..<end, with: Array(number.utf8))
      }
    }
    return text
  }

  @Test(arguments: [UInt64](1...8))
  func anyDamagedPlanIsAnErrorOrRuns(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine,
      kind: seed % 4 == 0 ? .segments : .frames,
      output: folder.file("%d.png"), frames: 3..<9, rate: FrameRate(30), size: PixelSize(width: 2, height: 1),
      shards: 2, inputs: [Plan.Input(file: "a.png", bytes: 7, sha256: SHA256.digest(of: [1].span))])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: false)
    try FileManager.default.createDirectory(
      atPath: folder.file("plan.shards"), withIntermediateDirectories: false)
    for number in 3..<8 { try folder.write([1, 2, 3], "\(number).png") }
    let whole = try contents(of: folder.file("plan.json"))
    let digest = SHA256.digest(of: [1, 2, 3].span)
    var generator = SeededGenerator(seed)
    var (refused, found) = (0, 0)
    for _ in 0..<150 {
      let isPlan = Bool.random(using: &generator)
      try folder.write(isPlan ? damaged(whole, &generator) : whole, "plan.json")
      let file: PlanFile
      do {
        file = try PlanFile(contentsOf: folder.file("plan.json"))
      } catch {
        #expect(error is PlanError || error is FileError, "\(error)")
        refused += 1
        continue
      }
      for shard in 0..<min(2, file.plan.shards) {
        let items = (3 + 3 * shard..<6 + 3 * shard).map {
          #"{"bytes":3,"number":\#($0),"sha256":"\#(digest)"}"#
        }
        let record = """
          {"items":[\(items.joined(separator: ","))],"plan":"\(file.identifier)","runs":[{"frames":3,\
          "host":"a","process":1,"seconds":2,"start":100}],"shard":\(shard)}
          """
        try folder.write(damaged(Array(record.utf8), &generator), "plan.shards/\(shard).json")
      }
      let verification = Verification(file, content: true, threads: 2)
      _ = try json(verification)
      #expect(verification.runSeconds.isFinite && verification.elapsedSeconds.isFinite)
      #expect(
        verification.whole <= verification.frames && verification.isWhole == verification.shardList.isEmpty)
      // A repaired record is complete when it is read again.
      var record = ShardRecord(of: 0, file)
      record.merge(ShardRecord(of: 0, file))
      try record.write(to: file, durable: false, writer: Writer())
      #expect(!ShardRecord(of: 0, file).isMended)
      file.removeLeftovers()
      found += 1
    }
    #expect(refused > 20 && found > 60, "\(refused) refused, \(found) found")
  }
}
