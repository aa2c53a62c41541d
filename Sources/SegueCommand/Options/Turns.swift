import ArgumentParser

/// A command that shows images or clips one after another, with transitions between them.
protocol TurnsCommand {
  var transition: String? { get }
  var shaderPath: ShaderPathOptions { get }
  var chain: ChainOptions { get }
  /// The names of the images and clips.
  var names: [String] { get }
  var hold: Double { get }
  var duration: Double { get }
  var fps: String? { get }
  var titles: String? { get }
  var titleOptions: TitleOptions { get }
  var columns: ItemFilterOptions { get }
  var damage: DamageOptions { get }
  var film: FilmOptions { get }
  var sound: ClipSoundOptions { get }
  var frame: FrameOptions { get }
  /// The name of the transition that is used without `--transition`.
  static var standardTransition: String { get }
}

extension TurnsCommand {
  /// Returns the effects of each transition of `--transition`, with the filters of the options.
  ///
  /// Without `--transition`, but with a blend or filters, returns a single chain of the blend and the
  /// filters.
  func turns() throws -> [Job.Look] {
    var look = Job.Look()
    chain.set(&look)
    look.shaderPath = shaderPath.shaderPath
    if transition == nil && look.hasChain { return [look] }
    let text = transition ?? Self.standardTransition
    guard let items = Specification.list(text) else {
      throw Failure(.usage, "--transition is '\(text)' but must be name:key=value,… or several names")
    }
    return items.map {
      look.transition = Job.Item($0)
      return look
    }
  }

  /// Makes the playlist, which is the common part of the jobs of slideshows and joins.
  func playlist(_ turns: [Job.Look], _ output: Job.Output) -> Playlist {
    var playlist = Playlist(names, turns, hold: hold, duration: duration, output)
    playlist.times.fps = fps
    (playlist.titles, playlist.textStyle) = (titles, titleOptions.textStyle)
    (playlist.itemFilters, playlist.film, playlist.sound) = (columns.filters, film.film, sound.sound)
    playlist.keepsGoing = damage.keepGoing
    frame.set(&playlist.frame)
    return playlist
  }

  /// Calls `check` with the effects of `turns`.
  ///
  /// If the text of `--transition` is invalid, calls `check` with default effects; a later call of `turns`
  /// reports the invalid text.
  func validatingTurns(_ check: ([Job.Look]) throws(JobError) -> Void) throws {
    let turns = (try? turns()) ?? [Job.Look()]
    try validating { () throws(JobError) in try check(turns) }
  }
}
