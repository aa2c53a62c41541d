import ArgumentParser

/// Options for subtitles of a film, and for fades at its ends.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Subtitles over the film, from a file of SubRip (.srt) or WebVTT (.vtt); times are those of the film.",
      valueName: "file"), completion: .file(extensions: ["srt", "vtt"]))
  var subtitles: String?

  @Option(
    help: ArgumentHelp(
      "Appearance of subtitles, with the keys of --text-style. (default: size=5%)", valueName: "key=value,..."
    ))
  var subtitleStyle: String?

  @Option(help: ArgumentHelp("Seconds at the start in which the film appears.", valueName: "s"))
  var fadeIn = 0.0

  @Option(help: ArgumentHelp("Seconds at the end in which the film disappears.", valueName: "s"))
  var fadeOut = 0.0

  @Option(
    help: ArgumentHelp(
      "Color of --fade-in and --fade-out: #rrggbb[aa] or a CSS name. (default: black)", valueName: "color"),
    transform: Arguments.text(Arguments.color))
  var fadeColor: String?

  func validate() throws { try validating { () throws(JobError) in try film.check() } }

  /// The subtitles and fades from the options; a fade of 0 seconds becomes nil.
  var film: Job.Film {
    var film = Job.Film()
    (film.subtitles, film.subtitleStyle, film.fadeColor) = (subtitles, subtitleStyle, fadeColor)
    film.fadeIn = fadeIn == 0 ? nil : fadeIn
    film.fadeOut = fadeOut == 0 ? nil : fadeOut
    return film
  }
}
