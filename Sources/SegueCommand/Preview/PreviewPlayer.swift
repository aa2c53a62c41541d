/// The playback state of a preview, controlled by keys: the preview plays, holds the last frame, and starts
/// again.
///
/// The caller passes the time, in seconds of any clock.
package struct PreviewPlayer {
  /// The time in seconds for which the last frame is held.
  package static let hold = 0.8

  /// The duration from start to end, in seconds.
  package let duration: Double
  /// The frame rate; an arrow key moves by one frame at this rate.
  package let framesPerSecond: Double
  /// Whether playback stops at the end instead of starting again.
  package let playsOnce: Bool
  /// The time 0…1 of the frame to show, as a fraction of the duration.
  package private(set) var time = 0.0
  /// Whether playback is paused.
  package private(set) var isPaused = false
  /// Whether playback has ended.
  package private(set) var isOver = false
  private var clock: ProgressClock
  private var endedAt: Double?

  /// Makes a player that starts at the first tick.
  package init(duration: Double, framesPerSecond: Double, playsOnce: Bool = false) {
    self.duration = duration
    self.framesPerSecond = framesPerSecond
    self.playsOnce = playsOnce
    clock = ProgressClock(duration: duration, framesPerSecond: framesPerSecond)
  }

  /// Advances to the current time, unless paused.
  package mutating func tick(at now: Double) {
    guard !isPaused else { return }
    time = clock.tick(at: now)
    guard time >= 1 else { return }
    let end = endedAt ?? now
    endedAt = end
    guard now - end >= Self.hold else { return }
    if playsOnce { isOver = true } else { play(from: 0, at: now) }
  }

  /// Performs the action that a key triggers.
  package mutating func press(_ key: Key, at now: Double) {
    switch key {
    case .pause:
      if isPaused { play(from: time < 1 ? time : 0, at: now) } else { isPaused = true }
    case .back: pause(at: time, steps: -1)
    case .forward: pause(at: time, steps: 1)
    case .start: pause(at: 0)
    case .end: pause(at: 1)
    case .quit, .interrupt: isOver = true
    }
  }

  private mutating func play(from start: Double, at now: Double) {
    isPaused = false
    endedAt = nil
    time = start
    clock = ProgressClock(duration: duration, framesPerSecond: framesPerSecond)
    _ = clock.tick(at: now - start * duration)
  }

  /// Pauses at the time `start`, or `steps` frames later; negative steps go back.
  private mutating func pause(at start: Double, steps: Double = 0) {
    isPaused = true
    let step = 1 / max(1, duration * framesPerSecond)
    let place = start / step
    // A first step from a time between two frames goes to the next frame in the direction of the step.
    let whole = steps < 0 ? (place - 1e-6).rounded(.up) : (place + 1e-6).rounded(.down)
    time = steps == 0 ? start : max(0, min(1, (whole + steps) * step))
  }

  /// Returns the status line; parts on the right are dropped if the terminal is too narrow.
  package func status(_ name: String, columns: Int) -> String {
    let filled = Int((time * 10).rounded())
    let parts = [
      isPaused ? "⏸ \(name)" : "▶ \(name)", "\(fixed(time * duration, 2)) of \(fixed(duration, 2)) s",
      String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled),
      "space \(isPaused ? "play" : "pause")", "← → step", "q quit",
    ]
    var line = ""
    for part in parts {
      let longer = line.isEmpty ? part : line + "  " + part
      guard longer.count < columns else { break }
      line = longer
    }
    return line
  }
}
