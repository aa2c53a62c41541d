import SegueFiles
public import SegueFormats
import Synchronization

extension Exporter {
  /// Renders and encodes frames while a task reads the bytes, for example to send them as the body of an HTTP
  /// response.
  ///
  ///     for try await chunk in exporter.bytes(as: .apng) {
  ///       print(chunk.count)
  ///     }
  ///
  /// The export starts when the task asks for the first chunk. A slow reader blocks rendering (back
  /// pressure), so memory does not grow with the number of frames. The export ends if the task is canceled,
  /// or when the iterator is released.
  ///
  /// Since a stream cannot be restarted, APNG and WebM always have an alpha channel, and MP4 is fragmented,
  /// as for a pipe. WebP and AVIF, whose headers are written last, are first written to a temporary file in
  /// `TMPDIR`.
  ///
  /// - Parameters:
  ///   - format: The format: an animation.
  ///   - frames: The indices of the frames in the source; nil for all.
  /// - Returns: The bytes in chunks of at most 64 KiB. Iteration throws as `export` does.
  public func bytes(as format: some AnimationFormat, frames: Range<Int>? = nil) -> EncodedBytes {
    bytes(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames while a task reads their pixels, in a format such as Y4M.
  public func bytes(as format: some StreamFormat, frames: Range<Int>? = nil) -> EncodedBytes {
    bytes(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames and encodes a video by ffmpeg while a task reads its bytes.
  public func bytes(as format: some VideoFormat, frames: Range<Int>? = nil) -> EncodedBytes {
    bytes(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames and encodes them in a format of the catalog, while a task reads the bytes.
  ///
  ///     let format = try Catalog.formats.make("gif")
  ///     for try await chunk in exporter.bytes(as: format) { print(chunk.count) }
  ///
  /// With an image format, the bytes are image files, one after the other.
  public func bytes(as format: any FileFormat, frames: Range<Int>? = nil) -> EncodedBytes {
    EncodedBytes(exporter: self, format: format, frames: frames)
  }

  /// Renders frames and encodes them to the bytes of a file; the task is suspended meanwhile.
  ///
  ///     let animation = try await exporter.encoded(as: .webp)
  ///
  /// The bytes equal the bytes of an exported file, and are all in memory at once. A video is first written
  /// to a temporary file in `TMPDIR`. Canceling the task ends the export after the frames in progress.
  ///
  /// - Parameters:
  ///   - format: The format: an animation.
  ///   - frames: The indices of the frames in the source; nil for all.
  /// - Returns: The bytes of the whole file.
  /// - Throws: As `export`; `CancellationError` if the task was canceled.
  public func encoded(as format: some AnimationFormat, frames: Range<Int>? = nil) async throws -> [UInt8] {
    try await encoded(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames to the bytes of a stream, such as Y4M.
  public func encoded(as format: some StreamFormat, frames: Range<Int>? = nil) async throws -> [UInt8] {
    try await encoded(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames and encodes them to the bytes of a video by ffmpeg.
  public func encoded(as format: some VideoFormat, frames: Range<Int>? = nil) async throws -> [UInt8] {
    try await encoded(as: format as any FileFormat, frames: frames)
  }

  /// Renders frames and encodes them in a format of the catalog; returns the bytes of the file.
  public func encoded(as format: any FileFormat, frames: Range<Int>? = nil) async throws -> [UInt8] {
    if format.video != nil {
      return try await throughFile(format, frames) { file in try readFile(file, limit: .max, isInput: false) }
    }
    let title = type(of: format).title
    let memory = ByteMemory(named: title, maxBytes: execution.limits.maxBytes)
    try await run {
      try ExportJob(
        format, to: memory, named: title, isPassedOn: false, frames: frames ?? 0..<source.count, rate: rate)
    }
    return memory.all
  }
}

/// The bytes of an export that runs while a task reads them.
///
/// Each iteration runs a separate export.
public struct EncodedBytes: AsyncSequence, Sendable {
  /// The exporter.
  public let exporter: Exporter
  /// The format.
  public let format: any FileFormat
  /// The indices of the frames in the source; nil for all.
  public let frames: Range<Int>?

  /// The media type of the bytes, such as `image/apng`; nil if the format has none.
  public var mediaType: String? { type(of: format).mediaTypes.first }

  /// Makes an iterator; its export starts with the first call of `next`.
  public func makeAsyncIterator() -> Iterator { Iterator(running: RunningBytes(self)) }

  /// Reads the bytes of one export, which ends when the iterator is released.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let running: RunningBytes

    /// Reads the next chunk, of at most 64 KiB; nil at the end.
    ///
    /// - Throws: The error of the export, after all earlier bytes; `CancellationError` if the task is canceled.
    public mutating func next() async throws -> [UInt8]? { try await running.next() }
  }
}

/// An export whose bytes a task reads.
private final class RunningBytes: Sendable {
  private let bytes: EncodedBytes
  private let channel: ByteChannel
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ bytes: EncodedBytes) {
    self.bytes = bytes
    channel = ByteChannel(
      named: type(of: bytes.format).title, maxBytes: bytes.exporter.execution.limits.maxBytes)
  }

  deinit { end() }

  func next() async throws -> [UInt8]? {
    start()
    return try await withTaskCancellationHandler {
      try await channel.next()
    } onCancel: {
      end()
    }
  }

  private func start() {
    task.withLock { [bytes, channel] task in
      guard task == nil else { return }
      task = Task {
        do {
          try await bytes.exporter.write(bytes.format, bytes.frames, to: channel)
          channel.end(.success(()))
        } catch {
          channel.end(.failure(error))
        }
      }
    }
  }

  /// Ends the export.
  private func end() {
    channel.close()
    task.withLock { $0 }?.cancel()
  }
}

extension Exporter {
  /// Runs an export into a channel.
  fileprivate func write(
    _ format: any FileFormat, _ frames: Range<Int>?, to channel: ByteChannel
  ) async throws {
    if format.animation != nil || format.video != nil, !format.canBePassedOn {
      try await throughFile(format, frames) { file in
        let descriptor = try openForReading(file)
        defer { closeDescriptor(descriptor) }
        try copy(descriptor, to: channel)
      }
    } else if let video = format.video {
      try await throughPipe(video, frames, to: channel)
    } else {
      let title = type(of: format).title
      try await run(without: channel.wait) {
        try ExportJob(
          format, to: channel, named: title, isPassedOn: true, frames: frames ?? 0..<source.count, rate: rate)
      }
    }
  }

  /// Exports to a temporary file, and reads this file.
  private func throughFile<Value: Sendable>(
    _ format: any FileFormat, _ frames: Range<Int>?, _ read: @escaping @Sendable (String) throws -> Value
  ) async throws -> Value {
    let type = type(of: format)
    let folder = try ScratchFolder()
    let file = folder.file("frames.\(type.extensions.first ?? type.name)")
    do {
      _ = try await run(to: Destination(format, to: .file(file)), frames: frames) { _ in }
      return try await onOwnThread { try withExtendedLifetime(folder) { try read(file) } }
    } catch let error as ExportError {
      throw error.named(type.title)
    }
  }

  /// Exports a video to a pipe, and passes the bytes of the pipe to the channel.
  private func throughPipe(
    _ format: any VideoFormat, _ frames: Range<Int>?, to channel: ByteChannel
  ) async throws {
    let pipe = try makePipe()
    async let copied: Void = onOwnThread {
      defer { closeDescriptor(pipe.reading) }
      try copy(pipe.reading, to: channel)
    }
    do {
      let target = StreamTarget.descriptor(pipe.writing, named: type(of: format).title)
      _ = try await run(to: .video(target, format), frames: frames, without: channel.wait) { _ in }
      closeDescriptor(pipe.writing)
    } catch {
      closeDescriptor(pipe.writing)
      // If the channel failed, ffmpeg also fails as a consequence, so the channel's error is thrown first.
      try await copied
      throw error
    }
    try await copied
  }
}

/// Reads all bytes from a descriptor and passes them to a channel.
private func copy(_ descriptor: Int32, to channel: ByteChannel) throws {
  while true {
    let chunk = try readChunk(descriptor, named: "the output")
    if chunk.isEmpty { return }
    try channel.put(chunk)
  }
}
