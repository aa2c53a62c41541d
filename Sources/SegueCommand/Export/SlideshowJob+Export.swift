import SegueExport
import Synchronization

private struct PreparedSlideshow: PreparedFrames {
  let show: Slideshow
  let files: [String]
  let framing: Framing
  let execution: Execution

  func source(decoded: () -> Void) throws -> any FrameSource {
    try SlideshowFrames(show, files: files, framing: framing, execution, decoded: decoded)
  }
}

extension SlideshowJob {
  /// Makes the export, with all values checked; decodes images only with `--skip-unreadable`, to find the
  /// unreadable ones.
  ///
  /// - Parameters:
  ///   - machine: The options for decoding and rendering.
  ///   - isQuiet: Whether messages about conversions of clips are omitted.
  ///   - isStrict: Whether subfolders, and files in folders that are not images, are an error.
  ///   - endsWithNull: Whether names on standard input end with null bytes.
  /// - Returns: The export.
  /// - Throws: An error for an invalid value, or for a file that cannot be used.
  func export(
    _ machine: MachineOptions, isQuiet: Bool, isStrict: Bool, endsWithNull: Bool = false
  ) throws -> Export {
    returnFreedBitmaps()
    let level = try machine.level()
    let framing = try playlist.frame.checkedFraming(machine)
    let transitions = try playlist.transitions(JobFiles(machine))
    var leftOut = LeftOut()
    let list = try CSVList(among: playlist.items)
    let named =
      try list?.images
      ?? imageFiles(
        playlist.items, endsWithNull: endsWithNull, takingClips: true, leftOut: &leftOut,
        skippingSpecial: skipsUnreadable
      )
    if let text = leftOut.text {
      guard !isStrict else { throw Failure(.badInput, "--strict: \(text) would be left out") }
      sayWarning(.leftOut, "left out: \(text)", after: "segue: ")
    }
    let files = try readable(named, machine)
    leftOut.files += named.count - files.count
    let given = try playlist.times.givenRate()
    let rate = given ?? 60
    var show = Slideshow(
      imageCount: files.count, hold: playlist.hold, duration: playlist.duration,
      framesPerSecond: rate.perSecond, transitions,
      seed: playlist.isRandom ? seed ?? playlist.seedOfTransition ?? 0 : nil)
    show.filters = try playlist.itemFilters(of: files, list, machine)
    (show.motion, show.motionSeed) = (try stillMotion(), seed ?? 0)
    guard show.frameCount <= Job.maxFrames else {
      throw Failure(
        .usage, "that would be more than \(Job.maxFrames) frames; lower --hold, --duration or --fps")
    }
    guard !files.contains(where: { isClip($0) || ClipName($0).part != nil }) else {
      var export = try clipExport(files, show, given, framing, list, machine, isQuiet: isQuiet)
      export.leftOut = leftOut
      return export
    }
    guard playlist.sound == Job.ClipSound() else {
      throw Failure(.usage, "--audio-stream, -joint, -curve and -volume are for clips; there are only images")
    }
    let machine = machine.decoding(to: playlist.output.decodingDepth)
    var export = Export(
      job: .slideshow(self), output: playlist.output, frameCount: show.frameCount, rate: rate,
      background: framing.background,
      pictures: files, fit: framing.fit, leftOut: leftOut,
      frames: PreparedSlideshow(
        show: show, files: files, framing: framing,
        execution: Execution(level: level, decoding: machine.decoding)))
    export.lateInputs = files
    export.covers = try playlist.titleCovers(of: files, list, framing.light, machine, show.title)
    export.covers += try playlist.film.covers(of: show.frameCount, rate, framing.light)
    return export
  }

  /// Makes the export of images and clips: clips play in full, and images are held between their transitions.
  private func clipExport(
    _ files: [String], _ show: Slideshow, _ rate: FrameRate?, _ framing: Framing, _ list: CSVList?,
    _ machine: MachineOptions, isQuiet: Bool
  ) throws -> Export {
    let inputs = try files.map { try ClipInput($0, machine.decoding, keepsGoing: playlist.keepsGoing) }
    let timeline = try JoinTimeline(
      inputs.map(\.held), hold: ClipTime(seconds: playlist.hold), joint: ClipTime(seconds: show.duration),
      rate: rate ?? inputs.lazy.compactMap(\.clip?.rate).first ?? 60)
    var export = try ClipExport(
      .slideshow(self), inputs, timeline, timeline.joints.indices.map(show.transition), curve: nil, framing,
      playlist.sound, machine, isQuiet: isQuiet)
    export.motion = (show.motion, show.motionSeed)
    export.itemFilters = show.filters
    export.covers = try playlist.titleCovers(of: files, list, framing.light, machine, timeline.title)
    export.covers += try playlist.film.covers(of: timeline.frameCount, timeline.rate, framing.light)
    return try export.export()
  }

  /// Returns all files or, with `--skip-unreadable`, the images and clips that can be read.
  ///
  /// By default, checks only the first bytes of images, so that a wrong file name is reported at once. With
  /// `--skip-unreadable`, decodes all images and reads the properties of all clips, since the number of
  /// readable files determines the content of every frame.
  private func readable(_ files: [String], _ machine: MachineOptions) throws -> [String] {
    guard skipsUnreadable else {
      for file in files where !isClip(file) && ClipName(file).part == nil { try checkIsImage(file) }
      return files
    }
    let errors = Mutex([(any Error)?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: machine.workers) { band in
      for index in band {
        do throws {
          if isClip(files[index]) || ClipName(files[index]).part != nil {
            _ = try Clip(contentsOf: files[index], limits: machine.decoding.limits)
          } else {
            _ = try Bitmap(contentsOf: files[index], options: machine.decoding)
          }
        } catch {
          errors.withLock { $0[index] = error }
        }
      }
    }
    let found = errors.withLock { $0 }
    for error in found { if let error { Failure(error)?.reportSkipped() } }
    guard found.contains(where: { $0 == nil }) else {
      throw Failure(
        .badInput,
        files.count == 1 ? "the image cannot be read" : "none of the \(files.count) images can be read")
    }
    return zip(files, found).filter { $1 == nil }.map(\.0)
  }
}
