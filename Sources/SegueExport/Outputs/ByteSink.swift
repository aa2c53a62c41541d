import SeguePlatform
import SegueFiles
package import SegueFormats
package import SeguePixels
import Synchronization

/// A sink for the consecutive bytes of a stream.
///
/// Calls come from any thread, but one at a time.
package protocol ByteSink: Sendable {
  /// Throws the errors of `open` that can be found without creating anything.
  func check(size: PixelSize, rate: FrameRate) throws
  /// Prepares for a stream; called before all other methods except `check`, and again if the export is
  /// restarted.
  func open(size: PixelSize, rate: FrameRate) throws
  /// Writes all bytes, and blocks as long as necessary; returns the resulting number of bytes in the output.
  func write(_ bytes: Span<UInt8>) throws -> Int
  /// Overwrites the first bytes; called after all other bytes are written.
  func rewriteStart(_ bytes: Span<UInt8>) throws
  /// Ends the stream; returns the number of bytes in the output that `write` did not report.
  func finish() throws -> Int
  /// Removes the unfinished output.
  func abandon()
  /// Makes blocking calls fail, from any thread; `abandon` is called afterwards.
  func interrupt()
}

extension ByteSink {
  package func check(size: PixelSize, rate: FrameRate) throws {}
  /// Throws, since a stream cannot seek.
  ///
  /// Formats that need seeking are refused before the export starts.
  package func rewriteStart(_ bytes: Span<UInt8>) throws {
    throw FileError.writeFailed(file: "the stream", reason: String(cString: strerror(ESPIPE)))
  }
  package func interrupt() {}
}

/// A sink that writes to an open descriptor, such as standard output, and does not close it.
struct OpenDescriptor: ByteSink {
  let descriptor: Int32
  /// The name of the output for error messages.
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
  /// The name of the target for error messages.
  package var name: String {
    switch self {
    case .file(let file): file
    case .descriptor(_, let name): name
    }
  }

  /// Whether bytes reach a reader at once, so that they cannot be overwritten, removed or written again.
  package var isPassedOn: Bool {
    switch self {
    case .file(let file): isSpecial(file)
    case .descriptor: true
    }
  }

  /// Makes the sink that writes to this target.
  func makeSink(_ policy: WritePolicy) -> any ByteSink {
    switch self {
    case .file(let file): StreamFile(file, policy)
    case .descriptor(let descriptor, let name): OpenDescriptor(descriptor: descriptor, name: name)
    }
  }
}

/// A sink that writes directly to a named pipe or device, or to a file, which appears under its name only
/// when it is complete.
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

  package func check(size: PixelSize, rate: FrameRate) throws {
    if !isSpecial(file) { try PartialFile.checkIsFree(file, overwrite: policy.existing == .overwrite) }
  }

  /// Creates the file and its folder, or opens an existing device or named pipe.
  ///
  /// Opening a named pipe blocks until a reader opens it.
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

  /// Renames the file to its final name, or closes the pipe or device.
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

  /// Removes the unfinished file, or closes the pipe or device.
  package func abandon() {
    if case .special(let descriptor) = take() { close(descriptor) }
  }

  private func take() -> State { state.withLock { state in exchange(&state, with: .closed) } }
}
