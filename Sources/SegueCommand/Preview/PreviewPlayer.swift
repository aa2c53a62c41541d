import Segue

/// Where a preview stands: a transition that plays, holds and begins again, unless keys say otherwise.
///
/// A value without a clock of its own; times are in seconds of any clock.
package struct PreviewPlayer {
  /// Seconds that the end is held.
  package static let hold = 0.8

  /// Seconds from start to end.
  package let duration: Double
  /// Steps of the arrow keys a second.
  package let framesPerSecond: Double
  /// Whether it is over at the end.
  package let playsOnce: Bool
  /// The clock fraction 0…1 that is shown.
  package private(set) var time = 0.0
  /// Whether it stands still.
  package private(set) var isPaused = false
  /// Whether there is nothing more to be shown.
  package private(set) var isOver = false
  private var clock: ProgressClock
  private var endedAt: Double?

  /// Starts to play at the first tick.
  package init(duration: Double, framesPerSecond: Double, playsOnce: Bool = false) {
    self.duration = duration
    self.framesPerSecond = framesPerSecond
    self.playsOnce = playsOnce
    clock = ProgressClock(duration: duration, framesPerSecond: framesPerSecond)
  }

  /// Says what time it is.
  package mutating func tick(at now: Double) {
    guard !isPaused else { return }
    time = clock.tick(at: now)
    guard time >= 1 else { return }
    let end = endedAt ?? now
    endedAt = end
    guard now - end >= Self.hold else { return }
    if playsOnce { isOver = true } else { play(from: 0, at: now) }
  }

  /// Does what a key asks.
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

  /// Stands still, so many whole steps from a time.
  private mutating func pause(at start: Double, steps: Double = 0) {
    isPaused = true
    let step = 1 / max(1, duration * framesPerSecond)
    let place = start / step
    // From between two steps it goes to the next one, not past it.
    let whole = steps < 0 ? (place - 1e-6).rounded(.up) : (place + 1e-6).rounded(.down)
    time = steps == 0 ? start : max(0, min(1, (whole + steps) * step))
  }

  /// The line at the bottom, no wider than the terminal: what does not fit is left out from the right.
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
