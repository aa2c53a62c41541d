import SegueJob
import SeguePlan
import Synchronization

/// A clip or an image to join.
enum ClipInput {
  case clip(Clip)
  /// The name and the size of an image or of a single frame of a clip.
  case image(String, PixelSize)

  /// The name of the clip or image.
  var file: String {
    switch self {
    case .clip(let clip): clip.file
    case .image(let file, _): file
    }
  }

  /// Reads the properties of a clip or an image.
  ///
  /// With `keepsGoing`, frames that cannot be decoded are replaced by the previous frame, with a warning.
  init(_ name: String, _ options: DecodeOptions, keepsGoing: Bool = false) throws {
    let part = ClipName(name).part
    if part == nil, try isImage(name) {
      // Reports damaged headers before the first frame is rendered.
      self = .image(name, try ImageInfo(contentsOf: name, options: options).size)
      return
    }
    var onDamage: ((ClipError) -> Void)?
    if keepsGoing { onDamage = { sayDamage($0) } }
    let clip = try Clip(contentsOf: name, limits: options.limits, onDamage: onDamage)
    let isMoment = part != nil && part?.end == nil
    self = isMoment ? .image(name, clip.size) : .clip(clip)
  }

  var clip: Clip? { if case .clip(let clip) = self { clip } else { nil } }

  var size: PixelSize {
    switch self {
    case .clip(let clip): clip.size
    case .image(_, let size): size
    }
  }

  /// The clip, or the name of the image, as an item in the timeline of a slideshow.
  var held: JoinTimeline.Held {
    switch self {
    case .clip(let clip): .clip(clip)
    case .image(let file, _): .image(file)
    }
  }

  /// Makes an item of a join's timeline; an image is held for the given time.
  func item(held: ClipTime) -> JoinTimeline.Item {
    switch self {
    case .clip(let clip): .clip(clip)
    case .image(let file, _): .still(length: held, named: file)
    }
  }
}

extension Job {
  /// Whether a picture of the job is a clip, or a part of a clip.
  var hasClips: Bool { pictures.contains(where: isClip) }
}

/// Returns whether a name denotes a clip or a part of a clip, rather than an image or a single frame of a
/// clip.
func isClip(_ name: String) -> Bool {
  let clip = ClipName(name)
  return clip.part.map { $0.end != nil } ?? clip.isVideo
}

/// Returns whether a file is an image, judged by its first bytes.
func isImage(_ file: String) throws -> Bool {
  let start = try readStart(of: fileAndPage(file).file, count: 16) ?? []
  return Catalog.formats.forContent(start) != nil
}

/// The export of joined clips.
struct ClipExport {
  let inputs: [ClipInput]
  let timeline: JoinTimeline
  private let transitions: [any Transition]
  private let filters: (any Transition)?
  private let operation: TransitionOperation
  private let curve: TimingCurve?
  private let framing: Framing
  private let sound: Job.ClipSound
  let job: AnyJob
  private let machine: MachineOptions
  let isQuiet: Bool
  /// Whether a video gets a chapter for each clip.
  let hasChapters: Bool
  /// The filters of each clip or image, by its index in `inputs`.
  var itemFilters: [[any Filter]] = []
  /// The covers drawn over frames, such as titles and subtitles.
  var covers: [any FrameCover] = []
  /// The motion of still images, and the seed of automatic motions.
  var motion = (StillMotion.none, seed: UInt64(0))

  init(
    _ job: AnyJob, _ inputs: [ClipInput], _ timeline: JoinTimeline, _ transitions: [any Transition],
    filters: (any Transition)? = nil, operation: TransitionOperation = .present, curve: TimingCurve?,
    _ framing: Framing, _ sound: Job.ClipSound, _ machine: MachineOptions,
    isQuiet: Bool, chapters: Bool = false
  ) throws {
    hasChapters = chapters
    (self.inputs, self.timeline, self.transitions, self.curve) = (inputs, timeline, transitions, curve)
    (self.job, self.framing, self.sound, self.machine) = (job, framing, sound, machine)
    (self.filters, self.operation, self.isQuiet) = (filters, operation, isQuiet)
    guard timeline.frameCount <= Job.maxFrames else {
      throw Failure(.usage, "that would be more than \(Job.maxFrames) frames; lower --fps")
    }
  }

  /// Makes the export of `frames`, which are the frames of these clips; if `frames` is nil, also makes the
  /// frames.
  func export(_ frames: ClipFrames? = nil) throws -> Export {
    let size = frameSize
    guard let pixels = size.pixelCount, pixels <= machine.maxPixels else {
      throw Failure(
        .usage, "frames of \(size) have more than \(machine.maxPixels) pixels; raise it with --max-pixels")
    }
    var export = Export(
      job: job, output: job.output, frameCount: timeline.frameCount, rate: timeline.rate,
      background: framing.background,
      pictures: inputs.map(\.file), fit: framing.fit, frames: frames ?? ClipFrames(self))
    export.mixedSound = MixedSound(joinedSound, music: music, fade: job.output.audioFade ?? 0)
    export.lateInputs = inputs.map(\.file)
    export.covers = covers
    export.details = try details(of: export.range())
    return export
  }

  /// Makes the frames, without covers, in a layout of planar samples; without a layout, in RGBA with the
  /// given depth, or with the depth of each clip.
  func joined(_ layout: PlanarLayout?, _ depth: SampleDepth?) throws -> JoinedClips {
    let machine = machine.decoding(to: depth)
    let execution = try machine.execution()
    var fitted = framing
    fitted.size = frameSize
    let still = {
      @Sendable [inputs, machine, fitted, motion, timeline] (index: Int) throws -> ShownPicture in
      guard case .image(let file, _) = inputs[index] else { throw FileError.missing(file: "the image") }
      guard motion.0 != .none else { return .still(try machine.fitted([file], to: fitted, execution)[0]) }
      let chosen = ChosenMotion(
        motion.0, seed: motion.seed, number: index, seconds: timeline.items[index].length.seconds)
      return try FittedPictures([machine.source(file, execution)], fitted, execution).shown(0, [chosen])
    }
    let clips = JoinedClips(
      timeline, stills: still, transitions, filters: filters, itemFilters: itemFilters,
      operation: operation, curve: curve, size: frameSize, layout: layout, framing, execution,
      onStart: noteCommandLine)
    sayConversions(clips)
    return clips
  }

  /// Whether a frame outside of joints shows a clip or an image that has filters.
  func isFiltered(_ frame: Int) -> Bool {
    guard case .clip(let item, _) = timeline.content(of: frame) else { return false }
    return itemFilters.indices.contains(item) && !itemFilters[item].isEmpty
  }

  /// Whether filters for the whole film change frames outside of the joints; `isFiltered` is for filters of
  /// single clips and images.
  var hasFilters: Bool { filters != nil || transitions.contains { $0 is FilteredTransition } }

  /// The size of the frames: the requested size, or the size of the first clip or image.
  var frameSize: PixelSize { framing.size ?? inputs.first?.size ?? PixelSize(width: 1, height: 1) }

  /// Returns the metadata of the first clip, and the chapters of a range of frames.
  private func details(of frames: Range<Int>) throws -> VideoDetails {
    var details = VideoDetails()
    details.metadata = inputs.first?.clip?.probe.metadata ?? []
    guard hasChapters else { return details }
    let start = ClipTime(frames.lowerBound, at: timeline.rate)
    let end = ClipTime(frames.upperBound, at: timeline.rate)
    func microseconds(_ time: ClipTime) -> Int {
      (max(start, min(end, time)) - start).floor(perSecond: 1_000_000)
    }
    let borders = timeline.starts + [end]
    try details.setChapters(
      zip(timeline.items, zip(borders, borders.dropFirst())).map { item, times in
        (baseName(of: ClipName(item.file).file), microseconds(times.0), microseconds(times.1))
      }.filter { $0.1 < $0.2 })
    return details
  }

  private var music: JoinedSound.Music? {
    job.output.audio.map { JoinedSound.Music(file: $0, volume: sound.volume) }
  }

  /// The sound of the clips, mixed with the background sound of the output; nil if there is no sound.
  var joinedSound: JoinedSound? {
    JoinedSound(
      timeline, stream: sound.stream, joint: sound.joint, curve: sound.curve, music: music,
      onStart: noteCommandLine)
  }

  /// Prints the conversions of each clip: losses as warnings, all conversions with `--verbose`.
  private func sayConversions(_ clips: JoinedClips) {
    for (input, conversion) in zip(inputs, clips.conversions) {
      guard let clip = input.clip else { continue }
      let words = conversion?.words ?? []
      let losses = words.filter { $0.hasPrefix("tone-mapped") || $0.hasPrefix("deinterlaced") }
      if !losses.isEmpty, !isQuiet {
        sayWarning(.output, "\(clip.file): \(losses.joined(separator: "; "))", after: "segue: ")
      }
      if clip.probe.otherStreams > 0, !isQuiet {
        sayWarning(
          .output,
          "\(clip.file): \(counted(clip.probe.otherStreams, "stream")) of subtitles or data left out",
          after: "segue: ")
      }
      let said = words.isEmpty ? "its samples are kept" : words.joined(separator: "; ")
      let assumed = clip.assumptions.isEmpty ? "" : "; assumed: \(clip.assumptions.joined(separator: ", "))"
      note("\(clip.file): \(clip.size), \(secondsText(clip.duration)) s: \(said)\(assumed)")
    }
  }
}

/// Reports a clip with frames that cannot be decoded; the previous frame is held in their place.
private func sayDamage(_ error: ClipError) {
  sayWarning(.output, "\(error.message); the frame before is held", after: "segue: ")
}
