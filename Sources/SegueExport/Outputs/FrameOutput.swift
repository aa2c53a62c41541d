package import SegueFormats
package import SeguePixels
package import SegueRendering

/// A destination while frames are written to it.
package protocol FrameOutput: Sendable {
  /// Whether frames must be written one after another, as into a pipe.
  var isOrdered: Bool { get }
  /// Gets ready for frames of a size: called before the first.
  func prepare(size: PixelSize) throws
  /// Makes the writer of one worker.
  func makeWriter(level: SIMDLevel) -> FrameWriter
  /// Ends the output when every frame is written: a trailer, a rename. Says how many bytes there are beside those that
  /// writers counted.
  func finish() throws -> Int
  /// Takes back what was begun, after a failure or an interruption: nothing half written stays.
  func abandon()
  /// Makes calls that wait for somebody else fail, from any thread; `abandon` follows.
  func interrupt()
}

extension FrameOutput {
  package func prepare(size: PixelSize) throws {}
  package func finish() throws -> Int { 0 }
  package func abandon() {}
  package func interrupt() {}
}

/// One worker's way to an output, by what it wants of a frame.
package enum FrameWriter {
  /// The frame's rows.
  case rows(any RowsWriter)
  /// The difference to the frame before: a stage before the writer finds it.
  case differences(any DifferencesWriter)

  /// What frames are written with.
  var writer: any EncodedWriter {
    switch self {
    case .rows(let writer): writer
    case .differences(let writer): writer
    }
  }
}

/// What a writer throws for a frame that another run is making: it is asked for again when all others are done.
struct MadeElsewhere: Error {}

/// Memory that is used again for every frame.
package protocol EncodedWriter: AnyObject {
  /// Writes what was encoded, and says how many bytes that was. In order where the output is ordered.
  func write(index: Int) throws -> Int
}

/// Encodes rows, workers at the same time.
package protocol RowsWriter: EncodedWriter {
  /// Turns a frame's rows into bytes; `canvas` is what to render them on.
  func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws
}

/// Encodes differences, workers at the same time.
package protocol DifferencesWriter: EncodedWriter {
  /// Turns a difference into bytes.
  func encode(_ difference: FrameDifference, index: Int) throws
}

/// Renders and discards, for timing.
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
