import Glibc
import SegueFiles
package import SegueFormats
package import SeguePixels
import Synchronization

/// A sink for the bytes of a stream, in order.
///
/// Calls are serialized, from any thread.
package protocol ByteSink: Sendable {
  /// Prepares for a stream; called once, first.
  func open(size: PixelSize, rate: FrameRate) throws
  /// Writes all bytes, blocking as long as necessary; returns the size of the output for them.
  func write(_ bytes: Span<UInt8>) throws -> Int
  /// Overwrites the first bytes, after all others are written.
  func rewriteStart(_ bytes: Span<UInt8>) throws
  /// Ends the stream; returns the size of the output beyond that reported by `write`.
  func finish() throws -> Int
  /// Removes an unfinished output.
  func abandon()
  /// Makes blocking calls fail, from any thread; `abandon` follows.
  func interrupt()
}

extension ByteSink {
  /// Streams cannot seek; formats that need it are refused before.
  package func rewriteStart(_ bytes: Span<UInt8>) throws {
    throw FileError.writeFailed(file: "the stream", reason: String(cString: strerror(ESPIPE)))
  }
  package func interrupt() {}
}

/// An open descriptor, such as standard output; it is not closed.
struct OpenDescriptor: ByteSink {
  let descriptor: Int32
  /// The name in errors.
  let name: String

  func open(size: PixelSize, rate: FrameRate) { widenPipe(descriptor) }
  func write(_ bytes: Span<UInt8>) throws -> Int {
    try writeAll(bytes, to: descriptor, named: name)
    return bytes.count
  }
  func finish() -> Int { 0 }
  func abandon() {}
}

extension StreamTarget {
  /// The name in errors.
  package var name: String {
    switch self {
    case .file(let file): file
    case .descriptor(_, let name): name
    }
  }

  /// Whether bytes are passed on at once, so that nothing can be overwritten, removed or restarted.
  package var isPassedOn: Bool {
    switch self {
    case .file(let file): isSpecial(file)
    case .descriptor: true
    }
  }

  /// Makes the sink.
  func makeSink(_ policy: WritePolicy) -> any ByteSink {
    switch self {
    case .file(let file): StreamFile(file, policy)
    case .descriptor(let descriptor, let name): OpenDescriptor(descriptor: descriptor, name: name)
    }
  }
}

/// A file that appears under its name when complete; or a named pipe or device, written directly.
package final class StreamFile: ByteSink {
  private enum State {
    case closed
    case partial(PartialFile)
    case special(Int32)
  }

  private let file: String
  private let policy: WritePolicy
  private let state = Mutex(State.closed)

  package init(_ file: String, _ policy: WritePolicy) {
    self.file = file
    self.policy = policy
  }

  /// Creates the file and its folder; for a named pipe, waits for a reader.
  package func open(size: PixelSize, rate: FrameRate) throws {
    let opened: State
    if isSpecial(file) {
      opened = .special(try openSpecial(file))
    } else {
      try createFolder(of: file)
      opened = .partial(try PartialFile(file, overwrite: policy.existing == .overwrite))
    }
    state.withLock { $0 = opened }
  }

  package func write(_ bytes: Span<UInt8>) throws -> Int {
    switch state.withLock({ $0 }) {
    case .closed: return 0
    case .partial(let partial): try partial.write(bytes)
    case .special(let descriptor): try writeAll(bytes, to: descriptor, named: file)
    }
    return bytes.count
  }

  package func rewriteStart(_ bytes: Span<UInt8>) throws {
    guard case .partial(let partial) = state.withLock({ $0 }) else { return }
    try partial.rewriteStart(bytes)
  }

  /// Gives the file its name.
  package func finish() throws -> Int {
    switch take() {
    case .closed: break
    case .special(let descriptor): close(descriptor)
    case .partial(let partial):
      try partial.publish(durable: policy.isDurable)
      if policy.isDurable { try syncFolder(of: file) }
    }
    return 0
  }

  /// Removes the file.
  package func abandon() {
    if case .special(let descriptor) = take() { close(descriptor) }
  }

  private func take() -> State { state.withLock { state in exchange(&state, with: .closed) } }
}
