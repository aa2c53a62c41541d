import Foundation
import Glibc
import NIOCore
import SegueStudio

/// A client that acts as a page, without a browser.
///
/// Waits for bytes on its own thread, since the studio needs the threads of tasks.
final class PageSocket: Sendable {
  /// An answer of the studio: JSON, followed by bytes.
  struct Answer: Sendable {
    fileprivate let json: Data
    let bytes: [UInt8]

    var head: [String: Any] { (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:] }
    var kind: String { head["kind"] as? String ?? "" }
    var id: Int? { head["id"] as? Int }
  }

  struct Closed: Error {}

  private let file: Int32
  private let admission: Admission
  private let queue = DispatchQueue(label: "page")

  /// Makes a socket, which connects when it first sends.
  ///
  /// The studio waits 20 seconds for a request; with hundreds of tests in parallel, more time may pass
  /// between two calls.
  init(_ admission: Admission) throws {
    self.admission = admission
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var wait = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Connects to the port, unless it is connected already.
  private func connect() throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = admission.port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 || errno == EISCONN
      }
    }
    guard isOpen else { throw Closed() }
  }

  deinit { close(file) }

  /// Sends a request, and returns the status line and the headers of the answer.
  func request(_ line: String, _ headers: [String: String] = [:]) async throws -> [String] {
    try await apart { try $0.head(of: line, headers) }
  }

  private func head(of line: String, _ headers: [String: String]) throws -> [String] {
    let all = ["Host": "127.0.0.1:\(admission.port)"].merging(headers) { $1 }
    let text = "\(line) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.sorted().joined() + "\r\n"
    try send(Array(text.utf8))
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes += try take(1) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// Sends a request, and returns the status line, the headers and the body of the answer.
  func answer(to line: String, _ headers: [String: String]) async throws -> (head: [String], body: [UInt8]) {
    let head = try await request(line, headers)
    let length = head.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
    let count = length.flatMap { Int($0) } ?? 0
    return (head, count == 0 ? [] : try await apart { try $0.take(count) })
  }

  /// Requests the page's WebSocket.
  func upgrade() async throws { try await apart { try $0.upgrade() } }

  /// Requests the page's WebSocket on the calling thread.
  ///
  /// A test of a studio's process does not suspend: with hundreds of tests in parallel, it would not answer
  /// pings in time.
  func upgrade() throws {
    let lines = try head(
      of: "GET /\(admission.token)/socket",
      [
        "Origin": "http://127.0.0.1:\(admission.port)", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
      ])
    guard lines.first?.contains("101") == true else { throw Closed() }
  }

  /// Sends a message.
  func say(_ message: [String: Any]) async throws {
    try await say(0x81, [UInt8](try JSONSerialization.data(withJSONObject: message)))
  }

  /// Sends a message on the calling thread.
  func say(_ message: [String: Any]) throws {
    try send(frame(0x81, [UInt8](try JSONSerialization.data(withJSONObject: message))))
  }

  /// Sends a text message as given.
  func say(text: String) async throws { try await say(0x81, Array(text.utf8)) }

  /// Sends a binary message.
  func say(bytes: [UInt8]) async throws { try await say(0x82, bytes) }

  private func say(_ kind: UInt8, _ payload: [UInt8]) async throws {
    let frame = frame(kind, payload)
    try await apart { try $0.send(frame) }
  }

  private func frame(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    // Clients must mask their frames; the key is zero.
    [kind, 0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255), 0, 0, 0, 0] + payload
  }

  /// Returns the next answer of some kinds, and skips others.
  func hear(_ kinds: String...) async throws -> Answer {
    while true {
      let answer = try await apart { try $0.next() }
      if kinds.contains(answer.kind) { return answer }
    }
  }

  /// Returns the next answer of some kinds, on the calling thread.
  func hear(_ kinds: String...) throws -> Answer {
    while true {
      let answer = try next()
      if kinds.contains(answer.kind) { return answer }
    }
  }

  /// Returns the code with which the studio closes the socket, and skips earlier messages.
  func closing() async throws -> Int { try await apart { try $0.closing() } }

  private func closing() throws -> Int {
    while true {
      let start = try take(2)
      let count = Int(start[1] & 127)
      let length = count > 125 ? number(try take(count == 126 ? 2 : 8)) : count
      let payload = try take(length)
      if start[0] == 0x88 { return number(payload.prefix(2)) }
    }
  }

  /// Sends a frame with an opcode, which may be undefined.
  func say(frame kind: UInt8, _ bytes: [UInt8]) async throws { try await say(kind, bytes) }

  /// Sends bytes as given.
  func send(raw bytes: [UInt8]) async throws { try await apart { try $0.send(bytes) } }

  /// Requests the page's WebSocket, sends a pong each tenth of a second, closes the socket, and returns the
  /// code with which the studio closes it.
  ///
  /// All of this happens on one thread: with many tests in parallel, seconds may pass between two steps of a
  /// task.
  func answerPings(for seconds: Int) async throws -> Int {
    try await apart { page in
      try page.upgrade()
      for _ in 0..<10 * seconds {
        usleep(100_000)
        try page.send([0x8a, 0x80, 0, 0, 0, 0])
      }
      try page.send(page.frame(0x88, [3, 232]))
      return try page.closing()
    }
  }

  private func apart<Result: Sendable>(
    _ body: @escaping @Sendable (PageSocket) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: .init { try body(self) }) }
    }
  }

  private func next() throws -> Answer {
    let start = try take(2)
    var count = Int(start[1] & 127)
    if count > 125 { count = number(try take(count == 126 ? 2 : 8)) }
    let payload = try take(count)
    if start[0] == 0x89 {
      try send([0x8a, 0x80, 0, 0, 0, 0])
      return try next()
    }
    guard [0x81, 0x82].contains(start[0]) else { throw Closed() }
    let head = start[0] == 0x81 ? payload[...] : payload[4..<4 + number(payload[..<4])]
    return Answer(json: Data(head), bytes: Array(payload[head.endIndex...]))
  }

  private func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private func take(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let more = recv(file, &bytes[taken], count - taken, 0)
      guard more > 0 else { throw Closed() }
      taken += more
    }
    return bytes
  }

  private func send(_ bytes: [UInt8]) throws {
    try connect()
    guard Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Closed()
    }
  }
}

extension ServerLimits {
  /// Limits for tests, which may wait long while hundreds of others run.
  static let patient = {
    var limits = ServerLimits()
    limits.exchange = .seconds(200)
    limits.ping = .seconds(600)
    return limits
  }()
}

/// Serves a studio on a port while `body` runs.
func withStudio<Result>(
  _ studio: Studio, limits: ServerLimits = .patient, _ body: (Admission) async throws -> Result
) async throws -> Result {
  let server = StudioServer(studio, limits: limits)
  let (addresses, teller) = AsyncStream.makeStream(of: Admission.self)
  let serving = Task {
    defer { teller.finish() }
    try await server.run { teller.yield($0) }
  }
  defer { serving.cancel() }
  var iterator = addresses.makeAsyncIterator()
  guard let admission = await iterator.next() else { throw PageSocket.Closed() }
  return try await body(admission)
}

/// The job that a page sends: the work on the stage, with the order of its frames and the output.
func job(_ work: [String: Any], _ output: [String: Any]) -> [String: Any] {
  let isFile = { (key: String) in ["file", "format", "options"].contains(key) }
  return work.merging(output.filter { !isFile($0.key) }) { $1 }
    .merging(["output": output.filter { isFile($0.key) }]) { $1 }
}
