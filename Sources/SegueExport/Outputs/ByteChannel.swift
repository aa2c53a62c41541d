import Dispatch
import SegueFiles
import SegueFormats
import SeguePixels
import Synchronization

/// A sink that passes its bytes to a task, in chunks of at most 64 KiB.
///
/// The queue holds four chunks; a writer blocks until there is room (back pressure).
final class ByteChannel: ByteSink {
  private static let chunkBytes = 1 << 16
  private static let maxChunks = 4

  private struct State {
    var chunks: [[UInt8]] = []
    /// The task that waits for a chunk.
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var writerWaits = false
    /// The result of `next` after the last chunk: nil or an error; not set while the stream is open.
    var end: Result<[UInt8]?, any Error>?
    var byteCount = 0
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  /// The time for which the writer waited because the queue was full.
  let wait = ReaderWait()
  /// The name of the output for error messages.
  private let name: String
  private let maxBytes: Int

  init(named name: String, maxBytes: Int) { (self.name, self.maxBytes) = (name, maxBytes) }

  func open(size: PixelSize, rate: FrameRate) {}

  func write(_ bytes: Span<UInt8>) throws -> Int {
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.chunkBytes, bytes.count)
      try put(Array(copying: bytes.extracting(start..<end)))
      start = end
    }
    return bytes.count
  }

  /// Adds a chunk to the queue, or passes it to the waiting task; blocks while the queue is full.
  func put(_ chunk: [UInt8]) throws {
    while true {
      let (isDone, reader) = try state.withLock { state in
        // Fails after the channel was closed.
        guard state.end == nil else { throw CancellationError() }
        if state.reader == nil && state.chunks.count >= Self.maxChunks {
          state.writerWaits = true
          return (false, nil as CheckedContinuation<[UInt8]?, any Error>?)
        }
        state.byteCount += chunk.count
        guard state.byteCount <= maxBytes else {
          throw ExportError.tooManyBytes(file: name, count: state.byteCount, limit: maxBytes)
        }
        if state.reader == nil { state.chunks.append(chunk) }
        return (true, state.reader.take())
      }
      reader?.resume(returning: chunk)
      if isDone { return }
      wait.count { room.wait() }
    }
  }

  /// Waits for the next chunk and takes it; nil after the last chunk.
  func next() async throws -> [UInt8]? {
    try await withCheckedThrowingContinuation { continuation in
      let (result, wakes) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Bool) in
        guard !state.chunks.isEmpty else {
          if state.end == nil { state.reader = continuation }
          return (state.end, false)
        }
        defer { state.writerWaits = false }
        return (.success(state.chunks.removeFirst()), state.writerWaits)
      }
      if wakes { room.signal() }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Ends the stream after the queued chunks.
  func end(_ result: Result<Void, any Error>) {
    let end = result.map { nil as [UInt8]? }
    let reader = state.withLock { state in
      state.end = state.end ?? end
      return state.reader.take()
    }
    reader?.resume(with: end)
  }

  /// Drops the queued chunks, and makes writers and the reader fail.
  func close() {
    let (reader, wakes) = state.withLock { state in
      state.chunks = []
      state.end = state.end ?? .failure(CancellationError())
      defer { state.writerWaits = false }
      return (state.reader.take(), state.writerWaits)
    }
    if wakes { room.signal() }
    reader?.resume(throwing: CancellationError())
  }

  func finish() -> Int { 0 }
  func abandon() {}
  func interrupt() { close() }
}

/// A sink that keeps all bytes in memory.
final class ByteMemory: ByteSink {
  private let bytes = Mutex<[UInt8]>([])
  private let name: String
  private let maxBytes: Int

  init(named name: String, maxBytes: Int) { (self.name, self.maxBytes) = (name, maxBytes) }

  func open(size: PixelSize, rate: FrameRate) { bytes.withLock { $0 = [] } }

  func write(_ new: Span<UInt8>) throws -> Int {
    try bytes.withLock { bytes in
      let count = bytes.count + new.count
      guard count <= maxBytes else {
        throw ExportError.tooManyBytes(file: name, count: count, limit: maxBytes)
      }
      bytes += Array(copying: new)
    }
    return new.count
  }

  func rewriteStart(_ start: Span<UInt8>) {
    bytes.withLock { $0.replaceSubrange(0..<start.count, with: Array(copying: start)) }
  }

  func finish() -> Int { 0 }
  func abandon() { bytes.withLock { $0 = [] } }

  /// The bytes of the finished export.
  var all: [UInt8] { bytes.withLock { $0 } }
}
