import Glibc
import SegueFiles
package import SegueFormats
package import SeguePixels
import Synchronization

/// Where the bytes of a stream go, in order.
///
/// It gets one call at a time, from any thread.
package protocol ByteSink: Sendable {
  /// Gets ready for a stream; called once, first.
  func open(size: PixelSize, rate: FrameRate) throws
  /// Takes all bytes, however long that may last, and says how many of them the output has for it.
  func write(_ bytes: Span<UInt8>) throws -> Int
  /// Writes bytes over the first ones, when all others are written.
  func rewriteStart(_ bytes: Span<UInt8>) throws
  /// Ends the stream when all of it is written, and says how many bytes the output has beside those.
  func finish() throws -> Int
  /// Takes back what was begun.
  func abandon()
  /// Makes calls that wait for somebody else fail, from any thread; `abandon` follows.
  func interrupt()
}

extension ByteSink {
  /// What is passed on as it comes cannot be gone back in; formats that must are refused before.
  package func rewriteStart(_ bytes: Span<UInt8>) throws {
    throw FileError.writeFailed(file: "the stream", reason: String(cString: strerror(ESPIPE)))
  }
  package func interrupt() {}
}

/// An open descriptor, such as standard output; it is not closed.
struct OpenDescriptor: ByteSink {
  let descriptor: Int32
  /// What errors call it.
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
  /// What errors call it.
  package var name: String {
    switch self {
    case .file(let file): file
    case .descriptor(_, let name): name
    }
  }

  /// Whether bytes are passed on as they come: nothing is written over, taken back or begun again.
  package var isPassedOn: Bool {
    switch self {
    case .file(let file): isSpecial(file)
    case .descriptor: true
    }
  }

  /// Makes what writes there.
  func makeSink(_ policy: WritePolicy) -> any ByteSink {
    switch self {
    case .file(let file): StreamFile(file, policy)
    case .descriptor(let descriptor, let name): OpenDescriptor(descriptor: descriptor, name: name)
    }
  }
}

/// A file that appears under its name only when it is whole; or a named pipe or a device, written to as it is.
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

  /// Creates the file and its folder; a named pipe waits for its reader.
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

  /// Leaves no file.
  package func abandon() {
    if case .special(let descriptor) = take() { close(descriptor) }
  }

  private func take() -> State { state.withLock { state in exchange(&state, with: .closed) } }
}
