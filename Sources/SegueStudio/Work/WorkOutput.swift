package import SegueExport
package import SegueFormats
import SegueRendering
package import SegueTransitions

/// How the frames of a work are taken, and where they go.
package struct WorkOutput: Codable, Hashable, Sendable {
  /// A file's name, whose extension says the format.
  package var file: String
  /// The format where the name does not say it.
  package var format: String?
  /// Options of the format, by their names.
  package var options: [String: String]?
  /// Frames a second.
  package var fps: String?
  /// Seconds that each end stands still.
  package var hold: Double?
  /// From the last frame to the first.
  package var reverse: Bool?
  /// There and back again.
  package var boomerang: Bool?
  /// One frame at this time instead of all.
  package var still: Double?

  /// Names a file.
  package init(file: String) { self.file = file }

  /// Frames a second, checked.
  package func rate() throws -> FrameRate {
    guard let fps else { return FrameRate(60) }
    guard let rate = FrameRate(fps) else { throw Refused("frames a second are \(FrameRate.form)") }
    return rate
  }

  /// The format's entry in the catalog; nil where the file's name says none.
  func item() throws -> CatalogItem<any FileFormat>? {
    try format.map { try Catalog.formats.named($0) } ?? Catalog.formats.forFile(named: file)
  }

  /// The options in the order of their names.
  var values: [(key: String, value: String)] {
    (options ?? [:]).sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
  }

  /// What the command's `--format` says; nil: the file's name is enough.
  var formatText: String? {
    guard !values.isEmpty, let name = try? item()?.name else { return format }
    return Specification(name: name, values: values).text
  }

  /// Whether every frame is a file of its own.
  package var isSeries: Bool { file.contains("%") }

  /// When each frame is taken.
  ///
  /// - Throws: `Refused` where there would be more than 100,000.
  package func times(_ timing: Timing) throws -> FrameTimes {
    let rate = try rate().perSecond
    guard timing.duration * rate <= 100_000 else { throw Refused("that would be more than 100000 frames") }
    return FrameTimes(duration: timing.duration, framesPerSecond: rate)
  }

  /// In what order they are shown.
  package func playback() throws -> Playback {
    let seconds = hold ?? 0
    guard (0...600).contains(seconds) else { throw Refused("a hold is 0 to 600 seconds") }
    return Playback(
      hold: Int((seconds * (try rate().perSecond)).rounded()), isReversed: reverse ?? false,
      isBoomerang: boomerang ?? false)
  }
}
