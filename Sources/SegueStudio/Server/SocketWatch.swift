import Dispatch
package import FlyingSocks
import Glibc
import Synchronization

/// Tells FlyingFox when its sockets can go on.
///
/// In place of FlyingFox's own, which remembers the descriptors that it told the kernel of: a connection that gets the number of one
/// that broke off half way may never be heard of. Here the kernel is asked anew each time, and who waits for a socket that is gone
/// is told so. Sockets also send at once here (`TCP_NODELAY`), rather than wait for an acknowledgement.
package final class SocketWatch: AsyncSocketPool {
  private struct Waiter {
    let file: Int32
    /// Which socket had the descriptor's number.
    let socket: ino_t?
    let events: Int16
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var nextId = 0
    var isOver = false
  }

  private let state = Mutex(State())
  /// A byte through these ends a wait of the kernel's.
  private let (reading, writing): (Int32, Int32)
  private let thread = DispatchQueue(label: "segue.studio.sockets", qos: .userInteractive)

  /// Makes a watch that does not run yet.
  ///
  /// - Throws: `SocketError` where there are no more descriptors.
  package init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { throw SocketError.makeFailed("socketpair") }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  package func prepare() async throws {}

  package func run() async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        thread.async { [self] in
          while wait() {}
          continuation.resume()
        }
      }
    } onCancel: {
      state.withLock { $0.isOver = true }
      wake()
    }
    throw CancellationError()
  }

  package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let file = socket.file.rawValue
    var yes: Int32 = 1
    // Connections have it from the socket that listens, which waits first.
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let id = state.withLock { state in
      state.nextId += 1
      return state.nextId
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(
          file: file, socket: Self.socket(file),
          events: (events.contains(.read) ? Int16(POLLIN) : 0)
            | (events.contains(.write) ? Int16(POLLOUT) : 0),
          continuation: continuation)
        let isOver = state.withLock { state in
          if !state.isOver, !Task.isCancelled { state.waiters[id] = waiter }
          return state.waiters[id] == nil
        }
        if isOver { continuation.resume(throwing: CancellationError()) } else { wake() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(
        throwing: CancellationError())
    }
  }

  /// Waits for the kernel once; false when it is over.
  private func wait() -> Bool {
    let (waiters, isOver) = state.withLock { state in
      defer { if state.isOver { state.waiters = [:] } }
      return (state.waiters, state.isOver)
    }
    if isOver {
      for waiter in waiters.values { waiter.continuation.resume(throwing: CancellationError()) }
      return false
    }
    let ids = Array(waiters.keys)
    var polled = ids.compactMap { id in
      waiters[id].map { pollfd(fd: $0.file, events: $0.events, revents: 0) }
    }
    polled.append(pollfd(fd: reading, events: Int16(POLLIN), revents: 0))
    guard Glibc.poll(&polled, nfds_t(polled.count), -1) > 0 else { return true }
    if polled.last?.revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(reading, &bytes, bytes.count) == bytes.count {}
    }
    for (id, one) in zip(ids, polled) where one.revents != 0 {
      guard let waiter = state.withLock({ $0.waiters.removeValue(forKey: id) }) else { continue }
      // The number may have gone to another connection, whose bytes are not this one's.
      let isGone = one.revents & Int16(POLLNVAL) != 0 || Self.socket(one.fd) != waiter.socket
      waiter.continuation.resume(with: isGone ? .failure(SocketError.disconnected) : .success(()))
    }
    return true
  }

  private func wake() {
    var byte: UInt8 = 1
    // What is full wakes, too.
    _ = write(writing, &byte, 1)
  }

  private static func socket(_ file: Int32) -> ino_t? {
    var status = stat()
    return fstat(file, &status) == 0 ? status.st_ino : nil
  }
}
