import Foundation
import NIOCore
import SegueFormats
import SeguePixels
import SegueStudio
import Testing

/// Clients without a token: their requests are bounded, and pages continue to work.
@Suite struct HostileClientsTests {
  private func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits.patient
    change(&limits)
    return limits
  }

  /// Checks that a page can connect and gets the list of pictures.
  private func pageOpens(_ admission: Admission) async throws {
    let page = try PageSocket(admission)
    try await page.upgrade()
    #expect(try await page.hear("shelf").kind == "shelf")
  }

  @Test("Limits: 8 KiB for a request line or a header, 32 KiB for all headers, 100 headers")
  func longRequests() async throws {
    func header(_ count: Int) -> String { "X: \(String(repeating: "a", count: count))\r\n" }
    try await withStudio(try Studio()) { admission in
      let start = ContinuousClock.now
      for (request, status) in [
        ("GET /\(String(repeating: "a", count: 160 << 10))", 431),
        ("GET /\(String(repeating: "a", count: 8 << 10)) HTTP/1.1\r\nHost: x\r\n\r\n", 431),
        ("GET /\(String(repeating: "a", count: 8000)) HTTP/1.1\r\nHost: x\r\n\r\n", 403),
        (admission.request("studio.js", header(160 << 10)), 431),
        (admission.request("studio.js", header(8000) + "\r\n"), 200),
        (admission.request("studio.js", (0..<5).map { _ in header(7000) }.joined()), 431),
        (admission.request("studio.js", (0..<4).map { _ in header(7000) }.joined() + "\r\n"), 200),
        (admission.request("studio.js", (0..<120).map { _ in header(1) }.joined()), 431),
        (admission.request("studio.js", (0..<90).map { _ in header(1) }.joined() + "\r\n"), 200),
        (String(repeating: "A", count: 1 << 20), 400), ("\u{16}\u{3}\u{1}", 400),
        ("GET / HTTP/3.0\r\n\r\n", 400),
      ] {
        let client = try RawSocket(admission)
        await client.send(Array(request.utf8))
        #expect(await client.status() == status, "\(request.prefix(30)) \(request.utf8.count)")
      }
      // In quadratic time, the line of 1 MiB takes a quarter of an hour (160 KiB took 22 s).
      #expect(start.duration(to: .now) < .seconds(120))
      try await pageOpens(admission)
    }
  }

  @Test("A connection is closed after its answer, whatever its Connection header")
  func answersClose() async throws {
    try await withStudio(try Studio()) { admission in
      for header in ["", "Connection: close\r\n", "Connection: keep-alive\r\n"] {
        let client = try RawSocket(admission)
        await client.send(Array((admission.request("studio.js", header) + "\r\n").utf8))
        let answer = try #require(await client.receiveAll(seconds: 10))
        #expect(String(decoding: answer, as: UTF8.self).lowercased().contains("\r\nconnection: close\r\n"))
      }
    }
  }

  @Test("A request has a time limit, from the accept to the answer")
  func slowRequests() async throws {
    try await withStudio(try Studio(), limits: limits { $0.exchange = .milliseconds(400) }) { admission in
      let silent = try RawSocket(admission)
      let slow = try RawSocket(admission)
      let start = ContinuousClock.now
      for byte in admission.request().utf8.prefix(40) {
        await slow.send([byte])
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(await slow.receiveAll(seconds: 10) == [])
      #expect(await silent.receiveAll(seconds: 10) == [])
      #expect(start.duration(to: .now) >= .milliseconds(390))
      try await pageOpens(admission)
    }
  }

  @Test("A connection beyond the limit closes the oldest one without a page, and pages open")
  func manyConnections() async throws {
    try await withStudio(try Studio(), limits: limits { $0.connections = 8 }) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let silent = try (0..<50).map { _ in try RawSocket(admission) }
      try await pageOpens(admission)
      #expect(await silent[0].receiveAll(seconds: 10) == [])
      #expect(await silent[49].receiveAll(seconds: 0.2) == nil)
      #expect(try await page.hear("shelf").kind == "shelf")
    }
  }

  @Test func theNumberOfPagesIsLimited() async throws {
    try await withStudio(try Studio(), limits: limits { $0.pages = 2 }) { admission in
      let pages = [try PageSocket(admission), try PageSocket(admission)]
      for page in pages { try await page.upgrade() }
      let headers = [
        "Origin": "http://127.0.0.1:\(admission.port)", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
      ]
      let third = try await PageSocket(admission).request("GET /\(admission.token)/socket", headers)
      #expect(third.first?.contains("503") == true, "\(third)")
      for page in pages { #expect(try await page.hear("shelf").kind == "shelf") }
    }
  }

  @Test("A quarter of the file descriptors is for connections")
  func shares() {
    #expect([16, 64, 256, 1024, 1 << 20].map(ServerLimits.share) == [8, 16, 64, 128, 128])
  }
}

/// Pages that violate the protocol of their socket, or do not read answers.
@Suite struct HostilePagesTests {
  @Test(
    "A frame is rejected by its header: a length of 1 TiB, no mask, reserved bits",
    arguments: [
      ([0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0], 1009), ([0x81, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 1], 1009),
      ([0x81, 0x02, 0x7b, 0x7d], 1002), ([0xc1, 0x80, 0, 0, 0, 0], 1002), ([0xa1, 0x80, 0, 0, 0, 0], 1002),
      ([0x91, 0x80, 0, 0, 0, 0], 1002),
    ] as [([UInt8], Int)])
  func frames(_ bytes: [UInt8], _ code: Int) async throws {
    try await withStudio(try Studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.send(raw: bytes)
      #expect(try await page.closing() == code)
      // Further messages are read and dropped, so that the close code arrives.
      await #expect(throws: PageSocket.Closed.self) { try await page.hear("shelf") }
    }
  }

  @Test func messagesOfAPageThatDoesNotReadAreNotRead() async throws {
    try await withStudio(try Studio()) { admission in
      let page = try RawSocket(admission, window: 4096)
      let origin =
        "Origin: http://127.0.0.1:\(admission.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
      await page.send(Array((admission.request("socket", origin + key)).utf8))
      // Each message is answered by a text of some thousand bytes.
      let text = #"{"kind": "open", "of": "transition", "name": "ripple"}"#
      let message = Array(text.utf8) + [UInt8](repeating: 32, count: 2000 - text.utf8.count)
      let frame: [UInt8] =
        [0x81, 0xfe, UInt8(message.count >> 8), UInt8(message.count & 255), 0, 0, 0, 0] + message
      let all = [[UInt8]](repeating: frame, count: 40_000).flatMap(\.self)
      let sent = await page.send(all, seconds: 6)
      #expect(sent < all.count / 2, "\(sent) of \(all.count)")
      // Another page is served meanwhile.
      let other = try PageSocket(admission)
      try await other.upgrade()
      #expect(try await other.hear("catalog").kind == "catalog")
    }
  }

  @Test("A page that answers no pings is disconnected, a page that answers is not")
  func pings() async throws {
    var limits = ServerLimits()
    // Long enough for a busy machine to answer.
    limits.ping = .seconds(2)
    try await withStudio(try Studio(), limits: limits) { admission in
      let (silent, alive) = (try PageSocket(admission), try PageSocket(admission))
      try await silent.upgrade()
      #expect(try await alive.answerPings(for: 8) == 1000)
      await #expect(throws: PageSocket.Closed.self) { try await silent.closing() }
    }
  }

  @Test("The memory of a closed page is freed: pictures at once, uploads some time later")
  func memory() async throws {
    var limits = ServerLimits()
    limits.memory = .seconds(5)
    let studio = try Studio()
    let png = try Bitmap(PixelSize(width: 400, height: 300), filledWith: .white).encoded(as: Formats.PNG())
    try await withStudio(studio, limits: limits) { admission in
      try await {
        let page = try PageSocket(admission)
        try await page.upgrade()
        let head = Array(#"{"name":"mine.png"}"#.utf8)
        try await page.say(bytes: [0, 0, 0, UInt8(head.count)] + head + png)
        _ = try await page.hear("shelf")
        #expect(try await page.hear("shelf").head["added"] as? String == "mine.png")
        try await page.say([
          "kind": "view", "id": 1, "width": 640, "height": 360, "time": 0.5,
          "job": ["from": "mine.png", "to": "dusk.png", "transition": ["name": "wipe"]],
        ])
        _ = try await page.hear("frame")
        #expect(studio.shelf.budget.used > 3 * 400 * 300 * 4)
      }()
      func waits(for bytes: Int) async throws -> Bool {
        for _ in 0..<600 where studio.shelf.budget.used != bytes {
          try await Task.sleep(for: .milliseconds(20))
        }
        return studio.shelf.budget.used == bytes
      }
      #expect(try await waits(for: png.count), "\(studio.shelf.budget.used)")
      #expect(studio.shelf.pictures.map(\.name).contains("mine.png"))
      #expect(try await waits(for: 0))
      #expect(studio.shelf.pictures.map(\.name) == ["dusk.png", "dawn.png"])
    }
  }
}
