import SegueExport

extension JoinJob {
  /// Makes the export, with all values checked, before any clip is decoded.
  ///
  /// - Parameters:
  ///   - machine: The options for decoding and rendering.
  ///   - isQuiet: Whether messages about conversions of clips are omitted.
  /// - Returns: The export of the clips.
  /// - Throws: An error for an invalid value, or for a file that cannot be used.
  func clipExport(_ machine: MachineOptions, isQuiet: Bool) throws -> ClipExport {
    let list = try CSVList(among: playlist.items)
    let names = list?.images ?? playlist.items
    let inputs = try names.map { try ClipInput($0, machine.decoding, keepsGoing: playlist.keepsGoing) }
    let rate = try playlist.times.givenRate() ?? inputs.lazy.compactMap(\.clip?.rate).first ?? 60
    let timeline = try JoinTimeline(
      inputs.map { $0.item(held: ClipTime(seconds: playlist.hold)) },
      joint: ClipTime(seconds: playlist.duration),
      rate: rate, isFrozen: isFrozen, shortens: shortens)
    var transitions = try playlist.transitions(JobFiles(machine))
    if playlist.isRandom {
      let show = Slideshow(
        imageCount: timeline.items.count, hold: 0, duration: playlist.duration, framesPerSecond: 25,
        transitions,
        seed: playlist.seedOfTransition ?? 0)
      transitions = timeline.joints.indices.map(show.transition)
    }
    let framing = try playlist.frame.checkedFraming(machine)
    var export = try ClipExport(
      .join(self), inputs, timeline, transitions, curve: playlist.times.curve() ?? .linear, framing,
      playlist.sound, machine, isQuiet: isQuiet, chapters: hasChapters)
    export.itemFilters = try playlist.itemFilters(of: names, list, machine)
    export.covers = try playlist.titleCovers(of: names, list, framing.light, machine, timeline.title)
    export.covers += try playlist.film.covers(of: timeline.frameCount, rate, framing.light)
    return export
  }
}
