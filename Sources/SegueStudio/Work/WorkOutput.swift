package import SegueExport
package import SegueFormats
import SegueRendering
package import SegueTransitions

/// The frames of a work to export, their playback, and the output file.
package struct WorkOutput: Codable, Hashable, Sendable {
  /// The file name, whose extension chooses the format.
  package var file: String
  /// The name of the format, if the extension does not determine it.
  package var format: String?
  /// The options of the format, by name.
  package var options: [String: String]?
  /// The frame rate as text.
  package var fps: String?
  /// The time in seconds for which the first and the last frame are held.
  package var hold: Double?
  /// Whether frames are played from the last to the first.
  package var reverse: Bool?
  /// Whether frames are played forward and then backward.
  package var boomerang: Bool?
  /// The time 0…1 of a single frame to export, in place of all frames.
  package var still: Double?

  /// Makes an output with a file name.
  package init(file: String) { self.file = file }

  /// Parses the frame rate.
  package func rate() throws -> FrameRate {
    guard let fps else { return FrameRate(60) }
    guard let rate = FrameRate(fps) else { throw Refused("frames a second are \(FrameRate.form)") }
    return rate
  }

  /// The catalog item of the format; nil if neither `format` nor the extension determines one.
  func item() throws -> CatalogItem<any FileFormat>? {
    try format.map { try Catalog.formats.named($0) } ?? Catalog.formats.forFile(named: file)
  }

  /// The options, sorted by name.
  var values: [(key: String, value: String)] {
    (options ?? [:]).sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
  }

  /// The value for the option `--format`; nil if the extension is sufficient.
  var formatText: String? {
    guard !values.isEmpty, let name = try? item()?.name else { return format }
    return Specification(name: name, values: values).text
  }

  /// Whether each frame is a separate file.
  package var isSeries: Bool { file.contains("%") }

  /// The times of all frames.
  ///
  /// - Throws: `Refused` for more than 100,000 frames.
  package func times(_ timing: Timing) throws -> FrameTimes {
    let rate = try rate().perSecond
    guard timing.duration * rate <= 100_000 else { throw Refused("that would be more than 100000 frames") }
    return FrameTimes(duration: timing.duration, framesPerSecond: rate)
  }

  /// The order in which frames are played.
  package func playback() throws -> Playback {
    let seconds = hold ?? 0
    guard (0...600).contains(seconds) else { throw Refused("a hold is 0 to 600 seconds") }
    return Playback(
      hold: Int((seconds * (try rate().perSecond)).rounded()), isReversed: reverse ?? false,
      isBoomerang: boomerang ?? false)
  }
}
