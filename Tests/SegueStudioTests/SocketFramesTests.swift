import SegueStudio
import Testing

/// Frames of a page's socket as RFC 6455 has them, wrong ones among them.
@Suite struct SocketFramesTests {
  /// As much as a frame of this length has.
  private static let part = [UInt8](repeating: 32, count: 65_535)

  /// More than a message of text may have, by its last part.
  private static let long: [(UInt8, [UInt8])] = (0..<17).map { ($0 == 0 ? 0x01 : 0x00, part) }

  /// Frames that are sent, and the code that the socket is then closed with.
  private static let wrong: [([(UInt8, [UInt8])], Int)] = [
    // A message within another, and a kind that there is not.
    ([(0x01, [97]), (0x81, [98])], 1002), ([(0x83, [])], 1002),
    // A ping that is too long, and one in parts.
    ([(0x89, [UInt8](repeating: 0, count: 126))], 1002), ([(0x09, [])], 1002),
    (long, 1009),
  ]

  @Test func whatIsWrongClosesTheSocketForGood() async throws {
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

  /// A page's end that takes texts and bytes alone stops at the answer.
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

  /// Between the parts of a message there may be a pong, which is nothing.
  @Test func aMessageMayComeInParts() async throws {
    try await withStudio(try Studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      _ = try await page.hear("catalog")
      for (kind, text) in [(0x01, #"{"kind": "#), (0x8a, "pong"), (0x80, #""nothing"}"#)] as [(UInt8, String)]
      {
        try await page.say(frame: kind, Array(text.utf8))
      }
      let problem = try await page.hear("problem").head
      #expect(problem["message"] as? String == "'nothing' is nothing that this studio does")
      #expect(problem["about"] as? String == "message" && problem["id"] == nil)
      // The page goes.
      try await page.say(frame: 0x88, [3, 232])
      #expect(try await page.closing() == 1000)
    }
  }
}
