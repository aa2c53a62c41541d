package import SegueExport
import SegueRendering
package import SegueTransitions

/// Images and clips one after another, with transitions between them: the common part of slideshows and joined
/// clips.
package struct Playlist: Hashable, Sendable {
  /// The names of images and clips, or of folders with images and clips; a single name may be the name of a
  /// CSV list.
  package var items: [String]
  /// The transitions, repeated in order; a single transition may be `random`, which chooses among all
  /// transitions at random and has a parameter `seed`.
  package var turns: [Job.Look]
  /// The time in seconds for which an image is held.
  package var hold: Double
  /// The duration of the transitions, the frame rate, and the timing curve.
  package var times = Job.Times()
  /// The source of the texts over the items: `name`, `date`, or a column of the CSV list; nil for no texts.
  package var titles: String?
  /// The appearance of the texts over the items, as `key=value` pairs.
  package var textStyle: String?
  /// The column of the CSV list that contains the filters of each item; nil for no filters.
  package var itemFilters: String?
  /// Whether frames of clips that cannot be decoded are replaced by the previous frame.
  package var keepsGoing = false
  /// The subtitles, and the fades at the ends.
  package var film = Job.Film()
  /// The treatment of the clips' sound.
  package var sound = Job.ClipSound()
  /// The frame, and how pictures are fitted to it.
  package var frame = Job.Frame()
  /// The output.
  package var output: Job.Output

  /// Makes a playlist.
  package init(_ items: [String], _ turns: [Job.Look], hold: Double, duration: Double, _ output: Job.Output) {
    (self.items, self.turns, self.hold, self.output) = (items, turns, hold, output)
    times.duration = duration
  }
}

/// Images and clips with transitions: images are held between transitions, clips play in full.
package struct SlideshowJob: Hashable, Sendable {
  package var playlist: Playlist
  /// The seed of random transitions and of automatic motion; nil for 0.
  package var seed: UInt64?
  /// The motion of images, as text; nil for none.
  package var motion: String?
  /// Whether images and clips that cannot be read are left out.
  package var skipsUnreadable = false

  package init(_ playlist: Playlist) { self.playlist = playlist }
}

/// Clips with transitions, during which both clips play, and with crossfaded sound.
package struct JoinJob: Hashable, Sendable {
  package var playlist: Playlist
  /// Whether a transition holds the last frame of one clip and the first frame of the next, and plays neither
  /// clip.
  package var isFrozen = false
  /// Whether transitions that are too long for a clip are shortened.
  package var shortens = false
  /// Whether a video gets a chapter for each clip.
  package var hasChapters = false

  package init(_ playlist: Playlist) { self.playlist = playlist }
}

/// A storyboard in a file.
package struct StoryboardJob: Hashable, Sendable {
  /// The name of the YAML file.
  package var file: String
  /// The subtitles, and the fades at the ends.
  package var film = Job.Film()
  /// The output.
  package var output: Job.Output

  package init(_ file: String, _ output: Job.Output) { (self.file, self.output) = (file, output) }
}

extension Playlist {
  /// The duration of the transitions in seconds.
  package var duration: Double { times.duration ?? 1 }

  /// Whether the playlist has neither filters nor blends.
  var hasOnlyTransitions: Bool { itemFilters == nil && !turns.contains(where: \.hasChain) }

  /// Whether the transitions are drawn at random from all transitions.
  package var isRandom: Bool { turns.contains { $0.transition?.name == Self.random } }
  private static let random = "random"

  /// The seed in `random:seed=n`; nil without a seed.
  package var seedOfTransition: UInt64? {
    isRandom ? turns[0].transition?.parameters["seed"].flatMap { UInt64($0) } : nil
  }

  /// Throws if values are invalid.
  package func check() throws(JobError) {
    if items.isEmpty { throw JobError("items", "is missing: images or clips") }
    if turns.isEmpty { throw JobError("turns", "is missing: a transition") }
    for look in turns { try look.check(hasSecond: true) }
    try times.check()
    try film.check()
    try sound.check()
    _ = try frame.parsed()
    try output.check()
    guard isRandom else { return }
    guard turns.count == 1 else {
      throw JobError(
        "turns", sentence: "\(field("turns")) random must be the only transition: it chooses from all")
    }
    guard turns[0].named.parameters.values.allSatisfy({ $0.key == "seed" && UInt64($0.value) != nil }) else {
      throw JobError(
        "turns",
        sentence:
          "\(field("turns")) random must be the only transition, with or without a seed: random:seed=7")
    }
  }

  /// Makes the transitions, with their filters, that are repeated in order or chosen at random.
  ///
  /// - Throws: `UnknownName`, `ParameterError`, `ExpressionError`, `ShaderError`, `JobError`, or an error of
  ///   a file.
  package func transitions(_ files: JobFiles) throws -> [any Transition] {
    let inner = try isRandom ? drawn(files) : turns.map { try $0.unfiltered(ofOne: false, files) }
    guard let look = turns.first, let first = inner.first else { return inner }
    guard turns.allSatisfy(look.hasFilters) else {
      return try zip(turns, inner).map { $0.isUnfiltered ? $1 : try $0.filtered($1, files.chain) }
    }
    if look.isUnfiltered { return inner }
    // Makes equal filters once for all transitions, so that files are read once.
    let filtered = try look.filtered(first, files.chain)
    return inner.map { transition in filtered.replacing { _ in transition } }
  }

  /// Returns the transitions of the catalog and of the folders of shaders, for random choices.
  private func drawn(_ files: JobFiles) throws -> [any Transition] {
    guard var look = turns.first else { return [] }
    look.transition = nil
    // Ignores shaders that are not usable as transitions: a folder may also contain filters and broken files.
    return try ShaderPath(look.shaderPath, names: files.names).choices().compactMap {
      try? look.transition(of: $0, files.chain)
    }
  }
}

extension SlideshowJob {
  /// Throws if values are invalid.
  package func check() throws(JobError) {
    if !(playlist.hold >= 0 && playlist.hold.isFinite) { throw JobError("hold", "must be 0 or more") }
    try playlist.check()
    let motion = try stillMotion()
    if seed != nil && !playlist.isRandom && motion != .automatic {
      throw JobError(
        "seed", sentence: "\(field("seed")) is for \(field("turns")) random and \(field("motion")) auto")
    }
  }

  /// Returns the motion of images.
  ///
  /// - Throws: `JobError` if the text is not a motion.
  package func stillMotion() throws(JobError) -> StillMotion {
    try read("motion", motion, "a motion is \(StillMotion.form)") { StillMotion($0) } ?? .none
  }
}

extension JoinJob {
  /// Throws if values are invalid.
  package func check() throws(JobError) {
    if let duration = playlist.times.duration, !(duration > 0 && duration <= 100_000) {
      throw JobError("duration", "must be above 0")
    }
    if !(playlist.hold > 0 && playlist.hold <= 100_000) { throw JobError("hold", "must be above 0") }
    if playlist.items.contains("-") {
      throw JobError("items", sentence: "clips are files, not standard input")
    }
    try playlist.check()
  }
}

extension StoryboardJob {
  /// Throws if values are invalid.
  package func check() throws(JobError) {
    if file.isEmpty { throw JobError("file", "is missing: the file of the storyboard") }
    try film.check()
    try output.check()
  }
}
