import Glibc
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
    /// Whether another run has made the frame meanwhile.
    var isThere = false

    init(_ sequence: SequenceOutput, _ level: SIMDLevel) {
      self.sequence = sequence
      encoder = sequence.format.makeEncoder(level: level)
    }

    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      let name = sequence.template.name(of: index)
      isThere = sequence.policy.existing == .keep && hasBytes(name)
      if !isThere { try encoder.encode(frame, on: canvas, named: name) }
    }

    func write(index: Int) throws -> Int {
      let name = sequence.template.name(of: index)
      let policy = sequence.policy
      guard !isThere else { return 0 }
      return try encoder.withBytes { bytes in
        // Of two runs that resume at once each keeps what the other has made.
        do {
          try write(bytes, to: name)
        } catch FileError.exists where policy.existing == .keep {
          return 0
        } catch FileError.busy where policy.existing == .keep {
          for _ in 0..<6000 where !hasBytes(name) {
            usleep(10_000)
            do { try write(bytes, to: name) } catch FileError.busy { continue } catch FileError.exists {
              return 0
            }
          }
          guard hasBytes(name) else { throw FileError.busy(file: name) }
        }
        return bytes.count
      }
    }

    private func write(_ bytes: Span<UInt8>, to name: String) throws {
      let policy = sequence.policy
      try writeFile(
        name, bytes,
        overwrite: policy.existing == .overwrite || policy.existing == .keep && !hasBytes(name),
        replaceLeftover: policy.existing == .keep, durable: policy.isDurable)
    }
  }
}
