import SegueExport
import SegueFiles
import SegueFormats
package import SeguePixels
package import SegueRendering

/// The frames that the shards of a plan have written, decoded again.
///
/// Each is held against its checksum where it is read.
package struct StoredFrames: FrameSource {
  private let file: PlanFile
  private let options: DecodeOptions
  package let level: SIMDLevel
  package let size: PixelSize

  /// Takes the frames of a plan; from now on no other files are read in this process.
  package init(_ file: PlanFile, _ execution: Execution) {
    self.file = file
    size = PixelSize(width: file.plan.width, height: file.plan.height)
    level = execution.level
    options = execution.decoding
  }

  package var count: Int { file.plan.frames }

  package func rows(of index: Int) throws -> any RowSource {
    let name = file.output(file.plan.first + index)
    return try Bitmap(contentsOf: name, options: options)
  }

  /// What every frame has to be.
  package static func inputs(_ file: PlanFile) -> [Plan.Input] {
    (0..<file.plan.shards).flatMap { shard in
      ShardRecord(of: shard, file).items.map {
        Plan.Input(file: file.output($0.number), bytes: $0.bytes, sha256: $0.sha256)
      }
    }
  }
}
