import SeguePlatform
import SegueFiles
package import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// An output that writes consecutive frames to one stream.
///
/// Each frame is one `write` from reusable memory. A slow reader of the stream blocks rendering.
package final class StreamOutput: FrameOutput {
  private let header: @Sendable (PixelSize, FrameRate) -> [UInt8]
  private let makeEncoder: @Sendable (SIMDLevel) -> any FrameEncoder
  private let rate: FrameRate
  private let sink: any ByteSink
  private let headerBytes = Atomic(0)

  /// Makes an output for a stream format.
  package init(_ format: any StreamFormat, rate: FrameRate, to sink: any ByteSink) {
    (header, makeEncoder) = (format.header, format.makeEncoder)
    (self.rate, self.sink) = (rate, sink)
  }

  /// Makes an output that writes image files one after the other.
  init(_ format: any ImageFormat, rate: FrameRate, to sink: any ByteSink) {
    (header, makeEncoder) = ({ _, _ in [] }, format.makeEncoder)
    (self.rate, self.sink) = (rate, sink)
  }

  /// Makes an output that passes frames to ffmpeg.
  convenience init(_ sink: FFmpegSink, rate: FrameRate) {
    self.init(sink.input, rate: rate, to: sink)
  }

  package var isOrdered: Bool { true }

  package func check(size: PixelSize) throws { try sink.check(size: size, rate: rate) }

  /// Opens the sink and writes the header.
  package func prepare(size: PixelSize) throws {
    try sink.open(size: size, rate: rate)
    let header = header(size, rate)
    headerBytes.store(try sink.write(header.span), ordering: .relaxed)
  }

  package func makeWriter(level: SIMDLevel) -> FrameWriter {
    .rows(Writer(sink, makeEncoder(level)))
  }

  package func finish() throws -> Int { try headerBytes.load(ordering: .relaxed) + sink.finish() }
  package func abandon() { sink.abandon() }
  package func interrupt() { sink.interrupt() }

  private final class Writer: RowsWriter {
    let sink: any ByteSink
    let encoder: any FrameEncoder

    init(_ sink: any ByteSink, _ encoder: any FrameEncoder) {
      self.sink = sink
      self.encoder = encoder
    }

    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      try encoder.encode(frame, on: canvas, named: "frame \(index)")
    }

    func write(index: Int) throws -> Int { try encoder.withBytes { bytes in try sink.write(bytes) } }
  }
}
