import SegueStudio
import Testing

/// Frames of a page's socket as in RFC 6455, including invalid ones.
@Suite struct SocketFramesTests {
  /// The longest content with a 16-bit length.
  private static let part = [UInt8](repeating: 32, count: 65_535)

  /// A text message that exceeds the limit with its last part.
  private static let long: [(UInt8, [UInt8])] = (0..<17).map { ($0 == 0 ? 0x01 : 0x00, part) }

  /// Invalid frames, with the resulting close code of the socket.
  private static let wrong: [([(UInt8, [UInt8])], Int)] = [
    // A message within another, and an undefined opcode.
    ([(0x01, [97]), (0x81, [98])], 1002), ([(0x83, [])], 1002),
    // A ping that is too long, and a fragmented ping.
    ([(0x89, [UInt8](repeating: 0, count: 126))], 1002), ([(0x09, [])], 1002),
    (long, 1009),
  ]

  @Test func invalidFramesCloseTheSocket() async throws {
    for (frames, code) in Self.wrong {
      try await withStudio(try Studio()) { admission in
        let page = try PageSocket(admission)
        try await page.upgrade()
        for (kind, payload) in frames { try await page.say(frame: kind, payload) }
        #expect(try await page.closing() == code)
        await #expect(throws: PageSocket.Closed.self) { try await page.hear("shelf") }
      }
    }
  }

  /// The test client accepts only texts and bytes, so it stops at the pong.
  @Test func aPingIsAnswered() async throws {
    try await withStudio(try Studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      _ = try await page.hear("catalog")
      try await page.say(frame: 0x89, [1, 2, 3])
      try await page.say(["kind": "nothing"])
      await #expect(throws: PageSocket.Closed.self) { try await page.hear("problem") }
      #expect(try await page.hear("problem").head["about"] as? String == "message")
    }
  }

  /// A pong between the parts of a message is ignored.
  @Test func aMessageMayBeFragmented() async throws {
    try await withStudio(try Studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      _ = try await page.hear("catalog")
      for (kind, text) in [(0x01, #"{"kind": "#), (0x8a, "pong"), (0x80, #""nothing"}"#)] as [(UInt8, String)]
      {
        try await page.say(frame: kind, Array(text.utf8))
      }
      let problem = try await page.hear("problem").head
      #expect(problem["message"] as? String == "'nothing' is not a request that this studio knows")
      #expect(problem["about"] as? String == "message" && problem["id"] == nil)
      // The page closes the socket.
      try await page.say(frame: 0x88, [3, 232])
      #expect(try await page.closing() == 1000)
    }
  }
}
