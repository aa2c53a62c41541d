import SegueCommand
import Testing

@Suite("Keys and time of a preview")
struct PreviewPlayerTests {
  @Test("Keys are recognized, also if their bytes arrive in pieces", arguments: 1...7)
  func keys(piece: Int) {
    let bytes = Array(
      " \u{1b}[D\u{1b}OC\u{1b}[1;5C\u{1b}[1;5Dx\u{1b}[H\u{1b}[F\u{1b}[1~\u{1b}[4~\u{1b}[5~\u{1b}q\u{3}Q".utf8)
    var reader = KeyReader()
    var keys: [Key] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      keys += reader.read(Array(bytes[start..<min(start + piece, bytes.count)]))
    }
    #expect(
      keys == [
        .pause, .back, .forward, .forward, .back, .start, .end, .start, .end, .quit, .interrupt, .quit,
      ])
  }

  @Test("A preview plays, holds the end and starts again")
  func plays() {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10)
    for (now, time) in [(100.0, 0.0), (100.5, 0.25), (101.9, 0.95), (102.0, 1), (102.5, 1)] {
      player.tick(at: now)
      #expect(abs(player.time - time) < 1e-9)
    }
    player.tick(at: 102 + PreviewPlayer.hold + 0.01)
    #expect(player.time == 0 && !player.isOver)
    player.tick(at: 102 + PreviewPlayer.hold + 1.01)
    #expect(abs(player.time - 0.5) < 1e-9)
  }

  @Test func aPlayerThatPlaysOnceEndsAfterTheHold() {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10, playsOnce: true)
    player.tick(at: 0)
    player.tick(at: 5)
    #expect(player.time == 1 && !player.isOver, "the end is shown")
    player.tick(at: 5.01 + PreviewPlayer.hold)
    #expect(player.isOver)
  }

  @Test func pauses() {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10)
    player.tick(at: 0)
    player.tick(at: 0.5)
    player.press(.pause, at: 0.5)
    #expect(player.isPaused)
    player.tick(at: 50)
    #expect(player.time == 0.25)
    player.press(.pause, at: 60)
    player.tick(at: 60.5)
    #expect(!player.isPaused && abs(player.time - 0.5) < 1e-9)
    player.press(.end, at: 61)
    player.press(.pause, at: 62)
    player.tick(at: 62)
    #expect(player.time == 0, "restarts from the end")
  }

  @Test("Arrow keys step by a frame, and stop at the ends")
  func steps() {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10)
    player.tick(at: 0)
    player.tick(at: 0.53)
    for (key, time) in [(Key.forward, 0.3), (.forward, 0.35), (.back, 0.3), (.back, 0.25)] {
      player.press(key, at: 1)
      #expect(player.isPaused && abs(player.time - time) < 1e-9)
    }
    player.press(.start, at: 1)
    player.press(.back, at: 1)
    #expect(player.time == 0)
    for _ in 0..<20 { player.press(.forward, at: 1) }
    #expect(player.time == 1)
    player.press(.forward, at: 1)
    #expect(player.time == 1)
    player.press(.back, at: 1)
    #expect(abs(player.time - 0.95) < 1e-9)
    player.press(.quit, at: 1)
    #expect(player.isOver)
  }

  @Test("The status line is narrower than the terminal", arguments: 0...90)
  func status(columns: Int) {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10)
    player.tick(at: 0)
    player.tick(at: 1)
    let line = player.status("hero", columns: columns)
    #expect(line.count < max(1, columns))
    guard columns > 65 else { return }
    #expect(line == "▶ hero  1.00 of 2.00 s  █████░░░░░  space pause  ← → step  q quit")
  }

  @Test("The end is held for 0.8 seconds")
  func hold() {
    var player = PreviewPlayer(duration: 2, framesPerSecond: 10)
    for (now, time) in [(0.0, 0.0), (2.0, 1.0), (2.79, 1), (2.81, 0), (3.81, 0.5)] {
      player.tick(at: now)
      #expect(abs(player.time - time) < 1e-9, "\(now)")
    }
  }

  @Test("A transition shorter than a step is one step")
  func short() {
    var player = PreviewPlayer(duration: 0.05, framesPerSecond: 10)
    player.tick(at: 0)
    for (key, time) in [(Key.forward, 1.0), (.back, 0), (.back, 0), (.end, 1), (.start, 0)] {
      player.press(key, at: 1)
      #expect(player.time == time && player.isPaused)
    }
    player.press(.interrupt, at: 1)
    #expect(player.isOver)
  }

  @Test("After a pause, a preview continues from its place at the same speed")
  func goesOn() {
    var player = PreviewPlayer(duration: 4, framesPerSecond: 10)
    player.tick(at: 0)
    player.tick(at: 3)
    player.press(.pause, at: 3)
    player.press(.pause, at: 20)
    #expect(player.time == 0.75)
    for (now, time) in [(20.0, 0.75), (20.5, 0.875), (21, 1), (21.79, 1), (21.81, 0)] {
      player.tick(at: now)
      #expect(abs(player.time - time) < 1e-9, "\(now)")
    }
  }

  @Test("The status line has as many of its parts as fit, from the left", arguments: [false, true])
  func parts(isPaused: Bool) {
    var player = PreviewPlayer(duration: 3, framesPerSecond: 10)
    player.tick(at: 0)
    player.tick(at: 0.75)
    if isPaused { player.press(.pause, at: 0.75) }
    let parts = [
      isPaused ? "⏸ cube" : "▶ cube", "0.75 of 3.00 s", "███░░░░░░░", isPaused ? "space play" : "space pause",
      "← → step", "q quit",
    ]
    let lines = (0...parts.count).map { parts.prefix($0).joined(separator: "  ") }
    for columns in 0...90 {
      #expect(player.status("cube", columns: columns) == lines.last { $0.isEmpty || $0.count < columns })
    }
  }
}
