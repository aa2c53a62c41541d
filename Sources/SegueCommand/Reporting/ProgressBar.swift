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
  private let rate: FrameRate?
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  /// Makes a bar for `total` frames; nil if progress is not shown.
  ///
  /// With a frame rate, the bar also shows the duration of the finished frames in the movie.
  init?(_ mode: Mode, total: Int, rate: FrameRate? = nil) {
    let isSmart = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    guard mode == .always || mode == .auto && (Messages.isJSON || isSmart) else { return nil }
    (self.total, self.rate) = (total, rate)
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
    let speed = Double(done) / seconds
    let shown = rate.map { Double(done) / $0.perSecond }
    guard !Messages.isJSON else {
      return send(
        Event(
          event: .progress, frame: done, frames: total, framesPerSecond: speed, seconds: seconds,
          outputSeconds: shown))
    }
    let left = Int((Double(total - done) / speed).rounded(.up))
    let filled = 24 * done / max(1, total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    let movie = shown.map { "\(clock(Int($0))) at \(fixed($0 / seconds, 1)) ×  " } ?? ""
    let counts = "\(done)/\(total) frames"
    let lines = [
      "\(bar) \(counts)  \(movie)\(Int(speed.rounded())) frames/s  \(clock(left)) left ",
      "\(counts)  \(clock(left)) left ", counts,
    ]
    // A line that wraps could not be redrawn.
    if let line = lines.first(where: { $0.count < Self.columns }) { show("\r\(line)\u{1b}[K") }
  }

  /// The number of columns of the terminal; `Int.max` if the number is unknown.
  private static var columns: Int { terminalWindow(STDERR_FILENO).map { Int($0.ws_col) } ?? .max }

  /// Formats a number of seconds as minutes and seconds, such as 1:05.
  private func clock(_ seconds: Int) -> String {
    "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// Ends the line of the bar, if a bar was drawn.
  func end() {
    if !Messages.isJSON, lastDrawn.withLock({ $0 != nil }) { show("\n") }
  }
}
