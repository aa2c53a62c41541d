import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import Synchronization

/// An output that writes an animation to a sink.
///
/// Workers encode frames in parallel, each frame as its difference from the previous one.
final class AnimationOutput: FrameOutput {
  /// The name of the output for error messages.
  private let file: String
  private let sink: any ByteSink
  private let format: any AnimationFormat
  private let layout: PixelLayout
  /// The position of each frame in the file, by the frame's index.
  private let places: [Int: Int]
  private let rate: FrameRate
  private let state = Mutex(State())

  private struct State {
    var size = PixelSize(width: 0, height: 0)
    /// The number of bytes written so far.
    var count = 0
    /// The number of bytes that the sink has reported for the header.
    var headerBytes = 0
    var hasAlpha = false
  }

  init(
    to sink: any ByteSink, _ format: any AnimationFormat, _ layout: PixelLayout, frames: [Int],
    rate: FrameRate, named file: String
  ) {
    (self.file, self.sink) = (file, sink)
    (self.format, self.layout, self.rate) = (format, layout, rate)
    places = Dictionary(uniqueKeysWithValues: zip(frames, frames.indices))
  }

  var isOrdered: Bool { true }

  private func description(_ size: PixelSize, hasAlpha: Bool, fileBytes: Int = 0) -> AnimationDescription {
    AnimationDescription(
      size: size, frameCount: places.count, rate: rate, hasAlpha: hasAlpha, fileBytes: fileBytes)
  }

  func check(size: PixelSize) throws {
    _ = try format.header(of: description(size, hasAlpha: layout == .transparent), named: file)
    try sink.check(size: size, rate: rate)
  }

  /// Opens the sink and writes the header.
  func prepare(size: PixelSize) throws {
    let header = try format.header(of: description(size, hasAlpha: layout == .transparent), named: file)
    try sink.open(size: size, rate: rate)
    let bytes = try sink.write(header.span)
    state.withLock { $0 = State(size: size, count: header.count, headerBytes: bytes) }
  }

  func makeWriter(level: SIMDLevel) -> FrameWriter { .differences(Writer(self, level)) }

  /// Writes the trailer, completes the header, and renames the file to its final name.
  func finish() throws -> Int {
    let state = self.state.withLock { $0 }
    let trailer = try format.trailer(named: file)
    let bytes = try sink.write(trailer.span)
    if format.headerIsWrittenLast {
      let whole = description(
        state.size, hasAlpha: state.hasAlpha, fileBytes: state.count + trailer.count)
      let header = try format.header(of: whole, named: file)
      try sink.rewriteStart(header.span)
    }
    return try state.headerBytes + bytes + sink.finish()
  }

  /// Removes the unfinished file.
  func abandon() { sink.abandon() }

  func interrupt() { sink.interrupt() }

  private final class Writer: DifferencesWriter {
    let output: AnimationOutput
    let encoder: any DifferenceEncoder

    init(_ output: AnimationOutput, _ level: SIMDLevel) {
      self.output = output
      encoder = output.format.makeEncoder(
        of: output.description(
          output.state.withLock { $0.size }, hasAlpha: output.layout == .transparent), level: level)
    }

    func encode(_ difference: FrameDifference, index: Int) throws {
      if !difference.frame.isOpaque {
        guard output.layout == .transparent else { throw TransparentFrame() }
        output.state.withLock { $0.hasAlpha = true }
      }
      try encoder.encode(difference, number: output.places[index] ?? 0, named: output.file)
    }

    func write(index: Int) throws -> Int {
      try encoder.withBytes { bytes in
        output.state.withLock { $0.count += bytes.count }
        return try output.sink.write(bytes)
      }
    }
  }
}
