import Foundation
import SegueExport
import SegueFiles
import SegueFormats
import SeguePixels
import SeguePlan
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct StoredFramesTests {
  let folder: TemporaryFolder
  let file: PlanFile
  private let size = PixelSize(width: 4, height: 3)

  /// Makes a plan of frames 3, 4 and 5, in two shards.
  init() throws {
    folder = try TemporaryFolder()
    let plan = Plan(
      segue: "0.0.0, built", folder: ".", job: someJob, machine: someMachine, kind: .frames,
      output: folder.file("%d.png"), frames: 3..<6, rate: FrameRate(30), size: size, shards: 2, inputs: [])
    try PlanFile.write(plan, to: folder.file("plan.json"), overwrite: false)
    file = try PlanFile(contentsOf: folder.file("plan.json"))
  }

  /// Frames are numbered from 0, for any first number in the plan.
  @Test func framesEqualTheStoredFiles() throws {
    let pictures = try (3..<6).map { try Bitmap.noise(4, 3, seed: UInt64($0)) }
    for (index, picture) in pictures.enumerated() { try picture.write(to: folder.file("\(3 + index).png")) }
    let frames = StoredFrames(file, Execution(level: .reference))
    #expect(frames.count == 3 && frames.size == size && frames.level == .reference)
    for index in 0..<3 { #expect(try frames.rows(of: index).bitmap == pictures[index], "frame \(index)") }
    let few = StoredFrames(file, Execution(decoding: DecodeOptions(maxPixels: 11)))
    #expect(throws: ImageError.tooLarge(file: folder.file("4.png"), size: size, limit: 11)) {
      try few.rows(of: 1)
    }
    #expect(throws: FileError.missing(file: folder.file("6.png"))) { try frames.rows(of: 3) }
  }

  @Test func inputsAreTheRecordedFrames() throws {
    #expect(StoredFrames.inputs(file).isEmpty)
    try FileManager.default.createDirectory(
      atPath: folder.file("plan.shards"), withIntermediateDirectories: false)
    for (shard, number) in [(0, 3), (1, 5)] {
      let record = """
        {"plan": "\(file.identifier)", "shard": \(shard), "runs": [],
        "items": [{"number": \(number), "bytes": \(10 * number), "sha256": "sum \(number)"}]}
        """
      try folder.write(Array(record.utf8), "plan.shards/\(shard).json")
    }
    let inputs = StoredFrames.inputs(file)
    #expect(inputs.map(\.file) == [folder.file("3.png"), folder.file("5.png")])
    #expect(inputs.map(\.bytes) == [30, 50] && inputs.map(\.sha256) == ["sum 3", "sum 5"])
  }
}
