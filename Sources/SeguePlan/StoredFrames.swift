import SegueExport
import SegueFiles
import SegueFormats
package import SeguePixels
package import SegueRendering

/// The frames written by the shards of a plan, decoded from their files.
///
/// With an `InputCheck` of `inputs`, each file is compared with its recorded checksum when it is read.
package struct StoredFrames: FrameSource {
  private let file: PlanFile
  private let options: DecodeOptions
  package let level: SIMDLevel
  package let size: PixelSize

  /// Makes the frames of a plan.
  ///
  /// With an `InputCheck`, reads of files that the check does not list fail.
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

  /// Returns the files of all recorded frames with their checksums, for an `InputCheck`.
  package static func inputs(_ file: PlanFile) -> [Plan.Input] {
    (0..<file.plan.shards).flatMap { shard in
      ShardRecord(of: shard, file).items.map {
        Plan.Input(file: file.output($0.number), bytes: $0.bytes, sha256: $0.sha256)
      }
    }
  }
}
