package import SegueFormats
package import SeguePixels
package import SegueRendering

/// A destination during an export.
package protocol FrameOutput: Sendable {
  /// Whether frames must be written in order, as into a pipe.
  var isOrdered: Bool { get }
  /// Prepares for frames of a size; called before the first.
  func prepare(size: PixelSize) throws
  /// Makes the writer of one worker.
  func makeWriter(level: SIMDLevel) -> FrameWriter
  /// Finishes the output after all frames: a trailer, a rename.
  ///
  /// Returns the bytes that writers did not count.
  func finish() throws -> Int
  /// Removes incomplete output, after a failure or an interruption.
  func abandon()
  /// Makes blocking calls fail, from any thread; `abandon` follows.
  func interrupt()
}

extension FrameOutput {
  package func prepare(size: PixelSize) throws {}
  package func finish() throws -> Int { 0 }
  package func abandon() {}
  package func interrupt() {}
}

/// The writer of one worker, by the input that it takes.
package enum FrameWriter {
  /// Takes the frame's rows.
  case rows(any RowsWriter)
  /// Takes the difference from the previous frame, which a stage before the writer computes.
  case differences(any DifferencesWriter)

  /// The writer itself.
  var writer: any EncodedWriter {
    switch self {
    case .rows(let writer): writer
    case .differences(let writer): writer
    }
  }
}

/// Thrown for a frame that another run is rendering: it is tried again after all others.
struct MadeElsewhere: Error {}

/// A writer with reusable memory for one frame.
package protocol EncodedWriter: AnyObject {
  /// Writes the encoded frame, and returns its size in bytes; called in order if the output requires it.
  func write(index: Int) throws -> Int
}

/// Encodes rows, in parallel with other workers.
package protocol RowsWriter: EncodedWriter {
  /// Encodes a frame's rows, rendered on `canvas`.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws
}

/// Encodes differences, in parallel with other workers.
package protocol DifferencesWriter: EncodedWriter {
  /// Encodes a difference.
  func encode(_ difference: FrameDifference, index: Int) throws
}

/// Renders and discards frames, for timing.
struct NullOutput: FrameOutput {
  var isOrdered: Bool { false }
  func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer()) }

  private final class Writer: RowsWriter {
    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      _ = try canvas.bitmap(of: frame)
    }

    func write(index: Int) -> Int { 0 }
  }
}
