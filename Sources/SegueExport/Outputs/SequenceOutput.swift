import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering

/// A file for every frame, which appears under its name when complete.
struct SequenceOutput: FrameOutput {
  let template: FrameTemplate
  let format: any ImageFormat
  let policy: WritePolicy

  /// The frames of a range that have to be rendered.
  ///
  /// - Throws: `FileError.exists` for the first file that may not be replaced.
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

  /// Syncs the names to disk, if required.
  func finish() throws -> Int {
    if policy.isDurable { try syncFolder(of: template.name(of: 0)) }
    return 0
  }

  /// Syncs the names of complete frames to disk, if required.
  func abandon() { _ = try? finish() }

  func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self, level)) }

  private final class Writer: RowsWriter {
    let sequence: SequenceOutput
    let encoder: any FrameEncoder
    /// The locked file of the frame, for runs that may resume in parallel.
    var taken: PartialFile?
    /// Whether another run has written the frame meanwhile.
    var isThere = false

    init(_ sequence: SequenceOutput, _ level: SIMDLevel) {
      self.sequence = sequence
      encoder = sequence.format.makeEncoder(level: level)
    }

    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      let name = sequence.template.name(of: index)
      if sequence.policy.existing == .keep && (sequence.template.hasNumber || !isSpecial(name)) {
        try take(name)
      }
      if !isThere { try encoder.encode(frame, on: canvas, named: name) }
    }

    /// Locks a frame before rendering, so that parallel runs render different frames.
    private func take(_ name: String) throws {
      isThere = hasBytes(name)
      guard !isThere else { return }
      do {
        taken = try PartialFile(name, overwrite: true)
      } catch FileError.busy {
        throw MadeElsewhere()
      }
      // No other run can complete the frame while it is locked.
      isThere = hasBytes(name)
      if isThere { taken = nil }
    }

    func write(index: Int) throws -> Int {
      guard !isThere else { return 0 }
      let policy = sequence.policy
      return try encoder.withBytes { bytes in
        if let file = taken.take() {
          try file.write(bytes)
          try file.publish(durable: policy.isDurable)
        } else {
          try writeFile(
            sequence.template.name(of: index), bytes, overwrite: policy.existing == .overwrite,
            durable: policy.isDurable, mayBeSpecial: !sequence.template.hasNumber)
        }
        return bytes.count
      }
    }
  }
}
