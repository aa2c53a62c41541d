import Glibc
import SegueFiles
public import SegueFormats
import SegueRendering
public import SeguePixels
import Synchronization

/// Frames one after another in one stream.
///
///     let output = StreamOutput(.y4m(.half), rate: FrameRate(60), to: StreamFile("movie.y4m"))
///
/// Each frame is one write of memory that is used again. Where the reader is slow, rendering waits for it.
public final class StreamOutput: FrameOutput {
  /// What the stream looks like.
  public let format: StreamFormat
  /// Frames a second, for formats that say it.
  public let rate: FrameRate
  /// Where the bytes go.
  public let sink: any ByteSink
  private let headerBytes = Atomic(0)

  /// Makes an output.
  public init(_ format: StreamFormat, rate: FrameRate, to sink: some ByteSink) {
    self.format = format
    self.rate = rate
    self.sink = sink
  }

  /// Makes an output to a video file.
  public convenience init(_ video: VideoFile, rate: FrameRate) {
    self.init(video.format.input(video.chroma), rate: rate, to: video)
  }

  public var isOrdered: Bool { true }

  /// Opens the sink and writes what stands before the first frame.
  public func prepare(size: PixelSize) throws {
    try sink.open(format, size: size, rate: rate)
    let header = format.header(size: size, rate: rate)
    headerBytes.store(try sink.write(header.span), ordering: .relaxed)
  }

  public func makeWriter(level: SIMDLevel) -> any FrameWriter {
    Writer(sink, format.makeEncoder(level: level))
  }

  public func finish() throws { try sink.finish() }
  public func abandon() { sink.abandon() }
  public func interrupt() { sink.interrupt() }
  public var bytesBeside: Int { headerBytes.load(ordering: .relaxed) + sink.bytesBeside }

  private final class Writer: FrameWriter {
    let sink: any ByteSink
    let encoder: any StreamEncoder

    init(_ sink: any ByteSink, _ encoder: any StreamEncoder) {
      self.sink = sink
      self.encoder = encoder
    }

    func encode(
      _ frame: any RowSource, on canvas: FrameCanvas, after previous: Bitmap?, index: Int
    ) throws {
      try encoder.encode(frame, on: canvas, named: "frame \(index)")
    }

    func write(index: Int) throws -> Int {
      try encoder.withBytes { bytes in try sink.write(bytes) }
    }
  }
}

/// Where the bytes of a stream go, in order. One call at a time, from any thread.
public protocol ByteSink: Sendable {
  /// Gets ready for a stream; called once, first.
  func open(_ format: StreamFormat, size: PixelSize, rate: FrameRate) throws
  /// Takes all bytes, however long that may last, and says how many of them the output has for it.
  func write(_ bytes: Span<UInt8>) throws -> Int
  /// Ends the stream when all of it is written.
  func finish() throws
  /// Takes back what was begun.
  func abandon()
  /// Makes calls that wait for somebody else fail, from any thread; `abandon` follows.
  func interrupt()
  /// Bytes of the finished output beside those.
  var bytesBeside: Int { get }
}

extension ByteSink {
  /// Nobody is waited for.
  public func interrupt() {}
  /// None.
  public var bytesBeside: Int { 0 }
}

/// An open descriptor, such as standard output; it is not closed.
public struct OpenDescriptor: ByteSink {
  /// The descriptor.
  public let descriptor: Int32
  /// What errors call it.
  public let name: String

  /// Takes an open descriptor.
  public init(_ descriptor: Int32, named name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  public func open(_ format: StreamFormat, size: PixelSize, rate: FrameRate) { widenPipe(descriptor) }
  public func write(_ bytes: Span<UInt8>) throws -> Int {
    try writeAll(bytes, to: descriptor, named: name)
    return bytes.count
  }
  public func finish() {}
  public func abandon() {}
}

/// A file that appears under its name only when it is whole; or a named pipe or a device, written to as it is.
public final class StreamFile: ByteSink {
  private enum State {
    case closed
    case partial(PartialFile)
    case special(Int32)
  }

  /// The path.
  public let file: String
  private let overwrite: Bool
  private let isDurable: Bool
  private let state = Mutex(State.closed)

  /// Names a file.
  ///
  /// - Parameters:
  ///   - overwrite: Whether an existing file is replaced.
  ///   - isDurable: Whether the file is on the disk before it has its name, and its name at the end.
  public init(_ file: String, overwrite: Bool = false, isDurable: Bool = false) {
    self.file = file
    self.overwrite = overwrite
    self.isDurable = isDurable
  }

  /// Creates the file and its folder; a named pipe waits for its reader.
  public func open(_ format: StreamFormat, size: PixelSize, rate: FrameRate) throws {
    let opened: State
    if isSpecial(file) {
      opened = .special(try openSpecial(file))
    } else {
      try createFolder(of: file)
      opened = .partial(try PartialFile(file, overwrite: overwrite))
    }
    state.withLock { $0 = opened }
  }

  public func write(_ bytes: Span<UInt8>) throws -> Int {
    switch state.withLock({ $0 }) {
    case .closed: return 0
    case .partial(let partial): try partial.write(bytes)
    case .special(let descriptor): try writeAll(bytes, to: descriptor, named: file)
    }
    return bytes.count
  }

  /// Gives the file its name.
  public func finish() throws {
    switch take() {
    case .closed: break
    case .special(let descriptor): close(descriptor)
    case .partial(let partial):
      try partial.publish(durable: isDurable)
      if isDurable { try syncFolder(of: file) }
    }
  }

  /// Leaves no file.
  public func abandon() {
    if case .special(let descriptor) = take() { close(descriptor) }
  }

  private func take() -> State { state.withLock { state in exchange(&state, with: .closed) } }
}
