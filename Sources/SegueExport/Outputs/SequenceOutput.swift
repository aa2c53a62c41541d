import SegueErrors
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering

/// An output with a file for each frame, which appears under its name only when it is complete.
struct SequenceOutput: FrameOutput {
  let template: FrameTemplate
  let format: any ImageFormat
  let policy: WritePolicy

  /// Returns the indices of the frames to render, without existing files that are kept.
  ///
  /// - Throws: `FileError.exists` for the first file that may not be replaced.
  func framesToRender(of range: Range<Int>) throws(FileError) -> [Int] {
    if policy.existing == .overwrite { return Array(range) }
    var frames: [Int] = []
    for index in range {
      let name = template.name(of: index)
      if policy.existing == .refuse && fileExists(name) { throw .exists(file: name) }
      if policy.existing == .refuse || !isComplete(name) { frames.append(index) }
    }
    return frames
  }

  /// Returns whether the file of a frame exists, and is not cut off.
  ///
  /// A file may be cut off by a crash of the machine, unless the policy is durable: it begins as a file of the
  /// format, and lacks its end. Files of other kinds are kept.
  private func isComplete(_ name: String) -> Bool {
    let kind = type(of: format)
    guard hasBytes(name), !kind.trailer.isEmpty, let readable = kind.readable,
      let start = try? readStart(of: name, count: 16, isInput: false), readable.matches(start.span)
    else { return hasBytes(name) }
    // Other programs may have added bytes behind the end.
    return readEnd(of: name, count: 4096)?.contains(kind.trailer) ?? true
  }

  var isOrdered: Bool { false }

  func check(size: PixelSize) throws {
    let name = template.name(of: 0)
    try format.check(size, named: name)
    try checkFolder(of: name)
  }

  /// Creates the folder of the files.
  func prepare(size: PixelSize) throws { try createFolder(of: template.name(of: 0)) }

  /// Flushes the folder's entries to disk, if the policy is durable.
  func finish() throws -> Int {
    if policy.isDurable { try syncFolder(of: template.name(of: 0)) }
    return 0
  }

  /// Keeps the complete frames; flushes the folder's entries to disk, if the policy is durable.
  func abandon() { _ = try? finish() }

  func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self, level)) }

  private final class Writer: RowsWriter {
    let sequence: SequenceOutput
    let encoder: any FrameEncoder
    /// The locked hidden file of the frame, if several processes may complete the same sequence in parallel.
    var taken: PartialFile?
    /// Whether another process has written the frame since existing files were checked.
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

    /// Locks the file of a frame before rendering, so that parallel processes render different frames.
    private func take(_ name: String) throws {
      isThere = sequence.isComplete(name)
      guard !isThere else { return }
      do {
        taken = try PartialFile(name, overwrite: true)
      } catch let error where error.code == .fileBusy {
        throw MadeElsewhere()
      }
      // Checks again, since another process may have completed the frame before the lock was taken.
      isThere = sequence.isComplete(name)
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
