import ArgumentParser
import SeguePlatform
import Synchronization

/// Progress messages on standard error, at most ten per second: a bar that is redrawn, or events.
final class ProgressBar: Sendable {
  enum Mode: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
  }

  private let total: Int
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  /// Makes a bar for `total` frames; nil if progress is off.
  init?(_ mode: Mode, total: Int) {
    guard mode == .always || mode == .auto && Messages.isJSON || mode == .auto && isatty(STDERR_FILENO) == 1
    else { return nil }
    self.total = total
  }

  func update(_ done: Int) {
    let now = ContinuousClock.now
    let isDue = lastDrawn.withLock { last in
      if let drawn = last, drawn.duration(to: now) < .milliseconds(100), done < total { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let seconds = max(start.duration(to: now) / .seconds(1), 1e-6)
    let rate = Double(done) / seconds
    guard !Messages.isJSON else {
      return send(
        Event(event: .progress, frame: done, frames: total, framesPerSecond: rate, seconds: seconds))
    }
    let left = Int((Double(total - done) / rate).rounded(.up))
    let filled = 24 * done / max(1, total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
    show("\r\(bar) \(done)/\(total) frames  \(Int(rate.rounded())) frames/s  \(time) \u{1b}[K")
  }

  /// Ends the line of the bar.
  func end() {
    if !Messages.isJSON, lastDrawn.withLock({ $0 != nil }) { show("\n") }
  }
}
