// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFormats
public import SeguePixels
public import SegueRendering
public import SegueTitles
import Synchronization

/// Subtitles over the frames of a film.
///
/// Frame n shows the cues whose times contain n/rate. A cue that begins while other cues are shown is stacked
/// above them, and keeps its position until it ends. At the top and in the middle of the frame, cues are
/// stacked downward instead. Each cue is drawn once.
public final class SubtitleCover: ColoredCover {
  /// The subtitles.
  public let subtitles: Subtitles
  private let style: TitleStyle
  let light: Light
  /// The frames at which the set of visible cues changes, in rising order, each with the indices of the cues
  /// that are visible from this frame on.
  private let changes: [(frame: Int, cues: [Int])]
  /// For each cue, the indices of the earlier cues that are still shown when the cue begins.
  private let earlier: [[Int]]
  private let drawn = Mutex(Drawn())

  private struct Drawn {
    /// The titles of recently drawn cues, by the cue's index.
    var titles: [Int: Title] = [:]
    /// For each frame size, the distance in pixels by which a cue is moved from its style's position, by the
    /// cue's index.
    var distances: [PixelSize: [Int: Int]] = [:]
  }

  /// Makes the subtitles of a film.
  ///
  /// - Parameters:
  ///   - subtitles: The texts and their times.
  ///   - rate: The frame rate of the film.
  ///   - style: The appearance; a cue may set another position.
  ///   - light: Whether edges of letters are mixed with the frame as stored values or in linear light.
  public init(_ subtitles: Subtitles, rate: FrameRate, style: TitleStyle = .subtitles, light: Light = .gamma)
  {
    (self.subtitles, self.style, self.light) = (subtitles, style, light)
    let frames = subtitles.cues.map { Self.frames(of: $0, at: rate) }
    changes = Self.changes(of: frames)
    var earlier = [[Int]](repeating: [], count: frames.count)
    for change in changes {
      for cue in change.cues where frames[cue].lowerBound == change.frame {
        earlier[cue] = change.cues.filter { $0 < cue }
      }
    }
    self.earlier = earlier
  }

  /// Returns the frames that show a cue: from the first frame at or after the cue's start to the last frame
  /// before its end.
  private static func frames(of cue: Subtitles.Cue, at rate: FrameRate) -> Range<Int> {
    func frame(_ milliseconds: Int) -> Int {
      let (product, isTooLarge) = max(0, milliseconds).multipliedReportingOverflow(by: rate.numerator)
      let divisor = 1000 * rate.denominator
      return isTooLarge ? .max : product / divisor + (product % divisor > 0 ? 1 : 0)
    }
    return frame(cue.start)..<frame(cue.end)
  }

  private static func changes(of frames: [Range<Int>]) -> [(frame: Int, cues: [Int])] {
    let events = frames.indices.filter { !frames[$0].isEmpty }.flatMap { cue in
      [(frame: frames[cue].lowerBound, cue: cue), (frame: frames[cue].upperBound, cue: cue)]
    }.sorted { $0.frame < $1.frame }
    var changes: [(frame: Int, cues: [Int])] = []
    var shown: [Int] = []
    for event in events {
      if frames[event.cue].upperBound == event.frame {
        shown.removeAll { $0 == event.cue }
      } else {
        shown.append(event.cue)
      }
      if changes.last?.frame == event.frame { changes.removeLast() }
      changes.append((event.frame, shown.sorted()))
    }
    return changes
  }

  private init(_ cover: SubtitleCover, _ style: TitleStyle, _ light: Light) {
    (subtitles, self.light, self.style) = (cover.subtitles, light, style)
    (changes, earlier) = (cover.changes, cover.earlier)
  }

  func with(colors change: (Pixel) -> Pixel, _ light: Light) -> any FrameCover {
    SubtitleCover(self, style.with(colors: change), light)
  }

  /// Returns the number of cues that are shown in no frame of a film with `count` frames.
  package func unseen(in count: Int) -> Int {
    subtitles.cues.count - Set(changes.lazy.filter { $0.frame < count }.flatMap(\.cues)).count
  }

  private func cues(at frame: Int) -> [Int] {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].cues : []
  }

  public func covers(_ frame: Int) -> Bool { !cues(at: frame).isEmpty }

  public func over(_ rows: any RowSource, frame: Int) throws -> any RowSource {
    let titles = try titles(of: cues(at: frame), in: rows.size)
    return titles.reduce(rows) { $1.apply(to: $0, at: 0) }.mixed(in: light)
  }

  /// Returns the titles of cues, each moved to its position in a frame of the given size.
  private func titles(of cues: [Int], in size: PixelSize) throws -> [Title] {
    try drawn.withLock { drawn in
      if drawn.titles.count > 2 * Subtitles.maxTogether {
        drawn.titles = drawn.titles.filter { cues.contains($0.key) }
      }
      return try cues.map { cue in
        let distance = try distance(of: cue, in: size, &drawn)
        var title = self.title(of: cue, &drawn)
        title.distance = distance
        return title
      }
    }
  }

  private func title(of cue: Int, _ drawn: inout Drawn) -> Title {
    if let title = drawn.titles[cue] { return title }
    let title = Title(subtitles.cues[cue].text, subtitles.cues[cue].style(style))
    drawn.titles[cue] = title
    return title
  }

  /// Returns the distance in pixels by which a cue is moved from its style's position: the smallest distance
  /// at which the cue overlaps none of the cues that `below` returns.
  private func distance(of cue: Int, in size: PixelSize, _ drawn: inout Drawn) throws -> Int {
    if let known = drawn.distances[size]?[cue] { return known }
    // Computes the distances of earlier cues first, since the distance of a cue depends on them; goes back to
    // a cue that begins while no other cue is visible.
    var (first, pending) = (cue, [cue])
    while let next = pending.popLast() {
      for other in below(next) where drawn.distances[size]?[other] == nil && other < first {
        pending.append(other)
        first = other
      }
    }
    for index in first...cue where drawn.distances[size]?[index] == nil {
      drawn.distances[size, default: [:]][index] = try clearDistance(of: index, in: size, &drawn)
    }
    return drawn.distances[size]?[cue] ?? 0
  }

  private func clearDistance(of cue: Int, in size: PixelSize, _ drawn: inout Drawn) throws -> Int {
    let others = below(cue)
    guard !others.isEmpty else { return 0 }
    let height = try height(of: cue, in: size, &drawn)
    let taken = try others.map { other in
      let start = drawn.distances[size]?[other] ?? 0
      return (start, start + (try self.height(of: other, in: size, &drawn)))
    }.sorted { $0.0 < $1.0 }
    var distance = 0
    for (start, end) in taken where start < distance + height { distance = max(distance, end) }
    return distance
  }

  private func height(of cue: Int, in size: PixelSize, _ drawn: inout Drawn) throws -> Int {
    Int(try title(of: cue, &drawn).height(for: size).rounded(.up))
  }

  /// Returns the earlier cues that are still visible when a cue begins, and that have the same vertical
  /// position as this cue.
  private func below(_ cue: Int) -> [Int] {
    func down(_ cue: Int) -> Double { subtitles.cues[cue].down ?? style.place.down }
    return earlier[cue].filter { down($0) == down(cue) }
  }
}
