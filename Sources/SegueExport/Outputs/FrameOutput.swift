package import SegueFormats
package import SeguePixels
package import SegueRendering

/// The part of an export that writes encoded frames to a destination.
package protocol FrameOutput: Sendable {
  /// Whether frames must be written in order, as for a stream.
  var isOrdered: Bool { get }
  /// Throws the errors of `prepare` that can be found without creating anything.
  func check(size: PixelSize) throws
  /// Prepares for frames of the given size; called before the first frame.
  func prepare(size: PixelSize) throws
  /// Makes the writer for one worker.
  func makeWriter(level: SIMDLevel) -> FrameWriter
  /// Finishes the output after all frames, for example by a trailer and a rename.
  ///
  /// Returns the number of bytes of the output that no writer has reported in `write`.
  func finish() throws -> Int
  /// Removes incomplete output after a failure or cancellation.
  func abandon()
  /// Makes blocking calls fail, from any thread; `abandon` is called afterwards.
  func interrupt()
}

extension FrameOutput {
  package func check(size: PixelSize) throws {}
  package func prepare(size: PixelSize) throws {}
  package func finish() throws -> Int { 0 }
  package func abandon() {}
  package func interrupt() {}
}

/// The writer of one worker, which encodes either rows or differences.
package enum FrameWriter {
  /// Encodes the rows of a frame.
  case rows(any RowsWriter)
  /// Encodes the difference from the previous frame, which the export computes beforehand.
  case differences(any DifferencesWriter)

  /// The writer of either kind as an `EncodedWriter`, which writes the encoded frame.
  var writer: any EncodedWriter {
    switch self {
    case .rows(let writer): writer
    case .differences(let writer): writer
    }
  }
}

/// The error for a frame that another process is rendering.
///
/// The export tries the frame again after all other frames.
struct MadeElsewhere: Error {}

/// A writer that holds one encoded frame in reusable memory.
package protocol EncodedWriter: AnyObject {
  /// Writes the encoded frame and returns its size in bytes; called in the order of frames if `isOrdered`.
  func write(index: Int) throws -> Int
}

/// A writer that encodes rows, in parallel with other workers.
package protocol RowsWriter: EncodedWriter {
  /// Encodes the rows of a frame, which `canvas` renders.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws
}

/// A writer that encodes differences between frames, in parallel with other workers.
package protocol DifferencesWriter: EncodedWriter {
  /// Encodes the difference of a frame from the previous frame.
  func encode(_ difference: FrameDifference, index: Int) throws
}

/// An output that renders frames and discards them, to measure the time.
struct NullOutput: FrameOutput {
  var isOrdered: Bool { false }
  func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer()) }

  private final class Writer: RowsWriter {
    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      // A clip's frame already has the planes that a video encoder takes, so the frame is not converted to
      // RGBA. The conversion would take a fifth of the processor time of decoding a clip (1080p, H.264).
      guard !(frame is PlanarRows) else { return }
      _ = try canvas.bitmap(of: frame)
    }

    func write(index: Int) -> Int { 0 }
  }
}
