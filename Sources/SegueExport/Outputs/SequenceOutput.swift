import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering

/// A file for every frame, each appearing under its name only when it is whole.
struct SequenceOutput: FrameOutput {
  let template: FrameTemplate
  let format: any ImageFormat
  let policy: WritePolicy

  /// The frames of a range that are to be rendered.
  ///
  /// - Throws: `FileError.exists` naming the first that may not be replaced.
  func framesToRender(of range: Range<Int>) throws(FileError) -> [Int] {
    if policy.existing == .overwrite { return Array(range) }
    var frames: [Int] = []
    for index in range {
      let name = template.name(of: index)
      if policy.existing == .refuse && fileExists(name) { throw .exists(file: name) }
      if policy.existing == .refuse || !hasBytes(name) { frames.append(index) }
    }
    return frames
  }

  var isOrdered: Bool { false }

  /// Creates the folder.
  func prepare(size: PixelSize) throws { try createFolder(of: template.name(of: 0)) }

  /// Makes the names last, where that was asked for.
  func finish() throws -> Int {
    if policy.isDurable { try syncFolder(of: template.name(of: 0)) }
    return 0
  }

  /// Makes the names of the frames that stand last, where that was asked for.
  func abandon() { _ = try? finish() }

  func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self, level)) }

  private final class Writer: RowsWriter {
    let sequence: SequenceOutput
    let encoder: any FrameEncoder

    init(_ sequence: SequenceOutput, _ level: SIMDLevel) {
      self.sequence = sequence
      encoder = sequence.format.makeEncoder(level: level)
    }

    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      try encoder.encode(frame, on: canvas, named: sequence.template.name(of: index))
    }

    func write(index: Int) throws -> Int {
      let name = sequence.template.name(of: index)
      let policy = sequence.policy
      return try encoder.withBytes { bytes in
        try writeFile(
          name, bytes,
          overwrite: policy.existing == .overwrite || policy.existing == .keep && !hasBytes(name),
          replaceLeftover: policy.existing == .keep, durable: policy.isDurable)
        return bytes.count
      }
    }
  }
}
