import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite struct VerificationTests {
  /// 61 frames in 4 shards are 15, 15, 15 and 16.
  @Test(arguments: [(0, 46), (1, 46), (3, 45)])
  func aWholeSegmentHasAllFramesOfItsShard(missing: Int, whole: Int) throws {
    let folder = try TemporaryFolder()
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", command: ["render", "a.png"], kind: .segments,
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
}
