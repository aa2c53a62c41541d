package import SegueExport
package import SegueFormats
import SegueRendering
package import SegueTransitions

/// The selection and playback of a work's frames, and their output.
package struct WorkOutput: Codable, Hashable, Sendable {
  /// A file name, whose extension selects the format.
  package var file: String
  /// The format, if the extension does not determine it.
  package var format: String?
  /// Options of the format, by name.
  package var options: [String: String]?
  /// Frames a second.
  package var fps: String?
  /// Seconds that each end is held.
  package var hold: Double?
  /// Whether to play from the last frame to the first.
  package var reverse: Bool?
  /// Whether to play forward, then backward.
  package var boomerang: Bool?
  /// The time of a single frame, instead of all frames.
  package var still: Double?

  /// Makes an output to a file.
  package init(file: String) { self.file = file }

  /// The checked frame rate.
  package func rate() throws -> FrameRate {
    guard let fps else { return FrameRate(60) }
    guard let rate = FrameRate(fps) else { throw Refused("frames a second are \(FrameRate.form)") }
    return rate
  }

  /// The format's entry in the catalog; nil if neither name nor extension determines one.
  func item() throws -> CatalogItem<any FileFormat>? {
    try format.map { try Catalog.formats.named($0) } ?? Catalog.formats.forFile(named: file)
  }

  /// The options, sorted by name.
  var values: [(key: String, value: String)] {
    (options ?? [:]).sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
  }

  /// The value of the command's `--format`; nil if the extension suffices.
  var formatText: String? {
    guard !values.isEmpty, let name = try? item()?.name else { return format }
    return Specification(name: name, values: values).text
  }

  /// Whether every frame is a file of its own.
  package var isSeries: Bool { file.contains("%") }

  /// The times of the frames.
  ///
  /// - Throws: `Refused` above 100,000 frames.
  package func times(_ timing: Timing) throws -> FrameTimes {
    let rate = try rate().perSecond
    guard timing.duration * rate <= 100_000 else { throw Refused("that would be more than 100000 frames") }
    return FrameTimes(duration: timing.duration, framesPerSecond: rate)
  }

  /// The order of playback.
  package func playback() throws -> Playback {
    let seconds = hold ?? 0
    guard (0...600).contains(seconds) else { throw Refused("a hold is 0 to 600 seconds") }
    return Playback(
      hold: Int((seconds * (try rate().perSecond)).rounded()), isReversed: reverse ?? false,
      isBoomerang: boomerang ?? false)
  }
}
